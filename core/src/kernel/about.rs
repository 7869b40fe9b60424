//! What a game says of itself before it is opened: enough for a dialog that begins a match.

use super::{PackOption, Rule};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A game as a list of games shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The game's id, as commands name it: `triomphe`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// One or two sentences.
    pub summary: String,
    /// The sides in seat order, lower case.
    pub sides: Vec<String>,
    /// Set-ups, the usual one first.
    pub setups: Vec<Named>,
    /// Variants, by the id of their pack.
    pub variants: Vec<Named>,
    /// Those of them that show authors how something is done, and are not meant to be played for their own sake.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<String>,
    /// The options of the variants.
    #[serde(default)]
    pub options: Vec<PackOption>,
    /// Readings of the rules that can be chosen.
    pub rulings: Vec<Ruling>,
    /// Who may sit: `human`, `random`, `steady`, `search`, the ids of bots.
    pub seats: Vec<String>,
    /// Other names for them: a scripted bot of the house by its own, `marshal` for `lua`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub aliases: BTreeMap<String, String>,
    /// Whether rules or values were reconstructed where no source gave them.
    pub reconstructed: bool,
    /// Why it cannot be played; its sides and set-ups are then not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub broken: Option<String>,
    /// Packs that were found and cannot be used, by what they and their folders are called: why.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub unusable: BTreeMap<String, String>,
}

/// Something with a name for commands and a title for people.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    /// The name in commands and files.
    pub name: String,
    /// The title.
    pub title: String,
    /// A sentence or two.
    pub summary: String,
}

/// A reading of the rules that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruling {
    /// The name in commands and files: `cleaned_up_may_road_march`.
    pub name: String,
    /// The section that is read.
    pub rule: Rule,
    /// What it decides.
    pub help: String,
    /// The values that it may have, as text.
    pub values: Vec<String>,
    /// The value that is recommended.
    pub default: String,
}
