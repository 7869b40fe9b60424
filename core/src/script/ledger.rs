//! The memory as the scripts of one machine see it: `memory.fatigue = 3`, `memory:push("route", 15)`.
//!
//! The handle is made once and stands for the memory that the call under way was lent, or for none. What a script may
//! read of single values lies ready in tables of the machine, which no script reaches but through the handle; they follow
//! the memory field by field. All else are functions over its bytes.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

use mlua::chunk::ChunkMode;
use mlua::{FromLua, FromLuaMulti, Function, IntoLuaMulti, Lua, LuaString, Table};

use super::error::HOST_CHUNK;
use super::lexicon::Lexicon;
use super::memory::Memory;
use super::sandbox::compiler;
use super::schema::{Eyes, Field, FieldId, Schema, Shape};
use super::store::{Sheet, Store, methods};
use crate::kernel::Seat;

/// The memory of one schema in one machine.
#[derive(Debug)]
pub(super) struct Ledger {
    page: Rc<Page>,
    handle: mlua::Value,
}

/// What lies open.
#[derive(Debug)]
pub(super) struct Page {
    sheet: RefCell<Sheet>,
    access: Cell<Access>,
    /// Whether the tables show the sheet, and nothing else.
    laid: Cell<bool>,
    /// By name, what `memory.name` reads: single values, methods.
    values: Table,
    /// By field, the values of its holders by their words; none for a field held once.
    copies: Vec<Option<Table>>,
}

/// What a script may do with a memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Access {
    /// Nothing: none is lent.
    Closed,
    Read,
    Write,
}

/// Registers the methods of a memory.
pub(super) struct Methods<'l> {
    lua: &'l Lua,
    page: &'l Rc<Page>,
}

/// A memory's handle before the dot or the colon.
struct Itself;

impl FromLua for Itself {
    fn from_lua(value: mlua::Value, _: &Lua) -> mlua::Result<Self> {
        match value {
            mlua::Value::UserData(_) => Ok(Self),
            _ => Err(mlua::Error::runtime("a method of the memory is called with a colon: memory:get(..)")),
        }
    }
}

/// The code of the handle, compiled once.
fn code() -> mlua::Result<&'static [u8]> {
    static CODE: OnceLock<Vec<u8>> = OnceLock::new();
    if let Some(code) = CODE.get() {
        return Ok(code);
    }
    let code = compiler().compile(include_str!("ledger.luau"))?;
    Ok(CODE.get_or_init(|| code))
}

impl Ledger {
    /// A ledger in which nothing lies open; `newproxy` is Luau's own, which scripts have not.
    pub(super) fn new(lua: &Lua, newproxy: &Function, schema: &Arc<Schema>) -> mlua::Result<Ledger> {
        let lexicon = Lexicon::of(lua, schema)?;
        let (values, by_name) = (lua.create_table()?, lua.create_table()?);
        let mut copies = Vec::new();
        for field in schema.fields() {
            let many = field.is_many() && matches!(field.shape, Shape::One(_));
            let table = many.then(|| lua.create_table()).transpose()?;
            if let Some(table) = &table {
                by_name.raw_set(field.name.as_str(), table)?;
            }
            copies.push(table);
        }
        let sheet = RefCell::new(Sheet { lexicon, memory: Memory::default(), viewer: None });
        let (access, laid) = (Cell::new(Access::Closed), Cell::new(false));
        let page = Rc::new(Page { sheet, access, laid, values: values.clone(), copies });
        methods(&Methods { lua, page: &page })?;
        let reading = page.clone();
        type Asked = (mlua::Value, LuaString, Option<LuaString>);
        let get = lua.create_function(move |_, (_, name, whose): Asked| {
            reading.readable()?;
            reading.sheet.try_borrow().map_err(busy)?.get(&name, whose.as_ref())
        })?;
        let writing = page.clone();
        type Told = (LuaString, Option<LuaString>, mlua::Value);
        let write = lua.create_function(move |_, (name, whose, value): Told| {
            writing.writable()?;
            writing.sheet.try_borrow_mut().map_err(busy)?.set(&name, whose.as_ref(), &value)
        })?;
        let holding = page.clone();
        let those = lua.create_function(move |lua, (name, value): (LuaString, mlua::Value)| {
            holding.readable()?;
            holding.sheet.try_borrow().map_err(busy)?.those(lua, &name, &value)
        })?;
        let made = lua.load(code()?).set_name(format!("={HOST_CHUNK}")).set_mode(ChunkMode::Binary);
        let handle = made.call((newproxy, values, by_name, get, write, those))?;
        Ok(Ledger { page, handle })
    }

    pub(super) fn is_of(&self, schema: &Arc<Schema>) -> bool {
        let sheet = self.page.sheet.borrow();
        Arc::ptr_eq(sheet.lexicon.schema(), schema)
    }

    /// Lays a memory open, and gives its handle.
    pub(super) fn open(&self, store: &Store, write: bool) -> mlua::Result<&mlua::Value> {
        self.page.lay(&store.memory, store.viewer)?;
        self.page.access.set(if write { Access::Write } else { Access::Read });
        Ok(&self.handle)
    }

    /// What the memory that lies open has become.
    pub(super) fn copy_to(&self, memory: &mut Memory) {
        memory.copy(&self.page.sheet.borrow().memory);
    }

    /// After a call that failed: what it wrote last may not be shown yet.
    pub(super) fn doubt(&self) {
        self.page.laid.set(false);
    }

