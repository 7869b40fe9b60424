//! What a game in Luau is opened from: sources, data, bounds, readings of the rules.

use super::declare::{self, Names};
use super::{ScriptGame, failed};
use crate::kernel::*;
use crate::script::{Alarm, Limits, Meter, Sandbox, Sources, Value, Watch};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// Opens a game that a pack brings whole, as Luau.
#[derive(Debug)]
pub struct ScriptKit {
    /// The pack's id.
    pub pack: String,
    /// Its sources.
    pub sources: Sources,
    /// The module that returns the game, without `.luau`.
    pub entry: String,
    /// The bounds of its machine.
    pub limits: Limits,
    /// Interrupts that one operation (all offers, one order) may spend.
    pub fuel: u64,
    /// Who looks after the scripts of games that are opened.
    pub watch: Watch,
    /// What the scripts read as `data.NAME`.
    pub data: BTreeMap<String, Value>,
    /// Readings of the rules, by name; what is left out is as the game has it.
    pub options: BTreeMap<String, String>,
    /// What [`Kit::packs`] says.
    pub stamps: Vec<PackStamp>,
    /// What [`Kit::embedded`] says.
    pub files: BTreeMap<String, String>,
    /// What [`Kit::in_use`] says.
    pub in_use: Vec<InUse>,
    /// What reads it anew; without it [`Kit::anew`] cannot.
    pub reader: Option<Reader>,
    names: OnceLock<Arc<Names>>,
}

/// Reads a pack's game anew, as it lies now.
#[derive(Clone)]
pub struct Reader(pub Arc<ReadAnew>);

/// How a [`Reader`] reads.
pub type ReadAnew = dyn Fn(&Wanted<'_>) -> Result<ScriptKit, Fault> + Send + Sync;

impl std::fmt::Debug for Reader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Reader")
    }
}

impl ScriptKit {
    /// A kit with the usual bounds.
    #[must_use]
    pub fn new(pack: &str, sources: Sources, entry: &str) -> ScriptKit {
        let limits = Limits::default();
        ScriptKit {
            pack: pack.to_owned(),
            sources,
            entry: entry.to_owned(),
            fuel: limits.call_fuel.saturating_mul(10),
            limits,
            watch: Watch::default(),
            data: BTreeMap::new(),
            options: BTreeMap::new(),
            stamps: Vec::new(),
            files: BTreeMap::new(),
            in_use: Vec::new(),
            reader: None,
            names: OnceLock::new(),
        }
    }
}

/// Gives scripts the data of a game's pack, to read.
pub(in crate::script) fn lay_data(lua: &mlua::Lua, files: &BTreeMap<String, Value>) -> mlua::Result<()> {
    let data = lua.create_table()?;
    for (name, value) in files {
        data.raw_set(name.as_str(), value)?;
    }
    let data = mlua::Value::Table(data);
    crate::script::sandbox::freeze(&data)?;
    lua.globals().raw_set("data", data)
}

/// The same, and no options: `start` is given those.
pub(super) fn lay_out(lua: &mlua::Lua, files: &BTreeMap<String, Value>) -> mlua::Result<()> {
    lay_data(lua, files)?;
    crate::script::options::install_for_game(lua)
}

impl Kit for ScriptKit {
    type G = ScriptGame;

    fn packs(&self) -> Vec<PackStamp> {
        self.stamps.clone()
    }
    fn revision(&self) -> String {
        env!("RULES_SCRIPTED").to_owned()
    }
    fn embedded(&self) -> BTreeMap<String, String> {
        self.files.clone()
    }
    fn in_use(&self) -> Vec<InUse> {
        self.in_use.clone()
    }
    fn console(&self) -> Option<&Console> {
        self.watch.console()
    }
    fn anew(&self, wanted: &Wanted<'_>) -> Result<ScriptKit, Fault> {
        match &self.reader {
            Some(reader) => reader.0(wanted),
            None => Err(Fault::new("nothing is known of where this game lies")),
        }
    }
    fn open(&self, _: &HookMask) -> Result<ScriptGame, Fault> {
        let meter = Meter::new(self.fuel, Alarm::default());
        self.watch.attend(&meter);
        let (sources, limits) = (self.sources.clone(), self.limits.clone());
        let sandbox = Sandbox::with_api(&self.pack, sources, limits, &meter, |lua| lay_out(lua, &self.data));
        let sandbox = sandbox.map_err(failed)?;
        let table = sandbox.load(&self.entry).map_err(failed)?;
        let names = |words: &declare::Words| self.names.get_or_init(|| Arc::new(words.kept())).clone();
        let mut game = declare::read(sandbox, &table, names)?;
        for option in &game.declared.options {
            let value = self.options.get(&option.name).unwrap_or(&option.default);
            game.chosen.insert(option.name.clone(), value.clone());
        }
        Ok(game)
    }
}
