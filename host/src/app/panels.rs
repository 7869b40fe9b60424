//! The right side of the match: figures, the order with its cost and consequence, the log.

use bormida_core::kernel::{Class, Odds, Offer, Part, Pose, Rule, Slot};
use bormida_core::scene::{Face, Role};
use eframe::egui::{self, Align, Button, Key, Layout, RichText, ScrollArea, Ui, WidgetInfo, vec2};

use super::look::{Look, book, head};
use super::pose;
use super::rules;
use super::sitting::{Notice, Proposal, Sitting};
use super::words;
use crate::cli::Off;
use crate::spoken::{event_spoken, spoken};

/// What a person did in a panel.
pub(super) enum Act {
    /// Gave the proposed order, or the marked answer.
    GoOn,
    /// Stepped back.
    Back,
    /// Clicked a class of pieces.
    Toggle(Class),
    /// Clicked a class of pieces twice.
    TakeAll(Class),
    /// Chose a number.
    Number(i32),
    /// Wrote the numbers of a pose.
    Place(Pose),
    /// Chose one of several proposals.
    Propose(String),
    /// Marked an answer.
    Mark(usize),
    /// Laid out an order that names nothing.
    Plain(usize),
    /// Wants to see places.
    GoTo(Vec<Part>),
    /// Wants an earlier moment, by order number.
    LookAt(u32),
    /// Wants to read a section of the rules.
    Read(Rule),
    /// Wants to change what a section says.
    Change(Rule),
}

/// Which lines of the log are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum LogFilter {
    /// All of them.
    #[default]
    All,
    /// Orders of the seat that looks.
    Mine,
    /// What has to do with the chosen place.
    Here,
}

/// The figures of the moment: those of a side under its name.
pub(super) fn figures(ui: &mut Ui, sitting: &Sitting) {
    let figures = &sitting.now.status;
    if figures.is_empty() {
        return;
    }
    // long figures go on in a second line
    let widest = (ui.available_width() - 10.0) * 0.62;
    egui::Grid::new("figures").num_columns(2).spacing(vec2(10.0, 2.0)).max_col_width(widest).show(ui, |ui| {
        for figure in figures.iter().skip(1) {
            let name = match figure.seat {
                Some(seat) => format!("{} {}", sitting.side(seat), figure.name.to_lowercase()),
                None => figure.name.clone(),
            };
            ui.label(RichText::new(name).small().strong());
            ui.label(RichText::new(&figure.text).small());
            ui.end_row();
        }
    });
    ui.separator();
}

/// The panel of the order: what is composed, what it costs and brings, or what was refused.
pub(super) fn order(ui: &mut Ui, sitting: &Sitting, look: Look) -> Option<Act> {
    let mut act = None;
    let Some(question) = sitting.question().cloned() else {
        ui.label(head("ORDER"));
        waiting(ui, sitting);
        notice(ui, sitting, look, &mut act);
        return act;
    };
    let seat = question.seat;
    let card = !sitting.options.is_empty();
    let heading = if card { format!("The {} side decides", sitting.side(seat)) } else { "ORDER".to_owned() };
    ui.horizontal(|ui| {
        ui.label(head(heading));
        read(ui, &question.rule, &mut act);
    });
    if question.name != "turn" {
        ui.label(words::sentence(&question.text));
        // what the answers themselves tell is not told twice
        let told = sitting.options.iter().any(|option| !option.foresight.odds.cases.is_empty());
        if !question.help.is_empty() && !told {
            ui.label(RichText::new(question.help.as_ref()).weak().small());
        }
    }
    if card {
        options(ui, sitting, look, &mut act);
    } else {
        composed(ui, sitting, look, &mut act);
    }
    notice(ui, sitting, look, &mut act);
    if question.name != "turn" {
        happened(ui, sitting, &mut act);
    }
    act
}

/// What gives the order or the answer that is laid out, below all that is told of it: always in view.
pub(super) fn decision(ui: &mut Ui, sitting: &Sitting) -> Option<Act> {
    let mut act = None;
    sitting.question()?;
    match &sitting.proposals[..] {
        _ if !sitting.options.is_empty() => match sitting.option {
            Some(_) => buttons(ui, "Answer", &mut act),
            None => {
                ui.label(RichText::new(format!("1 to {}, then Enter", sitting.options.len())).weak());
            }
        },
        [only] => buttons(ui, &words::verb(&*sitting.table, only.line.choice.verb), &mut act),
        _ => {}
    }
    act
}

