//! Reads a script from top to bottom with the names in force, and notes what is probably wrong.

use std::collections::BTreeSet;
use std::ops::Range;

use full_moon::ast::luau::IfConditionBinding;
use full_moon::ast::{
    Assignment, Ast, Block, CompoundAssignment, Expression, FunctionBody, LastStmt, Parameter, Prefix, Stmt, Suffix,
    Var,
};
use full_moon::node::Node;
use full_moon::tokenizer::{TokenReference, TokenType};
use full_moon::visitors::Visitor;

use super::expected::{Expected, Given, Module};
use super::returned::Returned;
use super::scope::{Scopes, Thing};
use crate::pack::nearest::did_you_mean;
use crate::pack::{Diagnostic, Diagnostics, Source};

/// Everything that is to be said of a module.
pub(super) fn findings(source: &Source, module: &Module, tree: &Ast) -> Diagnostics {
    let returned = Returned::of(tree.nodes());
    let mut assigned = Assigned::default();
    assigned.visit_ast(tree);
    let mut walk = Walk {
        source,
        module,
        returned,
        assigned: assigned.0,
        scopes: Scopes::default(),
        placed: Vec::new(),
        called: None,
        within_offers: false,
        found: Diagnostics::default(),
    };
    walk.returned_names();
    walk.block(tree.nodes());
    walk.found
}

/// One reading.
pub(super) struct Walk<'m, 't> {
    pub(super) source: &'m Source,
    pub(super) module: &'m Module,
    pub(super) returned: Returned<'t>,
    /// Names that are written to somewhere: nothing is known of what they hold.
    assigned: BTreeSet<String>,
    pub(super) scopes: Scopes<'m>,
    /// Functions of steps, wherever such a table is written out.
    pub(super) placed: Vec<(&'t FunctionBody, &'m Expected)>,
    /// The function that is read, where the game calls it.
    called: Option<&'m str>,
    /// Whether it is the function of a step that offers orders, or one within it.
    pub(super) within_offers: bool,
    found: Diagnostics,
}

/// The text of a name.
pub(super) fn name_of(token: &TokenReference) -> &str {
    match token.token().token_type() {
        TokenType::Identifier { identifier } => identifier.as_str(),
        _ => "",
    }
}

/// The text between the quotes of a string, as it is written.
pub(super) fn literal(token: &TokenReference) -> &str {
    match token.token().token_type() {
        TokenType::StringLiteral { literal, .. } => literal.as_str(),
        _ => "",
    }
}

/// The bytes of a piece of the script.
pub(super) fn span(node: &impl Node) -> Range<usize> {
    node.range().map_or(0..0, |(start, end)| start.bytes()..end.bytes())
}

pub(super) fn of_token(token: &TokenReference) -> Range<usize> {
    token.token().start_position().bytes()..token.token().end_position().bytes()
}

/// What to do where a name lives on after a call.
const REMEMBER: &str =
    "what a pack remembers belongs into its `memory`: it is saved, taken back and hashed with the match";

impl<'m, 't> Walk<'m, 't> {
    pub(super) fn error(&mut self, at: &TokenReference, what: String, hint: Option<String>) {
        self.found.push(Diagnostic::error(self.source, of_token(at), what).hint(hint));
    }

    pub(super) fn warning(&mut self, at: Range<usize>, what: String, hint: Option<String>) {
        self.found.push(Diagnostic::warning(self.source, at, what).hint(hint));
    }

    /// Names that the game does not know, and the one that it needs.
    fn returned_names(&mut self) {
        let module = self.module;
        if module.functions.is_empty() {
            return;
        }
        let Some(fields) = self.returned.fields.take() else { return };
        for field in &fields {
            if !module.names().any(|name| name == field.name) {
                let hint = did_you_mean(field.name, module.names());
                self.error(field.at, format!("there is no {} `{}`", module.kind, field.name), hint);
            }
        }
        for addition in module.tables {
            for entry in fields.iter().filter(|field| field.name == addition.table).flat_map(|field| &field.inner) {
                for key in &entry.inner {
                    let known = || addition.fields.iter().map(|f| f.0).chain(addition.calls.iter().map(|c| c.name));
                    if !known().any(|name| name == key.name) {
                        let what = format!("`{}.{}` has no `{}`", addition.table, entry.name, key.name);
                        self.error(key.at, what, did_you_mean(key.name, known()));
                    }
                }
            }
        }
        if let (Some(needed), Some(at)) = (module.needed, self.returned.at)
            && fields.iter().all(|field| field.name != needed)
        {
            self.error(at, format!("the table that is returned has no function `{needed}`"), None);
        }
        self.returned.fields = Some(fields);
    }

