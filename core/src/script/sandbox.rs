//! One guarded virtual machine: built, loaded and called.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

use mlua::chunk::{ChunkMode, Compiler};
use mlua::{FromLuaMulti, Function, IntoLua, IntoLuaMulti, Lua, LuaOptions, MultiValue, Scope, StdLib, Table, VmState};

use super::error::{HOST_CHUNK, Kind, ScriptError, external, root_cause};
use super::exports::{Exports, Hook};
use super::ledger::Ledger;
use super::limits::Limits;
use super::meter::{Gauge, Meter, Trip};
use super::schema::Schema;
use super::source::{Sources, bad_pack_id};
use super::store::Store;
use super::value::{Value, a_type};

/// The virtual machine of one pack.
///
/// Scripts share nothing with the program but what the host installs at the start and lends for the length of a call.
/// Globals, libraries and the tables that modules return are frozen.
pub struct Sandbox {
    lua: Lua,
    pack: Rc<str>,
    limits: Rc<Limits>,
    meter: Meter,
    gauge: Rc<Gauge>,
    modules: Rc<Modules>,
    require: Function,
    newproxy: Function,
    /// The memories of its scripts: one, unless a test uses several schemas.
    ledgers: RefCell<Vec<Rc<Ledger>>>,
    running: Cell<bool>,
}

/// The arguments of one call: plain data, and handles that die with it.
pub struct Args<'scope, 'env: 'scope> {
    sandbox: &'env Sandbox,
    scope: &'scope Scope<'scope, 'env>,
    values: MultiValue,
    open: Option<Rc<Ledger>>,
    /// Where the memory that lies open is written to afterwards.
    back: Option<&'env mut Store>,
}

impl Sandbox {
    /// A machine for `pack` that can load `sources`, with the plain Luau libraries and no host API.
    ///
    /// # Errors
    /// Sources that may not be loaded.
    pub fn new(pack: &str, sources: Sources, limits: Limits, meter: &Meter) -> Result<Self, Box<ScriptError>> {
        Self::with_api(pack, sources, limits, meter, |_| Ok(()))
    }

    /// As [`Sandbox::new`]; `install` sets the globals of the host API before they are frozen.
    ///
    /// # Errors
    /// Sources that may not be loaded, or what `install` returns.
    pub fn with_api(
        pack: &str,
        sources: Sources,
        limits: Limits,
        meter: &Meter,
        install: impl FnOnce(&Lua) -> mlua::Result<()>,
    ) -> Result<Self, Box<ScriptError>> {
        if bad_pack_id(pack) {
            let id = pack.chars().take(64).collect::<String>();
            return Err(ScriptError::new(
                &id,
                None,
                Kind::Source,
                "a pack id is 1 to 64 letters, digits, `_`, `-`, `.`",
            ));
        }
        sources.check(pack, &limits)?;
        let gauge = Rc::new(Gauge::new(limits.call_fuel, meter.clone()));
        let modules = Rc::new(Modules { sources, loaded: RefCell::default(), loading: RefCell::default() });
        let build = || {
            let lua = Lua::new_with(libraries(), LuaOptions::default())?;
            lua.set_compiler(compiler());
            let newproxy = lua.globals().raw_get("newproxy")?;
            keep_only_listed(&lua)?;
            let require = install_prelude(&lua, pack, &limits, &gauge, &modules)?;
            install(&lua)?;
            lua.sandbox(true)?;
            lua.globals().set_readonly(true);
            lua.set_memory_limit(limits.memory)?;
            lua.set_app_data(Rc::clone(&gauge));
            let watched = Rc::clone(&gauge);
            lua.set_interrupt(move |lua| {
                watched.spend(1, || traceback(lua))?;
                Ok(VmState::Continue)
            });
            Ok((lua, require, newproxy))
        };
        let (lua, require, newproxy) = build().map_err(|err| ScriptError::from_lua(pack, None, &err))?;
        Ok(Self {
            lua,
            pack: pack.into(),
            limits: Rc::new(limits),
            meter: meter.clone(),
            gauge,
            modules,
            require,
            newproxy,
            ledgers: RefCell::default(),
            running: Cell::new(false),
        })
    }

    /// Id of the pack.
    #[must_use]
    pub fn pack(&self) -> &str {
        &self.pack
    }

