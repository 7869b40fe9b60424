//! A set-up as its TOML tells it: pieces and where they go, morale, and the hour at which the match begins. (4)

use super::model::{Arm, Face, LEAST_UNSEEN};
use super::numbers::Numbers;
use crate::board::{AreaMap, LocaleId, Position};
use crate::kernel::{Class, Seat};
use crate::pack::toml_doc::{Name, Table, Value, read_layers, read_toml};
use crate::pack::{Diagnostics, Source};

/// The words that a set-up uses for sides and faces: seats and classes count along them.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// The armies by seat: `austrian`, `french`.
    pub sides: &'static [&'static str],
    /// The faces by class: `2I`, `1A`, ...
    pub faces: &'static [&'static str],
    /// The most pieces that a match can have at once.
    pub most_pieces: usize,
}

/// A set-up, its names looked up on a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupFile {
    /// Its name, for people.
    pub name: String,
    /// What it is, in a sentence.
    pub help: String,
    /// The first round that is played, from 1.
    pub round: u8,
    /// The groups of pieces.
    pub groups: Vec<Group>,
    /// Morale by seat, as many as there are sides.
    pub morale: Vec<StartMorale>,
}

/// Pieces that are shuffled face down and dealt blindly to places. (4.4, 4.5)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Whose they are.
    pub seat: Seat,
    /// How many of each face, by class; no count 0.
    pub faces: Vec<(Class, u8)>,
    /// How many go to each place; no count 0. The counts sum up to those of the faces.
    pub into: Vec<(Position, u8)>,
    /// Whether they are disorganized. (14)
    pub disorganized: bool,
    /// Whether nobody has looked at its infantry, its owner neither.
    pub unseen: bool,
    /// Groups of one army with the same word here are alike to the enemy, as if they were one.
    pub pool: Option<String>,
}

/// An army's morale at the start. (4.1, 4.2)
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StartMorale {
    /// Tokens in the uncommitted morale area.
    pub uncommitted: u8,
    /// Tokens on the time track, by round from 1; no count 0.
    pub track: Vec<(u8, u8)>,
    /// Tokens committed to locales; no count 0.
    pub committed: Vec<(LocaleId, u8)>,
}

/// The most tokens that stand in one place.
const MOST_TOKENS: u8 = 40;

impl SetupFile {
    /// Reads a set-up for a map; hours are those of `numbers`.
    ///
    /// # Errors
    /// Everything that is wrong with the file, each with its place: unknown names, groups that do not fit their places,
    /// locales over capacity, hours that no round plays.
    pub fn load(file: &str, text: &str, map: &AreaMap, numbers: &Numbers, words: &Words) -> Result<Self, Diagnostics> {
        SetupFile::load_layers(&[Source::new(file, text)], map, numbers, words)
    }

    /// The same of a text with others laid over it, below to above.
    ///
    /// # Errors
    /// As [`SetupFile::load`], each with its place in its own file.
    pub fn load_layers(
        layers: &[Source],
        map: &AreaMap,
        numbers: &Numbers,
        words: &Words,
    ) -> Result<Self, Diagnostics> {
        let reading = Reading { map, numbers, words };
        read_layers(layers, |top| reading.setup(top))
    }

    /// The set-up that a text says it is laid over.
    #[must_use]
    pub fn over(file: &str, text: &str) -> Option<String> {
        read_toml(file, text, |top| Some(top.get("over")?.text()?.text.to_owned())).ok()
    }
}

struct Reading<'a> {
    map: &'a AreaMap,
    numbers: &'a Numbers,
    words: &'a Words,
}

