//! What went wrong in a script: the kind, the place in the author's file, the trace.

use std::fmt;

use super::meter::Trip;
use super::value::BadValue;
use crate::kernel::Fault;
use crate::pack::plain;

/// Why a script failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// The source does not parse.
    Syntax,
    /// The source is too large, not text, badly named, or not there.
    Source,
    /// The script raised an error or did what Luau forbids.
    Runtime,
    /// The count of steps of the call or of the operation is spent.
    Fuel,
    /// The memory of the virtual machine is spent.
    Memory,
    /// The wall clock's alarm was raised: this says something of the machine, not of the script.
    TooSlow,
    /// A value that may not cross the border, or of another type than asked for.
    BadValue,
    /// A handle was used after the call that it was lent to.
    DeadHandle,
    /// The host called into a virtual machine that was running.
    Reentry,
}

impl Kind {
    /// A stable word for machine-readable output.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::Source => "source",
            Self::Runtime => "runtime",
            Self::Fuel => "fuel",
            Self::Memory => "memory",
            Self::TooSlow => "too-slow",
            Self::BadValue => "bad-value",
            Self::DeadHandle => "dead-handle",
            Self::Reentry => "reentry",
        }
    }
}

/// One line of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Path within the pack, or the host's chunk.
    pub file: String,
    /// Line, from 1; 0 where Luau keeps none.
    pub line: u32,
    /// Name of the function, where it has one.
    pub function: Option<String>,
    /// Whether the frame is the host's own Luau and not the author's.
    pub host: bool,
}

/// A failed call, load or conversion, with the author's place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ScriptError {
    /// Id of the pack.
    pub pack: String,
    /// The hook that the host called; none while a file loads.
    pub hook: Option<String>,
    /// Path within the pack, where known.
    pub file: Option<String>,
    /// Line in `file`, from 1.
    pub line: Option<u32>,
    /// One sentence.
    pub message: String,
    /// The trace, innermost first, the author's frames before the host's.
    pub frames: Vec<Frame>,
    /// The kind.
    pub kind: Kind,
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.pack)?;
        if let Some(file) = &self.file {
            write!(f, "/{file}")?;
            if let Some(line) = self.line {
                write!(f, ":{line}")?;
            }
        }
        if let Some(hook) = &self.hook {
            write!(f, ": in {hook}")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl From<Box<ScriptError>> for mlua::Error {
    /// Lets a failure in a pack below pass through a script above, which cannot catch it.
    fn from(err: Box<ScriptError>) -> Self {
        Self::external(*err)
    }
}

impl From<Box<ScriptError>> for Fault {
    fn from(err: Box<ScriptError>) -> Self {
        let line = err.line.map(|line| format!(":{line}")).unwrap_or_default();
        Self {
            at: err.file.as_ref().map(|file| format!("{file}{line}")).unwrap_or_default(),
            what: err.message.clone(),
            trace: err.trace(),
            slow: err.kind == Kind::TooSlow,
            pack: err.pack,
            hook: err.hook.unwrap_or_default(),
        }
    }
}

/// Chunk name of the host's own Luau.
pub(super) const HOST_CHUNK: &str = "[host]";

impl ScriptError {
    /// The sentence and the trace, a line each.
    #[must_use]
    pub fn report(&self) -> String {
        format!("{self}\n{}", self.trace())
    }

    /// The trace alone, a line a frame.
    #[must_use]
    pub fn trace(&self) -> String {
        let line = |frame: &Frame| {
            let host = if frame.host { "(host) " } else { "" };
            let function = frame.function.as_ref().map(|name| format!(" in {name}")).unwrap_or_default();
            format!("  {host}{}:{}{function}\n", frame.file, frame.line)
        };
        self.frames.iter().map(line).collect()
    }

    pub(super) fn new(pack: &str, hook: Option<&str>, kind: Kind, message: impl Into<String>) -> Box<Self> {
        Box::new(Self {
            pack: pack.to_owned(),
            hook: hook.map(str::to_owned),
            file: None,
            line: None,
            message: sentence(&message.into()),
            frames: Vec::new(),
            kind,
        })
    }

    pub(super) fn from_trip(pack: &str, hook: Option<&str>, trip: Trip) -> Box<Self> {
        match trip {
            Trip::Spent { kind, message, traceback } => {
                let mut err = Self::new(pack, hook, kind, message);
                err.place(&traceback);
                err
            }
            Trip::Below(err) => err,
        }
    }

    pub(super) fn from_lua(pack: &str, hook: Option<&str>, err: &mlua::Error) -> Box<Self> {
        let mut cause = err;
        let mut trace = String::new();
        while let mlua::Error::CallbackError { traceback, cause: inner } = cause {
            trace.clone_from(traceback);
            cause = inner;
        }
        let root = root_cause(cause);
        if let Some(below) = external::<Self>(root) {
            return Box::new(below.clone());
        }
        let (kind, text) = match root {
            mlua::Error::SyntaxError { message, .. } => (Kind::Syntax, message.clone()),
            mlua::Error::RuntimeError(message) => (Kind::Runtime, message.clone()),
            mlua::Error::MemoryError(_) => (Kind::Memory, "ran out of memory".to_owned()),
            mlua::Error::UserDataDestructed | mlua::Error::CallbackDestructed => {
                (Kind::DeadHandle, "this handle was lent for one call that is over".to_owned())
            }
            mlua::Error::FromLuaConversionError { .. } | mlua::Error::UserDataTypeMismatch => {
                (Kind::BadValue, cause.to_string())
            }
            mlua::Error::UserDataBorrowMutError => (Kind::Runtime, "this handle is read-only here".to_owned()),
            other if external::<BadValue>(other).is_some() => (Kind::BadValue, cause.to_string()),
            _ => (Kind::Runtime, cause.to_string()),
        };
        let (message, own_trace) = split_trace(&text);
        let mut built = Self::new(pack, hook, kind, without_addresses(message));
        built.place(if own_trace.is_empty() { &trace } else { own_trace });
        // A raised string carries the place where it was raised: nearer than the first frame.
        if let Some((file, line, rest)) = place_prefix(pack, &built.message) {
            if file != HOST_CHUNK {
                built.file = Some(file.to_owned());
                built.line = Some(line);
            }
            built.message = rest.to_owned();
        } else if built.kind == Kind::Runtime && NO_TEXTS.contains(&built.message.as_str()) {
            built.message = format!("an error was raised without a text: error({})", built.message);
        }
        built
    }

    /// Reads frames from a traceback, and takes the author's innermost one as the place.
    fn place(&mut self, traceback: &str) {
        let frames = traceback.lines().filter_map(|line| read_frame(&self.pack, line));
        let (mut author, host): (Vec<_>, Vec<_>) = frames.partition(|frame| !frame.host);
        if let Some(first) = author.first() {
            self.file = Some(first.file.clone());
            self.line = (first.line > 0).then_some(first.line);
        }
        author.extend(host);
        author.truncate(MOST_FRAMES);
        self.frames = author;
    }
}

/// What is left of an error's value that is no text, such as that of `error(nil)` or `error({})`.
const NO_TEXTS: [&str; 10] =
    ["", "nil", "true", "false", "table", "function", "thread", "userdata", "buffer", "vector"];

/// A message in one line, whatever its author wrote into it.
fn sentence(message: &str) -> String {
    plain::in_a_line(message.trim_end()).chars().take(plain::LINES).collect()
}

/// Frames kept of a trace: deep recursion would fill a window.
const MOST_FRAMES: usize = 24;

/// The innermost cause of an error that callbacks and arguments wrapped.
pub(super) fn root_cause(mut err: &mlua::Error) -> &mlua::Error {
    while let mlua::Error::CallbackError { cause, .. }
    | mlua::Error::BadArgument { cause, .. }
    | mlua::Error::WithContext { cause, .. } = err
    {
        err = cause;
    }
    err
}

/// The Rust error of type `T` that a host function returned, if `err` is one.
pub(super) fn external<T: std::error::Error + 'static>(err: &mlua::Error) -> Option<&T> {
    match err {
        mlua::Error::ExternalError(inner) => inner.downcast_ref::<T>(),
        _ => None,
    }
}