/// A section's number that can be followed into the rules.
fn read(ui: &mut Ui, rule: &Rule, act: &mut Option<Act>) {
    if rules::link(ui, rule) {
        *act = Some(Act::Read(rule.clone()));
    }
}

/// A text with the section behind it.
fn cited(
    ui: &mut Ui,
    rule: &Rule,
    act: &mut Option<Act>,
    text: impl FnOnce(&mut Ui) -> egui::Response,
) -> egui::Response {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        let said = text(ui);
        read(ui, rule, act);
        said
    })
    .inner
}

/// The way from a line to a change of the rule behind it: the right button on the line, and in matches of designers a link.
fn change(ui: &mut Ui, sitting: &Sitting, rule: &Rule, line: &egui::Response, act: &mut Option<Act>) {
    if sitting.led.is_some() || words::section(rule).is_empty() {
        return;
    }
    line.context_menu(|ui| {
        if ui.button("Change this rule").clicked() {
            *act = Some(Act::Change(rule.clone()));
            ui.close();
        }
    });
    if sitting.table.header().all_seeing {
        let link = ui.add(egui::Link::new(RichText::new("change").small()));
        if link.on_hover_text(format!("Change rule {}", rule.0)).clicked() {
            *act = Some(Act::Change(rule.clone()));
        }
    }
}

/// A line of the log with the section behind it, and in one line with them the way to change that.
fn changeable(ui: &mut Ui, sitting: &Sitting, rule: &Rule, act: &mut Option<Act>, text: egui::Label) -> egui::Response {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        let said = ui.add(text);
        read(ui, rule, act);
        change(ui, sitting, rule, &said, act);
        said
    })
    .inner
}

/// Nobody at the window is asked.
fn waiting(ui: &mut Ui, sitting: &Sitting) {
    if sitting.is_looking_back() {
        ui.label("An earlier moment is shown: nothing can be ordered.");
    } else if sitting.is_thinking() {
        ui.label("The other side thinks.");
    } else if sitting.table.outcome().is_some() {
        ui.label("The game is over.");
    }
}

/// What led to the question: what the others did since the seat's last order, and what it answered since.
fn happened(ui: &mut Ui, sitting: &Sitting, act: &mut Option<Act>) {
    const MOST: usize = 6;
    let log = &sitting.now.log;
    let Some(seat) = sitting.question().map(|q| q.seat) else { return };
    let own = log.iter().rev().take_while(|line| line.seat == seat).count();
    let before = log.len() - own;
    let others = log[..before].iter().rev().take_while(|line| line.seat != seat).count();
    let of = |line: &'_ bormida_core::kernel::LogLine| {
        let told = |event| (event_spoken(&*sitting.table, line, event), event.clone());
        line.events.iter().map(told).collect::<Vec<_>>()
    };
    let events: Vec<_> = log[before - others..].iter().flat_map(of).collect();
    if events.is_empty() {
        return;
    }
    // the log tells the same: it is unfolded by those who want it here
    egui::CollapsingHeader::new(head("What happened")).id_salt("happened").show(ui, |ui| {
        for (text, event) in events.iter().skip(events.len().saturating_sub(MOST)) {
            let text = RichText::new(text).small();
            let label = |ui: &mut Ui| ui.add(egui::Label::new(text).wrap().sense(egui::Sense::click()));
            let said = cited(ui, &event.rule, act, label);
            change(ui, sitting, &event.rule, &said, act);
            if said.clicked() {
                *act = Some(Act::GoTo(event.parts.clone()));
            }
        }
    });
}

