//! What a game expects of a pack's module: the functions that it may return and what they are given.

use super::super::added::Addition;
use super::super::declare::{CHANCE, Effect, LOG, MEMORY, PEN};
use super::super::game::{ORDER, PARTS, STEP, strokes};
use super::super::points::{Answer, Fact, Point};
use super::super::trial::TESTS;
use super::game::GameWords;

/// What a module may return.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// The functions; none where nothing is known of the module, as of a library.
    pub functions: Vec<Expected>,
    /// Functions of entries of tables: the table, the function.
    pub nested: Vec<(&'static str, Expected)>,
    /// Those tables.
    pub tables: &'static [Addition],
    /// Names of plain data beside them.
    pub data: Vec<&'static str>,
    /// What a name in it is called in findings: "rule point".
    pub kind: &'static str,
    /// The function that must be there, if one must.
    pub needed: Option<&'static str>,
    /// The effects that its functions may return.
    pub effects: &'static [Effect],
    /// The options of its pack, where its scripts have any.
    pub options: Option<Vec<String>>,
    /// Its texts are tidied before people are shown them: they may be broken and indented.
    pub tidies: bool,
    /// The globals that it has beside those of all scripts.
    pub globals: Vec<&'static str>,
    /// What is known of the game in Luau that it is a part of.
    pub game: Option<GamePart>,
}

/// What the modules of a game in Luau are given, wherever they stand.
#[derive(Clone, Debug)]
pub struct GamePart {
    /// What the game declares.
    pub words: GameWords,
    /// The functions of a step.
    pub steps: Vec<Expected>,
    /// What arguments of these names are, in functions that the game does not call itself.
    pub lent: Vec<(&'static str, Class)>,
}

/// One function that a module may return.
#[derive(Clone, Debug)]
pub struct Expected {
    /// Its name.
    pub name: &'static str,
    /// Its arguments.
    pub given: Vec<Given>,
}

/// One argument of a function.
#[derive(Clone, Debug)]
pub enum Given {
    /// Facts, read by name.
    Facts(Vec<Fact>),
    /// A handle with methods.
    Class(Class),
    /// The name of a step of the game in Luau that the module is a part of.
    Step,
    /// Something of which nothing is known.
    Any,
    /// The function that asks what lies below; it may change these facts.
    Default(&'static [Fact]),
}

/// A handle: its name and its methods.
#[derive(Clone, Debug)]
pub struct Class {
    /// Its name.
    pub name: &'static str,
    /// Its methods.
    pub methods: Vec<Method>,
    /// What is read of it by name.
    pub fields: Fields,
}

/// What is read of a handle by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fields {
    /// Nothing.
    None,
    /// What is declared under `memory`.
    Memory,
    /// These names.
    These(&'static [&'static str]),
}

/// A method, with how many arguments it takes beside itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Method {
    /// Its name.
    pub name: &'static str,
    /// The fewest arguments.
    pub least: usize,
    /// The most.
    pub most: usize,
    /// The words that it answers with, nearly always: packs may add some. None where it answers otherwise.
    pub answers: &'static [&'static str],
    /// Of one of its arguments, by its place from 0, the words that it may be.
    pub words: Option<(usize, Vec<&'static str>)>,
    /// The keys of the table that it takes; none where it takes no table, or any.
    pub keys: Vec<&'static str>,
}

impl Class {
    /// What a script remembers.
    pub(super) fn memory() -> Class {
        Class { fields: Fields::Memory, ..Class::of("Memory", &MEMORY) }
    }

    /// The same class, with the words that one of its methods answers with.
    #[must_use]
    pub fn answering(mut self, method: &str, words: &'static [&'static str]) -> Class {
        for known in self.methods.iter_mut().filter(|known| known.name == method) {
            known.answers = words;
        }
        self
    }

    /// The same class, with the words that an argument of one of its methods may be.
    #[must_use]
    pub fn taking(mut self, method: &str, argument: usize, words: &[&'static str]) -> Class {
        for known in self.methods.iter_mut().filter(|known| known.name == method) {
            known.words = Some((argument, words.to_vec()));
        }
        self
    }

    /// The same class, with the keys of the table that one of its methods takes.
    #[must_use]
    pub fn keyed(mut self, method: &str, keys: &[&'static str]) -> Class {
        for known in self.methods.iter_mut().filter(|known| known.name == method) {
            known.keys = keys.to_vec();
        }
        self
    }

    /// A class of methods as declarations list them: name, type, help.
    #[must_use]
    pub fn of(name: &'static str, methods: &[(&'static str, &'static str, &'static str)]) -> Class {
        let methods = methods.iter().map(|(name, kind, _)| Method::of(name, kind)).collect();
        Class { name, methods, fields: Fields::None }
    }
}

impl Method {
    /// Reads `(self, a: number, b: string?) -> number`: `self` is not counted, an argument of a type with `?` or `any` may
    /// be left out at the end.
    fn of(name: &'static str, kind: &str) -> Method {
        let arguments = kind.split(" -> ").next().unwrap_or("").trim_start_matches('(').trim_end_matches(')');
        let mut depth = 0_i32;
        let parts = arguments.split(|c: char| {
            depth += match c {
                '{' | '(' | '[' => 1,
                '}' | ')' | ']' => -1,
                _ => 0,
            };
            c == ',' && depth == 0
        });
        let own: Vec<&str> = parts.map(str::trim).filter(|part| !part.is_empty() && *part != "self").collect();
        let least = own.iter().rposition(|part| !part.ends_with('?')).map_or(0, |last| last + 1);
        Method { name, least, most: own.len(), answers: &[], words: None, keys: Vec::new() }
    }
}

