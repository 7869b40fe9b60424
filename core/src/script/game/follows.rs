//! What a step's `follows` says that an order brings, before it is given.

use super::about::known;
use super::step::{Deed, Step};
use super::{ScriptGame, ScriptView, failed};
use crate::kernel::{Case, Choice, Fault, Odds};
use crate::pack::plain;
use crate::script::{BadValue, Store, Value};

/// Most sentences; what is said beyond them is not kept.
const MOST_SENTENCES: usize = 8;
/// Most cases: those of two dice.
const MOST_CASES: usize = 36;

impl ScriptGame {
    /// What the step that asks says of an order, from what its seat knows.
    pub(super) fn foretold(&self, v: &ScriptView, o: &Choice) -> Result<Odds, Fault> {
        let step = v.steps.last().and_then(|top| self.steps.get(usize::from(*top)));
        let Some(Step { name, deed: Deed::Ask(prompt), .. }) = step else { return Ok(Odds::default()) };
        let Some(hook) = &prompt.follows else { return Ok(Odds::default()) };
        let store = Store::of_view(self.schema.clone(), v.memory.clone(), v.seat);
        let said = self.sandbox.call_with(hook, |args| {
            args.memory(&store)?;
            self.lend_order(args, o)
        });
        let said = said.map_err(failed)?;
        odds(&said).map_err(|e| self.misfit(Some(hook), format!("steps.{name}.follows: {e}")))
    }
}

/// A text, a list of texts, or `{ sum = { .. }, cases = { { chance = 1000, text = ".." } }, outlook = { .. } }`.
fn odds(said: &Value) -> Result<Odds, BadValue> {
    let Value::Map(_) = said else { return Ok(Odds { sum: sentences(said)?, ..Odds::default() }) };
    known("what follows", said, &["sum", "cases", "outlook"])?;
    let cases = cases("`cases`", said.field("cases"))?;
    let whole: u32 = cases.iter().map(|case| u32::from(case.chance)).sum();
    if !cases.is_empty() && whole != 1000 {
        return Err(BadValue(format!("the chances of `cases` add up to {whole}, not to 1000")));
    }
    Ok(Odds { sum: sentences(said.field("sum"))?, cases, outlook: self::cases("`outlook`", said.field("outlook"))? })
}

fn sentences(said: &Value) -> Result<Vec<String>, BadValue> {
    let lines = match said {
        Value::Nil => &[],
        Value::Text(_) => std::slice::from_ref(said),
        list => list.list("a text or a list of texts")?,
    };
    lines.iter().take(MOST_SENTENCES).map(|line| Ok(plain::line(line.text("a line")?))).collect()
}

fn cases(what: &str, said: &Value) -> Result<Vec<Case>, BadValue> {
    if said.is_nil() {
        return Ok(Vec::new());
    }
    let list = said.list(what)?;
    if list.len() > MOST_CASES {
        return Err(BadValue(format!("{what}: {} cases; there may be {MOST_CASES}", list.len())));
    }
    let case = |case: &Value| {
        known(what, case, &["chance", "text"])?;
        let chance = case.field("chance").int_in(&format!("{what}: `chance`"), 0..=1000)? as u16;
        Ok(Case { chance, text: plain::line(case.field("text").text(&format!("{what}: `text`"))?) })
    };
    list.iter().map(case).collect()
}
