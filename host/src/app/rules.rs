//! The rules reference beside the board, open at the section that was asked for.

use std::collections::BTreeMap;

use bormida_core::games::Catalogue;
use bormida_core::kernel::Rule;
use bormida_core::pack::Rulebook;
use bormida_core::scene::{Face, Role};
use eframe::egui::{self, ColorImage, Key, RichText, ScrollArea, TextureHandle, TextureOptions, Ui, WidgetInfo, vec2};
use egui_commonmark::{CommonMarkCache, CommonMarkViewer};

use super::look::{Look, book, head};
use super::words;
use crate::paint::dots;

/// Frames after which nothing moves any more that was turned to.
const FRAMES: u8 = 4;

/// The reference of one game.
pub(super) struct RulesPage {
    game: String,
    title: String,
    book: Rulebook,
    /// The section that is read.
    at: usize,
    /// Sections read before, the last behind.
    read: Vec<usize>,
    /// For so many frames more it has to be brought into sight: what stands before it finds its height in the first ones.
    moved: u8,
    /// What is looked for.
    sought: String,
    cache: CommonMarkCache,
    /// Drawings by their path in the text, those that cannot be shown without one.
    drawings: BTreeMap<String, Option<TextureHandle>>,
    /// A section that is to be changed.
    to_change: Option<Rule>,
}

impl RulesPage {
    /// The reference of a game; none where it has none.
    pub(super) fn of(catalogue: &Catalogue, game: &str) -> Option<RulesPage> {
        let mut book = catalogue.rulebook(game)?;
        for section in &mut book.sections {
            section.text = with_contents_in_lines(&section.text);
        }
        let title = book.sections.first()?.title.clone();
        let (game, read, drawings) = (game.to_owned(), Vec::new(), BTreeMap::new());
        let mut cache = CommonMarkCache::default();
        // links within the page go to its sections; others open as links do
        let texts = book.sections.iter().map(|section| &*section.text);
        for link in texts.flat_map(|text| text.split("](").skip(1)).filter_map(|rest| rest.split(')').next()) {
            if link.starts_with('#') || link.contains(".md#") {
                cache.add_link_hook(link);
            }
        }
        Some(RulesPage {
            game,
            title,
            book,
            at: 0,
            read,
            moved: FRAMES,
            sought: String::new(),
            cache,
            drawings,
            to_change: None,
        })
    }

    /// The section that a person wants to change.
    pub(super) fn take_change(&mut self) -> Option<Rule> {
        self.to_change.take()
    }

    /// Whether it is the reference of this game.
    pub(super) fn is_of(&self, game: &str) -> bool {
        self.game == game
    }

    /// Opens it at a section, or at the nearest that holds it.
    pub(super) fn go_to(&mut self, rule: &Rule) {
        if let Some(at) = self.book.find(&rule.0) {
            self.turn_to(at);
        }
    }

    fn turn_to(&mut self, at: usize) {
        if at != self.at {
            self.read.push(self.at);
        }
        (self.at, self.moved) = (at, FRAMES);
        self.sought.clear();
    }

    /// Follows a link to a section of this game's rules, or of another's: `#92-the-answer`, `triomphe.md#rulings`.
    fn follow(&mut self, catalogue: &Catalogue, link: &str) {
        let game = link.split_once(".md#").map(|(game, _)| game);
        if let Some(other) = game.filter(|game| !self.is_of(game)).and_then(|game| RulesPage::of(catalogue, game)) {
            *self = other;
        }
        let anchor = link.rsplit('#').next().unwrap_or_default();
        if let Some(at) = self.book.find_anchor(anchor) {
            self.turn_to(at);
        }
    }