/// All answers with their consequences, one a digit.
fn options(ui: &mut Ui, sitting: &Sitting, look: Look, act: &mut Option<Act>) {
    let Some(seat) = sitting.question().map(|q| q.seat) else { return };
    let sides = sitting.table.sides();
    for (k, option) in sitting.options.iter().enumerate() {
        let marked = sitting.option == Some(k);
        let text = words::order(&*sitting.table, &option.line.choice, &option.line.text);
        let label = format!("{}  {text}", k + 1);
        let button = ui.add(Button::selectable(marked, label).wrap().min_size(vec2(ui.available_width(), 0.0)));
        let button = button.on_hover_text(&option.line.text);
        if button.double_clicked() {
            *act = Some(Act::Propose(option.line.text.clone()));
        } else if button.clicked() {
            *act = Some(Act::Mark(k));
        }
        let odds = &option.foresight.odds;
        let mut whole = button.rect;
        if !odds.sum.is_empty() || !odds.outlook.is_empty() || !words::consequences(option, seat, &sides).is_empty() {
            let told = ui.indent(k, |ui| {
                // a table for each of several answers would fill the panel: theirs is shown once they are marked
                match marked || odds.cases.is_empty() {
                    true => consequence(ui, option, seat, &sides, look),
                    false => in_short(ui, odds, look),
                }
            });
            whole = whole.union(told.response.rect);
        }
        // the marked answer with all that it brings
        let seen = ui.scope_id().with("marked");
        let now = (sitting.table.number(), k);
        if marked && ui.data(|data| data.get_temp::<(u32, usize)>(seen)) != Some(now) {
            ui.data_mut(|data| data.insert_temp(seen, now));
            let long = whole.height() > ui.clip_rect().height();
            ui.scroll_to_rect(whole, long.then_some(Align::TOP));
        }
    }
}

/// The order as far as it is composed.
fn composed(ui: &mut Ui, sitting: &Sitting, look: Look, act: &mut Option<Act>) {
    let Some(seat) = sitting.question().map(|q| q.seat) else { return };
    let table = &*sitting.table;
    let chosen: Vec<String> = sitting.composer.chosen().iter().map(|part| table.part_title(*part)).collect();
    if !chosen.is_empty() {
        ui.label(book(chosen.join(" > "), 16.0, Face::Roman));
    }
    chips(ui, sitting, act);
    numbers(ui, sitting, act);
    if let Some(frame) = sitting.frame()
        && let Some(pose) = pose::numbers(ui, sitting.pose(&frame), &frame)
    {
        *act = Some(Act::Place(pose));
    }
    let sides = table.sides();
    match &sitting.proposals[..] {
        [] if sitting.composer.is_empty() => {
            ui.label(RichText::new("Click a lit place: who acts.").weak());
        }
        [] if sitting.frame().is_some() => {
            ui.label(RichText::new("Click where it goes; drag to turn it.").weak());
        }
        [] => {
            let open = match sitting.composer.is_aimed() {
                true => "Choose which pieces.",
                false => "Click a lit place: where to.",
            };
            ui.label(RichText::new(open).weak());
        }
        [only] => {
            let cost = table.cost_text(only.line.cost);
            ui.label(RichText::new(words::order(table, &only.line.choice, &only.line.text)).strong());
            ui.add(egui::Label::new(RichText::new(&only.line.text).monospace().weak()).wrap());
            ui.label(format!("cost {cost}"));
            consequence(ui, only, seat, &sides, look);
        }
        several => {
            for proposal in several {
                let text = words::order(table, &proposal.line.choice, &proposal.line.text);
                if ui.button(format!("{text}, cost {}", table.cost_text(proposal.line.cost))).clicked() {
                    *act = Some(Act::Propose(proposal.line.text.clone()));
                }
                ui.indent(&proposal.line.text, |ui| consequence(ui, proposal, seat, &sides, look));
            }
        }
    }
    if sitting.composer.is_empty() && sitting.proposals.is_empty() {
        for (k, plain) in sitting.plain_orders().iter().enumerate() {
            let key = if k == 0 { "  E" } else { "" };
            if ui.button(format!("{}{key}", words::verb(table, plain.verb))).clicked() {
                *act = Some(Act::Plain(k));
            }
        }
    }
}

/// The pieces that can be taken, a chip a class.
fn chips(ui: &mut Ui, sitting: &Sitting, act: &mut Option<Act>) {
    let offers = &sitting.now.offers;
    let chips = sitting.composer.chips(offers);
    if chips.is_empty() {
        return;
    }
    let names = sitting.table.classes();
    ui.horizontal_wrapped(|ui| {
        for (k, chip) in chips.iter().enumerate() {
            let name = names.get(chip.class.0 as usize).map_or("?", String::as_str);
            let label = format!("{}  {name}  {}/{}", k + 1, chip.taken, chip.have);
            let button = ui.add(Button::selectable(chip.taken > 0, label).frame_when_inactive(true));
            button.widget_info(|| {
                let said = format!("{name}: {} of {} taken", chip.taken, chip.have);
                WidgetInfo::selected(egui::Role::Button, true, chip.taken > 0, said)
            });
            let button = button.on_hover_text(sitting.table.class_title(chip.class));
            if button.double_clicked() {
                *act = Some(Act::TakeAll(chip.class));
            } else if button.clicked() {
                *act = Some(Act::Toggle(chip.class));
            }
        }
    });
    if let Some((min, max)) = sitting.composer.limits(offers) {
        let text = if min == max { format!("take {max}") } else { format!("take {min} to {max}") };
        ui.label(RichText::new(text).weak());
    }
}