    /// What a function is expected to be, if the game calls it.
    fn expected(&self, body: &FunctionBody) -> Option<&'m Expected> {
        if let Some((_, expected)) = self.placed.iter().find(|(placed, _)| std::ptr::eq(*placed, body)) {
            return Some(expected);
        }
        let fields = self.returned.fields.as_ref()?;
        let is_body = |own: Option<&FunctionBody>| own.is_some_and(|own| std::ptr::eq(own, body));
        let nested = fields.iter().flat_map(|table| table.inner.iter().map(move |entry| (table.name, entry)));
        let mut nested = nested.flat_map(|(table, entry)| entry.inner.iter().map(move |key| (table, key)));
        if let Some((table, key)) = nested.find(|(_, key)| is_body(key.body)) {
            return self.module.nested.iter().find(|(t, f)| *t == table && f.name == key.name).map(|(_, f)| f);
        }
        let field = fields.iter().find(|field| is_body(field.body))?;
        self.module.functions.iter().find(|function| function.name == field.name)
    }

    pub(super) fn block(&mut self, block: &'t Block) {
        let mark = self.scopes.enter();
        for statement in block.stmts() {
            self.statement(statement);
        }
        if let Some(LastStmt::Return(last)) = block.last_stmt() {
            last.returns().iter().for_each(|value| self.visit(value));
            if self.called.is_some_and(|name| self.goes_on(name)) {
                last.returns().iter().take(1).for_each(|value| self.next_steps(value));
            }
            if self.called.is_some_and(|name| self.gives_a_reason(name)) {
                last.returns().iter().take(1).for_each(|value| self.shown(value));
            }
        }
        self.scopes.leave(mark);
    }

    /// A block in which some names are there from the start.
    fn block_with(&mut self, names: impl IntoIterator<Item = &'t TokenReference>, block: &'t Block) {
        let mark = self.scopes.enter();
        for name in names {
            self.declare(name, Thing::Unknown);
        }
        self.block(block);
        self.scopes.leave(mark);
    }

    pub(super) fn declare(&mut self, name: &'t TokenReference, thing: Thing<'m>) {
        let name = name_of(name);
        let thing = if self.assigned.contains(name) { Thing::Unknown } else { thing };
        self.scopes.declare(name, thing);
    }

    fn statement(&mut self, statement: &'t Stmt) {
        match statement {
            Stmt::LocalAssignment(local) => self.locals(local.names().iter(), local.expressions().iter()),
            Stmt::ConstAssignment(local) => self.locals(local.names().iter(), local.expressions().iter()),
            Stmt::LocalFunction(local) => {
                self.declare(local.name(), Thing::Reference("function"));
                self.function(local.body());
            }
            Stmt::ConstFunction(local) => {
                self.declare(local.name(), Thing::Reference("function"));
                self.function(local.body());
            }
            Stmt::FunctionDeclaration(declared) => {
                let mut names = declared.name().names().iter();
                if let Some(first) = names.next() {
                    let whole = names.next().is_none() && declared.name().method_name().is_none();
                    if whole { self.assign(first) } else { self.change(first) }
                }
                let mark = self.scopes.enter();
                if declared.name().method_name().is_some() {
                    self.scopes.declare("self", Thing::Unknown);
                }
                self.function(declared.body());
                self.scopes.leave(mark);
            }
            Stmt::Assignment(assignment) => {
                assignment.expressions().iter().for_each(|value| self.visit(value));
                assignment.variables().iter().for_each(|target| self.target(target));
            }
            Stmt::CompoundAssignment(assignment) => {
                self.visit(assignment.rhs());
                self.target(assignment.lhs());
            }
            Stmt::Do(inner) => self.block(inner.block()),
            Stmt::FunctionCall(call) => self.call(call),
            Stmt::GenericFor(each) => {
                each.expressions().iter().for_each(|value| self.visit(value));
                self.block_with(each.names().iter(), each.block());
            }
            Stmt::NumericFor(count) => {
                let bounds = [Some(count.start()), Some(count.end()), count.step()];
                bounds.into_iter().flatten().for_each(|value| self.visit(value));
                self.block_with([count.index_variable()], count.block());
            }
            Stmt::If(choice) => {
                self.visit(choice.condition());
                self.block_with(choice.binding().map(IfConditionBinding::name), choice.block());
                for other in choice.else_if().into_iter().flatten() {
                    self.visit(other.condition());
                    self.block_with(other.binding().map(IfConditionBinding::name), other.block());
                }
                choice.else_block().into_iter().for_each(|block| self.block(block));
            }
            Stmt::Repeat(repeat) => {
                // the condition sees the names of the block
                let mark = self.scopes.enter();
                repeat.block().stmts().for_each(|statement| self.statement(statement));
                self.visit(repeat.until());
                self.scopes.leave(mark);
            }
            Stmt::While(during) => {
                self.visit(during.condition());
                self.block(during.block());
            }
            _ => {} // types
        }
    }

    fn locals(
        &mut self,
        names: impl Iterator<Item = &'t TokenReference>,
        values: impl Iterator<Item = &'t Expression>,
    ) {
        let mut things = Vec::new();
        for value in values {
            self.visit(value);
            things.push(self.thing(value));
        }
        let mut things = things.into_iter();
        for name in names {
            self.declare(name, things.next().unwrap_or(Thing::Unknown));
        }
    }

    /// Reads a function; its arguments are known where the game calls it.
    pub(super) fn function(&mut self, body: &'t FunctionBody) {
        let expected = self.expected(body);
        let mark = self.scopes.enter();
        self.scopes.depth += 1;
        let around = std::mem::replace(&mut self.called, expected.map(|function| function.name));
        let within = self.within_offers;
        self.within_offers |= self.called.is_some_and(|name| self.offers(name));
        let mut given = expected.into_iter().flat_map(|function| &function.given);
        for (k, parameter) in body.parameters().iter().enumerate() {
            let Parameter::Name(name) = parameter else { continue };
            let thing = given.next();
            if let (Some(function), None) = (expected, thing) {
                let most = function.given.len();
                let what = format!("`{}` is given {most} arguments; the {}th is always nil", function.name, k + 1);
                self.warning(of_token(name), what, None);
            }
            let thing = match thing {
                Some(Given::Facts(facts)) => Thing::Facts(facts),
                Some(Given::Class(class)) => Thing::Handle(class),
                Some(Given::Default(facts)) => Thing::Default(facts),
                Some(Given::Step) => {
                    let steps = self.module.game.as_ref().and_then(|game| game.words.steps.as_ref());
                    steps.map_or(Thing::AnyText, Thing::Step)
                }
                Some(Given::Any) => Thing::Unknown,
                None => expected.is_none().then(|| self.lent(name_of(name))).flatten().unwrap_or(Thing::Unknown),
            };
            self.declare(name, thing);
        }
        self.block(body.block());
        (self.called, self.within_offers) = (around, within);
        self.scopes.depth -= 1;
        self.scopes.leave(mark);
    }

    fn target(&mut self, target: &'t Var) {
        match target {
            Var::Name(name) => self.assign(name),
            Var::Expression(place) => {
                self.suffixed(place.prefix(), place.suffixes());
                if let Prefix::Name(name) = place.prefix()
                    && !place.suffixes().any(|suffix| matches!(suffix, Suffix::Call(_)))
                {
                    self.change(name);
                }
            }
            _ => {}
        }
    }

    /// A name gets another value.
    fn assign(&mut self, at: &'t TokenReference) {
        let name = name_of(at);
        if self.scopes.find(name).is_none() {
            let what = format!("`{name}` is no local name, and globals cannot be written to");
            self.error(at, what, Some(format!("`local {name}` makes a name of this script's own")));
        } else if self.scopes.outlives_calls(name) {
            let what = format!("`{name}` outlives this call, and no match knows what it holds");
            self.warning(of_token(at), what, Some(REMEMBER.to_owned()));
        }
    }

    /// Something within what a name holds changes.
    pub(super) fn change(&mut self, at: &'t TokenReference) {
        let name = name_of(at);
        if self.scopes.outlives_calls(name) {
            let what = format!("what `{name}` holds outlives this call, and no match knows of the change");
            self.warning(of_token(at), what, Some(REMEMBER.to_owned()));
        }
        if let Some(Thing::Facts(_)) = self.scopes.find(name).map(|local| &local.thing) {
            let hint = "an event returns effects; a question returns its answer".to_owned();
            self.error(at, format!("facts are read-only: `{name}` cannot be changed"), Some(hint));
        }
    }
}

/// Names that some statement writes to. A name of the same spelling elsewhere counts too.
#[derive(Default)]
struct Assigned(BTreeSet<String>);

impl Assigned {
    fn note(&mut self, target: &Var) {
        if let Var::Name(name) = target {
            self.0.insert(name_of(name).to_owned());
        }
    }
}

impl Visitor for Assigned {
    fn visit_assignment(&mut self, node: &Assignment) {
        node.variables().iter().for_each(|target| self.note(target));
    }
    fn visit_compound_assignment(&mut self, node: &CompoundAssignment) {
        self.note(node.lhs());
    }
}
