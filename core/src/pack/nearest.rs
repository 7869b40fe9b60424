//! The known name that a mistyped one was probably meant to be.

use std::cmp::Reverse;

/// The candidate closest to `text`, where close means at most one slip in three letters (and always one); capitals do not
/// count. Of equally close candidates the one with the longest common beginning wins, then the first. Nothing when all are too far off.
pub fn nearest<'a>(text: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = text.to_lowercase();
    let allowed = (wanted.chars().count() / 3).max(1);
    let distance = |candidate: &str| {
        let candidate = candidate.to_lowercase();
        let common = wanted.chars().zip(candidate.chars()).take_while(|(a, b)| a == b).count();
        (strsim::damerau_levenshtein(&wanted, &candidate), Reverse(common))
    };
    let near = candidates.into_iter().map(|candidate| (distance(candidate), candidate));
    // a name of one letter is not near any other of one letter
    near.filter(|((slips, _), candidate)| {
        *slips <= allowed && *slips < wanted.chars().count().max(candidate.chars().count())
    })
    .min_by_key(|(distance, _)| *distance)
    .map(|(_, candidate)| candidate)
}

/// The hint that goes with an unknown name: the nearest known one, or nothing.
pub fn did_you_mean<'a>(text: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(text, candidates).map(|name| format!("did you mean \"{name}\"?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_the_name_and_a_stranger_does_not() {
        let names = ["capacity", "corners", "sides"];
        assert_eq!(nearest("capcity", names), Some("capacity"));
        assert_eq!(nearest("SIDES", names), Some("sides"));
        assert_eq!(nearest("weather", names), None);
        assert_eq!((nearest("\u{2192}", ["0", "1"]), nearest("R", ["m", "r"])), (None, Some("r")));
        assert_eq!(did_you_mean("cornres", names).as_deref(), Some("did you mean \"corners\"?"));
    }
}
