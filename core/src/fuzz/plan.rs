//! Which matches are played: every set-up, and every value of every setting, each in its turn.

use crate::kernel::{About, Header, OptionForm, PackOption, Rng, Seed, Setup};

/// What is fuzzed: a game, or a pack of it.
#[derive(Clone, Debug, Default)]
pub struct Target {
    game: String,
    setups: Vec<String>,
    variants: Vec<String>,
    /// Settings with their values: rulings by name, options by `PACK.NAME`; then the value that each has by default.
    settings: Vec<(String, Vec<String>, String)>,
    /// The options as they are by default: a match names all of them.
    defaults: Vec<(String, String)>,
    seats: Vec<String>,
}

/// The values of an option that are worth a game.
fn values(option: &PackOption) -> Vec<String> {
    match &option.form {
        OptionForm::Bool => ["false", "true"].map(str::to_owned).to_vec(),
        OptionForm::Int(least, most) => [*least, *most].map(|n| n.to_string()).to_vec(),
        OptionForm::Choice(words) => words.clone(),
    }
}

impl Target {
    /// A game with variants laid over it; `setup` instead of all of its set-ups, and `bot` against random play.
    #[must_use]
    pub fn of(about: &About, variants: &[String], setup: Option<&str>, bot: Option<&str>) -> Target {
        let all: Vec<String> = about.setups.iter().map(|setup| setup.name.clone()).collect();
        let mut setups = setup.map_or(all, |setup| vec![setup.to_owned()]);
        if setups.is_empty() {
            setups.push(String::new());
        }
        let in_use = |option: &&PackOption| option.pack == about.id || variants.contains(&option.pack);
        let options: Vec<&PackOption> = about.options.iter().filter(in_use).collect();
        let rulings =
            about.rulings.iter().map(|ruling| (ruling.name.clone(), ruling.values.clone(), ruling.default.clone()));
        let settings = options.iter().map(|option| (option.key(), values(option), option.default.to_string()));
        let mut seats = vec!["human".to_owned(); about.sides.len()];
        if let (Some(bot), Some(seat)) = (bot, seats.first_mut()) {
            bot.clone_into(seat);
        }
        Target {
            game: about.id.clone(),
            setups,
            variants: variants.to_vec(),
            settings: settings.chain(rulings).filter(|(_, values, _)| !values.is_empty()).collect(),
            defaults: options.iter().map(|option| (option.key(), option.default.to_string())).collect(),
            seats,
        }
    }

    /// The match of a game's number: first as it is by default in each set-up, then with each other value of each setting,
    /// then with all settings by chance.
    pub(super) fn header(&self, number: u64, seed: u64) -> Header {
        let round = number / self.setups.len() as u64;
        let setup = &self.setups[(number % self.setups.len() as u64) as usize];
        let mut header = Header {
            game: self.game.clone(),
            setup: Setup { name: setup.clone(), ..Setup::default() },
            variants: self.variants.clone(),
            options: self.defaults.iter().cloned().collect(),
            seats: self.seats.clone(),
            seed: Seed(seed.wrapping_add(number)),
            friendly: true,
            ..Header::default()
        };
        // a bot takes each side in turn
        let sides = header.seats.len().max(1);
        header.seats.rotate_right((round % sides as u64) as usize);
        let one_by_one = || {
            let settings = self.settings.iter();
            let all = settings.flat_map(|(name, values, usual)| values.iter().map(move |value| (name, value, usual)));
            all.filter(|(_, value, usual)| value != usual)
        };
        if let Some(at) = round.checked_sub(1) {
            match one_by_one().nth(usize::try_from(at).unwrap_or(usize::MAX)) {
                Some((name, value, _)) => set(&mut header, name, value),
                None => {
                    let mut rng = Rng::with_seed(header.seed.0);
                    for (name, values, _) in &self.settings {
                        set(&mut header, name, &values[rng.usize(..values.len())]);
                    }
                }
            }
        }
        header
    }
}

fn set(header: &mut Header, name: &str, value: &str) {
    let map = if name.contains('.') { &mut header.options } else { &mut header.rulings };
    map.insert(name.to_owned(), value.to_owned());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Named, OptionValue, Rule, Ruling};

    #[test]
    fn every_set_up_and_value_has_its_turn() {
        let named = |name: &str| Named { name: name.to_owned(), ..Named::default() };
        let option = PackOption {
            pack: "mud".to_owned(),
            name: "deep".to_owned(),
            title: String::new(),
            help: String::new(),
            form: OptionForm::Int(1, 4),
            default: OptionValue::Int(2),
        };
        let ruling = Ruling {
            name: "guns".to_owned(),
            rule: Rule::of("1"),
            help: String::new(),
            values: vec!["yes".to_owned(), "no".to_owned()],
            default: "yes".to_owned(),
        };
        let about = About {
            id: "war".to_owned(),
            sides: vec!["red".to_owned(), "blue".to_owned()],
            setups: vec![named("dawn"), named("noon")],
            options: vec![option],
            rulings: vec![ruling],
            ..About::default()
        };
        let target = Target::of(&about, &["mud".to_owned()], None, None);
        let told = |number| {
            let header = target.header(number, 7);
            let options: Vec<String> = header.settings().into_iter().map(|(k, v)| format!("{k}={v}")).collect();
            format!("{} {}", header.setup.name, options.join(" "))
        };
        let first: Vec<String> = (0..8).map(told).collect();
        for (number, expected) in [
            (0, "dawn mud.deep=2"),
            (1, "noon mud.deep=2"),
            (2, "dawn mud.deep=1"),
            (5, "noon mud.deep=4"),
            (7, "noon guns=no mud.deep=2"),
        ] {
            assert_eq!(first[number], expected, "{first:?}");
        }
        assert!(told(8).contains("guns="), "all settings by chance");
        assert_eq!(target.header(10, 7).seed, Seed(17));
        let bot = Target::of(&about, &[], Some("noon"), Some("rooster"));
        assert_eq!(
            (bot.header(0, 0).seats, bot.header(1, 0).seats[1].clone()),
            (vec!["rooster".into(), "human".into()], "rooster".to_owned())
        );
    }
}
