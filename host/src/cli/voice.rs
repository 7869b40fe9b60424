//! How a command speaks and how it ends.

use std::io::{self, Write};
use std::process::ExitCode;

use bormida_core::games::{CannotLoad, Catalogue, Unfit};
use bormida_core::kernel::Trouble;
use bormida_core::pack::plain::plain;

use crate::clipped::clipped_to;

/// What every command is given.
pub(super) struct Voice<'a> {
    /// The games.
    pub(super) catalogue: &'a Catalogue,
    /// Standard output.
    pub(super) out: &'a mut dyn Write,
    /// One JSON object is wanted there.
    pub(super) json: bool,
}

/// An output on which texts of strangers cannot command the terminal.
pub(super) struct Plain<'a>(pub(super) &'a mut dyn Write);

impl Write for Plain<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match std::str::from_utf8(bytes) {
            Ok(text) => self.0.write_all(plain(text).as_bytes())?,
            // a text that comes in pieces is left as it is
            Err(_) => self.0.write_all(bytes)?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// How a command ended that could do its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// All is well.
    Fine,
    /// Something was found.
    Findings,
}

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    /// Wrong use.
    #[error("{0}")]
    Use(String),
    /// It cannot be done.
    #[error("{0}")]
    Lost(String),
    /// Standard output or input is gone.
    #[error("{0}")]
    Stream(#[from] io::Error),
}

/// What a command comes to.
pub(super) type Ended = Result<Status, Failure>;

impl From<Unfit> for Failure {
    fn from(unfit: Unfit) -> Self {
        Failure::Use(unfit.to_string())
    }
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Self {
        Failure::Lost(trouble.to_string())
    }
}

impl From<CannotLoad> for Failure {
    fn from(cannot: CannotLoad) -> Self {
        Failure::Lost(cannot.to_string())
    }
}

impl Voice<'_> {
    /// Writes the one JSON object.
    pub(super) fn object(&mut self, object: &impl serde::Serialize) -> Result<(), Failure> {
        serde_json::to_writer_pretty(&mut *self.out, object).map_err(io::Error::from)?;
        Ok(writeln!(self.out)?)
    }
}

/// Says how a command ended, and gives the exit status for it.
pub(super) fn exit(ended: &Ended, json: bool) -> ExitCode {
    let status = match ended {
        Ok(Status::Fine) => return ExitCode::SUCCESS,
        Ok(Status::Findings) => return ExitCode::from(1),
        // whoever read our output has seen enough
        Err(Failure::Stream(error)) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
        Err(Failure::Use(_)) => 2,
        Err(Failure::Lost(_) | Failure::Stream(_)) => 1,
    };
    if let Err(failure) = ended {
        say_error(&failure.to_string(), json);
    }
    ExitCode::from(status)
}

/// The most characters of a failure, about a screen of them.
const MOST: usize = 3000;

/// Says what went wrong: a sentence on standard error, and as an object on standard output where one is wanted.
pub(super) fn say_error(text: &str, json: bool) {
    let text = text.trim_end();
    let text = &*clipped_to(MOST, text.strip_prefix("error: ").unwrap_or(text));
    // when even these cannot be written, the exit status says enough
    let _ = writeln!(io::stderr(), "error: {}", plain(text));
    if json {
        let _ = writeln!(io::stdout(), "{}", serde_json::json!({ "error": text }));
    }
}
