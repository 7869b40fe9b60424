//! The board in the window: one pans and zooms it, points at its parts, and sees which of them are lit.

use bormida_core::kernel::Part;
use bormida_core::scene::{Colour, Form, LayerKind, Point, Role, Scene};
use eframe::egui::{self, Color32, Key, PointerButton, Pos2, Rect, Sense, Stroke, Ui, WidgetInfo, vec2};

use super::badge::{Badge, HALF, Pen};
use super::camera::Camera;
use crate::paint::{Hits, Palette, ScreenPainter};

/// How a part is lit. Each way has a form of its own, so that none rests on colour alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Glow {
    /// It can be chosen: a solid ring.
    Target,
    /// It can be chosen without a command: a double ring.
    Free,
    /// It can be attacked: a dashed ring.
    Attack,
    /// It has been chosen: a filled ring.
    Chosen,
    /// Something happened there: a dotted ring.
    Changed,
    /// Only its badge is shown: an order ends here without naming the part.
    Badge,
}

impl Glow {
    /// Whether the light asks for nothing.
    pub(super) fn is_quiet(self) -> bool {
        matches!(self, Glow::Changed | Glow::Badge)
    }
}

/// A lit part and what a screen reader calls it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Light {
    /// The part as the scene draws it.
    pub part: Part,
    /// The way it is lit.
    pub glow: Glow,
    /// Its name as a control, such as `March to 12 Marengo`; unlabelled lights are no controls.
    pub label: String,
    /// What an order would do there.
    pub badge: Option<Badge>,
}

impl Light {
    /// A light that is no control.
    pub fn new(part: Part, glow: Glow) -> Light {
        Light { part, glow, label: String::new(), badge: None }
    }
}

/// What the pointer did on the board in this frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pointed {
    /// Parts under the pointer, the topmost first; when lit ones are among them, these come first.
    pub hovered: Vec<Part>,
    /// The part that was clicked, a lit one before others.
    pub clicked: Option<Part>,
    /// The badge that was clicked, of a light that is nothing but its badge.
    pub signed: Option<Badge>,
    /// Whether the click was a double one.
    pub double: bool,
    /// The part that was asked about with the right button.
    pub asked: Option<Part>,
    /// Where the pointer is, in board units.
    pub at: Option<Point>,
    /// Where it clicked, in board units, on a part or beside all of them.
    pub spot: Option<Point>,
    /// A lit part, or a point of a board that is held, is being dragged.
    pub drag: Option<Drag>,
}

/// A drag with the first button that does not move the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drag {
    /// The lit part where it began; none on a board that is held.
    pub part: Option<Part>,
    /// The button was let go in this frame.
    pub ended: bool,
}

/// The state of the board's view: it belongs to the window, never to the match.
#[derive(Default)]
pub struct BoardView {
    camera: Option<Camera>,
    aim: Option<Camera>,
    view: Option<Rect>,
    before: Option<Camera>,
    painter: ScreenPainter,
    hits: Hits,
    /// Where the badges of parts hang.
    hung: Vec<(Part, Pos2)>,
    drawn: Option<Scene>,
    held: bool,
    drag: Option<Option<Part>>,
}

/// How far beyond a wanted box the camera shows, as a part of its size.
const AIR: f32 = 0.25;
/// How much nearer than the board a lens shows, and its width in points.
const LENS: f32 = 3.0;
const LENS_WIDTH: f32 = 320.0;
/// The radius in points of the ring about a lit part that is smaller than it.
const LEAST_RING: f32 = 7.0;
/// Lit parts smaller than this in points have a dark rim about their light.
const SMALL: f32 = 40.0;
/// The least distance between two badges, in points.
const APART: f32 = 2.0 * HALF + 5.0;
/// The least distance of a badge from the middle of a number, in points.
const CLEAR: f32 = HALF + 9.0;
/// With more lit parts than this each has a thin ring.
const CROWD: usize = 24;
/// Seconds in which the camera goes half of the way to its aim.
const HALF_WAY: f32 = 0.05;