    /// Shows it; whether it is to be closed.
    pub(super) fn show(&mut self, ui: &mut Ui, catalogue: &Catalogue, look: Look) -> bool {
        let mut closed = false;
        ui.add_space(4.0);
        ui.horizontal(|ui| {
            if ui.add_enabled(!self.read.is_empty(), egui::Button::new("Back").small()).clicked()
                && let Some(before) = self.read.pop()
            {
                (self.at, self.moved) = (before, FRAMES);
            }
            ui.add(egui::TextEdit::singleline(&mut self.sought).hint_text("Search the rules").desired_width(150.0));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                closed = ui.add(egui::Button::new("Close  F1").small()).clicked();
            });
        });
        ui.separator();
        if self.sought.trim().is_empty() {
            self.chapters(ui);
            self.chapter(ui, catalogue, look);
        } else {
            self.found(ui);
        }
        closed
    }

    /// The chapters to choose from, in one line that opens.
    fn chapters(&mut self, ui: &mut Ui) {
        let first = self.first_of_chapter();
        let mut chosen = None;
        let name = &self.book.sections[first].title;
        let chapters = egui::ComboBox::from_id_salt("chapters").width(ui.available_width() - 8.0).height(520.0);
        let chapters = chapters.selected_text(head(name)).show_ui(ui, |ui| {
            for (k, section) in self.book.sections.iter().enumerate().filter(|(_, section)| section.level <= 2) {
                if ui.selectable_label(k == first, &section.title).clicked() {
                    chosen = Some(k);
                }
            }
        });
        chapters.response.widget_info(|| WidgetInfo::labeled(egui::Role::ComboBox, true, format!("Chapter {name}")));
        if let Some(k) = chosen {
            self.turn_to(k);
        }
    }

    /// Where the chapter begins that is read.
    fn first_of_chapter(&self) -> usize {
        (0..=self.at).rev().find(|k| self.book.sections[*k].level <= 2).unwrap_or(0)
    }

    fn chapter(&mut self, ui: &mut Ui, catalogue: &Catalogue, look: Look) {
        let first = self.first_of_chapter();
        let rest = &self.book.sections[first + 1..];
        let end = first + 1 + rest.iter().take_while(|section| section.level > 2).count();
        let id = (&self.game, first);
        let high = ui.available_height();
        ScrollArea::vertical().id_salt(id).auto_shrink(false).show(ui, |ui| {
            for k in first..end {
                let section = self.book.sections[k].clone();
                let size = if section.level <= 2 { 20.0 } else { 16.0 };
                let heading = book(&section.title, size, Face::Bold);
                let asked = k == self.at && k != first;
                let heading = if asked { heading.color(look.colour(Role::Blue)) } else { heading };
                let heading = ui.add(egui::Label::new(heading).wrap());
                if self.moved > 0 && k == self.at {
                    heading.scroll_to_me_animation(Some(egui::Align::TOP), egui::style::ScrollAnimation::none());
                    self.moved -= 1;
                    ui.ctx().request_repaint();
                }
                if asked && !section.number.is_empty() && ui.small_button("Change this rule").clicked() {
                    self.to_change = Some(Rule(section.number.clone().into()));
                }
                for (j, block) in blocks(&section.text).into_iter().enumerate() {
                    match block {
                        Block::Text(text) => {
                            ui.push_id((k, j), |ui| CommonMarkViewer::new().show(ui, &mut self.cache, text));
                        }
                        Block::Drawing { says, path } => self.drawing(ui, catalogue, says, path),
                    }
                }
                ui.add_space(8.0);
            }
            if self.at != first {
                ui.add_space(high * 0.8); // so that also the last one can stand at the top
            }
        });
        let followed = self.cache.link_hooks().iter().find(|(_, clicked)| **clicked).map(|(link, _)| link.clone());
        if let Some(link) = followed {
            self.follow(catalogue, &link);
        }
    }

    fn drawing(&mut self, ui: &mut Ui, catalogue: &Catalogue, says: &str, path: &str) {
        if !self.drawings.contains_key(path) {
            let wide = (ui.available_width().max(200.0) * ui.ctx().pixels_per_point()) as u32;
            let drawn = catalogue.rule_drawing(path).and_then(|svg| dots(&svg, wide).ok());
            let texture = drawn.map(|(size, dots)| {
                let image = ColorImage::from_rgba_premultiplied(size, &dots);
                ui.ctx().load_texture(format!("rules {path}"), image, TextureOptions::LINEAR)
            });
            self.drawings.insert(path.to_owned(), texture);
        }
        match self.drawings.get(path).and_then(Option::as_ref) {
            Some(texture) => {
                let wide = ui.available_width();
                let high = wide * texture.size_vec2().y / texture.size_vec2().x.max(1.0);
                ui.add(egui::Image::new((texture.id(), vec2(wide, high))).alt_text(says));
            }
            None => {
                ui.label(RichText::new(format!("[{says}]")).weak());
            }
        }
    }

    /// The sections that hold what is looked for.
    fn found(&mut self, ui: &mut Ui) {
        let found = self.book.search(&self.sought);
        if found.is_empty() {
            ui.label(RichText::new(format!("{}: nothing of that.", self.title)).weak());
        }
        let mut chosen = found.first().copied().filter(|_| ui.input(|input| input.key_pressed(Key::Enter)));
        ScrollArea::vertical().id_salt("found").auto_shrink(false).show(ui, |ui| {
            for k in found {
                if ui.link(&self.book.sections[k].title).clicked() {
                    chosen = Some(k);
                }
            }
        });
        if let Some(k) = chosen {
            self.turn_to(k);
        }
    }
}

