//! Scene to PNG, by way of SVG, with the bundled letters only.

use bormida_core::scene::Scene;
use resvg::{tiny_skia, usvg};

use super::letters::{FAMILY, bundled};
use super::palette::Palette;
use super::svg::to_svg;

/// Why a picture could not be made.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The size is nothing, or more than memory holds.
    #[error("a picture of {0} by {1} pixels cannot be made")]
    Size(u32, u32),
    /// The drawing could not be read back.
    #[error("the drawing could not be read: {0}")]
    Drawing(#[from] usvg::Error),
    /// The picture could not be packed.
    #[error("the picture could not be packed: {0}")]
    Packing(String),
}

/// The widest and highest picture, in pixels.
const MOST: u32 = 16_384;

/// A scene as the bytes of a PNG file of this many pixels, the board fitted and centred on paper.
pub fn to_png(scene: &Scene, palette: Palette, width: u32, height: u32) -> Result<Vec<u8>, PngError> {
    if !(1..=MOST).contains(&width) || !(1..=MOST).contains(&height) {
        return Err(PngError::Size(width, height));
    }
    let tree = drawing(&to_svg(scene, palette, width, height))?;
    let picture = painted(&tree, width, height, 1.0)?;
    picture.encode_png().map_err(|error| PngError::Packing(error.to_string()))
}

/// A drawing of the rules reference in dots of red, green, blue and opacity (multiplied by it), row by row, with its width and
/// height: as wide as asked for.
pub(crate) fn dots(svg: &str, width: u32) -> Result<([usize; 2], Vec<u8>), PngError> {
    let tree = drawing(svg)?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).ceil() as u32;
    if !(1..=MOST).contains(&width) || !(1..=MOST).contains(&height) {
        return Err(PngError::Size(width, height));
    }
    let picture = painted(&tree, width, height, scale)?;
    Ok(([width as usize, height as usize], picture.take()))
}

/// The drawing of an SVG text, its letters the bundled ones; it reads no files.
fn drawing(svg: &str) -> Result<usvg::Tree, usvg::Error> {
    let options = usvg::Options {
        fontdb: bundled(),
        font_family: FAMILY.to_owned(),
        image_href_resolver: usvg::ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..usvg::Options::default()
    };
    usvg::Tree::from_str(svg, &options)
}

fn painted(tree: &usvg::Tree, width: u32, height: u32, scale: f32) -> Result<tiny_skia::Pixmap, PngError> {
    let mut picture = tiny_skia::Pixmap::new(width, height).ok_or(PngError::Size(width, height))?;
    resvg::render(tree, tiny_skia::Transform::from_scale(scale, scale), &mut picture.as_mut());
    Ok(picture)
}

#[cfg(test)]
mod tests {
    use bormida_core::scene::{Label, Layer, LayerKind, Role, Shape};

    use super::*;

    fn board(text: &str) -> Scene {
        let word = Shape::text(Label::new(text, [50.0, 25.0], 20.0));
        Scene { size: [100.0, 50.0], layers: vec![Layer::new(LayerKind::Board, vec![word])] }
    }

    #[test]
    fn letters_are_painted_without_any_font_of_the_system() -> Result<(), PngError> {
        let with = tiny_skia::Pixmap::decode_png(&to_png(&board("Marengo"), Palette::Engraving, 200, 100)?);
        let paper = Palette::Engraving.rgba(Role::Paper.full());
        let inked = with.map(|p| p.pixels().iter().filter(|dot| dot.red() < paper[0] / 2).count());
        assert!(inked.as_ref().is_ok_and(|&dots| dots > 200), "{inked:?}");
        Ok(())
    }

    #[test]
    fn a_picture_of_no_size_is_refused() {
        assert!(matches!(to_png(&board(""), Palette::Engraving, 0, 9), Err(PngError::Size(0, 9))));
        assert!(matches!(to_png(&board(""), Palette::Engraving, 9, 1 << 20), Err(PngError::Size(..))));
    }
}
