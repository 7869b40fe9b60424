//! Scene to the window: meshes that are kept while the scale holds, moved with the camera, and built anew in slices.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bormida_core::scene::{Point, Scene, Shape};
use eframe::egui::epaint::{self, Mesh, PathShape, TessellationOptions, Tessellator, Vertex, WHITE_UV};
use eframe::egui::{self, Color32, Painter, Pos2, Rect, Stroke, pos2};

use super::curve::simplified;
use super::ink::{Ink, ink, may_meet};
use super::palette::Palette;
use super::triangles::triangles;
use super::words::Words;
use crate::app::Camera;

/// Meshes are built anew when the scale has moved by more than this factor since.
const BAND: f32 = 1.12;
/// How far beyond the view meshes reach, as a part of its size, so that a moving camera does not run out of land.
const AHEAD: f32 = 0.3;
/// How far into a frame texts are set in new sizes, while older ones can stand in.
const WORDS: Duration = Duration::from_micros(1600);
/// Texts of each layer that are set anew whatever the time, so that a slow machine comes to an end too.
const LEAST_WORDS: usize = 4;
/// How far into a frame meshes are built, while older ones can stand in.
const FRAME: Duration = Duration::from_micros(2800);

/// Paints scenes into a window, keeping what it made of layers that have not changed.
#[derive(Default)]
pub struct ScreenPainter {
    kept: Vec<Kept>,
    palette: Palette,
    pixels: f32,
}

/// What was made of one layer.
struct Kept {
    shapes: Arc<Vec<Shape>>,
    /// The sizes that its texts were set in last, by shape.
    letters: Vec<Option<f32>>,
    ready: Option<Built>,
    coming: Option<(usize, Built)>,
}

/// A mesh of the shapes that meet an area of the board. It is moved where it lies as the camera moves: meshes are what
/// the program's memory goes to, and a second one to move them into would double it.
struct Built {
    /// The scale that it was built for, in points of the window per board unit.
    scale: f32,
    area: [Point; 2],
    mesh: Arc<Mesh>,
    /// The scale that it is stretched to now.
    stretched: f32,
    /// Where the board's origin lies in it now.
    origin: Pos2,
}

impl Built {
    fn new(camera: Camera, view: Rect) -> Built {
        let ahead = view.expand2(view.size() * AHEAD);
        let area = [camera.point(ahead.min, view), camera.point(ahead.max, view)];
        Built { scale: camera.scale, area, mesh: Arc::default(), stretched: camera.scale, origin: Pos2::ZERO }
    }

    /// The mesh as the camera sees it.
    fn placed(&mut self, camera: Camera, view: Rect) -> Arc<Mesh> {
        let origin = camera.place([0.0, 0.0], view);
        if (self.stretched, self.origin) != (camera.scale, origin) {
            let factor = camera.scale / self.stretched;
            let shift = origin.to_vec2() - self.origin.to_vec2() * factor;
            // The window lets go of the mesh before the next frame, so it is hardly ever copied here.
            for vertex in &mut Arc::make_mut(&mut self.mesh).vertices {
                vertex.pos = (vertex.pos.to_vec2() * factor + shift).to_pos2();
            }
            (self.stretched, self.origin) = (camera.scale, origin);
        }
        self.mesh.clone()
    }

    /// Whether it serves a camera: near enough in scale, and reaching over all that is seen of the board.
    fn serves(&self, camera: Camera, view: Rect, size: Point) -> bool {
        let seen = [camera.point(view.min, view), camera.point(view.max, view)];
        let [low, high] = self.area;
        let reaches = (0..2).all(|k| low[k] <= seen[0][k].max(0.0) && seen[1][k].min(size[k]) <= high[k]);
        reaches && (self.scale / camera.scale).max(camera.scale / self.scale) < BAND
    }
}

impl ScreenPainter {
    /// Paints a scene as a camera sees it. Returns whether meshes or letters of the right scale are still to come, in
    /// which case another frame should follow.
    pub fn paint(&mut self, painter: &Painter, scene: &Scene, palette: Palette, camera: Camera, view: Rect) -> bool {
        let start = Instant::now();
        let pixels = painter.ctx().pixels_per_point();
        if palette != self.palette || pixels != self.pixels {
            (self.kept, self.palette, self.pixels) = (Vec::new(), palette, pixels);
        }
        self.keep(scene);
        let sight = Sight { camera, view, size: scene.size };
        let mut unfinished = false;
        // Words first, each layer's over room for its mesh: what they take of the frame is not left for meshes.
        let mut beneath = Vec::with_capacity(self.kept.len());
        for (layer, kept) in scene.layers.iter().zip(&mut self.kept) {
            beneath.push(painter.add(egui::Shape::Noop));
            let words = Words { painter, palette, camera, view };
            unfinished |= words.write_kept(layer, &mut kept.letters, start + WORDS, LEAST_WORDS);
        }
        let (until, mut late) = (start + FRAME, false);
        // What stands highest first: pieces are few, and what one looks for.
        for kept in self.kept.iter_mut().rev() {
            let least = usize::from(!late);
            late |= kept.build(&sight, palette, pixels, until, least);
        }
        for (beneath, kept) in beneath.into_iter().zip(&mut self.kept) {
            if let Some(built) = kept.ready.as_mut().filter(|built| !built.mesh.is_empty()) {
                painter.set(beneath, built.placed(camera, view));
            }
        }
        unfinished || late
    }

