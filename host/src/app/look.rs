//! How the window looks: palette, size of letters, and egui dressed like the board.

use bormida_core::scene::{Colour, Face, LayerKind, Role};
use eframe::egui::{self, Color32, CornerRadius, FontFamily, FontId, Key, Stroke, TextStyle, Visuals, vec2};

use crate::paint::{Palette, font_family};

/// What a person chose of the window's looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Look {
    /// The palette of boards and window.
    pub(super) palette: Palette,
    /// How large everything is: 1 is usual; none goes by the size of the window.
    pub(super) scale: Option<f32>,
    /// Whether the landscape is drawn.
    pub(super) landscape: bool,
    /// Whether roads and the pips of their use are drawn.
    pub(super) roads: bool,
    /// Whether the numbers of places are drawn.
    pub(super) numbers: bool,
    /// Whether what places hold is drawn.
    pub(super) capacities: bool,
    /// Whether names on the land are drawn.
    pub(super) names: bool,
    /// Whether tokens and other marks are drawn.
    pub(super) marks: bool,
    /// Whether it is drawn what the enemy's pieces command.
    pub(super) zones: bool,
    /// Whether it is drawn what can be seen from a place.
    pub(super) sight: bool,
    /// Whether it is drawn how far a piece gets.
    pub(super) reach: bool,
}

impl Default for Look {
    fn default() -> Self {
        Look {
            palette: Palette::default(),
            scale: None,
            landscape: true,
            roads: true,
            numbers: true,
            capacities: true,
            names: true,
            marks: true,
            zones: true,
            sight: true,
            reach: true,
        }
    }
}

/// The sizes to choose from.
pub(super) const SCALES: [f32; 6] = [0.8, 1.0, 1.25, 1.5, 2.0, 2.5];

