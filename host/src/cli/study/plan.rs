//! The plan of a study beside its file, so that a later run or another machine can tell that it is the same one.

use std::ops::Range;
use std::path::{Path, PathBuf};

use bormida_core::kernel::Header;
use bormida_core::study::{Session, Study, Version, Which};
use serde_json::{Value, json};

use super::super::voice::Failure;
use super::sheet::trouble;

/// What people read of a study.
#[derive(Clone, Debug)]
pub(super) struct Labels {
    /// The game's title.
    pub(super) title: String,
    /// What the variant is called.
    pub(super) variant: String,
}

/// Where the plan of a study's file lies.
pub(super) fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".plan.json");
    PathBuf::from(name)
}

/// The plan of a study as data.
pub(super) fn plan(session: &Session, labels: &Labels) -> Value {
    let study = session.study();
    let version = |which, version: &Version| {
        let header = Header { embedded: Default::default(), ..session.header(which).cloned().unwrap_or_default() };
        json!({ "header": header, "forbidden": version.forbidden })
    };
    json!({
        "study": 1,
        "title": labels.title,
        "label": labels.variant,
        "sides": session.sides(),
        "base": version(Which::Base, &study.base),
        "variant": study.variant.as_ref().map(|variant| version(Which::Variant, variant)),
        "seeds": [study.seeds.start, study.seeds.end],
        "most_orders": study.most_orders,
        "until": study.until,
        "figures": session.figures().collect::<Vec<_>>(),
    })
}

pub(super) fn write(path: &Path, plan: &Value) -> Result<(), Failure> {
    let path = beside(path);
    std::fs::write(&path, format!("{plan:#}\n")).map_err(|e| trouble(&path, e))
}

pub(super) fn read(path: &Path) -> Result<Value, Failure> {
    let path = beside(path);
    let text = std::fs::read_to_string(&path)
        .map_err(|e| trouble(&path, format!("the plan of the study cannot be read: {e}")))?;
    serde_json::from_str(&text).map_err(|e| trouble(&path, format!("this is no plan of a study: {e}")))
}

/// The study of a plan, to be counted only.
pub(super) fn counted(path: &Path, plan: &Value, seeds: Range<u64>) -> Result<(Session, Labels), Failure> {
    let wrong = |what: &str| trouble(&beside(path), format!("this is no plan of a study: {what}"));
    let version = |value: &Value| -> Result<Version, Failure> {
        let header = serde_json::from_value(value["header"].clone()).map_err(|e| wrong(&e.to_string()))?;
        let forbidden = serde_json::from_value(value["forbidden"].clone()).map_err(|e| wrong(&e.to_string()))?;
        Ok(Version { header, forbidden })
    };
    let names = |key: &str| -> Result<Vec<String>, Failure> {
        serde_json::from_value(plan[key].clone()).map_err(|e| wrong(&format!("{key}: {e}")))
    };
    let study = Study {
        base: version(&plan["base"])?,
        variant: if plan["variant"].is_null() { None } else { Some(version(&plan["variant"])?) },
        seeds,
        threads: 1,
        most_orders: 0,
        turns: false,
        until: None,
    };
    let text = |key: &str| plan[key].as_str().unwrap_or_default().to_owned();
    let labels = Labels { title: text("title"), variant: text("label") };
    Ok((Session::recorded(study, names("sides")?, names("figures")?), labels))
}

/// The first difference between two plans that makes other games of them, as a sentence.
pub(super) fn difference(theirs: &Value, ours: &Value) -> Option<String> {
    let without = |plan: &Value| {
        let mut plan = plan.clone();
        if let Some(map) = plan.as_object_mut() {
            // more seeds may be played later, and names are names
            ["seeds", "label", "title", "figures"].iter().for_each(|key| drop(map.remove(*key)));
        }
        plan
    };
    differ("", &without(theirs), &without(ours))
}

fn differ(at: &str, theirs: &Value, ours: &Value) -> Option<String> {
    let within = |key: &str| if at.is_empty() { key.to_owned() } else { format!("{at}.{key}") };
    match (theirs, ours) {
        _ if theirs == ours => None,
        (Value::Object(a), Value::Object(b)) => {
            let keys = a.keys().chain(b.keys().filter(|key| !a.contains_key(*key)));
            keys.into_iter().find_map(|key| {
                let [x, y] = [a, b].map(|map| map.get(key).unwrap_or(&Value::Null));
                differ(&within(key), x, y)
            })
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            a.iter().zip(b).enumerate().find_map(|(k, (x, y))| differ(&within(&(k + 1).to_string()), x, y))
        }
        _ => Some(format!("{at} is {theirs} there and {ours} here")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_named_with_its_place() {
        let plan =
            |bot: &str, end: u64| json!({ "base": { "header": { "seats": ["steady", bot] } }, "seeds": [0, end] });
        assert_eq!(difference(&plan("lua", 5), &plan("lua", 9)), None);
        let found = difference(&plan("lua", 5), &plan("random", 5)).unwrap();
        assert_eq!(found, "base.header.seats.2 is \"lua\" there and \"random\" here");
    }
}
