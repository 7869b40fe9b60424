//! The known name that a mistyped one was probably meant to be.

/// The candidate closest to `text`, where close means at most one slip in three letters (and always one); capitals do not count.
/// Of equally close candidates the first wins. Nothing when all are too far off.
pub fn nearest<'a>(text: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = text.to_lowercase();
    let allowed = (wanted.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(&wanted, &candidate.to_lowercase()), candidate))
        .filter(|(slips, _)| *slips <= allowed)
        .min_by_key(|(slips, _)| *slips)
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
        assert_eq!(did_you_mean("cornres", names).as_deref(), Some("did you mean \"corners\"?"));
    }
}
