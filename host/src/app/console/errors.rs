//! The console's errors: the author's own line first, the host's frames folded.

use std::path::PathBuf;

use bormida_core::kernel::{Failed, FailedCall, Fault, HookMask, InUse};
use bormida_core::pack::{Diagnostics, Severity};
use bormida_core::scene::Role;
use bormida_core::script::Value;
use eframe::egui::{Button, CollapsingHeader, Label, RichText, ScrollArea, Ui};

use super::super::elsewhere::open_file;
use super::super::look::Look;
use super::super::words;

/// Lines shown before and behind the author's own.
const AROUND: usize = 2;
/// What marks a line of the host in a trace.
const HOST: &str = "(host)";

/// One error or warning.
#[derive(Clone, Debug, Default, PartialEq)]
struct Told {
    error: bool,
    /// Where: file and line, hook, how often.
    head: String,
    /// Lines of the file with their numbers.
    lines: Vec<(usize, String)>,
    /// The author's own line.
    line: usize,
    what: String,
    hints: Vec<String>,
    /// The author's frames below the innermost one.
    own: Vec<String>,
    host: Vec<String>,
    file: Option<PathBuf>,
    call: Option<FailedCall>,
    /// It is of packs that the match is not played with any more.
    old: bool,
}

/// How one failed: the lines of its file as they were then.
struct AsItWas {
    pack: String,
    at: String,
    what: String,
    times: u32,
    lines: Vec<(usize, String)>,
    /// Under which packs of the match.
    under: u64,
}

/// What a person wants of the errors.
pub(super) enum Wanted {
    /// They are to be forgotten.
    Clear,
    /// A line is to be tried in the sandbox of a pack.
    Replay(String, String),
    /// Something was done that has to be told.
    Said(String),
}

/// The call as a script writes it, but for what it is called on; `last` is the memory where there is one.
fn call_line(call: &FailedCall, last: &str) -> String {
    let facts = Value::of_json(&call.facts).written();
    let default = call.default.as_ref().map(|answer| Value::of_json(answer).written());
    let default = default.map_or_else(String::new, |answer| format!(", function() return {answer} end"));
    format!("{}({facts}{default}{last})", call.hook.hook)
}

/// A test that makes the call again.
fn call_test(call: &FailedCall) -> String {
    format!(
        "local rules = require(\"rules\")\n\ntest(\"{} answers\", function()\n\trules.{}\nend)\n",
        call.hook.hook,
        call_line(call, "")
    )
}

/// The errors as they are shown.
#[derive(Default)]
pub(super) struct Shown {
    told: Vec<Told>,
    wrong: Option<String>,
    kept: Vec<AsItWas>,
}

/// The lines round one of a text.
fn around(text: &str, line: usize) -> Vec<(usize, String)> {
    let first = line.saturating_sub(AROUND).max(1);
    let lines = text.lines().enumerate().map(|(k, text)| (k + 1, text.replace('\t', "    ")));
    lines.skip(first - 1).take_while(|(k, _)| *k <= line + AROUND).collect()
}

