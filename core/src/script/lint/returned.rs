//! The table that a module returns: its names, and the functions behind them.

use std::collections::BTreeMap;

use full_moon::ast::{
    Ast, Block, Expression, Field, FunctionBody, Index, LastStmt, LocalAssignment, Prefix, Stmt, Suffix,
    TableConstructor, Var,
};
use full_moon::node::Node;
use full_moon::tokenizer::TokenReference;

use super::walk::{literal, name_of, of_token};
use super::{Entry, Hook};

/// What a module returns, as far as it can be told without running it.
#[derive(Default)]
pub(super) struct Returned<'t> {
    /// Its names with their functions, where these are written out; none when the table is not written out.
    pub(super) fields: Option<Vec<Returns<'t>>>,
    /// The names that it declares under `memory`.
    pub(super) memory: Vec<&'t str>,
    /// Where it is returned.
    pub(super) at: Option<&'t TokenReference>,
}

/// One name of the table.
pub(super) struct Returns<'t> {
    pub(super) name: &'t str,
    pub(super) at: &'t TokenReference,
    pub(super) body: Option<&'t FunctionBody>,
    /// A text that is written out.
    pub(super) text: Option<&'t TokenReference>,
    /// The names of a table that is written out.
    pub(super) inner: Vec<Returns<'t>>,
}

impl<'t> Returned<'t> {
    /// Looks through a module's outermost block.
    pub(super) fn of(block: &'t Block) -> Returned<'t> {
        let Some(LastStmt::Return(last)) = block.last_stmt() else { return Returned::default() };
        let mut found = Returned { at: Some(last.token()), ..Returned::default() };
        let mut tables: BTreeMap<&str, &TableConstructor> = BTreeMap::new();
        let mut functions: BTreeMap<&str, &FunctionBody> = BTreeMap::new();
        for statement in block.stmts() {
            match statement {
                Stmt::LocalAssignment(local) => note_locals(local, &mut tables, &mut functions),
                Stmt::LocalFunction(local) => {
                    functions.insert(name_of(local.name()), local.body());
                }
                _ => {}
            }
        }
        let mut fields = Vec::new();
        match last.returns().iter().next() {
            Some(Expression::TableConstructor(table)) => {
                add(table, &functions, &tables, &mut fields, &mut found.memory)
            }
            Some(Expression::Var(Var::Name(name))) => {
                let name = name_of(name);
                let Some(table) = tables.get(name) else { return found };
                add(table, &functions, &tables, &mut fields, &mut found.memory);
                for statement in block.stmts() {
                    add_later(name, statement, &functions, &mut fields);
                }
            }
            _ => return found,
        }
        found.fields = Some(fields);
        found
    }
}

/// The functions of the table that a module returns.
pub(super) fn hooks(tree: &Ast) -> Vec<Hook> {
    let fields = Returned::of(tree.nodes()).fields.unwrap_or_default();
    let hook = |field: Returns<'_>| {
        let body = field.body?;
        let below = body.parameters().iter().nth(1).map(|parameter| parameter.to_string().trim().to_owned());
        let uses = |name: &String| body.block().tokens().any(|token| name_of(token) == name);
        let asks_below = below.as_ref().is_some_and(uses);
        Some(Hook { name: field.name.to_owned(), at: of_token(field.at), asks_below })
    };
    fields.into_iter().filter_map(hook).collect()
}

/// The entries of some tables in the table that a module returns.
pub(super) fn entries(tree: &Ast, tables: &[&str]) -> Vec<Entry> {
    let fields = Returned::of(tree.nodes()).fields.unwrap_or_default();
    let fields = fields.iter().filter(|field| tables.contains(&field.name));
    let entry = |table: &str, entry: &Returns<'_>| {
        let text =
            |key: &Returns<'_>| key.text.map(|text| (key.name.to_owned(), (literal(text).to_owned(), of_token(text))));
        Entry {
            table: table.to_owned(),
            name: entry.name.to_owned(),
            at: of_token(entry.at),
            texts: entry.inner.iter().filter_map(text).collect(),
            functions: entry.inner.iter().filter(|key| key.body.is_some()).map(|key| key.name.to_owned()).collect(),
        }
    };
    fields.flat_map(|table| table.inner.iter().map(|inner| entry(table.name, inner))).collect()
}

fn text(value: &Expression) -> Option<&TokenReference> {
    match value {
        Expression::String(text) => Some(text),
        _ => None,
    }
}