impl BoardView {
    /// Shows the whole board.
    pub fn fit(&mut self) {
        self.aim = None;
        self.camera = None;
        self.before = None;
    }

    /// Goes to parts of the board with some air around; with none of them drawn, stays.
    pub fn go_to(&mut self, parts: &[Part]) {
        let boxes = parts.iter().filter_map(|&part| self.hits.bounds(part));
        let whole = boxes.reduce(|[a, b], [c, d]| [[a[0].min(c[0]), a[1].min(c[1])], [b[0].max(d[0]), b[1].max(d[1])]]);
        let (Some([low, high]), Some(view), Some(camera)) = (whole, self.view, self.camera) else { return };
        let air = ((high[0] - low[0]) + (high[1] - low[1])) * AIR;
        let box_ = [[low[0] - air, low[1] - air], [high[0] + air, high[1] + air]];
        self.before.get_or_insert(camera);
        self.aim = Some(Camera::showing(box_, view));
    }

    /// Goes back to where the camera was before it last went to parts.
    pub fn go_back(&mut self) {
        if let Some(before) = self.before.take() {
            self.aim = Some(before);
        }
    }

    /// Whether [`Self::go_back`] would lead somewhere.
    pub fn has_gone(&self) -> bool {
        self.before.is_some()
    }

    /// Holds the board fast: drags with the first button are told and move nothing.
    pub fn hold(&mut self, held: bool) {
        self.held = held;
    }

    /// The camera as last shown.
    pub fn camera(&self) -> Option<Camera> {
        self.camera
    }

    /// The board point that was last shown at a place of the window.
    pub fn point_at(&self, place: Pos2) -> Option<Point> {
        Some(self.camera?.point(place, self.view?))
    }

    /// Where a board point was last shown in the window.
    pub fn place(&self, point: Point) -> Option<Pos2> {
        Some(self.camera?.place(point, self.view?))
    }

    /// Where a lit part is to be named: at its badge, else in its middle.
    pub(super) fn sign_place(&self, part: Part) -> Option<Pos2> {
        let badge = self.hung.iter().find(|(badged, _)| *badged == part).map(|(_, at)| *at);
        badge.or_else(|| self.middle(part))
    }

    /// The room of what stands on a part, of the part itself where nothing does, as last shown in the window.
    pub(super) fn standing(&self, part: Part) -> Option<Rect> {
        let camera = self.camera?;
        let [low, high] = self.hits.standing(part, camera.scale).or_else(|| self.hits.bounds(part))?;
        Some(Rect::from_two_pos(self.place(low)?, self.place(high)?))
    }

    /// The middle of a part, as last shown in the window.
    pub fn middle(&self, part: Part) -> Option<Pos2> {
        let [low, high] = self.hits.bounds(part)?;
        self.place([(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0])
    }

    /// Shows the board in all the room that is left, and tells what the pointer did.
    pub fn show(&mut self, ui: &mut Ui, scene: &Scene, palette: Palette, lights: &[Light]) -> Pointed {
        let (view, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
        if !view.is_positive() {
            return Pointed::default();
        }
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Canvas, true, "Board"));
        self.learn(scene);
        self.grasp(ui, &response, lights, view);
        let camera = self.move_camera(ui, &response, scene, view);

        let painter = ui.painter_at(view);
        let [r, g, b, _] = palette.rgba(Role::Paper.full());
        painter.rect_filled(view, 0.0, Color32::from_rgb(r, g, b));
        if self.painter.paint(&painter, scene, palette, camera, view) {
            ui.ctx().request_repaint();
        }
        let crowd = lights.iter().filter(|light| !light.glow.is_quiet()).count() > CROWD;
        let piled = self.piled(lights);
        for (light, piled) in lights.iter().zip(piled) {
            self.light(&painter, light, crowd || piled, palette, camera, view);
        }
        let hung = self.badges(&painter, lights, palette, camera, view);
        let of_targets = lights.iter().zip(&hung).filter(|(light, _)| !light.glow.is_quiet());
        self.hung = of_targets.filter_map(|(light, at)| Some((light.part, (*at)?))).collect();
        let mut pointed = self.point(&response, lights, camera, view);
        let ended = response.drag_stopped_by(PointerButton::Primary);
        pointed.drag = self.drag.map(|part| Drag { part, ended });
        if ended {
            self.drag = None;
        }
        if let Some((light, double)) = self.controls(ui, lights, &hung, camera, view) {
            pointed.double = double;
            match light.glow {
                Glow::Badge => (pointed.clicked, pointed.signed) = (None, light.badge.clone()),
                _ => pointed.clicked = Some(light.part),
            }
        }
        let magnified = self.lens(ui, scene, palette, camera, view);
        let on_badge = response.hover_pos().is_some_and(|at| hung.iter().flatten().any(|b| (*b - at).length() < HALF));
        if !magnified
            && !on_badge
            && let Some(tip) = pointed.at.and_then(|at| self.hits.tip_at(at, camera.scale))
        {
            response.on_hover_text_at_pointer(tip);
        }
        pointed
    }

