//! What a study has found, told: a sentence, then a table; or one JSON object.

use std::io::{self, Write};

use bormida_core::kernel::Header;
use bormida_core::study::{Session, Share, Tally, Trend, Which};
use serde_json::{Map, Value, json};

use super::super::voice::{Failure, Voice};
use super::plan::Labels;

/// A study to be told.
pub(super) struct Told<'a> {
    pub(super) session: &'a Session,
    pub(super) labels: &'a Labels,
    /// Seconds that this run took.
    pub(super) seconds: f64,
    /// Seeds that this run has played.
    pub(super) played: u64,
}

/// As a percentage with one digit.
fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

impl Told<'_> {
    /// Games that were given up.
    pub(super) fn failed(&self) -> u64 {
        self.tallies().map(|(_, tally)| tally.failed).sum()
    }

    fn tallies(&self) -> impl Iterator<Item = (Which, &Tally)> {
        self.session.versions().filter_map(|which| Some((which, self.session.tally(which)?)))
    }

    pub(super) fn tell(&self, voice: &mut Voice<'_>) -> Result<(), Failure> {
        match voice.json {
            true => voice.object(&self.object()),
            false => Ok(self.write(voice.out)?),
        }
    }

    fn object(&self) -> Value {
        let study = self.session.study();
        let mut object = self.version(Which::Base);
        object.insert("seeds".to_owned(), json!([study.seeds.start, study.seeds.end]));
        object.insert("seconds".to_owned(), json!((self.seconds * 1000.0).round() / 1000.0));
        if let Some(until) = study.until {
            object.insert("until".to_owned(), json!(100.0 * until));
            object.insert("ended_early".to_owned(), json!(self.session.ended().1));
        }
        if study.variant.is_some() {
            let sides = self.session.sides().iter();
            let gains: Map<String, Value> =
                sides.map(|side| (side.clone(), json!(self.session.difference(side)))).collect();
            object.insert("variant".to_owned(), self.version(Which::Variant).into());
            object.insert("pairs".to_owned(), json!(self.session.pairs().whole));
            object.insert("difference".to_owned(), gains.into());
            object.insert("sentence".to_owned(), json!(self.session.verdict(&self.labels.variant)));
        }
        object.into()
    }

    /// What is told of one version.
    fn version(&self, which: Which) -> Map<String, Value> {
        let none = Tally::default();
        let tally = self.session.tally(which).unwrap_or(&none);
        let header = self.session.header(which).cloned().unwrap_or_default();
        let sides = self.session.sides();
        let seats: Map<String, Value> =
            sides.iter().cloned().zip(header.seats.iter().cloned().map(Value::from)).collect();
        // of no game nothing is known
        let rate = |side: &String| (tally.ended() > 0).then(|| self.session.share(which, side));
        let rates: Map<String, Value> = sides.iter().map(|side| (side.clone(), json!(rate(side)))).collect();
        let study = self.session.study();
        let version = if which == Which::Base { Some(&study.base) } else { study.variant.as_ref() };
        let forbidden = version.map(|version| &version.forbidden[..]).unwrap_or_default();
        let forbidden: Vec<String> = forbidden.iter().map(|(side, verb)| format!("{verb}@{side}")).collect();
        let object = json!({
            "game": header.game,
            "setup": header.setup.name,
            "variants": header.variants,
            "rulings": header.rulings,
            "options": header.options,
            "seats": seats,
            "games": tally.games,
            "wins": tally.wins,
            "rates": rates,
            "draws": tally.draws,
            "failed": tally.failed,
            "first_failure": tally.first_failure.as_ref().map(|(seed, why)| json!({ "seed": seed, "why": why })),
            "endings": tally.endings,
            "orders": tally.orders,
        });
        let Value::Object(mut object) = object else { return Map::new() };
        if sides.len() == 1 {
            object.insert("lost".to_owned(), json!(tally.lost));
        }
        if !forbidden.is_empty() {
            object.insert("forbidden".to_owned(), json!(forbidden));
            object.insert("forced".to_owned(), json!(tally.forced));
        }
        if study.turns {
            object.insert("turns".to_owned(), json!(self.trend(which)));
        }
        object
    }

    fn trend(&self, which: Which) -> Value {
        let Some(Trend { turns, fights }) = self.session.trend(which) else { return Value::Null };
        let names: Vec<&str> = self.session.figures().collect();
        let rows = turns.iter().zip(1..).map(|(turn, number): (_, u32)| {
            let means: Map<String, Value> =
                names.iter().enumerate().map(|(k, name)| ((*name).to_owned(), json!(turn.mean(k)))).collect();
            json!({ "turn": number, "time": turn.time, "games": turn.games, "means": means })
        });
        json!({ "by_turn": rows.collect::<Vec<_>>(), "fights": fights })
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let study = self.session.study();
        if study.variant.is_some() {
            writeln!(out, "{}", self.session.verdict(&self.labels.variant))?;
        }
        let header = self.session.header(Which::Base).cloned().unwrap_or_default();
        self.heading(&header, &study.base.forbidden, out)?;
        let (done, games) = (self.session.done(), self.session.games());
        match self.session.ended() {
            (_, true) => writeln!(out, "Stopped after {done} of {games} seeds: the interval is narrow enough.")?,
            (false, _) => writeln!(out, "Only {done} of {games} seeds were played.")?,
            (true, false) => {}
        }
        if study.variant.is_some() {
            self.compare(out)?;
        } else {
            self.shares(out)?;
        }
        for (which, tally) in self.tallies() {
            let name = if study.variant.is_some() { format!("{}, ", which.word()) } else { String::new() };
            for (ending, count) in &tally.endings {
                writeln!(out, "  {name}{ending}: {count}")?;
            }
            if let Some((seed, why)) = &tally.first_failure {
                let failed = tally.failed;
                writeln!(out, "{name}failed: {failed} games, not counted above; the first has seed {seed}: {why}")?;
            }
            if tally.forced > 0 {
                writeln!(
                    out,
                    "{name}forbidden and given all the same, as nothing else was left: {} orders",
                    tally.forced
                )?;
            }
        }
        if study.turns {
            self.turns(out)?;
        }
        let random = |header: &Header| header.seats.iter().all(|name| name == "random");
        if random(&header) {
            writeln!(out, "Random play is a smoke test: it says nothing about balance.")?;
        }
        if self.played > 0 {
            let games = self.played * self.session.versions().count() as u64;
            let speed = games as f64 / self.seconds.max(1e-9);
            let orders: u64 = self.tallies().map(|(_, tally)| tally.orders).sum();
            writeln!(out, "{orders} orders; {games} games in {:.1} s, {speed:.1} games a second", self.seconds)?;
        }
        Ok(())
    }

    fn heading(&self, header: &Header, forbidden: &[(String, String)], out: &mut dyn Write) -> io::Result<()> {
        let sides = self.session.sides();
        let seats: Vec<String> =
            sides.iter().zip(&header.seats).map(|(side, name)| format!("{side} = {name}")).collect();
        write!(out, "{}, {}", self.labels.title, header.setup.name)?;
        if !header.variants.is_empty() {
            write!(out, " with {}", header.variants.join(", "))?;
        }
        for (name, value) in header.rulings.iter().chain(&header.options) {
            write!(out, ", {name} = {value}")?;
        }
        for (side, verb) in forbidden {
            write!(out, ", without {verb} of {side}")?;
        }
        let seeds = &self.session.study().seeds;
        write!(out, "; {}", seats.join(", "))?;
        if !seeds.is_empty() {
            write!(out, "; seeds {seeds:?}")?;
        }
        writeln!(out)
    }

    /// The table of one version.
    fn shares(&self, out: &mut dyn Write) -> io::Result<()> {
        let sides = self.session.sides();
        let width = sides.iter().map(String::len).max().unwrap_or(0);
        for (which, tally) in self.tallies() {
            if tally.ended() == 0 {
                return writeln!(out, "No game was counted.");
            }
            for side in sides {
                let wins = tally.wins.get(side).copied().unwrap_or(0);
                let Share { rate, low, high } = self.session.share(which, side);
                let [rate, low, high] = [rate, low, high].map(percent);
                let ended = tally.ended();
                let lost = if sides.len() == 1 { format!(", lost {}", tally.lost) } else { String::new() };
                let won = format!("won {wins} of {ended}{lost}");
                writeln!(out, "{side:<width$}  {won}, {rate} % (95 % interval {low} to {high})")?;
            }
        }
        Ok(())
    }

    /// The table of two versions.
    fn compare(&self, out: &mut dyn Write) -> io::Result<()> {
        let sides = self.session.sides();
        let pairs = self.session.pairs();
        if pairs.whole == 0 {
            return writeln!(out, "No pair of games was counted.");
        }
        let width = sides.iter().map(String::len).max().unwrap_or(0).max(4);
        let variant = &self.labels.variant;
        writeln!(out, "{:width$}  {:>6}  {:>7}  difference in 100 games (95 % interval)", "won %", "base", "variant")?;
        for side in sides {
            let [base, other] =
                [Which::Base, Which::Variant].map(|which| percent(self.session.share(which, side).rate));
            let found = self.session.difference(side);
            let [gain, low, high] = [found.gain, found.low, found.high].map(percent);
            let shown = if found.shown { "" } else { "  not shown" };
            writeln!(out, "{side:<width$}  {base:>6}  {other:>7}  {gain:>5} ({low} to {high}){shown}")?;
        }
        let broken = match pairs.broken {
            0 => String::new(),
            broken => format!("; {broken} pairs with a game that failed count for nothing"),
        };
        writeln!(out, "The variant is {variant}. {} pairs of games of the same seed{broken}.", pairs.whole)
    }

    /// Means by turn, a line each.
    fn turns(&self, out: &mut dyn Write) -> io::Result<()> {
        let names: Vec<&str> = self.session.figures().collect();
        for which in self.session.versions() {
            let Some(trend) = self.session.trend(which) else { continue };
            writeln!(out, "On average at the end of a turn, {}: {}", which.word(), names.join(", "))?;
            for turn in &trend.turns {
                let mean = |k| turn.mean(k).map_or("-".to_owned(), |mean| format!("{mean:.1}"));
                let means: Vec<String> = (0..names.len()).map(mean).collect();
                writeln!(out, "  {:<8} {} ({} games)", turn.time, means.join("  "), turn.games)?;
            }
            let mut fights: Vec<(&String, &u64)> = trend.fights.iter().collect();
            fights.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
            let most: Vec<String> = fights.iter().take(8).map(|(place, n)| format!("{place} {n}")).collect();
            if !most.is_empty() {
                writeln!(out, "  fights: {}", most.join(", "))?;
            }
        }
        Ok(())
    }
}