    /// Paints a scene once, without keeping anything: for a lens, which sees a small piece at another scale.
    pub fn paint_once(painter: &Painter, scene: &Scene, palette: Palette, camera: Camera, view: Rect) {
        let seen = [camera.point(view.min, view), camera.point(view.max, view)];
        for layer in &scene.layers {
            let mut press = Press::new(palette, painter.ctx().pixels_per_point(), camera.scale);
            for shape in layer.shapes.iter().filter(|shape| may_meet(shape, seen)) {
                press.shape(shape);
            }
            if !press.mesh.is_empty() {
                let shift = camera.place([0.0, 0.0], view).to_vec2();
                press.mesh.vertices.iter_mut().for_each(|vertex| vertex.pos += shift);
                painter.add(press.mesh);
            }
            Words { painter, palette, camera, view }.write(layer, |_, size| size);
        }
    }

    /// Keeps one entry a layer; a layer whose shapes moved to another place in the list keeps its meshes.
    fn keep(&mut self, scene: &Scene) {
        let mut old = std::mem::take(&mut self.kept);
        for layer in &scene.layers {
            let found = old.iter().position(|kept| Arc::ptr_eq(&kept.shapes, &layer.shapes));
            self.kept.push(match found {
                Some(k) => old.swap_remove(k),
                None => Kept { shapes: layer.shapes.clone(), letters: Vec::new(), ready: None, coming: None },
            });
        }
    }
}

/// What is looked at, and from where.
struct Sight {
    camera: Camera,
    view: Rect,
    size: Point,
}

impl Kept {
    /// Builds the mesh for a camera, whole when there is none to stand in, else until the time is up, but some shapes at
    /// least. Returns whether more is to come.
    fn build(&mut self, sight: &Sight, palette: Palette, pixels: f32, until: Instant, least: usize) -> bool {
        let serves = |built: &Built| built.serves(sight.camera, sight.view, sight.size);
        if self.ready.as_ref().is_some_and(serves) {
            self.coming = None;
            return false;
        }
        let (mut next, mut built) = self
            .coming
            .take()
            .filter(|(_, built)| serves(built))
            .unwrap_or_else(|| (0, Built::new(sight.camera, sight.view)));
        let mut press = Press::new(palette, pixels, built.scale);
        press.mesh = Arc::unwrap_or_clone(std::mem::take(&mut built.mesh));
        let mut pressed = 0;
        while let Some(shape) = self.shapes.get(next) {
            if self.ready.is_some() && pressed >= least && Instant::now() > until {
                built.mesh = press.mesh.into();
                self.coming = Some((next, built));
                return true;
            }
            if may_meet(shape, built.area) {
                press.shape(shape);
                pressed += 1;
            }
            next += 1;
        }
        press.mesh.vertices.shrink_to_fit();
        press.mesh.indices.shrink_to_fit();
        built.mesh = press.mesh.into();
        self.ready = Some(built);
        false
    }
}

/// Presses the ink of shapes into one mesh, in points of the window from the board's origin.
struct Press {
    tessellator: Tessellator,
    mesh: Mesh,
    palette: Palette,
    scale: f32,
    hair: f32,
}

impl Press {
    fn new(palette: Palette, pixels: f32, scale: f32) -> Press {
        let options = TessellationOptions {
            coarse_tessellation_culling: false,
            prerasterized_discs: false,
            round_line_segments_to_pixels: false,
            round_rects_to_pixels: false,
            ..TessellationOptions::default()
        };
        let tessellator = Tessellator::new(pixels, options, [1, 1], Vec::new());
        Press { tessellator, mesh: Mesh::default(), palette, scale, hair: 1.0 / pixels }
    }

    fn shape(&mut self, shape: &Shape) {
        let scale = self.scale;
        let place = |p: &[f32; 2]| pos2(p[0] * scale, p[1] * scale);
        ink(shape, scale, |ink| match ink {
            Ink::Area(points, colour) => {
                let points = &*simplified(points, 0.15 / scale);
                let colour = tint(self.palette, colour);
                let first = self.mesh.vertices.len() as u32;
                for corners in triangles(points) {
                    self.mesh.indices.extend(corners.map(|k| first + k as u32));
                }
                let vertex = |p| Vertex { pos: place(p), uv: WHITE_UV, color: colour };
                self.mesh.vertices.extend(points.iter().map(vertex));
                if colour.is_opaque() && shape.stroke.is_none() {
                    self.line(points.iter().map(place).collect(), true, self.hair, colour);
                }
            }
            Ink::Line { points, closed, width, colour } => {
                let colour = tint(self.palette, colour);
                let points = simplified(points, 0.15 / scale);
                self.line(points.iter().map(place).collect(), closed, width * scale, colour);
            }
            Ink::Dot { at, radius, colour } => {
                let dot = epaint::CircleShape::filled(place(&at), radius * scale, tint(self.palette, colour));
                self.tessellator.tessellate_circle(dot, &mut self.mesh);
            }
            Ink::Words(_) => {}
        });
    }

    fn line(&mut self, points: Vec<Pos2>, closed: bool, width: f32, colour: Color32) {
        let path = PathShape { points, closed, fill: Color32::TRANSPARENT, stroke: Stroke::new(width, colour).into() };
        self.tessellator.tessellate_path(&path, &mut self.mesh);
    }
}

pub(super) fn tint(palette: Palette, colour: bormida_core::scene::Colour) -> Color32 {
    let [r, g, b, a] = palette.rgba(colour);
    Color32::from_rgba_unmultiplied(r, g, b, a)
}
