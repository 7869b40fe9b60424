//! Words on the board: set in few sizes, and stretched while a moving camera asks for more than there is time to set.

use std::time::Instant;

use bormida_core::scene::{Anchor, Label, Layer};
use eframe::egui::emath::{Rot2, TSTransform};
use eframe::egui::epaint::TextShape;
use eframe::egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Vec2};

use super::ink::{Ink, ink};
use super::letters::font_family_at;
use super::palette::Palette;
use super::screen::tint;
use super::svg::LEAST_LETTERS;
use crate::app::Camera;

/// The largest letters that are drawn, in pixels; larger ones are stretched from there, for to draw a word of such letters
/// takes most of a frame.
const LARGEST: f32 = 96.0;

/// Who writes, and where.
pub(super) struct Words<'a> {
    pub(super) painter: &'a Painter,
    pub(super) palette: Palette,
    pub(super) camera: Camera,
    pub(super) view: Rect,
}

impl Words<'_> {
    /// Writes the texts of a layer that lie in view. `set` is told the shape and the size that its text should have in
    /// points, and answers the size that it is set in; it is stretched from there.
    pub(super) fn write(&self, layer: &Layer, mut set: impl FnMut(usize, f32) -> f32) {
        for (k, shape) in layer.shapes.iter().enumerate().filter(|(_, shape)| shape.zoom.shows(self.camera.scale)) {
            ink(shape, self.camera.scale, |ink| {
                if let Ink::Words(label) = ink {
                    self.label(label, |size| set(k, size));
                }
            });
        }
    }

    /// The same with the sizes of the frame before, by shape: up to a moment texts are set anew, but some at least, then
    /// these stand in. To set a text in another size takes long. Returns whether some stand in.
    pub(super) fn write_kept(
        &self,
        layer: &Layer,
        sizes: &mut Vec<Option<f32>>,
        until: Instant,
        mut least: usize,
    ) -> bool {
        sizes.resize(layer.shapes.len(), None);
        let mut behind = false;
        self.write(layer, |k, wanted| {
            let size = sizes[k].get_or_insert(wanted);
            if *size != wanted {
                if least > 0 || Instant::now() < until {
                    least = least.saturating_sub(1);
                    *size = wanted;
                } else {
                    behind = true;
                }
            }
            *size
        });
        behind
    }

    fn label(&self, label: &Label, set: impl FnOnce(f32) -> f32) {
        let size = label.size * self.camera.scale;
        let at = self.camera.place(label.at, self.view);
        let reach = size * label.text.len() as f32;
        if size < LEAST_LETTERS || !self.view.expand(reach).contains(at) {
            return;
        }
        let wanted = stepped(size);
        let pixels = self.painter.pixels_per_point();
        let set = set(wanted.min(LARGEST / pixels));
        let font = FontId::new(set, font_family_at(label.face, set * pixels));
        let colour = tint(self.palette, label.colour);
        let galley = self.painter.layout_no_wrap(label.text.clone(), font, colour);
        let mut text = TextShape::new(Pos2::ZERO, galley, colour);
        if set != wanted {
            text.transform(TSTransform::from_scaling(wanted / set));
        }
        let anchor = match label.anchor {
            Anchor::Left => Align2::LEFT_CENTER,
            Anchor::Middle => Align2::CENTER_CENTER,
            Anchor::Right => Align2::RIGHT_CENTER,
        };
        let corner = anchor.anchor_size(at, text.galley.size()).min;
        text.angle = label.turn.to_radians();
        text.pos = at + Rot2::from_angle(text.angle) * (corner - at);
        let write = |shift: Vec2, colour: Color32| {
            let mut text = text.clone();
            text.pos += shift;
            text.override_text_color = Some(colour);
            self.painter.add(text);
        };
        if let Some(halo) = label.halo {
            let rim = (size * 0.1).clamp(0.75, 2.0);
            let halo = tint(self.palette, halo);
            for k in 0..8 {
                write(Vec2::angled(k as f32 * std::f32::consts::TAU / 8.0) * rim, halo);
            }
        }
        write(Vec2::ZERO, colour);
    }
}

/// The nearest of few sizes of letters, some 6 % apart: drawing letters of a new size takes long, and a moving camera
/// would ask for one in every frame.
fn stepped(size: f32) -> f32 {
    const STEPS: f32 = 12.0; // for each doubling
    ((size.log2() * STEPS).round() / STEPS).exp2()
}

#[cfg(test)]
mod tests {
    use super::super::letters::install_fonts;
    use super::*;
    use bormida_core::scene::{LayerKind, Shape as SceneShape};
    use eframe::egui::{Context, RawInput, Shape, pos2};
    use std::time::Duration;

    #[test]
    fn a_text_is_stretched_until_there_is_time_to_set_it_anew() {
        let (ctx, view) = (Context::default(), Rect::from_min_max(pos2(0.0, 0.0), pos2(400.0, 300.0)));
        install_fonts(&ctx);
        let shapes = vec![SceneShape::text(Label::new("Marengo", [0.0, 0.0], 20.0))];
        let layer = Layer::new(LayerKind::Board, shapes);
        let mut sizes = Vec::new();
        let mut frame = |scale: f32, until: Instant, least: usize| {
            let (mut behind, camera) = (false, Camera { centre: [0.0, 0.0], scale });
            let input = RawInput { screen_rect: Some(view), ..RawInput::default() };
            let mut out = ctx.run_ui(input, |ui| {
                let painter = &ui.painter_at(view);
                let words = Words { painter, palette: Palette::default(), camera, view };
                behind = words.write_kept(&layer, &mut sizes, until, least);
            });
            out.textures_delta.clear(); // nobody draws it
            let width = out.shapes.iter().find_map(|clipped| match &clipped.shape {
                Shape::Text(text) => Some(text.galley.size().x),
                _ => None,
            });
            (behind, sizes[0], width.unwrap())
        };
        let (past, ahead) = (Instant::now(), Instant::now() + Duration::from_secs(600));
        let (behind, small, width) = frame(1.0, past, 0);
        assert!(!behind, "what was not written yet is set at once");
        let (behind, size, stretched) = frame(1.5, past, 0);
        assert_eq!((behind, size), (true, small));
        assert!((stretched / width - 1.5).abs() < 0.06, "{width} to {stretched}");
        let (behind, size, set) = frame(1.5, ahead, 0);
        assert!(!behind && size > small && (set / stretched - 1.0).abs() < 0.06, "{stretched} to {set}");
        let (_, size, huge) = frame(20.0, ahead, 0);
        // on a machine that has never time some are set all the same
        let (behind, back, _) = frame(1.0, past, 1);
        assert_eq!((behind, back), (false, small));
        assert!(size <= Some(LARGEST) && (huge / width / 20.0 - 1.0).abs() < 0.06, "{width} to {huge}");
    }
}
