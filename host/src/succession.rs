//! Who plays on for a bot that failed, so that one bad script does not end the evening.

/// The bots that can be trusted with a seat, the better one first.
const TRUSTED: [&str; 2] = ["steady", "random"];

/// What becomes of a failed bot's seat.
pub(crate) struct Succession {
    /// The bot that plays on; none where no other is left.
    pub(crate) next: Option<String>,
    /// That in a sentence, for people and for the journal.
    pub(crate) told: String,
}

impl Succession {
    /// Who follows a bot, of those that the game knows; a trusted one that failed is followed by the next.
    pub(crate) fn of(failed: &str, side: &str, why: &str, known: &[String]) -> Succession {
        let after = TRUSTED.iter().position(|name| *name == failed).map_or(0, |k| k + 1);
        let next = TRUSTED[after..].iter().find(|name| known.iter().any(|seat| seat == *name));
        let on = next.map_or_else(|| "no other bot can play on".to_owned(), |next| format!("{next} plays on"));
        Succession {
            next: next.map(|name| (*name).to_owned()),
            told: format!("The bot {failed} failed as {side} ({why}); {on}."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_bot_is_followed_by_a_better_trusted_one_and_the_last_by_none() {
        let known = ["human", "steady", "random"].map(str::to_owned);
        let next = |failed: &str, known: &[String]| Succession::of(failed, "French", "sick", known).next;
        assert_eq!(next("mine", &known).as_deref(), Some("steady"));
        assert_eq!(next("mine", &known[2..]).as_deref(), Some("random"));
        assert_eq!(next("steady", &known).as_deref(), Some("random"));
        assert_eq!(next("random", &known), None);
        let told = Succession::of("mine", "French", "sick", &known).told;
        assert_eq!(told, "The bot mine failed as French (sick); steady plays on.");
    }
}
