//! Painters: a scene becomes an SVG, a PNG or shapes of the window.

mod curve;
mod hits;
mod ink;
mod letters;
mod palette;
mod pattern;
mod png;
mod screen;
mod svg;
mod triangles;
mod words;

pub use hits::Hits;
pub(crate) use ink::corners_of;
pub(crate) use letters::LETTERS_SIDE;
pub use letters::{font_family, install_fonts};
pub use palette::{Palette, Rgba};
pub(crate) use png::dots;
pub use png::{PngError, to_png};
pub use screen::ScreenPainter;
pub use svg::to_svg;
