//! Expressions: what they are known to be, and names, calls, keys and comparisons that cannot be meant.

use full_moon::ast::{
    BinOp, Call, Expression, Field, FunctionArgs, FunctionCall, Index, MethodCall, Prefix, Suffix, TableConstructor,
    Var,
};
use full_moon::tokenizer::TokenReference;

use super::super::game::COUNTER;
use super::super::options::{GAME_OPTIONS, OPTIONS};
use super::super::sandbox::KEPT;
use super::expected::{Class, Fields};
use super::scope::Thing;
use super::walk::{Walk, literal, name_of, span};
use crate::pack::nearest::did_you_mean;

/// Globals that the host adds to the plain ones.
const ADDED: [&str; 3] = ["print", "require", "sorted_pairs"];

/// Keys under which a stroke of the pen takes a list of counters.
const LISTS: [&str; 2] = ["counters", "marks"];

/// Keys of what people are shown in one line, wherever a table has them.
const SHOWN: [&str; 7] = ["text", "tip", "name", "title", "kind", "rule", "ask"];

/// Library functions that change their first argument.
const CHANGERS: [(&str, &str); 4] = [("table", "insert"), ("table", "remove"), ("table", "sort"), ("table", "clear")];

/// What is not here on purpose, and what to use.
const GONE: [(&str, &str); 8] = [
    ("os", "a script knows no clock; the time of the game is among the facts"),
    ("io", "a script reaches no files; `require` loads the pack's own"),
    ("debug", "a script does not look into the program"),
    ("getfenv", "a script does not look into the program"),
    ("loadstring", "a script does not make scripts"),
    ("collectgarbage", "a script does not look into the program"),
    ("random", "chance comes from the `rng` that a function is lent: `rng:roll(6)`"),
    ("randomseed", "the match holds the seed"),
];