/// Numbers that can be chosen.
fn numbers(ui: &mut Ui, sitting: &Sitting, act: &mut Option<Act>) {
    let open = sitting.composer.narrowed(&sitting.now.offers).slots;
    let range = open.iter().find_map(|o: &Offer| match o.slot {
        Slot::Number { lo, hi } => Some((lo, hi)),
        _ => None,
    });
    let Some((lo, hi)) = range else { return };
    ui.horizontal_wrapped(|ui| {
        if hi.saturating_sub(lo) < 20 {
            for n in lo..=hi {
                if ui.selectable_label(sitting.composer.number() == Some(n), n.to_string()).clicked() {
                    *act = Some(Act::Number(n));
                }
            }
        } else {
            let mut n = sitting.composer.number().unwrap_or(lo);
            if ui.add(egui::DragValue::new(&mut n).range(lo..=hi)).changed() {
                *act = Some(Act::Number(n));
            }
        }
    });
}

fn consequence(ui: &mut Ui, proposal: &Proposal, seat: bormida_core::kernel::Seat, sides: &[String], look: Look) {
    chances(ui, &proposal.foresight.odds, look);
    for line in words::consequences(proposal, seat, sides) {
        ui.label(RichText::new(line).small().color(look.colour(Role::InkSoft)));
    }
}

/// The sum's last line and the likeliest of what follows.
fn in_short(ui: &mut Ui, odds: &Odds, look: Look) {
    let likely = odds.outlook.first().map(|case| format!("{}: {} %", case.text, case.percent()));
    for line in odds.sum.last().cloned().into_iter().chain(likely) {
        ui.label(RichText::new(line).small().color(look.colour(Role::InkSoft)));
    }
}

/// What dice may bring: the sum, each case of the table with a bar for its chance, and what follows.
fn chances(ui: &mut Ui, odds: &Odds, look: Look) {
    for line in &odds.sum {
        ui.label(RichText::new(line).small());
    }
    let tables = [("cases", &odds.cases), ("outlook", &odds.outlook)];
    for (part, cases) in tables.into_iter().filter(|(_, cases)| !cases.is_empty()) {
        egui::Grid::new(part).num_columns(3).spacing([6.0, 2.0]).show(ui, |ui| {
            for case in cases {
                ui.label(RichText::new(format!("{} %", case.percent())).small().strong());
                let (bar, _) = ui.allocate_exact_size(vec2(34.0, 9.0), egui::Sense::hover());
                let wide = bar.width() * f32::from(case.chance.min(1000)) / 1000.0;
                ui.painter().rect_filled(bar, 1.0, look.colour(Role::PaperDeep));
                let filled = egui::Rect::from_min_size(bar.min, vec2(wide, bar.height()));
                ui.painter().rect_filled(filled, 1.0, look.colour(Role::InkSoft));
                ui.add(egui::Label::new(RichText::new(&case.text).small()).wrap());
                ui.end_row();
            }
        });
        ui.add_space(2.0);
    }
}

fn buttons(ui: &mut Ui, go_on: &str, act: &mut Option<Act>) {
    ui.horizontal(|ui| {
        if ui.button(RichText::new(format!("{go_on}  Enter")).strong()).clicked() {
            *act = Some(Act::GoOn);
        }
        if ui.button("Back  Esc").clicked() {
            *act = Some(Act::Back);
        }
    });
}

/// What was refused or said.
fn notice(ui: &mut Ui, sitting: &Sitting, look: Look, act: &mut Option<Act>) {
    match &sitting.notice {
        None => {}
        Some(Notice::Word(text)) => {
            ui.separator();
            ui.label(text);
        }
        Some(Notice::Refused(reasons)) => {
            ui.separator();
            let led = sitting.led.is_some();
            for (kind, refusal) in reasons {
                let kind = if kind.is_empty() { String::new() } else { format!("{kind}: ") };
                let text = format!("{kind}{}", refusal.text);
                cited(ui, &refusal.rule, act, |ui| ui.label(RichText::new(text).color(look.colour(Role::Bad))));
                if !led && !words::section(&refusal.rule).is_empty() && ui.small_button("Change this rule").clicked() {
                    *act = Some(Act::Change(refusal.rule.clone()));
                }
            }
        }
    }
}