    /// Finds the places of a scene that was not shown before.
    fn learn(&mut self, scene: &Scene) {
        let same = self.drawn.as_ref().is_some_and(|drawn| {
            drawn.size == scene.size
                && drawn.layers.len() == scene.layers.len()
                && drawn.layers.iter().zip(&scene.layers).all(|(a, b)| std::sync::Arc::ptr_eq(&a.shapes, &b.shapes))
        });
        if !same {
            self.hits = Hits::new(scene);
            self.drawn = Some(scene.clone());
        }
    }

    fn move_camera(&mut self, ui: &Ui, response: &egui::Response, scene: &Scene, view: Rect) -> Camera {
        let whole = Camera::showing([[0.0, 0.0], scene.size], view);
        let mut camera = self.camera.unwrap_or(whole);
        if self.view.is_some_and(|old| old.size() != view.size()) && self.camera.is_some() {
            let fitted = self.view.map_or(whole.scale, |old| Camera::showing([[0.0, 0.0], scene.size], old).scale);
            camera.scale *= whole.scale / fitted;
        }
        let pans = self.drag.is_none() && response.dragged_by(PointerButton::Primary);
        if pans || response.dragged_by(PointerButton::Middle) {
            camera = camera.dragged(response.drag_delta());
            self.aim = None;
        }
        if let Some(pointer) = response.hover_pos() {
            let (pinch, wheel) = ui.input(|input| (input.zoom_delta(), input.smooth_scroll_delta().y));
            let factor = pinch * (wheel * 0.004).exp();
            if factor != 1.0 {
                camera = camera.zoomed(factor, pointer, view);
                self.aim = None;
            }
        }
        if let Some(aim) = self.aim {
            let aim = aim.within(scene.size, view);
            let passed = ui.input(|input| input.stable_dt).min(0.1);
            camera = camera.towards(aim, 1.0 - 0.5_f32.powf(passed / HALF_WAY));
            let near = (camera.place(aim.centre, view) - view.center()).length() < 0.5;
            if near && (camera.scale / aim.scale - 1.0).abs() < 0.002 {
                (camera, self.aim) = (aim, None);
            } else {
                ui.ctx().request_repaint();
            }
        }
        let camera = camera.within(scene.size, view);
        (self.camera, self.view) = (Some(camera), Some(view));
        camera
    }

    /// Whether a drag begins with something lit in hand.
    fn grasp(&mut self, ui: &Ui, response: &egui::Response, lights: &[Light], view: Rect) {
        if !response.drag_started_by(PointerButton::Primary) {
            return;
        }
        let (Some(origin), Some(camera)) = (ui.input(|input| input.pointer.press_origin()), self.camera) else {
            return;
        };
        let under = self.hits.parts_at(camera.point(origin, view), camera.scale);
        let lit = |part: &Part| lights.iter().any(|light| light.part == *part && !light.glow.is_quiet());
        self.drag = match under.into_iter().find(lit) {
            _ if self.held => Some(None),
            Some(part) => Some(Some(part)),
            None => None,
        };
    }