    /// The limits that it was built with.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The meter that it shares.
    #[must_use]
    pub fn meter(&self) -> &Meter {
        &self.meter
    }

    /// Interrupts that the running or last call spent.
    #[must_use]
    pub fn fuel_used(&self) -> u64 {
        self.gauge.used()
    }

    /// Runs module `name` once (a path within the pack, without `.luau`) and gives the table that it returned.
    ///
    /// # Errors
    /// No such module, anything that goes wrong while it runs, a module that returns no table.
    pub fn load(&self, name: &str) -> Result<Exports, Box<ScriptError>> {
        let path = self
            .modules
            .sources
            .resolve(name)
            .map_err(|message| ScriptError::new(&self.pack, None, Kind::Source, message))?;
        let module = self.run(None, || {
            self.close_but(None);
            self.require.call::<mlua::Value>(name)
        })?;
        match module {
            mlua::Value::Table(table) => {
                Ok(Exports { table, pack: Rc::clone(&self.pack), path: path.into(), limits: Rc::clone(&self.limits) })
            }
            other => {
                let message = format!("a module must return a table, not {}", a_type(other.type_name()));
                let mut err = ScriptError::new(&self.pack, None, Kind::BadValue, message);
                err.file = Some(path);
                Err(err)
            }
        }
    }

    /// Compiles the body of a function from `text`, as for a prompt; its arguments are `...`.
    ///
    /// # Errors
    /// Text that is too long or does not parse.
    pub fn compile(&self, name: &str, text: &str) -> Result<Hook, Box<ScriptError>> {
        let file = format!("{name}.luau");
        Sources::new().with(file.as_str(), text).check(&self.pack, &self.limits)?;
        let chunk = self.lua.load(text).set_name(format!("={}/{file}", self.pack)).set_mode(ChunkMode::Text);
        match chunk.into_function() {
            Ok(function) => Ok(Hook { name: name.into(), function }),
            Err(err) => Err(ScriptError::from_lua(&self.pack, None, &err)),
        }
    }

    /// Calls `hook` with plain data; gives its first result.
    ///
    /// # Errors
    /// Anything that goes wrong in the script or at the border; the machine can be used again afterwards.
    pub fn call(&self, hook: &Hook, args: &[Value]) -> Result<Value, Box<ScriptError>> {
        let _operation = self.meter.operation();
        let result = self.run(Some(hook), || {
            self.close_but(None);
            let values = args.iter().map(|arg| arg.into_lua(&self.lua)).collect::<mlua::Result<MultiValue>>()?;
            hook.function.call::<mlua::Value>(values)
        })?;
        self.read(hook, &result)
    }

