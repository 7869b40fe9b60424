//! The options that `pack.toml` declares, and what a match makes of them.
//!
//! ```toml
//! [options.hours]
//! type = "int"              # bool, int or choice
//! range = [1, 6]            # of an int; a choice has `choices = ["dry", "wet"]`
//! default = 3
//! title = "Hours of rain"
//! help = "How long the road stays mud."
//! ```

use std::collections::BTreeMap;

use toml::de::DeTable;

use super::nearest::did_you_mean;
use super::toml_doc::{Name, Table, Value};
use crate::kernel::{OptionForm, OptionValue, PackOption};

/// The types as `pack.toml` writes them.
const TYPES: [(&str, Type); 3] = [("bool", Type::Bool), ("int", Type::Int), ("choice", Type::Choice)];
/// Most options of one pack.
const MOST: usize = 32;

#[derive(Clone, Copy)]
enum Type {
    Bool,
    Int,
    Choice,
}

/// Reads `[options.NAME]` of a manifest, in the order of the file.
pub(super) fn read(top: &Table<'_>, pack: &str) -> Vec<PackOption> {
    let Some(all) = top.table("options") else { return Vec::new() };
    let options = all.tables();
    if options.len() > MOST {
        all.reader().error(all.at(), format!("{} options; a pack may have {MOST}", options.len()));
    }
    options.iter().filter_map(|(name, table)| option(name, table, pack)).collect()
}

fn option(name: &Name<'_>, table: &Table<'_>, pack: &str) -> Option<PackOption> {
    let sound = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
    let named = name.text.starts_with(|c: char| c.is_ascii_lowercase()) && name.text.bytes().all(sound);
    if !named || name.text.len() > 40 {
        let what = "the name of an option is 1 to 40 small letters, digits and underscores, a letter first";
        table.reader().error(&name.at, what);
    }
    let kind = table.need("type").and_then(|v| v.choice(&TYPES));
    let title = table.need("title").and_then(|v| v.text()).map(|n| n.text.to_owned());
    let help = table.get("help").and_then(|v| v.lines()).map_or_else(String::new, |n| n.text.to_owned());
    let form = kind.and_then(|kind| match kind {
        Type::Bool => Some(OptionForm::Bool),
        Type::Int => {
            let at = table.need("range")?;
            let [least, most] = at.numbers(-1_000_000, 1_000_000)?;
            if least >= most {
                at.error("a range goes from a lower number to a higher one");
            }
            Some(OptionForm::Int(least, most))
        }
        Type::Choice => choices(&table.need("choices")?).map(OptionForm::Choice),
    });
    let default = table.need("default").zip(form.as_ref()).and_then(|(value, form)| default(&value, form));
    table.done_below(&super::manifest::KEYS);
    let (name, pack) = (name.text.to_owned(), pack.to_owned());
    Some(PackOption { pack, name, title: title?, help, form: form?, default: default? })
}

/// The names of the options that a manifest declares, also where it is broken otherwise; none where it is no TOML.
#[must_use]
pub fn names(manifest: &str) -> Option<Vec<String>> {
    let (root, errors) = DeTable::parse_recoverable(manifest);
    if !errors.is_empty() {
        return None;
    }
    let options = root.get_ref().get("options").and_then(|options| options.get_ref().as_table());
    Some(options.into_iter().flat_map(|options| options.keys()).map(|name| name.get_ref().to_string()).collect())
}

fn choices(value: &Value<'_>) -> Option<Vec<String>> {
    let mut words: Vec<String> = Vec::new();
    for word in value.texts()? {
        if word.text.is_empty() || words.iter().any(|known| known == word.text) {
            value.reader().error(&word.at, format!("\"{}\" is empty or stands here twice", word.text));
        }
        words.push(word.text.to_owned());
    }
    if words.len() < 2 {
        value.error("a choice has two words or more");
        return None;
    }
    Some(words)
}

fn default(value: &Value<'_>, form: &OptionForm) -> Option<OptionValue> {
    match form {
        OptionForm::Bool => value.truth().map(OptionValue::Bool),
        OptionForm::Int(least, most) => value.number(*least, *most).map(OptionValue::Int),
        OptionForm::Choice(words) => {
            let name = value.text()?;
            if !words.iter().any(|word| word == name.text) {
                let hint = did_you_mean(name.text, words.iter().map(String::as_str));
                value.reader().hinted(&name.at, format!("\"{}\" is none of {form}", name.text), hint);
            }
            Some(OptionValue::Word(name.text.to_owned()))
        }
    }
}

/// The values of a pack's options in a match: those that were chosen by `PACK.NAME`, the defaults of the others.
///
/// # Errors
/// A sentence: an option that the pack does not have, with the nearest that it has, or a value that it cannot take.
pub(super) fn values(
    id: &str,
    options: &[PackOption],
    chosen: &BTreeMap<String, String>,
) -> Result<BTreeMap<String, OptionValue>, String> {
    let mut values: BTreeMap<String, OptionValue> =
        options.iter().map(|option| (option.name.clone(), option.default.clone())).collect();
    for (key, text) in chosen {
        let Some(name) = key.strip_prefix(id).and_then(|rest| rest.strip_prefix('.')) else { continue };
        let Some(option) = options.iter().find(|option| option.name == name) else {
            let hint = did_you_mean(name, options.iter().map(|option| option.name.as_str()));
            let hint = hint.map_or_else(String::new, |hint| format!("; {hint}"));
            return Err(format!("the pack \"{id}\" has no option \"{name}\"{hint}"));
        };
        let value = option.form.read(text);
        let value = value.ok_or_else(|| format!("{key} cannot be \"{text}\"; it can be {}", option.form))?;
        values.insert(name.to_owned(), value);
    }
    Ok(values)
}