/// The log: each order and what it brought; a click shows the place.
pub(super) fn log(ui: &mut Ui, sitting: &Sitting, filter: &mut LogFilter, here: &[Part]) -> (Option<Act>, Vec<Part>) {
    const MOST: usize = 120;
    const STEP: f32 = 14.0;
    let mut act = None;
    let mut pointed = Vec::new();
    let (shown, last, first) = (sitting.table.shown(), sitting.table.number(), sitting.table.first_known());
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.label(head("LOG"));
        for (value, name) in [(LogFilter::All, "all"), (LogFilter::Mine, "mine"), (LogFilter::Here, "here")] {
            let on = *filter == value;
            if ui.add(Button::selectable(on, name).small()).clicked() {
                *filter = value;
            }
        }
    });
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let mut step = |ui: &mut Ui, label: &str, hint: &str, to: u32| {
                let button = ui.add_enabled(to != shown, Button::new(label).small());
                button.widget_info(|| WidgetInfo::labeled(egui::Role::Button, to != shown, hint));
                if button.on_hover_text(hint).clicked() {
                    act = Some(Act::LookAt(to));
                }
            };
            step(ui, "|<", "To the start", first);
            step(ui, "<", "One order back (Page Up)", shown.saturating_sub(1).max(first));
            step(ui, ">", "One order on (Page Down)", (shown + 1).min(last));
            step(ui, ">|", "To the present (End)", last);
            ui.label(RichText::new(format!("order {shown} of {last}")).small());
        });
    });
    let keep = |line: &&bormida_core::kernel::LogLine| match filter {
        LogFilter::All => true,
        LogFilter::Mine => line.seat == sitting.eyes,
        LogFilter::Here => line.events.iter().any(|e| e.parts.iter().any(|part| here.contains(part))),
    };
    let lines: Vec<_> = sitting.now.log.iter().filter(keep).collect();
    ScrollArea::vertical().id_salt("log").stick_to_bottom(true).auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        if lines.len() > MOST {
            ui.label(RichText::new(format!("{} earlier orders", lines.len() - MOST)).weak());
        }
        let off = Off::all(sitting.table.entries());
        let why = sitting.table.header().all_seeing;
        let failed = |ui: &mut Ui, after: u32| {
            for off in off.iter().filter(|off| off.after == after && *filter == LogFilter::All) {
                ui.label(RichText::new(off.line(why)).small().color(ui.visuals().error_fg_color));
            }
        };
        failed(ui, 0);
        for line in lines.iter().skip(lines.len().saturating_sub(MOST)) {
            if line.events.is_empty() {
                let order = spoken(&*sitting.table, &line.text);
                ui.label(format!("{}. {}: {order}", line.n, sitting.side(line.seat))).on_hover_text(&line.text);
            }
            for (k, event) in line.events.iter().enumerate() {
                let number = if k == 0 { format!("{}. ", line.n) } else { String::new() };
                let told = event_spoken(&*sitting.table, line, event);
                let text = RichText::new(format!("{number}{told}")).small();
                let text = egui::Label::new(text).wrap().sense(egui::Sense::click());
                // what an order brought stands in from it, all its lines
                let deep = if k == 0 { 0.0 } else { STEP };
                let label = ui.horizontal_top(|ui| {
                    ui.add_space(deep);
                    ui.vertical(|ui| changeable(ui, sitting, &event.rule, &mut act, text)).inner
                });
                let label = if told == event.text { label.inner } else { label.inner.on_hover_text(&line.text) };
                if label.hovered() {
                    pointed = event.parts.clone();
                }
                if label.clicked() && !event.parts.is_empty() {
                    act = Some(Act::GoTo(event.parts.clone()));
                }
            }
            failed(ui, line.n);
        }
    });
    (act, pointed)
}

/// Which digit was pressed, 1 to 9, as an index.
pub(super) fn digit(ui: &Ui) -> Option<usize> {
    const DIGITS: [Key; 9] =
        [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];
    ui.input(|input| DIGITS.iter().position(|key| input.key_pressed(*key)))
}