impl Look {
    /// The layers that a key shows or hides, with what they hold; `key` is none where only the menu does.
    pub(super) fn toggles(&mut self) -> [(Option<Key>, &'static str, &mut bool); 9] {
        [
            (None, "Landscape", &mut self.landscape),
            (Some(Key::R), "Roads and pips  R", &mut self.roads),
            (Some(Key::N), "Numbers  N", &mut self.numbers),
            (Some(Key::C), "Capacities  C", &mut self.capacities),
            (None, "Names", &mut self.names),
            (None, "Tokens and marks", &mut self.marks),
            (Some(Key::O), "Zones of control  O", &mut self.zones),
            (Some(Key::V), "Lines of sight  V", &mut self.sight),
            (Some(Key::W), "Reach and ways  W", &mut self.reach),
        ]
    }

    /// Whether a layer is to be drawn.
    pub(super) fn shows(self, kind: LayerKind) -> bool {
        match kind {
            LayerKind::Landscape => self.landscape,
            LayerKind::Roads | LayerKind::Traffic => self.roads,
            LayerKind::Numbers => self.numbers,
            LayerKind::Capacities => self.capacities,
            LayerKind::Names => self.names,
            LayerKind::Marks => self.marks,
            LayerKind::Zones => self.zones,
            LayerKind::Sight => self.sight,
            LayerKind::Reach => self.reach,
            LayerKind::Board | LayerKind::Pieces | LayerKind::Annotations | LayerKind::Fault => true,
        }
    }

    /// A role of the palette as the window's colour.
    pub(super) fn colour(self, role: Role) -> Color32 {
        self.tint(role.full())
    }

    /// A colour of the palette as the window's colour.
    pub(super) fn tint(self, colour: Colour) -> Color32 {
        let [r, g, b, a] = self.palette.rgba(colour);
        Color32::from_rgba_unmultiplied(r, g, b, a)
    }

    /// Fits the size of everything to the person's choice, or to a window of so many points at size 1.
    pub(super) fn resize(self, ctx: &egui::Context) {
        let points = ctx.content_rect().size() * ctx.zoom_factor();
        let room = (points.x / 1280.0).min(points.y / 800.0);
        let fitting = SCALES.into_iter().rev().find(|scale| *scale <= room * 0.8).unwrap_or(1.0).max(1.0);
        let wanted = self.scale.unwrap_or(fitting);
        if ctx.zoom_factor() != wanted {
            ctx.set_zoom_factor(wanted);
        }
    }

    /// Dresses the window; called when the look has changed.
    pub(super) fn dress(self, ctx: &egui::Context) {
        let paper = self.colour(Role::Paper);
        let (deep, field) = (self.colour(Role::PaperDeep), self.colour(Role::Field));
        let (ink, soft, edge) = (self.colour(Role::Ink), self.colour(Role::InkSoft), self.colour(Role::FieldEdge));
        let lit = self.colour(Role::Lit);
        let night = self.palette == Palette::Night;
        let mut visuals = if night { Visuals::dark() } else { Visuals::light() };
        visuals.panel_fill = paper;
        visuals.window_fill = paper;
        visuals.window_stroke = Stroke::new(1.0, edge);
        visuals.extreme_bg_color = field;
        visuals.faint_bg_color = deep;
        visuals.weak_text_color = Some(soft);
        visuals.hyperlink_color = self.colour(Role::Blue);
        visuals.error_fg_color = self.colour(Role::Bad);
        visuals.warn_fg_color = self.colour(Role::Bad);
        visuals.selection.bg_fill = self.tint(Role::Lit.at(90));
        visuals.selection.stroke = Stroke::new(1.5, ink);
        let round = CornerRadius::same(3);
        let widgets = &mut visuals.widgets;
        for (state, fill, line) in [
            (&mut widgets.noninteractive, paper, Stroke::new(1.0, self.tint(Role::FieldEdge.at(120)))),
            (&mut widgets.inactive, field, Stroke::new(1.0, edge)),
            (&mut widgets.hovered, deep, Stroke::new(1.5, ink)),
            (&mut widgets.active, self.tint(Role::Lit.at(120)), Stroke::new(1.5, ink)),
            (&mut widgets.open, deep, Stroke::new(1.0, ink)),
        ] {
            state.bg_fill = fill;
            state.weak_bg_fill = fill;
            state.bg_stroke = line;
            state.fg_stroke = Stroke::new(1.0, ink);
            state.corner_radius = round;
        }
        widgets.hovered.fg_stroke = Stroke::new(1.5, ink);
        widgets.noninteractive.fg_stroke = Stroke::new(1.0, ink);
        visuals.text_cursor.stroke = Stroke::new(2.0, lit);
        let theme = if night { egui::Theme::Dark } else { egui::Theme::Light };
        ctx.set_theme(theme);
        ctx.set_visuals_of(theme, visuals);
        ctx.all_styles_mut(|style| {
            style.spacing.item_spacing = vec2(8.0, 5.0);
            style.spacing.button_padding = vec2(9.0, 4.0);
            style.text_styles = [
                (TextStyle::Small, FontId::new(12.0, FontFamily::Proportional)),
                (TextStyle::Body, FontId::new(14.0, FontFamily::Proportional)),
                (TextStyle::Button, FontId::new(14.0, FontFamily::Proportional)),
                (TextStyle::Monospace, FontId::new(13.0, FontFamily::Monospace)),
                (TextStyle::Heading, FontId::new(20.0, font_family(Face::Bold))),
            ]
            .into();
        });
    }
}

/// A text in the letters of boards.
pub(super) fn book(text: impl Into<String>, size: f32, face: Face) -> egui::RichText {
    egui::RichText::new(text).font(FontId::new(size, font_family(face)))
}

/// A small heading.
pub(super) fn head(text: impl Into<String>) -> egui::RichText {
    book(text, 15.0, Face::Bold)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_toggle_hides_its_own_layers_and_no_pieces() {
        let kinds = [
            LayerKind::Landscape,
            LayerKind::Roads,
            LayerKind::Traffic,
            LayerKind::Board,
            LayerKind::Numbers,
            LayerKind::Capacities,
            LayerKind::Names,
            LayerKind::Pieces,
            LayerKind::Marks,
            LayerKind::Zones,
            LayerKind::Sight,
            LayerKind::Reach,
        ];
        let hidden = |key: Key| {
            let mut look = Look::default();
            for (own, _, shown) in look.toggles() {
                *shown &= own != Some(key);
            }
            kinds.into_iter().filter(|kind| !look.shows(*kind)).collect::<Vec<_>>()
        };
        assert_eq!(hidden(Key::N), [LayerKind::Numbers]);
        assert_eq!(hidden(Key::R), [LayerKind::Roads, LayerKind::Traffic]);
        assert_eq!(hidden(Key::C), [LayerKind::Capacities]);
        assert_eq!(hidden(Key::O), [LayerKind::Zones]);
        assert_eq!(hidden(Key::V), [LayerKind::Sight]);
        assert_eq!(hidden(Key::W), [LayerKind::Reach]);
        assert_eq!(hidden(Key::X), []);
    }
}