impl Told {
    fn of_fault(packs: &[InUse], off: &HookMask, fault: &Fault, times: u32, findings: &Diagnostics) -> Told {
        let (file, line) = fault.at.rsplit_once(':').unwrap_or((&fault.at, ""));
        let line: usize = line.parse().unwrap_or(0);
        let pack = packs.iter().find(|pack| pack.id == fault.pack);
        let path = pack.and_then(|pack| Some(pack.place.as_ref()?.join(file))).filter(|_| !file.is_empty());
        let text = pack.and_then(|pack| pack.files.get(file));
        let hook = if fault.hook.is_empty() { String::new() } else { format!("  hook {}", fault.hook) };
        let off = fault.hook_name().is_some_and(|hook| off.contains(&hook));
        let times = match (times, off) {
            (1, false) => String::new(),
            (n, false) => format!("  ({n} times)"),
            (1, true) => "  (switched off for this match)".to_owned(),
            (n, true) => format!("  ({n} times; switched off for this match)"),
        };
        let place = [fault.pack.as_str(), fault.at.as_str()].iter().filter(|part| !part.is_empty()).copied().collect();
        let place: Vec<&str> = place;
        let (host, own): (Vec<&str>, Vec<&str>) = fault.trace.lines().partition(|frame| frame.contains(HOST));
        let text_of = |frames: Vec<&str>| frames.into_iter().map(|frame| frame.trim().to_owned()).collect();
        // what check has to say of the same line often says why
        let of_line = |found: &&bormida_core::pack::Diagnostic| {
            found.line == line && path.as_ref().is_some_and(|path| path.display().to_string() == found.file)
        };
        let hints = findings.iter().filter(of_line).map(|found| format!("check: {}", found.message));
        Told {
            error: true,
            head: format!("{}{hook}{times}", place.join("/")),
            lines: text.filter(|_| line > 0).map(|text| around(text, line)).unwrap_or_default(),
            line,
            what: words::sentence(&fault.what),
            hints: hints.collect(),
            own: text_of(own.into_iter().skip(1).collect()),
            host: text_of(host),
            file: path,
            call: None,
            old: false,
        }
    }

    fn text(&self) -> String {
        let kind = if self.error { "ERROR" } else { "WARNING" };
        let mark = |n: usize| if n == self.line { '>' } else { ' ' };
        let lines = self.lines.iter().map(|(n, text)| format!("{} {n:>4} | {text}", mark(*n)));
        let rest = self.hints.iter().chain(&self.own).chain(&self.host).cloned();
        let all = [format!("{kind}  {}", self.head)].into_iter().chain(lines).chain([self.what.clone()]).chain(rest);
        all.collect::<Vec<_>>().join("\n")
    }

    fn show(&self, ui: &mut Ui, look: Look, k: usize) -> Result<Option<Wanted>, String> {
        let mut done = Ok(None);
        let (kind, role) = match (self.error, self.old) {
            (_, true) => ("before the packs were read anew", Role::InkSoft),
            (true, false) => ("ERROR", Role::Bad),
            (false, false) => ("warning", Role::InkSoft),
        };
        ui.horizontal(|ui| {
            ui.label(RichText::new(kind).strong().color(look.colour(role)));
            let head = RichText::new(&self.head);
            ui.label(if self.old { head.weak() } else { head.strong() });
            if ui.add(Button::new("Copy").small()).clicked() {
                ui.ctx().copy_text(self.text());
            }
            if let Some(file) = &self.file
                && ui.add(Button::new("Open file").small()).on_hover_text(file.display().to_string()).clicked()
            {
                done = open_file(file).map(|()| None);
            }
            if let Some(call) = &self.call {
                if ui.add(Button::new("Replay this call").small()).clicked() {
                    let line = format!("require(\"rules\").{}", call_line(call, ", memory"));
                    done = Ok(Some(Wanted::Replay(call.hook.pack.clone(), line)));
                }
                let test = ui.add(Button::new("Make it a test").small());
                if test.on_hover_text("Copies it: a file of tests/ in the pack is the place for it.").clicked() {
                    ui.ctx().copy_text(call_test(call));
                    done = Ok(Some(Wanted::Said("copied: paste it into a file of tests/ in the pack".to_owned())));
                }
            }
        });
        ui.add(Label::new(RichText::new(&self.what).color(look.colour(role))).wrap());
        for (n, text) in &self.lines {
            let own = *n == self.line && !self.old;
            let text = RichText::new(format!("{} {n:>4} | {text}", if own { '>' } else { ' ' })).monospace();
            ui.label(if own { text.strong() } else { text.weak() });
        }
        for hint in &self.hints {
            ui.add(Label::new(hint).wrap());
        }
        if let Some(call) = &self.call {
            let told = format!("told {}", Value::of_json(&call.facts).written());
            ui.add(Label::new(RichText::new(told).monospace().weak()).wrap());
        }
        for frame in &self.own {
            ui.label(RichText::new(format!("called from {frame}")).small());
        }
        if !self.host.is_empty() {
            CollapsingHeader::new("host frames").id_salt(("host", k)).show(ui, |ui| {
                for frame in &self.host {
                    ui.label(RichText::new(frame).small().weak());
                }
            });
        }
        ui.add_space(6.0);
        done
    }
}

