//! What a game in Luau declares across its modules: the fields of its memory and the names of its steps, read without
//! running any of it. Whatever is not written out is not known, and then nothing is said about it.

use std::collections::{BTreeMap, BTreeSet};
use std::thread;

use full_moon::ast::luau::InterpolatedString;
use full_moon::ast::{
    Assignment, Ast, Call, CompoundAssignment, Expression, Field, FunctionArgs, FunctionCall, FunctionDeclaration,
    GenericFor, Index, LastStmt, Prefix, Stmt, Suffix, TableConstructor, Var,
};
use full_moon::tokenizer::TokenType;
use full_moon::visitors::Visitor;

use super::STACK;
use super::walk::{literal, name_of};

/// The module that returns a game.
pub(super) const ENTRY: &str = "game.luau";
/// Tables that stand for one another in a row, at most.
const MOST_TURNS: usize = 8;

/// The words of a game in Luau.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameWords {
    /// The fields of its memory; none where they are not written out.
    pub memory: Option<BTreeSet<String>>,
    /// The names of its steps; none where they are not written out.
    pub steps: Option<BTreeSet<String>>,
}

impl GameWords {
    /// Reads the modules of a pack, by their paths in it; one that cannot be read says nothing.
    #[must_use]
    pub fn of(files: &BTreeMap<String, String>) -> GameWords {
        thread::scope(|threads| {
            let reader = thread::Builder::new().stack_size(STACK).spawn_scoped(threads, || read(files));
            reader.ok().and_then(|reader| reader.join().ok()).unwrap_or_default()
        })
    }
}

fn read(files: &BTreeMap<String, String>) -> GameWords {
    let scripts = files.iter().filter_map(|(path, text)| Some((path.strip_suffix(".luau")?, text)));
    let trees: BTreeMap<&str, Ast> = scripts.filter_map(|(path, text)| Some((path, parse(text)?))).collect();
    let modules = Modules(trees.iter().map(|(path, tree)| (*path, Unit::of(tree))).collect());
    let Some(entry) = modules.0.get(ENTRY.trim_end_matches(".luau")) else { return GameWords::default() };
    let part = |name: &str| modules.names(entry, modules.part(entry, name)?, 0);
    GameWords { memory: part("memory"), steps: part("steps") }
}

fn parse(text: &str) -> Option<Ast> {
    full_moon::parse(text.strip_prefix('\u{feff}').unwrap_or(text)).ok()
}

/// The modules of a pack.
struct Modules<'t>(BTreeMap<&'t str, Unit<'t>>);

/// One module: what its outermost names stand for, and what is done to tables by name.
#[derive(Default)]
struct Unit<'t> {
    values: BTreeMap<&'t str, &'t Expression>,
    returned: Option<&'t Expression>,
    changes: Changes,
}

