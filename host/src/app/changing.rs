//! *Change this rule*: from a section to a variant that changes it, which joins the match at once.

use std::path::Path;
use std::rc::Rc;

use bormida_core::kernel::{Reread, Rule};
use bormida_core::scene::Face;
use eframe::egui::{Modal, RichText, ScrollArea, Ui};

use super::desk::{Desk, Page};
use super::elsewhere::open_file;
use super::look::book;
use super::shelf::Shelf;
use super::sitting::Notice;
use super::words;
use crate::cli::{Changeable, begin_change, changeable};

/// What can be changed of a section, for a person to choose from.
pub(super) struct Changing {
    rule: Rule,
    ways: Vec<Changeable>,
}

impl Desk<'_> {
    /// Asks what of a section is to be changed.
    pub(super) fn ask_to_change(&mut self, rule: &Rule) {
        let Page::Match(page) = &self.page else { return };
        let ways = match self.catalogue.game(&page.sitting.table.header().game) {
            Ok(game) => changeable(game, rule),
            Err(_) => Vec::new(),
        };
        if ways.is_empty() {
            let what = "No function and no number of a pack changes what this section says";
            self.word = Some(format!("{what} ({}). `bormida docs` lists all that packs can change.", rule.0));
            return;
        }
        self.changing = Some(Changing { rule: rule.clone(), ways });
    }

    /// The chooser over everything.
    pub(super) fn show_changing(&mut self, ui: &Ui) {
        let (Some(changing), Page::Match(page)) = (&self.changing, &self.page) else { return };
        let hides = !page.sitting.table.header().all_seeing;
        let mut chosen = None;
        let modal = Modal::new(ui.scope_id().with("change this rule")).show(ui.ctx(), |ui| {
            ui.set_width(600.0);
            ui.label(book(format!("Change rule {}", changing.rule.0), 22.0, Face::Bold));
            ui.label("A variant is made that says what is printed; the match is played with it, and your editor opens it.");
            if hides {
                let what = "Rules are changed where nothing is hidden: a copy of this match is made in which whoever sits \
                            here can look at everything. The match itself stays as it is.";
                ui.colored_label(ui.visuals().warn_fg_color, what);
            }
            ScrollArea::vertical().max_height(420.0).show(ui, |ui| {
                for (k, way) in changing.ways.iter().enumerate() {
                    let label = match hides {
                        true => format!("Copy the match and change {}", way.name()),
                        false => format!("Change {}", way.name()),
                    };
                    if ui.button(label).clicked() {
                        chosen = Some(k);
                    }
                    ui.indent(k, |ui| ui.label(RichText::new(way.help()).small().weak()));
                }
            });
            ui.button("Leave it  Esc").clicked()
        });
        if let Some(k) = chosen {
            let way = self
                .changing
                .take()
                .and_then(|mut changing| (k < changing.ways.len()).then(|| changing.ways.swap_remove(k)));
            if let Some(way) = way
                && let Err(why) = self.change(&way)
            {
                self.word = Some(why);
            }
        } else if modal.inner || modal.should_close() {
            self.changing = None;
        }
    }

    /// Makes the variant, plays the match with it, and opens it.
    fn change(&mut self, what: &Changeable) -> Result<(), String> {
        let Page::Match(page) = &self.page else { return Ok(()) };
        let folder = self.packs_folder.clone().ok_or("This desktop has no folder for packs of one's own.")?;
        if !page.sitting.table.header().all_seeing {
            self.copy_all_seeing()?;
        }
        let Page::Match(page) = &mut self.page else { return Ok(()) };
        let game = self.catalogue.game(&page.sitting.table.header().game).map_err(|unfit| unfit.to_string())?;
        let (id, file) = begin_change(game, what, &folder).map_err(|why| format!("No variant can be made: {why}"))?;
        let opened = if self.opens_files { open_file(&file) } else { Err(format!("The file is {}", file.display())) };
        let opened = match opened {
            Ok(()) => format!("Change {}, and save it.", file.display()),
            Err(why) => format!("{why}. Change it and save it."),
        };
        let mut variants = page.sitting.table.variants();
        variants.push(id.clone());
        let reread = page.sitting.table.reread(Some(&variants));
        let console = page.console_over(&self.catalogue);
        match reread {
            Ok(Reread::Same | Reread::Fits) => {
                page.sitting.take_other_rules();
                if let Some(console) = &mut page.console {
                    console.look_at(&page.sitting);
                    console.is_under_new_rules();
                    console.say(format!("played with {id}"));
                }
                page.sitting.notice = Some(Notice::Word(format!("The match is played with {id}. {opened}")));
            }
            Ok(Reread::Parts(divergence)) => {
                console.ask_how_to_go_on(divergence, Some(format!("The variant {id} is made. {opened}")))
            }
            Err(trouble) => {
                let why = words::sentence(&trouble.to_string());
                page.sitting.notice = Some(Notice::Word(format!(
                    "The variant {id} is made, and the match is not played with it: {why} {opened}"
                )));
            }
        }
        self.restock_with(&folder);
        Ok(())
    }

    /// Takes the packs of a folder, among which there is a new one, into the games.
    fn restock_with(&mut self, folder: &Path) {
        let files = self.catalogue.files().clone().and_beside(folder);
        // the match has said already what is wrong with them
        if let Ok(catalogue) = self.catalogue.among(&files) {
            self.put_on_shelf(Shelf::Own(Rc::new(catalogue)));
        }
    }
}
