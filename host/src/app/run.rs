//! Opening the window.

use std::path::Path;

use bormida_core::games::Catalogue;
use eframe::egui::ViewportBuilder;

use super::desk::Desk;
use crate::paint::install_fonts;
use crate::saves;
use crate::watchman::Watchman;

/// Opens the window over these games, with a saved match in it if one is named, and returns when it is closed.
///
/// # Errors
/// When no window can be opened here.
pub fn run(catalogue: &Catalogue, open: Option<&Path>) -> Result<(), String> {
    let mut desk = Desk::new(catalogue, saves::folder());
    if let Some(file) = saves::settings_file() {
        desk = desk.remembering(file);
    }
    if let Some(packs) = saves::packs() {
        desk = desk.installing_in(packs).opening_files();
    }
    let mut viewport = ViewportBuilder::default()
        .with_title("Bormida")
        .with_app_id("bormida")
        .with_inner_size([1280.0, 800.0])
        .with_min_inner_size([760.0, 520.0]);
    let _watchman = Watchman::over(catalogue.watches());
    if let Some([left, top, width, height]) = desk.last_window() {
        viewport = viewport.with_position([left, top]).with_inner_size([width, height]);
    }
    let options = eframe::NativeOptions { viewport, ..Default::default() };
    let desk = Box::new(move |context: &eframe::CreationContext<'_>| {
        install_fonts(&context.egui_ctx);
        if let Some(path) = open {
            desk.open(path);
        }
        Ok(Box::new(desk) as Box<dyn eframe::App + '_>)
    });
    eframe::run_native("Bormida", options, desk).map_err(|error| format!("the window cannot be opened: {error}"))
}
