//! Whether a script parses, without running it.

use mlua::chunk::Compiler;

use super::limits::Limits;
use super::source::Sources;
use crate::pack::{Diagnostic, Diagnostics, Source};

/// What keeps a script from being loaded: its size, its bytes, its syntax. `file` is what findings call it.
#[must_use]
pub fn examine(file: &str, bytes: &[u8]) -> Diagnostics {
    let sources = Sources::new().with("main.luau", bytes);
    if let Err(err) = sources.check("pack", &Limits::default()) {
        return Diagnostic::of_file(file, err.message).into();
    }
    let text = String::from_utf8_lossy(bytes);
    let Err(err) = Compiler::new().compile(&*text) else { return Diagnostics::default() };
    let mlua::Error::SyntaxError { message, .. } = super::error::root_cause(&err) else {
        return Diagnostic::of_file(file, err.to_string()).into();
    };
    // Luau says `LINE: what`
    let place = message.trim_start_matches(':').split_once(':');
    let (line, what) = match place.and_then(|(line, what)| Some((line.trim().parse::<usize>().ok()?, what.trim()))) {
        Some(found) => found,
        None => return Diagnostic::of_file(file, message.clone()).into(),
    };
    let source = Source::new(file, text.clone());
    let start = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum::<usize>();
    let indent = source.line(line).len() - source.line(line).trim_start().len();
    let end = start + source.line(line).len();
    Diagnostic::error(&source, start + indent..end.max(start + indent), what).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_that_does_not_parse_is_shown_with_its_line() {
        let found = examine("rules/a.luau", b"local x = 1\n  if x then\nreturn {");
        let first = found.iter().next().unwrap();
        assert_eq!((first.file.as_str(), first.line, found.len()), ("rules/a.luau", 3, 1), "{found}");
        assert!(examine("a.luau", b"return { f = function() while true do end end }").is_empty());
        assert!(examine("a.luau", b"\x1bLuaR").has_errors());
        assert!(examine("a.luau", b"\xff\xfe").has_errors());
    }
}