    /// Calls `hook` with what `lend` puts into the arguments; handles among them die with the call.
    ///
    /// # Errors
    /// As [`Sandbox::call`], and what `lend` returns.
    pub fn call_with<'env, F>(&'env self, hook: &Hook, lend: F) -> Result<Value, Box<ScriptError>>
    where
        F: for<'scope> FnOnce(&mut Args<'scope, 'env>) -> mlua::Result<()>,
    {
        let _operation = self.meter.operation();
        let result = self.call_lent(hook, lend)?;
        self.read(hook, &result)
    }

    /// As [`Sandbox::call_with`], with the result as it lies in the machine: the caller reads it, and charges for it.
    pub(super) fn call_lent<'env, F>(&'env self, hook: &Hook, lend: F) -> Result<mlua::Value, Box<ScriptError>>
    where
        F: for<'scope> FnOnce(&mut Args<'scope, 'env>) -> mlua::Result<()>,
    {
        self.run(Some(hook), || {
            self.lua.scope(|scope| {
                let mut args = Args { sandbox: self, scope, values: MultiValue::new(), open: None, back: None };
                lend(&mut args)?;
                let Args { values, open, back, .. } = args;
                self.close_but(open.as_ref());
                let result = hook.function.call::<mlua::Value>(values);
                if let (Some(ledger), Err(_)) = (&open, &result) {
                    ledger.doubt();
                }
                if let (Some(ledger), Some(store)) = (open, back) {
                    ledger.copy_to(&mut store.memory);
                }
                result
            })
        })
    }

    /// The memory of a schema as this machine's scripts see it.
    fn ledger(&self, schema: &Arc<Schema>) -> mlua::Result<Rc<Ledger>> {
        if let Some(ledger) = self.ledgers.borrow().iter().find(|ledger| ledger.is_of(schema)) {
            return Ok(ledger.clone());
        }
        let made = Rc::new(self.gauge.free(|| Ledger::new(&self.lua, &self.newproxy, schema))?);
        self.ledgers.borrow_mut().push(made.clone());
        Ok(made)
    }

    /// Closes all memories but one: a script may have kept the handle of an earlier call.
    fn close_but(&self, open: Option<&Rc<Ledger>>) {
        let ledgers = self.ledgers.borrow();
        ledgers
            .iter()
            .filter(|ledger| open.is_none_or(|open| !Rc::ptr_eq(open, ledger)))
            .for_each(|other| other.close());
    }

    /// Makes what the host keeps in the machine, at no cost to its calls.
    pub(super) fn keep<R>(&self, make: impl FnOnce(&Lua) -> mlua::Result<R>) -> Result<R, Box<ScriptError>> {
        self.gauge.free(|| make(&self.lua)).map_err(|err| ScriptError::from_lua(&self.pack, None, &err))
    }

    /// Calls `hook` with arguments and results that the caller converts: the quickest way for numbers and booleans.
    ///
    /// The conversions of `R` must refuse what the game cannot use; [`Value`] does so in [`Sandbox::call`].
    ///
    /// # Errors
    /// As [`Sandbox::call`].
    pub fn call_raw<R: FromLuaMulti>(&self, hook: &Hook, args: impl IntoLuaMulti) -> Result<R, Box<ScriptError>> {
        self.run(Some(hook), || {
            self.close_but(None);
            hook.function.call::<R>(args)
        })
    }

    /// Reads what a hook returned, and charges for it.
    pub(super) fn read(&self, hook: &Hook, result: &mlua::Value) -> Result<Value, Box<ScriptError>> {
        let value = Value::read(result, &self.limits).map_err(|err| {
            let mut fault = ScriptError::new(&self.pack, Some(hook.name()), Kind::BadValue, format!("result: {err}"));
            hook.place(&mut fault);
            fault
        })?;
        self.charge_result(hook, value.weight())?;
        Ok(value)
    }

    /// Charges the call that is over for what is read of its result, in steps.
    pub(super) fn charge_result(&self, hook: &Hook, steps: u64) -> Result<(), Box<ScriptError>> {
        if self.gauge.spend(steps, String::new).is_err()
            && let Some(trip) = self.gauge.take_trip()
        {
            let mut fault = ScriptError::from_trip(&self.pack, Some(hook.name()), trip);
            hook.place(&mut fault);
            return Err(fault);
        }
        Ok(())
    }

    /// Runs one call under its budgets, and leaves the machine usable whatever happens.
    fn run<R>(&self, hook: Option<&Hook>, call: impl FnOnce() -> mlua::Result<R>) -> Result<R, Box<ScriptError>> {
        let name = hook.map(Hook::name);
        if self.running.replace(true) {
            let message = "called while a script of this pack is running";
            return Err(ScriptError::new(&self.pack, name, Kind::Reentry, message));
        }
        let _running = Running(&self.running);
        let _operation = self.meter.operation();
        self.gauge.start();
        self.modules.loading.borrow_mut().clear();
        let result = call();
        let mut fault = match (self.gauge.take_trip(), result) {
            (None, Ok(result)) => {
                self.meter.strained(self.gauge.used(), self.gauge.limit());
                return Ok(result);
            }
            (Some(trip), _) => ScriptError::from_trip(&self.pack, name, trip),
            (None, Err(err)) => ScriptError::from_lua(&self.pack, name, &err),
        };
        if let (None, Some(hook)) = (&fault.file, hook) {
            hook.place(&mut fault); // running out of memory leaves no trace
        }
        // Luau collects nothing by itself at the limit: clear what the failed call left behind.
        if self.lua.used_memory() > self.limits.memory / 2
            && let Err(err) = self.lua.gc_collect()
        {
            return Err(ScriptError::from_lua(&self.pack, name, &err));
        }
        Err(fault)
    }
}

impl fmt::Debug for Sandbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sandbox")
            .field("pack", &self.pack)
            .field("fuel_used", &self.fuel_used())
            .finish_non_exhaustive()
    }
}