impl Reading<'_> {
    fn setup(&self, top: &Table<'_>) -> Option<SetupFile> {
        let about = top.need_table("setup")?;
        let name = about.need_like("name", "name = \"At noon\"", &["title", "id"]).and_then(|v| v.text());
        let help = about.get("help").and_then(|v| v.lines());
        let round = about.need_like("hour", "hour = \"6:00AM\"", &["time", "start", "round"]);
        let round = round.and_then(|v| self.round(&v));
        about.done();
        let form = "each group stands below [[pieces]], with army, faces and into";
        let listed = top.need_like("pieces", form, &["groups", "units", "blocks"]).and_then(|v| v.list());
        let listed = listed.unwrap_or_default();
        let groups: Vec<Group> = listed.iter().filter_map(|value| self.group(&value.table()?)).collect();
        let morale = self.morale(top);
        let _ = top.get("over"); // of a pack's set-up: which one it is laid over
        top.done();
        if let Some(at) = listed.first() {
            self.check_room(at, &groups);
        }
        let text = |name: Option<Name<'_>>| name.map_or_else(String::new, |name| name.text.to_owned());
        Some(SetupFile { name: text(name), help: text(help), round: round.unwrap_or(1), groups, morale })
    }

    fn group(&self, table: &Table<'_>) -> Option<Group> {
        let army = format!("army = \"{}\"", self.words.sides.last().copied().unwrap_or_default());
        let seat = table.need_like("army", &army, &["seat", "side"]).and_then(|v| v.text());
        let seat = seat.and_then(|army| self.seat(table, &army));
        let form = "faces = { 2I = 3, 1A = 1 }";
        let faces = table.need_like("faces", form, &["blocks", "classes", "pieces", "units", "bag"]);
        let faces = faces.and_then(|v| self.faces(&v));
        let holding = self.map.holdings().next().map_or("", |holding| &*self.map.holding(holding).name);
        let form = format!("into = \"setup\" (the set-up symbols of the map), or into = {{ {holding} = 1, 12 = 3 }}");
        let into = table.need_like("into", &form, &["at", "where", "place", "places", "in"]);
        let into = into.and_then(|v| self.places(&v));
        let _ = table.get("id"); // by which overlays find the group
        let disorganized = table.get("disorganized").and_then(|v| v.truth()).unwrap_or(false);
        let unseen = table.get("unseen").filter(|v| v.truth() == Some(true));
        let pool = table.get("pool").and_then(|v| v.text()).map(|word| word.text.to_owned());
        table.done();
        let (faces, into) = (faces?, into?);
        let weak = |(face, _): &(Class, u8)| face.arm() == Arm::Infantry && face.strength() < LEAST_UNSEEN;
        if let Some(at) = unseen.as_ref().filter(|_| faces.iter().any(weak)) {
            at.error(format!("infantry that nobody has looked at has a strength of {LEAST_UNSEEN} or more"));
        }
        let [pieces, room] = [faces.iter().map(|f| total(f.1)).sum::<u16>(), into.iter().map(|p| total(p.1)).sum()];
        if pieces != room {
            let at = table.need("faces")?;
            at.error(format!("{pieces} pieces for {room} places"));
        }
        Some(Group { seat: seat?, faces, into, disorganized, unseen: unseen.is_some(), pool })
    }

    fn seat(&self, table: &Table<'_>, army: &Name<'_>) -> Option<Seat> {
        let seat = self.words.sides.iter().position(|side| *side == army.text);
        if seat.is_none() {
            table.reader().unknown("army", army, self.words.sides.iter().copied());
        }
        u8::try_from(seat?).ok().map(Seat)
    }

    fn faces(&self, value: &Value<'_>) -> Option<Vec<(Class, u8)>> {
        let mut faces = Vec::new();
        for (name, count) in value.table()?.entries() {
            match self.words.faces.iter().position(|face| *face == name.text).and_then(|k| u8::try_from(k).ok()) {
                Some(class) => faces.push((Class(class), count.number(0, 64)?)),
                None => value.reader().unknown("face", &name, self.words.faces.iter().copied()),
            }
        }
        faces.retain(|(_, count)| *count > 0);
        faces.sort_unstable();
        Some(faces)
    }

    fn places(&self, value: &Value<'_>) -> Option<Vec<(Position, u8)>> {
        if value.is_text() {
            value.choice(&[("setup", ())])?;
            let printed = self.map.locales().map(|locale| (locale, self.map.locale(locale).setup));
            return Some(printed.filter(|(_, n)| *n > 0).map(|(locale, n)| (Position::Reserve(locale), n)).collect());
        }
        let mut places = Vec::new();
        for (name, count) in value.table()?.entries() {
            let count = count.number(0, 64);
            match self.map.read_position(name.text) {
                Ok(position) => places.push((position, count?)),
                Err(unknown) => value.reader().no_such(&name.at, &unknown),
            }
        }
        places.retain(|(_, count)| *count > 0);
        Some(places)
    }

    fn round(&self, value: &Value<'_>) -> Option<u8> {
        self.round_of(&value.text()?, value)
    }

    fn round_of(&self, name: &Name<'_>, value: &Value<'_>) -> Option<u8> {
        let round = name.text.parse().map_err(|wrong: crate::board::hour::NoHour| wrong.to_string()).and_then(|hour| {
            self.numbers.round_at(hour).ok_or_else(|| {
                let (first, last) = (self.numbers.hour_of(1), self.numbers.hour_of(self.numbers.rounds));
                format!("no round is played at {hour}: they go from {first} to {last}")
            })
        });
        round.map_err(|wrong| value.reader().error(&name.at, wrong)).ok()
    }

    fn morale(&self, top: &Table<'_>) -> Vec<StartMorale> {
        let mut morale = vec![StartMorale::default(); self.words.sides.len()];
        for (army, table) in top.need_table("morale").map_or_else(Vec::new, |morale| morale.tables()) {
            let Some(seat) = self.seat(&table, &army) else { continue };
            let start = &mut morale[seat.index()];
            start.uncommitted = table.get("uncommitted").and_then(|v| v.number(0, MOST_TOKENS)).unwrap_or(0);
            for (hour, count) in table.table("track").map_or_else(Vec::new, |track| track.entries()) {
                let (round, count) = (self.round_of(&hour, &count), count.number(0, MOST_TOKENS));
                start.track.extend(round.zip(count).filter(|(_, count)| *count > 0));
            }
            for (locale, count) in table.table("committed").map_or_else(Vec::new, |committed| committed.entries()) {
                let count = count.number(0, MOST_TOKENS);
                match self.map.read_locale(locale.text) {
                    Ok(locale) => start.committed.extend(count.filter(|count| *count > 0).map(|count| (locale, count))),
                    Err(unknown) => table.reader().no_such(&locale.at, &unknown),
                }
            }
            table.done();
        }
        morale
    }

    /// Reports locales over capacity, locales of two armies, and more pieces than a match can have. (3, 20)
    fn check_room(&self, at: &Value<'_>, groups: &[Group]) {
        let pieces: u16 = groups.iter().flat_map(|group| &group.into).map(|(_, n)| total(*n)).sum();
        if usize::from(pieces) > self.words.most_pieces {
            at.error(format!("{pieces} pieces are more than the {} that a match can have", self.words.most_pieces));
        }
        for locale in self.map.locales() {
            let inside = |seat: usize| -> u16 {
                let of_seat = groups.iter().filter(|group| group.seat.index() == seat).flat_map(|group| &group.into);
                of_seat.filter(|(place, _)| place.locale(self.map) == Some(locale)).map(|(_, n)| total(*n)).sum()
            };
            let counts: Vec<u16> = (0..self.words.sides.len()).map(inside).collect();
            let (name, capacity) = (self.map.locale_name(locale), self.map.locale(locale).capacity);
            if let Some(count) = counts.iter().find(|count| **count > u16::from(capacity)) {
                at.error(format!("{count} pieces in locale \"{name}\", which has room for {capacity}"));
            }
            if counts.iter().filter(|count| **count > 0).count() > 1 {
                at.error(format!("both armies are in locale \"{name}\""));
            }
        }
    }
}