/// A section's number as a link into the reference; whether it was followed.
pub(super) fn link(ui: &mut Ui, rule: &Rule) -> bool {
    let section = words::section(rule);
    if section.is_empty() {
        return false;
    }
    let link = ui.add(egui::Link::new(RichText::new(section).small()));
    link.on_hover_text("What the rules say  F1").clicked()
}

/// A table of nothing but links as a line a column, which finds room in a narrow page: its heading, then its links.
fn with_contents_in_lines(text: &str) -> String {
    let cells = |line: &str| -> Vec<String> {
        let inner = line.trim().trim_start_matches('|').trim_end_matches('|');
        inner.split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let is_row = |line: &&str| line.trim_start().starts_with('|');
    let lines: Vec<&str> = text.lines().collect();
    let mut found: Vec<String> = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let rows: Vec<&str> = lines[at..].iter().copied().take_while(is_row).collect();
        let links = |row: &&str| cells(row).iter().all(|cell| cell.is_empty() || cell.starts_with('['));
        if rows.len() > 2 && rows[2..].iter().all(links) {
            for (column, heading) in cells(rows[0]).iter().enumerate() {
                let links = rows[2..].iter().filter_map(|row| cells(row).get(column).cloned());
                let links: Vec<String> = links.filter(|cell| !cell.is_empty()).collect();
                found.push(format!("**{heading}**: {}\n", links.join(", ")));
            }
        } else {
            found.extend(rows.iter().map(|row| (*row).to_owned()));
        }
        at += rows.len();
        if rows.is_empty() {
            found.push(lines[at].to_owned());
            at += 1;
        }
    }
    found.join("\n") + "\n"
}

/// What a section is made of.
enum Block<'a> {
    Text(&'a str),
    Drawing { says: &'a str, path: &'a str },
}

/// A text parted at its drawings, which stand on lines of their own.
fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut found = Vec::new();
    let mut from = 0;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let drawing = line.trim().strip_prefix("![").and_then(|rest| rest.strip_suffix(')')?.split_once("]("));
        if let Some((says, path)) = drawing {
            found.push(Block::Text(&text[from..at]));
            found.push(Block::Drawing { says, path });
            from = at + line.len();
        }
        at += line.len();
    }
    found.push(Block::Text(&text[from..]));
    found.retain(|block| !matches!(block, Block::Text(text) if text.trim().is_empty()));
    found
}

#[cfg(test)]
mod tests {
    use super::with_contents_in_lines;

    #[test]
    fn a_table_of_contents_becomes_lines_and_other_tables_stay() {
        let contents = "Read on.\n\n| One | Two |\n| --- | --- |\n| [1 A](#a) | [2 B](#b) |\n| [3 C](#c) | |\n\nEnd.";
        let lines = with_contents_in_lines(contents);
        assert!(lines.contains("**One**: [1 A](#a), [3 C](#c)\n\n**Two**: [2 B](#b)\n"), "{lines}");
        assert!(lines.starts_with("Read on.") && lines.ends_with("End.\n") && !lines.contains('|'));
        let numbers = "| Die | Result |\n| --- | --- |\n| 1 | none |\n";
        assert_eq!(with_contents_in_lines(numbers), numbers);
    }
}