/// Marks the machine idle again, also when a host function panics.
struct Running<'a>(&'a Cell<bool>);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.set(false);
    }
}

impl<'scope, 'env: 'scope> Args<'scope, 'env> {
    /// Adds plain data.
    ///
    /// # Errors
    /// Integers over 2^53; no memory.
    pub fn value(&mut self, value: &Value) -> mlua::Result<()> {
        self.raw(value)
    }

    /// Adds anything that converts to Luau, such as a number or a boolean.
    ///
    /// # Errors
    /// What the conversion returns.
    pub fn raw(&mut self, value: impl IntoLua) -> mlua::Result<()> {
        self.values.push_back(value.into_lua(&self.sandbox.lua)?);
        Ok(())
    }

    /// Adds a read-only handle on `thing`; a use after the call is a [`Kind::DeadHandle`].
    ///
    /// # Errors
    /// No memory.
    pub fn handle<T: mlua::UserData + 'static>(&mut self, thing: &'env T) -> mlua::Result<()> {
        self.values.push_back(mlua::Value::UserData(self.scope.create_userdata_ref(thing)?));
        Ok(())
    }

    /// Adds a handle on a memory, to read. A script that keeps it sees by it, in a later call, the memory of that call.
    ///
    /// # Errors
    /// A second memory in one call; no memory for it.
    pub fn memory(&mut self, store: &'env Store) -> mlua::Result<()> {
        self.lay(store, false)
    }

    /// Adds a handle on a memory, to read and to write.
    ///
    /// # Errors
    /// As [`Args::memory`].
    pub fn memory_mut(&mut self, store: &'env mut Store) -> mlua::Result<()> {
        self.lay(store, true)?;
        self.back = Some(store);
        Ok(())
    }

    fn lay(&mut self, store: &Store, write: bool) -> mlua::Result<()> {
        if self.open.is_some() {
            return Err(mlua::Error::runtime("a call is lent one memory"));
        }
        let ledger = self.sandbox.ledger(&store.schema)?;
        self.values.push_back(ledger.open(store, write)?.clone());
        self.open = Some(ledger);
        Ok(())
    }

    /// Adds a handle whose methods may change `thing`, such as a [`super::Chance`].
    ///
    /// # Errors
    /// No memory.
    pub fn handle_mut<T: mlua::UserData + 'static>(&mut self, thing: &'env mut T) -> mlua::Result<()> {
        self.values.push_back(mlua::Value::UserData(self.scope.create_userdata_ref_mut(thing)?));
        Ok(())
    }

    /// Adds a host function, such as `default`, that the script may call during this call.
    ///
    /// A [`ScriptError`] that it returns (by `?`) ends the call: the script cannot catch it.
    ///
    /// # Errors
    /// No memory.
    pub fn function<F, A, R>(&mut self, function: F) -> mlua::Result<()>
    where
        F: Fn(&Lua, A) -> mlua::Result<R> + 'scope,
        A: FromLuaMulti,
        R: IntoLuaMulti,
    {
        self.values.push_back(mlua::Value::Function(self.scope.create_function(function)?));
        Ok(())
    }
}

/// The modules of a pack: run once, kept frozen.
struct Modules {
    sources: Sources,
    loaded: RefCell<BTreeMap<String, mlua::RegistryKey>>,
    loading: RefCell<Vec<String>>,
}

impl Modules {
    /// The value of a loaded module, or the function that loads it, or a sentence.
    fn begin(&self, lua: &Lua, pack: &str, name: &str) -> mlua::Result<(Option<Function>, mlua::Value)> {
        let path = self.sources.resolve(name).map_err(mlua::Error::runtime)?;
        if let Some(key) = self.loaded.borrow().get(name) {
            return Ok((None, lua.registry_value(key)?));
        }
        let mut loading = self.loading.borrow_mut();
        if loading.iter().any(|other| other == name) {
            let cycle = loading.join(" > ");
            return Err(mlua::Error::runtime(format!("require: modules wait for each other: {cycle} > {name}")));
        }
        let name_of_chunk = format!("={pack}/{path}");
        let chunk = match self.sources.code(&path, |text| compiler().compile(text).ok()) {
            Some(code) => lua.load(code).set_name(name_of_chunk).set_mode(ChunkMode::Binary).into_function()?,
            // what does not parse is loaded as text: the error tells the place
            None => {
                let text = self.sources.text(&path).unwrap_or_default();
                lua.load(text).set_name(name_of_chunk).set_mode(ChunkMode::Text).into_function()?
            }
        };
        loading.push(name.to_owned());
        Ok((Some(chunk), mlua::Value::Nil))
    }

