//! What a comparison says, in a sentence. It calls no difference that the data do not show.

use super::Session;

/// Points of a hundred games, as people say them.
fn points(share: f64) -> String {
    let text = format!("{:.1}", 100.0 * share);
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// A side's word at the beginning of a name.
fn side_name(side: &str) -> String {
    let mut letters = side.chars();
    let first: String = letters.next().map(|c| c.to_uppercase().collect()).unwrap_or_default();
    format!("{first}{}", letters.as_str())
}

impl Session {
    /// What the pairs say of a variant that is called `label`: who gains how much by it, or that no difference is shown.
    #[must_use]
    pub fn verdict(&self, label: &str) -> String {
        let pairs = self.pairs().whole;
        let ground = format!("95 % interval, {pairs} pairs of games");
        let differences = || self.sides().iter().map(|side| (side, self.difference(side)));
        let shown = differences().filter(|(_, found)| found.shown);
        let most = shown.max_by(|(_, a), (_, b)| a.gain.total_cmp(&b.gain));
        if let Some((side, found)) = most {
            let (word, ends) = match found.gain > 0.0 {
                true => ("gains", [found.low, found.high]),
                false => ("loses", [-found.high, -found.low]),
            };
            let [low, high] = ends.map(points);
            return format!(
                "The {} side {word} {low} to {high} points in 100 games by {label} ({ground}).",
                side_name(side)
            );
        }
        let widest = differences().max_by(|(_, a), (_, b)| a.width().total_cmp(&b.width()));
        match widest.filter(|_| pairs > 0) {
            Some((side, found)) => format!(
                "The games show no difference by {label}: for the {} side it lies between {} and {} points in 100 games ({ground}).",
                side_name(side),
                points(found.low),
                points(found.high)
            ),
            None => format!("No pair of games was counted: of a difference by {label} nothing is known."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_said_as_people_say_them() {
        assert_eq!([points(0.03), points(0.0949), points(-0.125)], ["3", "9.5", "-12.5"]);
        assert_eq!(side_name("austrian"), "Austrian");
    }
}