/// Splits an uncaught error's text into its message and the trace behind it.
fn split_trace(text: &str) -> (&str, &str) {
    match text.rfind(TRACE_HEADER) {
        Some(at) => (text[..at].trim_end(), &text[at + TRACE_HEADER.len()..]),
        None => (text, ""),
    }
}

const TRACE_HEADER: &str = "stack traceback:";

/// Reads `pack/path:line: in function 'name'`; frames of native functions carry no place.
fn read_frame(pack: &str, text: &str) -> Option<Frame> {
    let (place, function) = text.trim().split_once(": in ")?;
    let (chunk, line) = match place.rsplit_once(':') {
        Some((chunk, line)) => (chunk, line.parse().ok()?),
        None => (place, 0),
    };
    let host = chunk == HOST_CHUNK;
    let file = if host { chunk } else { chunk.strip_prefix(pack)?.strip_prefix('/')? };
    let function = function.strip_prefix("function '").and_then(|name| name.strip_suffix('\''));
    Some(Frame { file: file.to_owned(), line, function: function.map(str::to_owned), host })
}

/// Reads `pack/path:line: rest`, the prefix that Luau sets before a raised string.
fn place_prefix<'a>(pack: &str, message: &'a str) -> Option<(&'a str, u32, &'a str)> {
    let (file, rest) = match message.strip_prefix(HOST_CHUNK) {
        Some(rest) => (HOST_CHUNK, rest.strip_prefix(':')?),
        None => message.strip_prefix(pack)?.strip_prefix('/')?.split_once(':')?,
    };
    let (line, rest) = rest.split_once(':')?;
    Some((file, line.parse().ok()?, rest.trim_start()))
}

/// Cuts `: 0x0123456789abcdef`: addresses differ from run to run.
fn without_addresses(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(": 0x") {
        let digits = rest[at + 4..].bytes().take_while(u8::is_ascii_hexdigit).count();
        out.push_str(if digits >= 8 { &rest[..at] } else { &rest[..at + 4 + digits] });
        rest = &rest[at + 4 + digits..];
    }
    out.push_str(rest);
    out
}