    /// Freezes and keeps what the module `name` returned.
    fn end(&self, lua: &Lua, name: String, value: mlua::Value) -> mlua::Result<mlua::Value> {
        freeze(&value)?;
        let key = lua.create_registry_value(value.clone())?;
        self.loading.borrow_mut().retain(|other| *other != name);
        self.loaded.borrow_mut().insert(name, key);
        Ok(value)
    }
}

/// Freezes every table that `value` reaches: what modules share must not change between calls.
pub(super) fn freeze(value: &mlua::Value) -> mlua::Result<()> {
    let mut seen = HashSet::new();
    let mut open = Vec::new();
    let mut note = |value: &mlua::Value, open: &mut Vec<Table>| {
        if let mlua::Value::Table(table) = value
            && seen.insert(table.to_pointer())
        {
            open.push(table.clone());
        }
    };
    note(value, &mut open);
    while let Some(table) = open.pop() {
        table.set_readonly(true);
        table.for_each(|key: mlua::Value, value: mlua::Value| {
            note(&key, &mut open);
            note(&value, &mut open);
            Ok(())
        })?;
    }
    Ok(())
}

fn libraries() -> StdLib {
    StdLib::TABLE
        | StdLib::STRING
        | StdLib::MATH
        | StdLib::BIT
        | StdLib::UTF8
        | StdLib::COROUTINE
        | StdLib::BUFFER
        | StdLib::VECTOR
}

pub(super) fn compiler() -> Compiler {
    // The compiled-in shortcuts of these would go round our own.
    let ours = ["setmetatable", "unpack", "table.unpack", "table.insert", "string.byte", "string.sub"];
    Compiler::new().set_optimization_level(1).set_debug_level(1).set_disabled_builtins(ours)
}

/// What scripts keep of Luau's globals and libraries; anything not listed is taken away.
pub(super) const KEPT: &[(&str, &str)] = &[
    (
        "",
        "assert error getmetatable ipairs next pairs pcall rawequal rawget rawlen rawset select setmetatable tonumber \
         tostring type typeof unpack xpcall",
    ),
    (
        "bit32",
        "arshift band bnot bor btest bxor byteswap countlz countrz extract lrotate lshift replace rrotate rshift",
    ),
    (
        "buffer",
        "copy create fill fromstring len readbits readf32 readf64 readi16 readi32 readi8 readstring readu16 readu32 \
         readu8 tostring writebits writef32 writef64 writei16 writei32 writei8 writestring writeu16 writeu32 writeu8",
    ),
    ("coroutine", "close create isyieldable resume running status wrap yield"),
    (
        "math",
        "abs acos asin atan atan2 ceil clamp cos cosh deg e exp floor fmod frexp huge isfinite isinf isnan ldexp lerp \
         log log10 map max min modf nan noise phi pi pow rad round sign sin sinh sqrt sqrt2 tan tanh tau",
    ),
    ("string", "byte char find format gmatch gsub len lower match rep reverse split sub upper"),
    ("table", "clear clone concat create find freeze insert isfrozen move pack remove sort unpack"),
    ("utf8", "char charpattern codepoint codes len offset"),
    ("vector", "abs angle ceil clamp create cross dot floor lerp magnitude max min normalize one sign zero"),
];

fn keep_only_listed(lua: &Lua) -> mlua::Result<()> {
    let globals = lua.globals();
    for (library, kept) in KEPT {
        let table = if library.is_empty() { globals.clone() } else { globals.raw_get::<Table>(*library)? };
        let mut gone = Vec::new();
        table.for_each(|name: String, _: mlua::Value| {
            let is_library = library.is_empty() && KEPT.iter().any(|(other, _)| *other == name);
            if !is_library && !kept.split_whitespace().any(|other| other == name) {
                gone.push(name);
            }
            Ok(())
        })?;
        for name in gone {
            table.raw_set(name, mlua::Value::Nil)?;
        }
    }
    Ok(())
}