impl Module {
    /// The module of a pack that answers rule points.
    #[must_use]
    pub fn of_points(
        points: &'static [Point],
        moment: &'static [Fact],
        effects: &'static [Effect],
        tables: &'static [Addition],
    ) -> Module {
        let memory = || Given::Class(Class::memory());
        let expected = |point: &'static Point| {
            let facts = point.facts.iter().chain(moment).copied().collect();
            let mut given = vec![Given::Facts(facts)];
            if point.answer != Answer::Effects {
                given.push(Given::Default(point.facts));
            }
            given.push(memory());
            Expected { name: point.name, given }
        };
        let entries = tables.iter().flat_map(|table| table.calls.iter().map(|call| (table.table, call)));
        let nested = entries.map(|(table, call)| {
            let facts = call.facts.iter().chain(moment).copied().collect();
            (table, Expected { name: call.name, given: vec![Given::Facts(facts), memory()] })
        });
        Module {
            nested: nested.collect(),
            tables,
            functions: points.iter().map(expected).collect(),
            data: vec!["memory"],
            kind: "rule point",
            needed: None,
            effects,
            options: Some(Vec::new()),
            tidies: false,
            globals: Vec::new(),
            game: None,
        }
    }

    /// A pack's file of tests.
    #[must_use]
    pub fn of_tests() -> Module {
        Module { globals: TESTS.iter().map(|(name, ..)| *name).collect(), ..Module::default() }
    }

    /// A module of a game that a pack brings whole: the one that returns the game, or one that it requires.
    #[must_use]
    pub fn of_game(words: GameWords, is_entry: bool) -> Module {
        let of_class = |class: &Class| Given::Class(class.clone());
        let (memory, rng) = (Class::memory(), Class::of("Chance", &CHANCE));
        let log = Class::of("Log", &LOG);
        let draw = strokes().fold(Class::of("Pen", &PEN), |pen, (stroke, keys)| pen.keyed(stroke, keys));
        let order = Class { fields: Fields::These(&ORDER), ..Class::of("Order", &[]) };
        let given = |names: &[&str]| -> Vec<Given> {
            let of_name = |name: &&str| match *name {
                "memory" => of_class(&memory),
                "rng" => of_class(&rng),
                "log" => of_class(&log),
                "draw" => of_class(&draw),
                "order" => of_class(&order),
                _ => Given::Any,
            };
            names.iter().map(of_name).collect()
        };
        let calls = |all: &[(&'static str, &[&str])]| -> Vec<Expected> {
            all.iter().map(|(name, names)| Expected { name, given: given(names) }).collect()
        };
        let steps = calls(&STEP);
        let functions = if is_entry { calls(&PARTS) } else { Vec::new() };
        let data = super::super::game::DATA.to_vec();
        Module {
            functions,
            data: if is_entry { data } else { Vec::new() },
            kind: "part of a game",
            needed: is_entry.then_some("start"),
            tidies: false,
            globals: vec!["data"],
            game: Some(GamePart {
                words,
                steps,
                lent: vec![("memory", memory), ("rng", rng), ("log", log), ("draw", draw)],
            }),
            ..Module::default()
        }
    }

    /// The module of a bot for a game in Luau, whose words these are, or one that it requires.
    #[must_use]
    pub fn of_bot(words: GameWords, is_entry: bool) -> Module {
        let (memory, rng) = (Class::memory(), Class::of("Chance", &CHANCE));
        let given = vec![Given::Class(memory.clone()), Given::Step, Given::Any, Given::Class(rng.clone()), Given::Any];
        let choose = Expected { name: "choose", given };
        Module {
            functions: if is_entry { vec![choose] } else { Vec::new() },
            kind: "function",
            needed: is_entry.then_some("choose"),
            globals: vec!["data"],
            game: Some(GamePart { words, steps: Vec::new(), lent: vec![("memory", memory), ("rng", rng)] }),
            ..Module::default()
        }
    }

    /// The class of the seeded chance that functions are lent.
    #[must_use]
    pub fn chance() -> Given {
        Given::Class(Class::of("Chance", &CHANCE))
    }

    /// The names that it may have.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> + Clone {
        let tables = self.tables.iter().map(|table| table.table);
        self.functions.iter().map(|function| function.name).chain(self.data.iter().copied()).chain(tables)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_counted_as_declared() {
        let counted = |kind| {
            let method = Method::of("m", kind);
            (method.least, method.most)
        };
        assert_eq!(counted("(self) -> number"), (0, 0));
        assert_eq!(counted("(self, field: string, seat: string?) -> any"), (1, 2));
        assert_eq!(counted("(self, field: string, seat: string?, value: any) -> ()"), (3, 3));
        assert_eq!(counted("(self, weights: { [Trait]: number, x: (number, number) }) -> { number }"), (1, 1));
    }
}
