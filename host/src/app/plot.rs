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
    /// What stands at its end.
    pub(super) short: String,
    pub(super) colour: Color32,
    /// A variant's line is broken, so that it is told from the base's without colour.
    pub(super) broken: bool,
    pub(super) points: Vec<Option<f64>>,
}

const LETTERS: f32 = 12.0;
/// The room of what stands at the ends of lines.
const ENDS: f32 = 104.0;

/// A number of an axis: with a decimal where one of its numbers needs it.
fn tick(value: f64, all: &[f64]) -> String {
    let whole = all.iter().all(|value| (value - value.round()).abs() < 0.05);
    if whole { format!("{value:.0}") } else { format!("{value:.1}") }
}

/// Heights for names that would stand at these, none nearer to the next than so much, within a range.
fn apart(wanted: &[f32], least: f32, [top, bottom]: [f32; 2]) -> Vec<f32> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|a, b| wanted[*a].total_cmp(&wanted[*b]));
    let mut found = wanted.to_vec();
    let mut next = top;
    for k in &order {
        found[*k] = found[*k].max(next);
        next = found[*k] + least;
    }
    let mut last = bottom;
    for k in order.iter().rev() {
        found[*k] = found[*k].min(last);
        last = found[*k] - least;
    }
    found
}

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
    if bars.is_empty() {
        return;
    }
    let (room, painter) = ui.allocate_painter(vec2(ui.available_width(), LETTERS + 4.0), Sense::hover());
    let axis = room.rect.x_range();
    let (left, right) = (axis.min + 130.0, axis.max - 60.0);
    for (share, text) in [(0.0, "0 %"), (0.5, "50"), (1.0, "100")] {
        let at = pos2(left + (right - left) * share, room.rect.top());
        painter.text(at, Align2::CENTER_TOP, text, FontId::proportional(LETTERS - 2.0), ui.visuals().weak_text_color());
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
    let axes = Rect::from_min_max(room.min + vec2(34.0, 8.0), room.max - vec2(ENDS, 20.0));
    if !axes.is_positive() || turns.is_empty() {
        return;
    }
    let (ink, font) = (ui.visuals().weak_text_color(), FontId::proportional(LETTERS - 2.0));
    let x = |turn: usize| axes.left() + axes.width() * turn as f32 / (turns.len() - 1).max(1) as f32;
    let y = |value: f64| axes.bottom() - axes.height() * ((value - least) / (most - least)) as f32;
    let ticks = [least, (least + most) / 2.0, most];
    for value in ticks {
        painter.hline(axes.x_range(), y(value), Stroke::new(0.5, ink));
        let text = tick(value, &ticks);
        painter.text(pos2(axes.left() - 4.0, y(value)), Align2::RIGHT_CENTER, text, font.clone(), ink);
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
    // whose line it is stands at its end, in its colour
    let ends: Vec<f32> = curves.iter().map(|curve| y(last(curve))).collect();
    let range = [axes.top(), room.bottom() - LETTERS / 2.0];
    for (curve, at) in curves.iter().zip(apart(&ends, LETTERS, range)) {
        let at = pos2(axes.right() + 5.0, at);
        painter.text(at, Align2::LEFT_CENTER, &curve.short, FontId::proportional(LETTERS - 1.0), curve.colour);
    }
    response.on_hover_text(words);
}

#[cfg(test)]
mod tests {
    use super::{apart, tick};

    #[test]
    fn an_axis_has_decimals_only_where_it_needs_them() {
        let of = |all: &[f64]| all.iter().map(|value| tick(*value, all)).collect::<Vec<_>>();
        assert_eq!(of(&[0.0, 0.5, 1.0]), ["0.0", "0.5", "1.0"]);
        assert_eq!(of(&[0.0, 1.5, 3.0]), ["0.0", "1.5", "3.0"]);
        assert_eq!(of(&[0.0, 5.0, 10.0]), ["0", "5", "10"]);
    }

    #[test]
    fn names_at_the_ends_of_lines_do_not_lie_over_each_other() {
        let found = apart(&[99.0, 98.0, 99.0, 10.0], 12.0, [0.0, 100.0]);
        assert_eq!(found[3], 10.0);
        let mut sorted = found.clone();
        sorted.sort_by(f32::total_cmp);
        assert!(sorted.windows(2).all(|pair| pair[1] - pair[0] >= 12.0) && sorted[3] <= 100.0, "{found:?}");
    }
}