fn note_locals<'t>(
    local: &'t LocalAssignment,
    tables: &mut BTreeMap<&'t str, &'t TableConstructor>,
    functions: &mut BTreeMap<&'t str, &'t FunctionBody>,
) {
    for (name, value) in local.names().iter().zip(local.expressions()) {
        match value {
            Expression::TableConstructor(table) => drop(tables.insert(name_of(name), table)),
            Expression::Function(function) => drop(functions.insert(name_of(name), function.body())),
            _ => {}
        }
    }
}

/// The function that an expression is, written out or by its name.
fn body<'t>(value: &'t Expression, functions: &BTreeMap<&str, &'t FunctionBody>) -> Option<&'t FunctionBody> {
    match value {
        Expression::Function(function) => Some(function.body()),
        Expression::Var(Var::Name(name)) => functions.get(name_of(name)).copied(),
        _ => None,
    }
}

fn add<'t>(
    table: &'t TableConstructor,
    functions: &BTreeMap<&str, &'t FunctionBody>,
    tables: &BTreeMap<&str, &'t TableConstructor>,
    fields: &mut Vec<Returns<'t>>,
    memory: &mut Vec<&'t str>,
) {
    for field in table.fields() {
        let (name, at, value) = match field {
            Field::NameKey { key, value, .. } => (name_of(key), key, value),
            Field::ExpressionKey { key, value, .. } => match &**key {
                Expression::String(text) => (literal(text), text, value),
                _ => continue,
            },
            _ => continue,
        };
        if name == "memory" {
            let declared = match &**value {
                Expression::TableConstructor(table) => Some(&**table),
                Expression::Var(Var::Name(name)) => tables.get(name_of(name)).copied(),
                _ => None,
            };
            let names = declared.into_iter().flat_map(TableConstructor::fields).filter_map(|field| match field {
                Field::NameKey { key, .. } => Some(name_of(key)),
                _ => None,
            });
            memory.extend(names);
        }
        let (body, inner) = (body(value, functions), inner(value, functions, tables));
        fields.push(Returns { name, at, body, text: text(value), inner });
    }
}

/// The names of a table that an expression is, written out or by its name.
fn inner<'t>(
    value: &'t Expression,
    functions: &BTreeMap<&str, &'t FunctionBody>,
    tables: &BTreeMap<&str, &'t TableConstructor>,
) -> Vec<Returns<'t>> {
    let table = match value {
        Expression::TableConstructor(table) => &**table,
        Expression::Var(Var::Name(name)) => match tables.get(name_of(name)) {
            Some(table) => table,
            None => return Vec::new(),
        },
        _ => return Vec::new(),
    };
    let named = table.fields().into_iter().filter_map(|field| match field {
        Field::NameKey { key, value, .. } => Some((name_of(key), key, value)),
        _ => None,
    });
    // a name that stands in its own table would go round for ever
    let written = |value: &Expression| matches!(value, Expression::TableConstructor(_));
    named
        .map(|(name, at, value)| {
            let inner = if written(value) { inner(value, functions, tables) } else { Vec::new() };
            Returns { name, at, body: body(value, functions), text: text(value), inner }
        })
        .collect()
}

/// `function M.name() end` and `M.name = function() end`.
fn add_later<'t>(
    module: &str,
    statement: &'t Stmt,
    functions: &BTreeMap<&str, &'t FunctionBody>,
    fields: &mut Vec<Returns<'t>>,
) {
    match statement {
        Stmt::FunctionDeclaration(declared) if declared.name().method_name().is_none() => {
            let names: Vec<_> = declared.name().names().iter().collect();
            if let [base, at] = names[..]
                && name_of(base) == module
            {
                let body = Some(declared.body());
                fields.push(Returns { name: name_of(at), at, body, text: None, inner: Vec::new() });
            }
        }
        Stmt::Assignment(assignment) => {
            for (target, value) in assignment.variables().iter().zip(assignment.expressions()) {
                let Var::Expression(target) = target else { continue };
                let Prefix::Name(base) = target.prefix() else { continue };
                let mut suffixes = target.suffixes();
                if let (Some(Suffix::Index(Index::Dot { name: at, .. })), None) = (suffixes.next(), suffixes.next())
                    && name_of(base) == module
                {
                    let body = body(value, functions);
                    fields.push(Returns { name: name_of(at), at, body, text: None, inner: Vec::new() });
                }
            }
        }
        _ => {}
    }
}