/// The code of the host's own Luau, compiled once.
fn prelude() -> mlua::Result<&'static [u8]> {
    static CODE: OnceLock<Vec<u8>> = OnceLock::new();
    if let Some(code) = CODE.get() {
        return Ok(code);
    }
    let code = compiler().compile(include_str!("prelude.luau"))?;
    Ok(CODE.get_or_init(|| code))
}

/// Runs the host's own Luau, which wraps library functions and gives `require`, `print` and `sorted_pairs`.
fn install_prelude(
    lua: &Lua,
    pack: &str,
    limits: &Limits,
    gauge: &Rc<Gauge>,
    modules: &Rc<Modules>,
) -> mlua::Result<Function> {
    let host = lua.create_table()?;
    host.raw_set("text", limits.text)?;
    host.raw_set("items", limits.items)?;
    host.raw_set("subject", limits.subject)?;

    let spending = Rc::clone(gauge);
    let spend = move |lua: &Lua, units: f64| spending.spend(units as u64, || traceback(lua));
    host.raw_set("spend", lua.create_function(spend)?)?;

    let (sealing, of_pack) = (Rc::clone(gauge), pack.to_owned());
    let seal = move |lua: &Lua, caught: mlua::Value| match uncatchable(&caught, || traceback(lua)) {
        Some(trip) => Err(sealing.set_trip(trip)),
        None => Ok(caught.as_error().map(|err| ScriptError::from_lua(&of_pack, None, err).message)),
    };
    host.raw_set("seal", lua.create_function(seal)?)?;

    // the same steps whether anybody reads it or not
    let (hearing, of_pack, line) = (Rc::clone(gauge), pack.to_owned(), RefCell::new(String::new()));
    let hear = move |_: &Lua, (word, last): (mlua::LuaString, bool)| {
        if hearing.meter().is_read() {
            let mut line = line.borrow_mut();
            if line.len() < MOST_PRINTED {
                line.push_str(&word.to_string_lossy());
                line.push(' ');
            }
            if last {
                hearing.meter().printed(&of_pack, line.trim_end());
                line.clear();
            }
        }
        Ok(())
    };
    host.raw_set("hear", lua.create_function(hear)?)?;

    let beginning = Rc::clone(modules);
    let pack = pack.to_owned();
    let begin = move |lua: &Lua, name: String| beginning.begin(lua, &pack, &name);
    host.raw_set("begin_module", lua.create_function(begin)?)?;

    let ending = Rc::clone(modules);
    let end = move |lua: &Lua, (name, value): (String, mlua::Value)| ending.end(lua, name, value);
    host.raw_set("end_module", lua.create_function(end)?)?;

    lua.load(prelude()?).set_name(format!("={HOST_CHUNK}")).set_mode(ChunkMode::Binary).call::<()>(host)?;
    lua.globals().raw_get("require")
}

/// Bytes of a printed line after which no word is added to it.
const MOST_PRINTED: usize = 4096;

/// Why a caught error may not be swallowed: no memory, or a failure in a pack below.
fn uncatchable(caught: &mlua::Value, traceback: impl FnOnce() -> String) -> Option<Trip> {
    let no_memory = |traceback| Trip::Spent { kind: Kind::Memory, message: "ran out of memory".to_owned(), traceback };
    match caught {
        mlua::Value::String(text) if text.as_bytes() == b"not enough memory".as_slice() => Some(no_memory(traceback())),
        mlua::Value::Error(err) => match root_cause(err) {
            mlua::Error::MemoryError(_) => Some(no_memory(traceback())),
            root => external::<ScriptError>(root).map(|below| Trip::Below(Box::new(below.clone()))),
        },
        _ => None,
    }
}

/// Charges the running call for work of the host that meets no interrupt, in steps.
pub(super) fn charge(lua: &Lua, steps: u64) -> mlua::Result<()> {
    if steps == 0 {
        return Ok(());
    }
    let gauge = lua.app_data_ref::<Rc<Gauge>>().map(|gauge| Rc::clone(&gauge));
    gauge.map_or(Ok(()), |gauge| gauge.spend(steps, || traceback(lua)))
}

/// The trace of the running script; nothing where even that does not fit into memory.
fn traceback(lua: &Lua) -> String {
    lua.traceback(None, 0).map(|text| text.to_string_lossy()).unwrap_or_default()
}
