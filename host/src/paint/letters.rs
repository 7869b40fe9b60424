//! Letters: the book faces that boards are written in, carried inside the program.

use std::sync::{Arc, OnceLock};

use bormida_core::scene::Face;
use eframe::egui::{self, FontData, FontDefinitions, FontFamily};
use resvg::usvg::fontdb;

/// The family that all boards are written in, as SVG and the font database know it.
pub(crate) const FAMILY: &str = "Libertinus Serif";

/// All bundled faces; no font of the system is ever asked for.
pub(crate) fn bundled() -> Arc<fontdb::Database> {
    static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    let load = || {
        let mut fonts = fontdb::Database::new();
        for font in typst_assets::fonts() {
            fonts.load_font_source(fontdb::Source::Binary(Arc::new(font)));
        }
        fonts.set_serif_family(FAMILY);
        Arc::new(fonts)
    };
    FONTS.get_or_init(load).clone()
}

/// The font family of a face, once [`install_fonts`] has been called.
pub fn font_family(face: Face) -> FontFamily {
    FontFamily::Name(name(face).into())
}

/// From this many pixels on letters stand on whole pixels. Smaller ones are drawn at four places between pixels, which
/// keeps their distances even; in large ones nobody sees it, and to draw them takes long.
const LARGE: f32 = 24.0;

/// The font family of a face in letters of this many pixels, once [`install_fonts`] has been called.
pub(super) fn font_family_at(face: Face, pixels: f32) -> FontFamily {
    if pixels < LARGE { font_family(face) } else { FontFamily::Name(large_name(face).into()) }
}

/// How wide and high the texture may grow that a window keeps its letters in, in pixels. It is emptied when it is nearly
/// full; where it may grow as far as the graphics allow, a few zooms fill it with 128 MB of letters of sizes that are not
/// seen any more, and the graphics keep them once more.
pub(crate) const LETTERS_SIDE: usize = 2048;

/// Teaches a window the faces of boards, beside its own fonts.
pub fn install_fonts(ctx: &egui::Context) {
    let mut fonts = FontDefinitions::default();
    let stand_by = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    for face in [Face::Roman, Face::Italic, Face::Bold] {
        for (name, between_pixels) in [(name(face), None), (large_name(face), Some(false))] {
            let mut family = stand_by.clone();
            if let Some(mut font) = find(face) {
                font.tweak.subpixel_binning = between_pixels;
                fonts.font_data.insert(name.to_owned(), Arc::new(font));
                family.insert(0, name.to_owned());
            }
            fonts.families.insert(FontFamily::Name(name.into()), family);
        }
    }
    ctx.set_fonts(fonts);
}

fn name(face: Face) -> &'static str {
    match face {
        Face::Roman => "board-roman",
        Face::Italic => "board-italic",
        Face::Bold => "board-bold",
    }
}

fn large_name(face: Face) -> &'static str {
    match face {
        Face::Roman => "board-roman-large",
        Face::Italic => "board-italic-large",
        Face::Bold => "board-bold-large",
    }
}

fn find(face: Face) -> Option<FontData> {
    let fonts = bundled();
    let id = fonts.query(&fontdb::Query {
        families: &[fontdb::Family::Name(FAMILY)],
        weight: if face == Face::Bold { fontdb::Weight::BOLD } else { fontdb::Weight::NORMAL },
        style: if face == Face::Italic { fontdb::Style::Italic } else { fontdb::Style::Normal },
        ..fontdb::Query::default()
    })?;
    let (fontdb::Source::Binary(font), index) = fonts.face_source(id)?;
    Some(FontData { font, index, tweak: Default::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_face_is_bundled() {
        let found = [Face::Roman, Face::Italic, Face::Bold].map(|face| find(face).map(|font| font.font));
        let faces = found.iter().flatten().map(|font| font.as_ref().as_ref()).collect::<Vec<&[u8]>>();
        assert_eq!(faces.len(), 3);
        assert!(faces[0] != faces[1] && faces[1] != faces[2]);
    }
}
