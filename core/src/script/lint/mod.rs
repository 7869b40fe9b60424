//! What is probably wrong with a script, found without running it: names, arities, memory that no match would know of.

mod expected;
mod express;
mod game;
mod returned;
mod scope;
mod step;
mod text;
mod walk;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::thread;

use full_moon::ast::Ast;

pub use expected::{Class, Expected, Fields, GamePart, Given, Module};
pub use game::GameWords;

use super::syntax;
use crate::pack::{Diagnostic, Diagnostics, Source};

/// Everything that is wrong with a script; `file` is what findings call it, `module` what is expected of it.
#[must_use]
pub fn examine(file: &str, bytes: &[u8], module: &Module) -> Diagnostics {
    let unread = syntax::examine(file, bytes);
    if !unread.is_empty() {
        return unread;
    }
    let source = Source::new(file, String::from_utf8_lossy(bytes));
    // trees as deep as the compiler lets through need more room than a thread has by itself
    let found = thread::scope(|threads| {
        let work = || read(&source, module);
        let reader = thread::Builder::new().stack_size(STACK).spawn_scoped(threads, work);
        reader.ok().and_then(|reader| reader.join().ok())
    });
    found.unwrap_or_else(|| Diagnostic::of_file(file, "is too deeply nested to be looked at").into())
}

/// A function of the table that a module returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hook {
    /// Its name.
    pub name: String,
    /// The bytes of its name.
    pub at: Range<usize>,
    /// Whether it uses its second argument: what asks the packs below.
    pub asks_below: bool,
}

/// An entry of a table in the table that a module returns, such as a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The table.
    pub table: String,
    /// Its name.
    pub name: String,
    /// The bytes of its name.
    pub at: Range<usize>,
    /// Its texts by their keys, and the bytes of each.
    pub texts: BTreeMap<String, (String, Range<usize>)>,
    /// The keys of its functions.
    pub functions: BTreeSet<String>,
}

/// The functions that a module returns, as far as they are written out; none when it cannot be read.
#[must_use]
pub fn hooks(source: &Source) -> Vec<Hook> {
    read_tree(source, returned::hooks)
}

/// The entries of some tables that a module returns, as far as they are written out; none when it cannot be read.
#[must_use]
pub fn entries(source: &Source, tables: &[&str]) -> Vec<Entry> {
    read_tree(source, |tree| returned::entries(tree, tables))
}

fn read_tree<T: Send>(source: &Source, read: impl Fn(&Ast) -> Vec<T> + Sync) -> Vec<T> {
    thread::scope(|threads| {
        let work = || full_moon::parse(source.text()).map(|tree| read(&tree)).unwrap_or_default();
        let reader = thread::Builder::new().stack_size(STACK).spawn_scoped(threads, work);
        reader.ok().and_then(|reader| reader.join().ok()).unwrap_or_default()
    })
}

/// Bytes of stack for one file.
const STACK: usize = 256 << 20;

fn read(source: &Source, module: &Module) -> Diagnostics {
    match full_moon::parse(source.text()) {
        Ok(tree) => {
            let mut found = walk::findings(source, module, &tree);
            found.sort();
            found
        }
        // the compiler has passed it: newer than the reader of trees
        Err(errors) => {
            let at = errors.first().map_or(0, |error| error.range().0.bytes());
            let what = "this is Luau, but of a form that `check` cannot look into";
            Diagnostic::warning(source, at..at + 1, what).into()
        }
    }
}

#[cfg(test)]
mod tests;