impl<'t> Unit<'t> {
    fn of(tree: &'t Ast) -> Unit<'t> {
        let mut unit = Unit::default();
        unit.changes.visit_ast(tree);
        for statement in tree.nodes().stmts() {
            match statement {
                Stmt::LocalAssignment(local) => {
                    unit.values.extend(local.names().iter().map(name_of).zip(local.expressions()));
                }
                Stmt::ConstAssignment(local) => {
                    unit.values.extend(local.names().iter().map(name_of).zip(local.expressions()));
                }
                _ => {}
            }
        }
        if let Some(LastStmt::Return(last)) = tree.nodes().last_stmt() {
            unit.returned = last.returns().iter().next();
        }
        unit
    }
}

impl<'t> Modules<'t> {
    /// What stands under a name in the table that a module returns.
    fn part(&self, unit: &Unit<'t>, name: &str) -> Option<&'t Expression> {
        let table = match unit.returned? {
            Expression::TableConstructor(table) => table,
            Expression::Var(Var::Name(returned)) => match unit.values.get(name_of(returned))? {
                Expression::TableConstructor(table) => table,
                _ => return None,
            },
            _ => return None,
        };
        table.fields().iter().find_map(|field| match field {
            Field::NameKey { key, value, .. } if name_of(key) == name => Some(&**value),
            _ => None,
        })
    }

    /// The keys of the table that an expression is, where all of them can be told.
    fn names(&self, unit: &Unit<'t>, value: &'t Expression, turns: usize) -> Option<BTreeSet<String>> {
        if turns > MOST_TURNS {
            return None;
        }
        match value {
            Expression::TableConstructor(table) => keys(table),
            Expression::Parentheses { expression, .. } | Expression::TypeAssertion { expression, .. } => {
                self.names(unit, expression, turns + 1)
            }
            Expression::FunctionCall(call) => match required(call)? {
                Required::Module(path) => self.returned(&path, turns + 1),
                Required::Under(_) => None,
            },
            Expression::Var(Var::Name(name)) => {
                let name = name_of(name);
                let mut names = self.names(unit, unit.values.get(name)?, turns + 1)?;
                if unit.changes.unknown.contains(name) {
                    return None;
                }
                names.extend(unit.changes.added.get(name).into_iter().flatten().cloned());
                for from in unit.changes.joined.get(name).into_iter().flatten() {
                    let paths = self.0.keys().filter(|path| from.takes(path));
                    for path in paths {
                        names.append(&mut self.returned(path, turns + 1)?);
                    }
                }
                Some(names)
            }
            _ => None,
        }
    }

    fn returned(&self, path: &str, turns: usize) -> Option<BTreeSet<String>> {
        let unit = self.0.get(path)?;
        self.names(unit, unit.returned?, turns)
    }
}

/// The keys of a table that is written out.
fn keys(table: &TableConstructor) -> Option<BTreeSet<String>> {
    let key = |field: &Field| match field {
        Field::NameKey { key, .. } => Some(name_of(key).to_owned()),
        Field::ExpressionKey { key, .. } => match &**key {
            Expression::String(text) => Some(literal(text).to_owned()),
            _ => None,
        },
        _ => None,
    };
    table.fields().iter().map(key).collect()
}

/// Which modules a `require` asks for.
#[derive(Clone, Debug)]
enum Required {
    Module(String),
    /// All whose path begins so: the rest is only known when it runs.
    Under(String),
}

impl Required {
    fn takes(&self, path: &str) -> bool {
        match self {
            Required::Module(one) => one == path,
            Required::Under(beginning) => path.starts_with(beginning.as_str()),
        }
    }
}

fn required(call: &FunctionCall) -> Option<Required> {
    let Prefix::Name(name) = call.prefix() else { return None };
    let mut suffixes = call.suffixes();
    let (Some(Suffix::Call(Call::AnonymousCall(arguments))), None) = (suffixes.next(), suffixes.next()) else {
        return None;
    };
    if name_of(name) != "require" {
        return None;
    }
    match &**arguments {
        FunctionArgs::String(text) => Some(Required::Module(literal(text).to_owned())),
        FunctionArgs::Parentheses { arguments, .. } => match arguments.iter().next()? {
            Expression::String(text) => Some(Required::Module(literal(text).to_owned())),
            Expression::InterpolatedString(text) => Some(Required::Under(beginning(text)?)),
            _ => None,
        },
        _ => None,
    }
}

fn beginning(text: &InterpolatedString) -> Option<String> {
    match text.segments().next()?.literal.token().token_type() {
        TokenType::InterpolatedString { literal, .. } => Some(literal.to_string()),
        _ => None,
    }
}

/// What statements do to the tables behind names, wherever they stand.
#[derive(Default)]
struct Changes {
    /// Keys that are written: `steps.turn = ..`.
    added: BTreeMap<String, BTreeSet<String>>,
    /// Modules whose tables are joined: `for step, body in require(..) do steps[step] = body end`.
    joined: BTreeMap<String, Vec<Required>>,
    /// Tables that are changed in ways that cannot be told.
    unknown: BTreeSet<String>,
    /// The values of loops over modules, by their names.
    loops: BTreeMap<String, Required>,
}

impl Changes {
    fn write(&mut self, target: &Var, value: Option<&Expression>) {
        let Var::Expression(place) = target else {
            if let Var::Name(name) = target {
                self.unknown.insert(name_of(name).to_owned());
            }
            return;
        };
        let Prefix::Name(base) = place.prefix() else { return };
        let base = name_of(base).to_owned();
        let mut suffixes = place.suffixes();
        let first = suffixes.next();
        if suffixes.next().is_some() {
            return; // within one of its values
        }
        match first {
            Some(Suffix::Index(Index::Dot { name, .. })) => {
                self.added.entry(base).or_default().insert(name_of(name).to_owned());
            }
            Some(Suffix::Index(Index::Brackets { expression, .. })) => match (&**expression, value) {
                (Expression::String(text), _) => {
                    self.added.entry(base).or_default().insert(literal(text).to_owned());
                }
                (_, Some(Expression::Var(Var::Name(value)))) if self.loops.contains_key(name_of(value)) => {
                    let from = self.loops.get(name_of(value)).cloned();
                    self.joined.entry(base).or_default().extend(from);
                }
                _ => drop(self.unknown.insert(base)),
            },
            _ => {}
        }
    }
}

impl Visitor for Changes {
    fn visit_generic_for(&mut self, each: &GenericFor) {
        let mut over = None;
        for value in each.expressions() {
            if let Expression::FunctionCall(call) = value {
                // also `pairs(require(..))`
                let inner = call.suffixes().find_map(|suffix| match suffix {
                    Suffix::Call(Call::AnonymousCall(arguments)) => match &**arguments {
                        FunctionArgs::Parentheses { arguments, .. } => match arguments.iter().next()? {
                            Expression::FunctionCall(call) => required(call),
                            _ => None,
                        },
                        _ => None,
                    },
                    _ => None,
                });
                over = required(call).or(inner);
            }
        }
        if let (Some(over), Some(value)) = (over, each.names().iter().nth(1)) {
            self.loops.insert(name_of(value).to_owned(), over);
        }
    }