impl Shown {
    /// Takes in what is wrong now.
    pub(super) fn read(
        &mut self,
        packs: &[InUse],
        off: &HookMask,
        findings: &Diagnostics,
        wrong: Option<&Fault>,
        failures: &[Failed],
        rules: u64,
    ) {
        let mut kept = std::mem::take(&mut self.kept);
        let failed: Vec<Told> = failures
            .iter()
            .rev()
            .map(|failed| {
                let fault = &failed.fault;
                let told = Told::of_fault(packs, off, fault, failed.times, findings);
                let is_it = |was: &AsItWas| was.pack == fault.pack && was.at == fault.at && was.what == fault.what;
                // one that fails once more fails in the file as it is now
                let was =
                    kept.iter().position(is_it).map(|k| kept.swap_remove(k)).filter(|was| was.times == failed.times);
                let was = was.unwrap_or_else(|| AsItWas {
                    pack: fault.pack.clone(),
                    at: fault.at.clone(),
                    what: fault.what.clone(),
                    times: failed.times,
                    lines: told.lines.clone(),
                    under: rules,
                });
                let old = was.under != rules;
                let lines = was.lines.clone();
                self.kept.push(was);
                Told { call: failed.call.clone(), lines, old, ..told }
            })
            .collect();
        let unread = wrong.map(|fault| Told::of_fault(packs, off, fault, 1, findings));
        let found = findings.iter().map(|found| {
            let place = if found.line > 0 { format!("{}:{}", found.file, found.line) } else { found.file.clone() };
            let text = std::fs::read_to_string(&found.file).ok().filter(|_| found.line > 0);
            Told {
                error: found.severity == Severity::Error,
                head: place,
                lines: text.map(|text| around(&text, found.line)).unwrap_or_default(),
                line: found.line,
                what: words::sentence(&found.message),
                hints: found.hint.iter().cloned().collect(),
                file: Some(PathBuf::from(&found.file)),
                ..Told::default()
            }
        });
        self.told = unread.into_iter().chain(found).chain(failed).collect();
    }

    /// How many errors there are of the packs as they are now, warnings not counted.
    pub(super) fn count(&self) -> usize {
        self.told.iter().filter(|told| told.error && !told.old).count()
    }

    /// Shows them.
    pub(super) fn show(&mut self, ui: &mut Ui, look: Look) -> Option<Wanted> {
        let mut wanted = None;
        ui.horizontal(|ui| {
            if ui.add_enabled(!self.told.is_empty(), Button::new("Copy all").small()).clicked() {
                ui.ctx().copy_text(self.told.iter().map(Told::text).collect::<Vec<_>>().join("\n\n"));
            }
            if ui.add_enabled(!self.told.is_empty(), Button::new("Clear errors").small()).clicked() {
                wanted = Some(Wanted::Clear);
            }
            if self.told.is_empty() {
                ui.label(RichText::new("Nothing has failed.").weak());
            }
            if let Some(wrong) = &self.wrong {
                ui.colored_label(ui.visuals().error_fg_color, wrong);
            }
        });
        ScrollArea::both().id_salt("errors").auto_shrink(false).show(ui, |ui| {
            for (k, told) in self.told.iter().enumerate() {
                match told.show(ui, look, k) {
                    Ok(asked) => wanted = asked.or(wanted.take()),
                    Err(wrong) => self.wrong = Some(wrong),
                }
            }
        });
        wanted
    }
}