    /// Takes away what lies open: what a script has kept of it shows nothing any more.
    pub(super) fn close(&self) {
        if self.page.access.replace(Access::Closed) != Access::Closed {
            self.page.clear();
        }
    }
}

impl Page {
    /// Whether a memory is lent at all.
    fn readable(&self) -> mlua::Result<()> {
        if self.access.get() == Access::Closed { Err(mlua::Error::UserDataDestructed) } else { Ok(()) }
    }

    fn writable(&self) -> mlua::Result<()> {
        match self.access.get() {
            Access::Closed => Err(mlua::Error::UserDataDestructed),
            Access::Read => Err(mlua::Error::UserDataBorrowMutError),
            Access::Write => Ok(()),
        }
    }

    /// Shows what the viewer may know of one copy of a field of single values.
    fn show(&self, sheet: &Sheet, id: FieldId, owner: Option<Seat>) -> mlua::Result<()> {
        let schema = sheet.lexicon.schema();
        let Shape::One(domain) = &schema.field(id).shape else { return Ok(()) };
        let shown = match schema.get(&sheet.memory, id, owner) {
            Ok(n) if sheet.knows(id, owner) => sheet.shown(id, domain, n),
            _ => mlua::Value::Nil,
        };
        match (owner, &self.copies[id.index()]) {
            (Some(seat), Some(copies)) => {
                sheet.lexicon.holder_word(id, seat.index()).map_or(Ok(()), |word| copies.raw_set(word, shown))
            }
            _ => self.values.raw_set(sheet.lexicon.field_word(id), shown),
        }
    }

    /// Shows a memory as a viewer may know it, by writing anew what differs from what is shown.
    fn lay(&self, memory: &Memory, viewer: Option<Seat>) -> mlua::Result<()> {
        let mut sheet = self.sheet.borrow_mut();
        let (laid, other) = (self.laid.get(), sheet.viewer != viewer && sheet.lexicon.schema().hides());
        if laid && !other && sheet.memory == *memory {
            sheet.viewer = viewer;
            return Ok(());
        }
        let old = std::mem::take(&mut sheet.memory);
        sheet.memory = memory.clone();
        sheet.viewer = viewer;
        self.laid.set(false);
        let schema = sheet.lexicon.schema().clone();
        for (at, field) in schema.fields().iter().enumerate().filter(|(_, field)| matches!(field.shape, Shape::One(_)))
        {
            let anew = !laid || (other && field.eyes != Eyes::Public);
            let whole = field.offset..field.offset + field.size * schema.copies(field);
            if !anew && old.bytes().get(whole.clone()) == memory.bytes().get(whole) {
                continue;
            }
            for (copy, owner) in schema.owners(field).enumerate() {
                if anew || slot(&old, field, copy) != slot(memory, field, copy) {
                    self.show(&sheet, FieldId::of(at), owner)?;
                }
            }
        }
        self.laid.set(true);
        Ok(())
    }

    /// Shows nothing.
    fn clear(&self) {
        let mut sheet = self.sheet.borrow_mut();
        sheet.memory = Memory::default();
        self.laid.set(false);
        let blank = |table: &Table, word: &LuaString| {
            // what stands there is overwritten without new memory; where nothing stands, nothing is shown
            let _ = table.raw_set(word, mlua::Value::Nil);
        };
        let schema = sheet.lexicon.schema();
        for (at, field) in schema.fields().iter().enumerate().filter(|(_, field)| matches!(field.shape, Shape::One(_)))
        {
            let id = FieldId::of(at);
            match &self.copies[at] {
                None => blank(&self.values, sheet.lexicon.field_word(id)),
                Some(copies) => {
                    let words = (0..schema.copies(field)).filter_map(|copy| sheet.lexicon.holder_word(id, copy));
                    words.for_each(|word| blank(copies, word));
                }
            }
        }
    }
}

/// The bytes of one copy of a field.
fn slot<'m>(memory: &'m Memory, field: &Field, copy: usize) -> Option<&'m [u8]> {
    let from = field.offset + copy * field.size;
    memory.bytes().get(from..from + field.size)
}

fn busy<E>(_: E) -> mlua::Error {
    mlua::Error::runtime("the memory is being written")
}

impl Methods<'_> {
    /// A method that reads.
    pub(super) fn read<A, R>(
        &self,
        name: &str,
        method: impl Fn(&Lua, &Sheet, A) -> mlua::Result<R> + 'static,
    ) -> mlua::Result<()>
    where
        A: FromLuaMulti,
        R: IntoLuaMulti,
    {
        let page = self.page.clone();
        let function = self.lua.create_function(move |lua, (_, args): (Itself, A)| {
            page.readable()?;
            method(lua, &*page.sheet.try_borrow().map_err(busy)?, args)
        })?;
        self.page.values.raw_set(name, function)
    }

    /// A method that writes what is not shown in tables: lists and bags.
    pub(super) fn write<A, R>(
        &self,
        name: &str,
        method: impl Fn(&Lua, &mut Sheet, A) -> mlua::Result<R> + 'static,
    ) -> mlua::Result<()>
    where
        A: FromLuaMulti,
        R: IntoLuaMulti,
    {
        let page = self.page.clone();
        let function = self.lua.create_function(move |lua, (_, args): (Itself, A)| {
            page.writable()?;
            method(lua, &mut *page.sheet.try_borrow_mut().map_err(busy)?, args)
        })?;
        self.page.values.raw_set(name, function)
    }
}
