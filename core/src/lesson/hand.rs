//! Texts for both hands: who points at a board, and who types orders.

/// How a learner gives orders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hand {
    /// At a board, by choosing places and pieces.
    #[default]
    Pointing,
    /// By typing them.
    Typing,
}

impl Hand {
    /// A text as it is read by this hand: of `{choose 4|type m 4 > 5}` what stands before the bar is for who points, what
    /// stands behind it for who types.
    #[must_use]
    pub fn reads(self, text: &str) -> String {
        let (mut out, mut rest) = (String::new(), text);
        while let Some(open) = rest.find('{') {
            let (before, from) = rest.split_at(open);
            out.push_str(before);
            let passage = from[1..].split_once('}').map(|(passage, after)| (passage.split_once('|'), after));
            match passage {
                Some((Some((pointing, typing)), after)) => {
                    out.push_str(if self == Hand::Pointing { pointing } else { typing });
                    rest = after;
                }
                // a brace without a bar is a brace
                _ => {
                    out.push('{');
                    rest = &from[1..];
                }
            }
        }
        out + rest
    }
}

#[cfg(test)]
mod tests {
    use super::Hand;

    #[test]
    fn a_passage_has_a_side_for_each_hand() {
        for (text, pointing, typing) in [
            ("March{: choose 4|}.", "March: choose 4.", "March."),
            ("{Choose 4, then 5. Typed:|Type} m 4 > 5.", "Choose 4, then 5. Typed: m 4 > 5.", "Type m 4 > 5."),
            ("a {set} of {two|2} and {one", "a {set} of two and {one", "a {set} of 2 and {one"),
            ("nothing", "nothing", "nothing"),
        ] {
            assert_eq!(
                (Hand::Pointing.reads(text), Hand::Typing.reads(text)),
                (pointing.to_owned(), typing.to_owned())
            );
        }
    }
}