    fn visit_assignment(&mut self, assignment: &Assignment) {
        let mut values = assignment.expressions().iter();
        assignment.variables().iter().for_each(|target| self.write(target, values.next()));
    }

    fn visit_compound_assignment(&mut self, assignment: &CompoundAssignment) {
        self.write(assignment.lhs(), None);
    }

    fn visit_function_declaration(&mut self, declared: &FunctionDeclaration) {
        let names: Vec<&str> = declared.name().names().iter().map(name_of).collect();
        if let [base, key] = names[..] {
            self.added.entry(base.to_owned()).or_default().insert(key.to_owned());
        }
    }

    /// Whoever is given a table may change it.
    fn visit_function_args(&mut self, arguments: &FunctionArgs) {
        if let FunctionArgs::Parentheses { arguments, .. } = arguments {
            for value in arguments {
                if let Expression::Var(Var::Name(name)) = value {
                    self.unknown.insert(name_of(name).to_owned());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(files: &[(&str, &str)]) -> GameWords {
        GameWords::of(&files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect())
    }

    fn set(words: &[&str]) -> Option<BTreeSet<String>> {
        Some(words.iter().map(|word| (*word).to_owned()).collect())
    }

    #[test]
    fn the_words_of_a_game_are_found_in_all_of_its_modules() {
        let one = "local M = { a = { bool = true }, ['b'] = { bool = true } }\nlocal steps = { turn = {} }\n\
                   steps.more = {}\nfunction steps.odd() end\nreturn { memory = M, steps = steps }";
        let found = words(&[("game.luau", one)]);
        assert_eq!((found.memory, found.steps), (set(&["a", "b"]), set(&["turn", "more", "odd"])));
        let entry = "local steps = { begin = {} }\nfor _, name in { 'x' } do\n\
                     for step, body in require(`phases/{name}`) do steps[step] = body end\nend\n\
                     return { memory = require('memory'), steps = steps }";
        let phase = "local steps = {}\nsteps.draw = {}\nreturn steps";
        let found = words(&[
            ("game.luau", entry),
            ("memory.luau", "return { turn = { int = { 1, 2 } } }"),
            ("phases/x.luau", phase),
            ("words.luau", "return { not_a_step = {} }"),
        ]);
        assert_eq!((found.memory, found.steps), (set(&["turn"]), set(&["begin", "draw"])));
    }

    #[test]
    fn what_is_made_when_it_runs_is_not_known() {
        for text in [
            "local steps = {}\nfor k = 1, 3 do steps[`s{k}`] = {} end\nreturn { steps = steps }",
            "local steps = {}\nrequire('more')(steps)\nreturn { steps = steps }",
            "local steps = {}\nsteps = other()\nreturn { steps = steps }",
            "return { steps = make() }",
            "return { steps = { [word] = {} } }",
            "return { steps = require('missing') }",
            "local a = b\nlocal b = a\nreturn { steps = a }",
            "return make()",
            "return {",
        ] {
            assert_eq!(words(&[("game.luau", text)]), GameWords::default(), "{text}");
        }
        let round = words(&[("game.luau", "return { steps = require('a') }"), ("a.luau", "return require('a')")]);
        assert_eq!(round.steps, None);
    }
}