fn total(count: u8) -> u16 {
    u16::from(count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Hour;
    use crate::pack::builtin;

    const WORDS: Words =
        Words { sides: &["austrian", "french"], faces: &["1A", "1C", "2C", "1I", "2I", "3I"], most_pieces: 64 };

    fn load(text: &str) -> Result<SetupFile, Vec<String>> {
        let map = AreaMap::load("map.toml", &builtin::text("data/triomphe/map.toml").unwrap()).unwrap();
        SetupFile::load("s.toml", text, &map, &Numbers::default(), &WORDS).map_err(|found| {
            let hint = |hint: &Option<String>| hint.as_ref().map_or_else(String::new, |hint| format!(" | {hint}"));
            found.iter().map(|d| format!("{}:{} {}{}", d.line, d.column, d.message, hint(&d.hint))).collect()
        })
    }

    #[test]
    fn the_printed_set_up_has_its_thirty_nine_pieces_and_its_tokens() {
        let setup = load(&builtin::text("data/triomphe/setups/historical.toml").unwrap()).unwrap();
        let of = |seat: u8, class: u8| -> u8 {
            let faces = setup.groups.iter().filter(|group| group.seat == Seat(seat)).flat_map(|group| &group.faces);
            faces.filter(|(face, _)| *face == Class(class)).map(|(_, n)| n).sum()
        };
        let count = |seat| [of(seat, 5), of(seat, 4), of(seat, 2), of(seat, 0)];
        assert_eq!((count(0), count(1)), ([3, 10, 6, 1], [4, 10, 4, 1])); // 3I, 2I, 2C, 1A
        assert_eq!((setup.round, setup.groups[0].into.len()), (1, 8));
        let tokens = |seat: usize| setup.morale[seat].track.iter().map(|(_, n)| n).sum::<u8>();
        assert_eq!((tokens(0), tokens(1)), (12, 12)); // 4.1
        assert_eq!((setup.morale[0].uncommitted, setup.morale[1].uncommitted), (0, 3)); // 4.2
        assert!(setup.groups[0].disorganized && !setup.groups[1].disorganized); // 14
        assert_eq!(Numbers::default().round_at(Hour(17)), setup.morale[1].track.last().map(|(round, _)| *round));
    }

    #[test]
    fn a_missing_key_says_how_it_is_written_and_what_was_meant_by_another() {
        let text = "[setup]\nname = \"x\"\nhour = \"6:00AM\"\n[morale.french]\n\
            [[pieces]]\nseat = \"french\"\nfaces = { 2I = 1 }\nat = { 12 = 1 }\n";
        let into = "into = \"setup\" (the set-up symbols of the map), or into = { Alessandria = 1, 12 = 3 }";
        assert_eq!(
            load(text).unwrap_err(),
            [
                "5:1 missing key \"army\" | is \"seat\" meant? It is called \"army\": army = \"french\"".to_owned(),
                format!("5:1 missing key \"into\" | is \"at\" meant? It is called \"into\": {into}"),
                "6:1 unknown key \"seat\" | did you mean \"army\"?".to_owned(),
                "8:1 unknown key \"at\" | did you mean \"into\"?".to_owned(),
            ]
        );
    }

    #[test]
    fn every_mistake_of_a_set_up_is_told_with_its_place() {
        let text = "[setup]\nname = \"x\"\nhour = \"5:00AM\"\n\
            [[pieces]]\narmy = \"frensh\"\nfaces = { 2I = 3, 2X = 1 }\ninto = { 46 = 4, \"12/13\" = 1 }\n\
            [[pieces]]\narmy = \"french\"\nfaces = { 2I = 4 }\ninto = { 12 = 4 }\n\
            [[pieces]]\narmy = \"austrian\"\nfaces = { 2I = 1 }\ninto = { \"12/11\" = 1 }\n\
            [morale.french]\nuncomitted = 3\ntrack = { \"6AM\" = 1 }\ncommitted = { 99 = 1 }\n";
        assert_eq!(
            load(text).unwrap_err(),
            [
                "3:8 no round is played at 5:00AM: they go from 6:00AM to 9:00PM",
                "4:1 4 pieces in locale \"12\", which has room for 3",
                "4:1 both armies are in locale \"12\"",
                "5:8 no army \"frensh\" | did you mean \"french\"?",
                "6:9 3 pieces for 4 places",
                "6:19 no face \"2X\" | did you mean \"2C\"?",
                "7:18 no position \"12/13\" | did you mean \"12/11\"?",
                "17:1 unknown key \"uncomitted\" | did you mean \"uncommitted\"?",
                "18:11 \"6AM\" is no full hour such as \"6:00AM\" or \"12:00PM\"",
                "19:15 no locale \"99\" | did you mean \"9\"?",
            ]
        );
    }
}