    fn point(&self, response: &egui::Response, lights: &[Light], camera: Camera, view: Rect) -> Pointed {
        let Some(place) = response.hover_pos().or_else(|| response.interact_pointer_pos()) else {
            return Pointed::default();
        };
        let at = camera.point(place, view);
        let mut hovered = self.hits.parts_at(at, camera.scale);
        hovered.sort_by_key(|part| !lights.iter().any(|light| light.part == *part && !light.glow.is_quiet()));
        let first = hovered.first().copied();
        Pointed {
            clicked: first.filter(|_| response.clicked()),
            double: response.double_clicked(),
            asked: first.filter(|_| response.secondary_clicked()),
            signed: None,
            at: Some(at),
            spot: response.clicked().then_some(at),
            drag: None,
            hovered,
        }
    }

    /// One small labelled control for each light: its badge, or the middle of the lit part; for the pointer, for keys
    /// and for screen readers. Gives the light that was clicked, and whether twice.
    fn controls<'a>(
        &self,
        ui: &Ui,
        lights: &'a [Light],
        hung: &[Option<Pos2>],
        camera: Camera,
        view: Rect,
    ) -> Option<(&'a Light, bool)> {
        let mut chosen = None;
        for (light, hung) in lights.iter().zip(hung).filter(|(light, _)| !light.label.is_empty()) {
            let (middle, size) = match *hung {
                Some(place) => (place, 2.0 * HALF),
                None => {
                    let Some([low, high]) = self.hits.bounds(light.part) else { continue };
                    (camera.place([(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0], view), 10.0)
                }
            };
            let room = Rect::from_center_size(middle, vec2(size, size));
            if !view.contains_rect(room) {
                continue;
            }
            let control = ui.interact(room, ui.scope_id().with(("part", light.part, &light.label)), Sense::click());
            control.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, &light.label));
            if control.clicked() {
                chosen = Some((light, control.double_clicked()));
            }
            let control = if hung.is_some() { control.on_hover_text_at_pointer(&light.label) } else { control };
            if control.has_focus() {
                let ring = Stroke::new(2.0, ui.visuals().selection.stroke.color);
                ui.painter_at(view).circle_stroke(middle, 12.0, ring);
            }
        }
        chosen
    }

    /// Which lit parts lie over another lit one of their size, as counters of a stack do.
    fn piled(&self, lights: &[Light]) -> Vec<bool> {
        let room = |light: &Light| {
            let [low, high] = self.hits.bounds(light.part).filter(|_| !light.glow.is_quiet())?;
            Some(([(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0], high[0] - low[0], high[1] - low[1]))
        };
        let rooms: Vec<_> = lights.iter().map(room).collect();
        let over = |a: &(Point, f32, f32), b: &(Point, f32, f32)| {
            let near = (a.0[0] - b.0[0]).abs() < a.1 / 2.0 && (a.0[1] - b.0[1]).abs() < a.2 / 2.0;
            near && (a.1 / b.1).max(b.1 / a.1) < 1.3
        };
        let piled = |k: usize| {
            let Some(own) = &rooms[k] else { return false };
            rooms.iter().enumerate().any(|(j, other)| {
                let another = j != k && lights[j].part != lights[k].part;
                another && other.as_ref().is_some_and(|other| over(own, other))
            })
        };
        (0..lights.len()).map(piled).collect()
    }

    fn light(&self, painter: &egui::Painter, light: &Light, crowd: bool, palette: Palette, camera: Camera, view: Rect) {
        let tint = |colour: Colour| {
            let [r, g, b, a] = palette.rgba(colour);
            Color32::from_rgba_unmultiplied(r, g, b, a)
        };
        let (role, width) = match light.glow {
            Glow::Target | Glow::Free => (Role::Lit, 2.5),
            Glow::Attack => (Role::Bad, 3.0),
            Glow::Chosen => (Role::Chosen, 3.5),
            Glow::Changed => (Role::InkSoft, 1.5),
            Glow::Badge => return,
        };
        if let Some((outline, closed)) = self.hits.outline(light.part, camera.scale) {
            let mut points: Vec<Pos2> = outline.iter().map(|&p| camera.place(p, view)).collect();
            let room = Rect::from_points(&points);
            if room.width().max(room.height()) < 2.0 * LEAST_RING {
                points = ring(room.center(), LEAST_RING);
            } else if closed && let Some(&first) = points.first() {
                points.push(first);
            }
            // of many targets side by side heavy rings would hide the board
            let thin = crowd && matches!(light.glow, Glow::Target | Glow::Free) && closed;
            let stroke = Stroke::new(if thin { 1.2 } else { width }, tint(role.full()));
            if thin {
                painter.line(points, stroke);
                return;
            }
            if room.width().max(room.height()) < SMALL && light.glow != Glow::Changed {
                // a counter may have the colour of its light
                let line = Stroke::new(width + 3.0, tint(Role::Ink.full()));
                painter.line(points.clone(), line);
            }
            match light.glow {
                Glow::Attack => painter.extend(egui::Shape::dashed_line(&points, stroke, 9.0, 5.0)),
                Glow::Changed => painter.extend(egui::Shape::dotted_line(&points, stroke.color, 6.0, width)),
                Glow::Target => {
                    painter.line(points, stroke);
                }
                Glow::Free => {
                    painter.line(points.clone(), Stroke::new(5.0, stroke.color));
                    painter.line(points, Stroke::new(2.0, tint(Role::Paper.full())));
                }
                Glow::Badge => {}
                Glow::Chosen => {
                    painter.line(points.clone(), Stroke::new(8.0, tint(role.at(70))));
                    painter.line(points, stroke);
                }
            }
        }
    }

    /// The badges of lights, those of one part side by side, and the ways that lead to them. Tells where the badge of
    /// each light hangs.
    fn badges(
        &self,
        painter: &egui::Painter,
        lights: &[Light],
        palette: Palette,
        camera: Camera,
        view: Rect,
    ) -> Vec<Option<Pos2>> {
        let pen = Pen { painter, palette };
        let middle = |part: Part| {
            let [low, high] = self.hits.bounds(part)?;
            Some(camera.place([(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0], view))
        };
        let signed = || lights.iter().filter_map(|light| Some((light, light.badge.as_ref()?)));
        // Ways share their first stretches: each is drawn once.
        let mut drawn: Vec<(Part, Part)> = Vec::new();
        for (_, badge) in signed().filter(|(_, badge)| badge.way.len() > 2) {
            for ends in badge.way.windows(2).map(|ends| (ends[0], ends[1])) {
                if let (false, Some(a), Some(b)) = (drawn.contains(&ends), middle(ends.0), middle(ends.1)) {
                    pen.way(&[a, b]);
                    drawn.push(ends);
                }
            }
        }
        // numbers of places and counts of tokens stay readable
        let layers = self.drawn.iter().flat_map(|scene| &scene.layers);
        let texts = layers.filter(|layer| matches!(layer.kind, LayerKind::Numbers | LayerKind::Marks));
        let written: Vec<Pos2> = texts
            .flat_map(|layer| layer.shapes.iter())
            .filter_map(|shape| match &shape.form {
                Form::Text(label) => Some(camera.place(label.at, view)),
                _ => None,
            })
            .collect();
        let mut hung: Vec<Option<Pos2>> = Vec::with_capacity(lights.len());
        for light in lights {
            let place = light.badge.as_ref().and_then(|badge| {
                let from = badge.way.first().and_then(|&part| middle(part));
                let (mut place, towards) = self.hook(light.part, from, camera, view)?;
                for written in &written {
                    let off = place - *written;
                    if off.length() < CLEAR {
                        let way = if off.length() < 1.0 { vec2(0.0, 1.0) } else { off.normalized() };
                        place = *written + way * CLEAR;
                    }
                }
                for other in hung.iter().flatten() {
                    let off = place - *other;
                    if off.length() < APART {
                        let way = if off.length() < 1.0 { vec2(1.0, 0.0) } else { off.normalized() };
                        place = *other + way * APART;
                    }
                }
                pen.badge(badge, place, towards);
                Some(place)
            });
            hung.push(place);
        }
        hung
    }

    /// Where a badge hangs: in the middle of a small part, on the near side of a large one, seen from where the order
    /// begins; and the direction from there.
    fn hook(&self, part: Part, from: Option<Pos2>, camera: Camera, view: Rect) -> Option<(Pos2, egui::Vec2)> {
        let (outline, closed) = self.hits.outline(part, camera.scale)?;
        let points: Vec<Pos2> = outline.iter().map(|&p| camera.place(p, view)).collect();
        let room = Rect::from_points(&points);
        let middle = room.center();
        let Some(from) = from.filter(|from| closed && !room.contains(*from)) else {
            return Some((middle, egui::Vec2::ZERO));
        };
        let towards = middle - from;
        if room.width().min(room.height()) < 6.0 * HALF {
            return Some((middle, towards));
        }
        let ends = points.iter().zip(points.iter().cycle().skip(1));
        let near = ends
            .map(|(&a, &b)| nearest(a, b, from))
            .min_by(|a, b| (*a - from).length().total_cmp(&(*b - from).length()));
        near.map(|near| (near + (middle - near).normalized() * (2.2 * HALF), towards))
    }

    /// The magnifier, while Alt is held and the pointer is on the board; whether it was shown.
    fn lens(&self, ui: &Ui, scene: &Scene, palette: Palette, camera: Camera, view: Rect) -> bool {
        let (held, pointer) =
            ui.input(|input| (input.modifiers.alt && !input.key_down(Key::Tab), input.pointer.hover_pos()));
        let Some(pointer) = pointer.filter(|&pointer| held && view.contains(pointer)) else {
            return false;
        };
        let width = LENS_WIDTH.min(view.width() * 0.6).min(view.height() * 0.6);
        let room = Rect::from_center_size(pointer, vec2(width, width));
        let shift = vec2(
            (view.left() - room.left()).max(0.0) + (view.right() - room.right()).min(0.0),
            (view.top() - room.top()).max(0.0) + (view.bottom() - room.bottom()).min(0.0),
        );
        let room = room.translate(shift);
        let near = Camera { centre: camera.point(pointer, view), scale: camera.scale * LENS };
        let painter = ui.ctx().layer_painter(egui::LayerId::new(egui::Order::Foreground, ui.scope_id().with("lens")));
        let painter = painter.with_clip_rect(room);
        let [r, g, b, _] = palette.rgba(Role::Paper.full());
        painter.rect_filled(room, 0.0, Color32::from_rgb(r, g, b));
        ScreenPainter::paint_once(&painter, scene, palette, near, room);
        let [r, g, b, _] = palette.rgba(Role::Ink.full());
        painter.rect_stroke(
            room.shrink(1.0),
            0.0,
            Stroke::new(2.0, Color32::from_rgb(r, g, b)),
            egui::StrokeKind::Inside,
        );
        true
    }
}

/// The point between two others that is nearest to a third.
fn nearest(a: Pos2, b: Pos2, to: Pos2) -> Pos2 {
    let along = b - a;
    a + along * ((to - a).dot(along) / along.length_sq().max(f32::EPSILON)).clamp(0.0, 1.0)
}

fn ring(middle: Pos2, radius: f32) -> Vec<Pos2> {
    (0..=20).map(|k| middle + egui::Vec2::angled(k as f32 * std::f32::consts::TAU / 20.0) * radius).collect()
}