impl<'m, 't> Walk<'m, 't> {
    /// What a value is known to be.
    pub(super) fn thing(&self, value: &Expression) -> Thing<'m> {
        match value {
            Expression::Number(_) => Thing::Number,
            Expression::String(text) if !literal(text).contains('\\') => Thing::Text(literal(text).to_owned()),
            Expression::String(_) | Expression::InterpolatedString(_) => Thing::AnyText,
            Expression::Symbol(word) => match word.token().to_string().as_str() {
                "true" | "false" => Thing::Truth,
                _ => Thing::Unknown,
            },
            Expression::TableConstructor(_) => Thing::Reference("table"),
            Expression::Function(_) => Thing::Reference("function"),
            Expression::Parentheses { expression, .. } | Expression::TypeAssertion { expression, .. } => {
                self.thing(expression)
            }
            Expression::FunctionCall(call) => self.answer(call),
            Expression::Var(Var::Name(name)) => {
                self.scopes.find(name_of(name)).map_or(Thing::Unknown, |local| local.thing.clone())
            }
            Expression::Var(Var::Expression(place)) => {
                let mut suffixes = place.suffixes();
                let (Prefix::Name(base), Some(Suffix::Index(index)), None) =
                    (place.prefix(), suffixes.next(), suffixes.next())
                else {
                    return Thing::Unknown;
                };
                match self.scopes.find(name_of(base)).map(|local| &local.thing) {
                    Some(Thing::Facts(facts)) => {
                        let fact = key(index).and_then(|(name, _)| facts.iter().find(|fact| fact.name == name));
                        fact.map_or(Thing::Unknown, |fact| Thing::of_fact(fact.kind))
                    }
                    _ => Thing::Unknown,
                }
            }
            _ => Thing::Unknown,
        }
    }

    /// What a method of a handle answers.
    fn answer(&self, call: &FunctionCall) -> Thing<'m> {
        let mut suffixes = call.suffixes();
        let (Prefix::Name(base), Some(Suffix::Call(Call::MethodCall(method))), None) =
            (call.prefix(), suffixes.next(), suffixes.next())
        else {
            return Thing::Unknown;
        };
        let Some(Thing::Handle(class)) = self.scopes.find(name_of(base)).map(|local| &local.thing) else {
            return Thing::Unknown;
        };
        let name = name_of(method.name());
        match class.methods.iter().find(|known| known.name == name && !known.answers.is_empty()) {
            Some(known) => Thing::Mostly(known.answers),
            None => Thing::Unknown,
        }
    }

    /// Reads an expression.
    pub(super) fn visit(&mut self, value: &'t Expression) {
        match value {
            Expression::BinaryOperator { lhs, binop, rhs } => {
                self.visit(lhs);
                self.visit(rhs);
                if matches!(binop, BinOp::TwoEqual(_) | BinOp::TildeEqual(_)) {
                    self.compared(lhs, rhs);
                }
            }
            Expression::Parentheses { expression, .. }
            | Expression::UnaryOperator { expression, .. }
            | Expression::TypeAssertion { expression, .. } => self.visit(expression),
            Expression::Function(function) => self.function(function.body()),
            Expression::FunctionCall(call) => self.call(call),
            Expression::IfExpression(choice) => {
                self.visit(choice.condition());
                self.visit(choice.if_expression());
                for other in choice.else_if_expressions().into_iter().flatten() {
                    self.visit(other.condition());
                    self.visit(other.expression());
                }
                self.visit(choice.else_expression());
            }
            Expression::InterpolatedString(text) => text.expressions().for_each(|value| self.visit(value)),
            Expression::TableConstructor(table) => self.table(table),
            Expression::Var(Var::Name(name)) => self.read(name),
            Expression::Var(Var::Expression(place)) => self.suffixed(place.prefix(), place.suffixes()),
            _ => {}
        }
    }

    pub(super) fn call(&mut self, call: &'t FunctionCall) {
        self.suffixed(call.prefix(), call.suffixes());
    }

    /// A name and what follows it: fields, keys, calls.
    pub(super) fn suffixed(&mut self, prefix: &'t Prefix, suffixes: impl Iterator<Item = &'t Suffix>) {
        let base = match prefix {
            Prefix::Name(name) => {
                self.read(name);
                Some(name)
            }
            Prefix::Expression(value) => {
                self.visit(value);
                None
            }
            _ => None,
        };
        let suffixes: Vec<&Suffix> = suffixes.collect();
        if let (Some(base), Some(first)) = (base, suffixes.first()) {
            self.first_suffix(base, first, suffixes.get(1).copied());
        }
        for suffix in suffixes {
            match suffix {
                Suffix::Index(Index::Brackets { expression, .. }) => {
                    self.visit(expression);
                    self.as_key(expression);
                }
                Suffix::Call(Call::AnonymousCall(arguments)) => self.arguments(arguments),
                Suffix::Call(Call::MethodCall(method)) => self.arguments(method.args()),
                _ => {}
            }
        }
    }

    fn arguments(&mut self, arguments: &'t FunctionArgs) {
        match arguments {
            FunctionArgs::Parentheses { arguments, .. } => arguments.iter().for_each(|value| self.visit(value)),
            FunctionArgs::TableConstructor(table) => self.table(table),
            _ => {}
        }
    }

    /// What is done first with a name.
    fn first_suffix(&mut self, base: &'t TokenReference, first: &'t Suffix, second: Option<&'t Suffix>) {
        let name = name_of(base);
        let thing = self.scopes.find(name).map(|local| local.thing.clone());
        match (thing, first) {
            (None, Suffix::Index(index)) if name == OPTIONS => self.option(index),
            (None, Suffix::Index(index)) => self.member(name, index, second),
            (None, Suffix::Call(Call::AnonymousCall(arguments))) if name == "rawset" => self.changed_by_call(arguments),
            (Some(Thing::Facts(facts)), Suffix::Index(index)) => {
                if let Some((fact, at)) = key(index)
                    && facts.iter().all(|known| known.name != fact)
                {
                    let hint = did_you_mean(fact, facts.iter().map(|fact| fact.name));
                    self.error(at, format!("there is no fact `{fact}` here"), hint);
                }
            }
            (Some(Thing::Handle(class)), Suffix::Call(Call::MethodCall(method))) => self.method(class, method),
            (Some(Thing::Handle(class)), Suffix::Index(index)) => {
                if let Some((field, at)) = key(index) {
                    match class.fields {
                        Fields::Memory => self.field_of_memory(class, field, at),
                        Fields::These(known) if !known.contains(&field) => {
                            let hint = did_you_mean(field, known.iter().copied());
                            let hint = hint.or_else(|| Some(format!("it has {}", known.join(", "))));
                            self.error(at, format!("an {} has no `{field}`", class.name.to_lowercase()), hint);
                        }
                        Fields::These(_) | Fields::None => {}
                    }
                }
            }
            (Some(Thing::Default(facts)), Suffix::Call(Call::AnonymousCall(arguments))) => {
                for field in first_table(arguments).into_iter().flat_map(TableConstructor::fields) {
                    if let Field::NameKey { key, .. } = field
                        && facts.iter().all(|fact| fact.name != name_of(key))
                    {
                        let hint = did_you_mean(name_of(key), facts.iter().map(|fact| fact.name));
                        self.error(key, format!("`default` has no fact `{}` to change", name_of(key)), hint);
                    }
                }
            }
            _ => {}
        }
    }

    fn option(&mut self, index: &'t Index) {
        let Some(options) = &self.module.options else { return };
        if let Some((name, at)) = key(index)
            && options.iter().all(|known| known != name)
        {
            let hint = did_you_mean(name, options.iter().map(String::as_str));
            let own = match self.module.game {
                Some(_) => GAME_OPTIONS.to_owned(),
                None => format!("`[options.{name}]` in pack.toml declares one"),
            };
            let hint = hint.or(Some(own));
            self.error(at, format!("this pack has no option `{name}`"), hint);
        }
    }

    fn field_of_memory(&mut self, class: &Class, field: &str, at: &TokenReference) {
        let declared: Vec<String> = match &self.module.game {
            None => self.returned.memory.iter().map(|name| (*name).to_owned()).collect(),
            Some(game) => match &game.words.memory {
                Some(names) => names.iter().cloned().collect(),
                None => return,
            },
        };
        let known = || declared.iter().map(String::as_str).chain(class.methods.iter().map(|method| method.name));
        if known().all(|name| name != field) {
            let whose = if self.module.game.is_some() { "the game" } else { "this module" };
            let hint = did_you_mean(field, known());
            let hint = hint.or_else(|| Some(format!("the table `memory` of {whose} declares what it remembers")));
            self.error(at, format!("`memory` has no field `{field}`"), hint);
        }
    }

    fn method(&mut self, class: &Class, call: &'t MethodCall) {
        let name = name_of(call.name());
        let Some(method) = class.methods.iter().find(|method| method.name == name) else {
            let hint = did_you_mean(name, class.methods.iter().map(|method| method.name));
            self.error(call.name(), format!("{} has no method `{name}`", class.name), hint);
            return;
        };
        if class.fields == Fields::Memory
            && let FunctionArgs::Parentheses { arguments, .. } = call.args()
            && let Some(Expression::String(text)) = arguments.iter().next()
        {
            self.field_of_memory(class, literal(text), text);
        }
        if let Some((place, words)) = &method.words
            && let FunctionArgs::Parentheses { arguments, .. } = call.args()
            && let Some(Expression::String(text)) = arguments.iter().nth(*place)
            && !words.contains(&literal(text))
        {
            let hint = did_you_mean(literal(text), words.iter().copied());
            self.error(text, format!("`{name}` knows no \"{}\"", literal(text)), hint);
        }
        if let (Some(table), false) = (first_table(call.args()), method.keys.is_empty()) {
            self.keys(&format!("`{name}`"), table, &method.keys);
        }
        if class.name == "Log"
            && let FunctionArgs::Parentheses { arguments, .. } = call.args()
        {
            arguments.iter().take(2).for_each(|text| self.shown(text));
        }
        let count = match call.args() {
            FunctionArgs::Parentheses { arguments, .. } => {
                // a call or `...` at the end gives any number
                let open = arguments.iter().last().is_some_and(|last| {
                    matches!(last, Expression::FunctionCall(_)) || last.to_string().trim() == "..."
                });
                if open {
                    return;
                }
                arguments.len()
            }
            _ => 1,
        };
        let (least, most) = (method.least, method.most);
        if !(least..=most).contains(&count) {
            let wanted = if least == most { least.to_string() } else { format!("{least} to {most}") };
            let ending = if wanted == "1" { "" } else { "s" };
            self.error(call.name(), format!("`{name}` takes {wanted} argument{ending}, not {count}"), None);
        }
    }

    /// The keys of a table that a method takes, and of the counters that are listed in it.
    fn keys(&mut self, method: &str, table: &'t TableConstructor, known: &[&'static str]) {
        for field in table.fields() {
            let Field::NameKey { key, value, .. } = field else { continue };
            if !known.contains(&name_of(key)) {
                let hint = did_you_mean(name_of(key), known.iter().copied());
                let hint = hint.or_else(|| Some(format!("it takes {}", known.join(", "))));
                self.error(key, format!("{method} takes no `{}`", name_of(key)), hint);
            }
            if let (Expression::TableConstructor(list), true) = (&**value, LISTS.contains(&name_of(key))) {
                for counter in list.fields() {
                    if let Field::NoKey(Expression::TableConstructor(counter)) = counter {
                        self.keys("a counter", counter, &COUNTER);
                    }
                }
            }
        }
    }

    /// A name of a library, or of what is no library.
    fn member(&mut self, library: &str, index: &'t Index, then: Option<&'t Suffix>) {
        let (Some((member, at)), Some((_, kept))) = (key(index), KEPT.iter().find(|(name, _)| *name == library)) else {
            return;
        };
        if kept.split_whitespace().all(|name| name != member) {
            let gone = GONE.iter().find(|(name, _)| *name == member).map(|(_, hint)| (*hint).to_owned());
            let hint = gone.or_else(|| did_you_mean(member, kept.split_whitespace()));
            self.error(at, format!("there is no `{library}.{member}` here"), hint);
        }
        if CHANGERS.contains(&(library, member))
            && let Some(Suffix::Call(Call::AnonymousCall(arguments))) = then
        {
            self.changed_by_call(arguments);
        }
    }

    /// A library function changes its first argument.
    fn changed_by_call(&mut self, arguments: &'t FunctionArgs) {
        if let FunctionArgs::Parentheses { arguments, .. } = arguments
            && let Some(Expression::Var(Var::Name(name))) = arguments.iter().next()
        {
            self.change(name);
        }
    }

    /// A name is read.
    fn read(&mut self, at: &'t TokenReference) {
        let name = name_of(at);
        let globals = || {
            let plain =
                KEPT.iter().filter(|(library, _)| library.is_empty()).flat_map(|(_, kept)| kept.split_whitespace());
            let own = self.module.options.is_some().then_some(OPTIONS);
            let libraries = KEPT.iter().map(|(library, _)| *library);
            let globals = self.module.globals.iter().copied();
            plain.chain(libraries).chain(ADDED).chain(own).chain(globals).filter(|name| !name.is_empty())
        };
        if name.is_empty() || self.scopes.find(name).is_some() || globals().any(|global| global == name) {
            return;
        }
        let gone = GONE.iter().find(|(gone, _)| *gone == name).map(|(_, hint)| (*hint).to_owned());
        let locals: Vec<String> = self.scopes.names().map(str::to_owned).collect();
        let hint = gone.or_else(|| did_you_mean(name, locals.iter().map(String::as_str).chain(globals())));
        self.error(at, format!("nothing is called `{name}` here"), hint);
    }

    fn table(&mut self, table: &'t TableConstructor) {
        self.step(table);
        self.offer(table);
        for field in table.fields() {
            match field {
                Field::ExpressionKey { key, value, .. } => {
                    self.visit(key);
                    self.as_key(key);
                    self.visit(value);
                }
                Field::NameKey { key, value, .. } => {
                    self.visit(value);
                    if SHOWN.contains(&name_of(key)) {
                        self.shown(value);
                    }
                }
                Field::NoKey(value) => self.visit(value),
                _ => {}
            }
        }
        self.effect(table);
    }

    /// A table that is written as an effect is checked against the game's.
    fn effect(&mut self, table: &'t TableConstructor) {
        let effects = self.module.effects;
        let named: Vec<(&TokenReference, &Expression)> = table
            .fields()
            .iter()
            .filter_map(|field| match field {
                Field::NameKey { key, value, .. } => Some((key, &**value)),
                _ => None,
            })
            .collect();
        let effect = named.iter().find(|(key, _)| name_of(key) == "effect");
        let Some((_, Expression::String(name))) = effect.filter(|_| !effects.is_empty()) else { return };
        let Some((_, fields, _)) = effects.iter().find(|(known, ..)| *known == literal(name)) else {
            let hint = did_you_mean(literal(name), effects.iter().map(|(known, ..)| *known));
            self.error(name, format!("there is no effect \"{}\"", literal(name)), hint);
            return;
        };
        let mut strange = false;
        for (key, _) in &named {
            let known = || fields.iter().map(|(field, _)| *field).chain(["effect"]);
            if known().all(|field| field != name_of(key)) {
                strange = true;
                let hint = did_you_mean(name_of(key), known());
                self.error(key, format!("the effect \"{}\" has no field `{}`", literal(name), name_of(key)), hint);
            }
        }
        if !strange
            && let Some((missing, _)) = fields
                .iter()
                .find(|(field, kind)| !kind.ends_with('?') && named.iter().all(|(key, _)| name_of(key) != *field))
        {
            self.error(name, format!("the effect \"{}\" needs a field `{missing}`", literal(name)), None);
        }
    }

    /// A key of a table that is a table or a function itself.
    fn as_key(&mut self, value: &'t Expression) {
        if let Some(kind) = self.thing(value).as_reference() {
            let hint = "keys are numbers and texts: others are in another order on every run";
            self.warning(span(value), format!("a {kind} as a key"), Some(hint.to_owned()));
        }
    }

    fn compared(&mut self, one: &'t Expression, other: &'t Expression) {
        let (first, second) = (self.thing(one), self.thing(other));
        let Some((why, words)) = first.never_equals(&second) else { return };
        let text = match (&first, &second) {
            (Thing::Text(text), _) | (_, Thing::Text(text)) => text.as_str(),
            _ => "",
        };
        let listed = || format!("it can be {}", words.join(", "));
        let hint = did_you_mean(text, words.iter().copied()).or_else(|| (!words.is_empty()).then(listed));
        let at = if matches!(second, Thing::Text(_)) { span(other) } else { span(one) };
        self.warning(at, why, hint);
    }
}

/// The table that a call is given first.
fn first_table(arguments: &FunctionArgs) -> Option<&TableConstructor> {
    match arguments {
        FunctionArgs::TableConstructor(table) => Some(table),
        FunctionArgs::Parentheses { arguments, .. } => match arguments.iter().next() {
            Some(Expression::TableConstructor(table)) => Some(table),
            _ => None,
        },
        _ => None,
    }
}

/// A field's name, written as `.name` or `["name"]`.
fn key(index: &Index) -> Option<(&str, &TokenReference)> {
    match index {
        Index::Dot { name, .. } => Some((name_of(name), name)),
        Index::Brackets { expression, .. } => match &**expression {
            Expression::String(text) => Some((literal(text), text)),
            _ => None,
        },
        _ => None,
    }
}
