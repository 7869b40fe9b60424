//! Plots in the window, drawn like the rest of it: shares with their intervals, and lines over turns. Each says in words
//! what it shows.

use eframe::egui::{self, Align2, Color32, FontId, Pos2, Rect, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

/// A share with its interval, from 0 to 1.
pub(super) struct Bar {
    pub(super) name: String,
    pub(super) colour: Color32,
    pub(super) rate: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

/// A line over turns; none where nothing is known.
pub(super) struct Curve {
    pub(super) name: String,
    pub(super) colour: Color32,
    /// A variant's line is broken, so that it is told from the base's without colour.
    pub(super) broken: bool,
    pub(super) points: Vec<Option<f64>>,
}

const LETTERS: f32 = 12.0;

/// Shares, one below the other, each a point on its interval.
pub(super) fn bars(ui: &mut Ui, bars: &[Bar]) {
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    for bar in bars {
        let (response, painter) = ui.allocate_painter(vec2(ui.available_width(), 22.0), Sense::hover());
        let words =
            format!("{}: {}, interval {} to {}", bar.name, percent(bar.rate), percent(bar.low), percent(bar.high));
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, &words));
        let room = response.rect;
        let (ink, font) = (ui.visuals().text_color(), FontId::proportional(LETTERS));
        painter.text(room.left_center(), Align2::LEFT_CENTER, &bar.name, font.clone(), ink);
        painter.text(room.right_center(), Align2::RIGHT_CENTER, percent(bar.rate), font, ink);
        let axis = Rect::from_min_max(room.min + vec2(130.0, 0.0), room.max - vec2(60.0, 0.0));
        if !axis.is_positive() {
            continue;
        }
        let at = |share: f64| axis.left() + axis.width() * share.clamp(0.0, 1.0) as f32;
        let soft = Stroke::new(1.0, ui.visuals().weak_text_color());
        painter.line_segment([axis.left_center(), axis.right_center()], soft);
        painter.vline(at(0.5), axis.y_range(), soft);
        let (low, high) = (pos2(at(bar.low), axis.center().y), pos2(at(bar.high), axis.center().y));
        painter.line_segment([low, high], Stroke::new(4.0, bar.colour));
        painter.circle(pos2(at(bar.rate), axis.center().y), 5.0, bar.colour, Stroke::new(1.0, ink));
        response.on_hover_text(words);
    }
}

/// Lines over turns that are called so.
pub(super) fn curves(ui: &mut Ui, name: &str, turns: &[String], curves: &[Curve]) {
    let values = || curves.iter().flat_map(|curve| curve.points.iter().flatten().copied());
    let most = values().fold(1.0, f64::max);
    let least = values().fold(0.0, f64::min);
    let (response, painter) = ui.allocate_painter(vec2(ui.available_width(), 150.0), Sense::hover());
    let last = |curve: &Curve| curve.points.iter().rev().find_map(|point| *point).unwrap_or(0.0);
    let ends: Vec<String> = curves.iter().map(|curve| format!("{} ends at {:.1}", curve.name, last(curve))).collect();
    let words = format!("{name}: {}", ends.join(", "));
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, &words));
    let room = response.rect;
    let axes = Rect::from_min_max(room.min + vec2(34.0, 8.0), room.max - vec2(8.0, 20.0));
    if !axes.is_positive() || turns.is_empty() {
        return;
    }
    let (ink, font) = (ui.visuals().weak_text_color(), FontId::proportional(LETTERS - 2.0));
    let x = |turn: usize| axes.left() + axes.width() * turn as f32 / (turns.len() - 1).max(1) as f32;
    let y = |value: f64| axes.bottom() - axes.height() * ((value - least) / (most - least)) as f32;
    for value in [least, (least + most) / 2.0, most] {
        painter.hline(axes.x_range(), y(value), Stroke::new(0.5, ink));
        painter.text(pos2(axes.left() - 4.0, y(value)), Align2::RIGHT_CENTER, format!("{value:.0}"), font.clone(), ink);
    }
    let step = turns.len().div_ceil(8).max(1);
    for (turn, time) in turns.iter().enumerate().step_by(step) {
        painter.text(pos2(x(turn), axes.bottom() + 4.0), Align2::CENTER_TOP, time, font.clone(), ink);
    }
    for curve in curves {
        let points: Vec<Pos2> =
            curve.points.iter().enumerate().filter_map(|(turn, value)| Some(pos2(x(turn), y((*value)?)))).collect();
        let stroke = Stroke::new(2.0, curve.colour);
        if curve.broken {
            painter.extend(egui::Shape::dashed_line(&points, stroke, 6.0, 4.0));
        } else {
            painter.line(points, stroke);
        }
    }
    response.on_hover_text(words);
}
