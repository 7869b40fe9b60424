//! The global `options` of a pack's scripts: what was chosen for this match, read-only.

use std::collections::BTreeMap;

use mlua::Lua;

use super::value::BadValue;
use crate::kernel::OptionValue;
use crate::pack::nearest::did_you_mean;

/// The name of the table.
pub(super) const OPTIONS: &str = "options";

/// What to do in a game in Luau, which has no such options.
pub(super) const GAME_OPTIONS: &str =
    "`start` is given the options of the table that game.luau returns: keep in `memory` what steps need of them";

/// Installs the table in a machine that is being built. A name that is no option is an error, not nil.
pub(super) fn install(lua: &Lua, options: &BTreeMap<String, OptionValue>) -> mlua::Result<()> {
    lay_out(lua, options, None)
}

/// Installs a table in a game in Luau that has nothing, and says where its options are.
pub(super) fn install_for_game(lua: &Lua) -> mlua::Result<()> {
    lay_out(lua, &BTreeMap::new(), Some(GAME_OPTIONS))
}

fn lay_out(lua: &Lua, options: &BTreeMap<String, OptionValue>, remedy: Option<&'static str>) -> mlua::Result<()> {
    let table = lua.create_table()?;
    for (name, value) in options {
        match value {
            OptionValue::Bool(truth) => table.raw_set(name.as_str(), *truth)?,
            OptionValue::Int(n) => table.raw_set(name.as_str(), *n)?,
            OptionValue::Word(word) => table.raw_set(name.as_str(), word.as_str())?,
        }
    }
    let names: Vec<String> = options.keys().cloned().collect();
    let unknown =
        lua.create_function(move |_, (_, name): (mlua::Value, mlua::Value)| -> mlua::Result<mlua::Value> {
            let name = name.to_string().unwrap_or_default();
            let near = did_you_mean(&name, names.iter().map(String::as_str));
            let hint = near.or(remedy.map(str::to_owned)).map_or_else(String::new, |hint| format!("; {hint}"));
            Err(BadValue(format!("this pack has no option `{name}`{hint}")).into())
        })?;
    let meta = lua.create_table()?;
    meta.raw_set("__index", unknown)?;
    meta.set_readonly(true);
    table.set_metatable(Some(meta))?;
    table.set_readonly(true);
    lua.globals().raw_set(OPTIONS, table)
}
