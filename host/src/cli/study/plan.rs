//! The plan of a study beside its file, so that a later run or another machine can tell that it is the same one.

use std::ops::Range;
use std::path::{Path, PathBuf};

use bormida_core::kernel::Header;
use bormida_core::study::{Session, Study, Version, Which};
use serde_json::{Value, json};

use super::super::voice::Failure;
use super::sheet::trouble;
use crate::in_place::put_in_place;

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

/// The plan of a study as data; `turns` is the file of its turns.
pub(super) fn plan(session: &Session, labels: &Labels, turns: Option<&Path>) -> Value {
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
        "turns": turns.and_then(Path::file_name).map(|name| name.to_string_lossy()),
    })
}

pub(super) fn write(path: &Path, plan: &Value) -> Result<(), Failure> {
    let path = beside(path);
    put_in_place(&path, format!("{plan:#}\n").as_bytes()).map_err(|e| trouble(&path, e))
}

pub(super) fn read(path: &Path) -> Result<Value, Failure> {
    let path = beside(path);
    let text = std::fs::read_to_string(&path)
        .map_err(|e| trouble(&path, format!("the plan of the study cannot be read: {e}")))?;
    if text.trim().is_empty() {
        let why =
            "the plan of the study is empty: begin the same study with another --out, stop it, and put its plan here";
        return Err(trouble(&path, why));
    }
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
            ["seeds", "label", "title", "figures", "turns"].iter().for_each(|key| drop(map.remove(*key)));
        }
        plan
    };
    let (theirs, ours) = (without(theirs), without(ours));
    let sides: Vec<&str> = ours["sides"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    differ(&mut Vec::new(), &theirs, &ours, &sides)
}

fn differ(at: &mut Vec<String>, theirs: &Value, ours: &Value, sides: &[&str]) -> Option<String> {
    if theirs == ours {
        return None;
    }
    let is_stack = at.last().is_some_and(|key| key == "variants");
    let mut within = |key: String, x: &Value, y: &Value| {
        at.push(key);
        let found = differ(at, x, y, sides);
        at.pop();
        found
    };
    match (theirs, ours) {
        (Value::Object(a), Value::Object(b)) => {
            let keys = a.keys().chain(b.keys().filter(|key| !a.contains_key(*key)));
            keys.into_iter().find_map(|key| {
                let [x, y] = [a, b].map(|map| map.get(key).unwrap_or(&Value::Null));
                within(key.clone(), x, y)
            })
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() && !is_stack => {
            a.iter().zip(b).enumerate().find_map(|(k, (x, y))| within((k + 1).to_string(), x, y))
        }
        _ => Some(told(at, theirs, ours, sides)),
    }
}

/// A difference in the words of the command line.
fn told(at: &[String], theirs: &Value, ours: &Value, sides: &[&str]) -> String {
    let path: Vec<&str> = at.iter().map(String::as_str).collect();
    let version = match path.first() {
        Some(&"variant") => " of the variant",
        _ => "",
    };
    let what = match path[..] {
        ["variant"] => match theirs.is_null() {
            true => return "it plays one version alone, and this one compares it with another".to_owned(),
            false => return "it compares two versions, and this one has no --against".to_owned(),
        },
        ["until"] => "--until".to_owned(),
        ["most_orders"] => "the most orders of a game".to_owned(),
        ["sides", ..] => "a side".to_owned(),
        ["base" | "variant", "forbidden", ..] => format!("what is forbidden (--forbid){version}"),
        ["base" | "variant", "header", ref rest @ ..] => {
            let what = match *rest {
                ["seats", number] => {
                    let side =
                        number.parse::<usize>().ok().and_then(|n| sides.get(n.checked_sub(1)?)).unwrap_or(&number);
                    format!("who plays {side}")
                }
                ["setup", "name"] => "the set-up".to_owned(),
                ["variants", ..] => "the variants in use".to_owned(),
                ["rulings", name] => format!("the ruling {name}"),
                ["rulings"] => "the rulings".to_owned(),
                ["options", name] => format!("the option {name}"),
                ["options"] => "the options".to_owned(),
                ["rules"] => "the program's own rules".to_owned(),
                ["packs", ..] => return format!("the packs in use{version} have changed since"),
                ["game"] => "the game".to_owned(),
                _ => rest.join(" "),
            };
            format!("{what}{version}")
        }
        _ => path.join(" "),
    };
    let shown = |value: &Value| match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => format!("\"{text}\""),
        Value::Number(share) if path == ["until"] => {
            share.as_f64().map_or_else(String::new, |n| format!("{}", 100.0 * n))
        }
        Value::Array(items) if items.is_empty() => "none".to_owned(),
        Value::Array(items) => items.iter().map(flat).collect::<Vec<_>>().join(", "),
        Value::Object(map) if map.is_empty() => "none".to_owned(),
        Value::Object(map) => map.iter().map(|(k, v)| format!("{k} = {}", flat(v))).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    };
    format!("{what}: {} there and {} here", shown(theirs), shown(ours))
}

/// A value within another, as plain as can be; of a side and an order as `--forbid` has them.
fn flat(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(pair) => {
            let words: Vec<String> = pair.iter().rev().map(flat).collect();
            words.join("@")
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_named_with_its_place() {
        let plan = |bot: &str, end: u64| {
            json!({
                "sides": ["red", "blue"],
                "base": { "header": { "seats": ["steady", bot], "variants": [], "options": {} }, "forbidden": [] },
                "variant": null,
                "until": null,
                "seeds": [0, end],
            })
        };
        assert_eq!(difference(&plan("lua", 5), &plan("lua", 9)), None);
        let changed = |path: &str, value: Value| {
            let mut other = plan("lua", 5);
            *other.pointer_mut(path).unwrap() = value;
            difference(&plan("lua", 5), &other).unwrap()
        };
        for (path, value, expected) in [
            ("/base/header/seats/1", json!("random"), "who plays blue: \"lua\" there and \"random\" here"),
            ("/base/header/variants", json!(["mud"]), "the variants in use: none there and mud here"),
            (
                "/base/header/options",
                json!({ "mud.deep": "true" }),
                "the option mud.deep: none there and \"true\" here",
            ),
            (
                "/base/forbidden",
                json!([["red", "march"]]),
                "what is forbidden (--forbid): none there and march@red here",
            ),
            ("/until", json!(0.05), "--until: none there and 5 here"),
            ("/variant", json!({ "header": {} }), "it plays one version alone, and this one compares it with another"),
        ] {
            assert_eq!(changed(path, value), expected);
        }
    }
}
