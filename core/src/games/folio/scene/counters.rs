//! Counters in the hobby's convention: the arm's symbol, combat-morale-movement, the formation's band, and what has befallen
//! the unit; more is written on them the larger they are seen.

use super::{COUNTER, FAR, MIDDLE, NEAR, colours};
use crate::games::folio::Folio;
use crate::games::folio::army::Kind;
use crate::games::folio::model::{AUSTRIAN, Flags, PartKind, State, UnitId};
use crate::scene::{Face, Label, Pattern, Point, Role, Shape, Zoom};

/// The bands of formations: colours that repeat, told apart by their number.
const BANDS: [Role; 7] =
    [Role::Tree, Role::Objective, Role::Bank, Role::Horse, Role::Gun, Role::RoadMainEdge, Role::Good];
/// How much of a counter is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Seen {
    /// All of it.
    Whole,
    /// A strip of so many units on its left.
    Left(f32),
    /// Its edge.
    Edge,
}

/// How much higher and further to the right each counter of a stack lies than the one below.
const FAN: f32 = 9.0;
/// The side of a leader's piece, which leaves the unit under it legible.
const LEADER: f32 = 48.0;

impl Folio {
    /// A stack in a hex: units fanned, the one that matters most on top; leaders in the upper left corner.
    pub(super) fn stack(&self, s: &State, mut units: Vec<UnitId>, [x, y]: Point, shapes: &mut Vec<Shape>) {
        // 19.2: a battalion inside its chateau lies at the bottom
        units.sort_by_key(|unit| {
            let state = s.unit(*unit);
            let combat = self.values(s, *unit).combat;
            (!self.is_inside(s, *unit), s.hand == Some(*unit), !state.is(Flags::MOVED), combat, *unit)
        });
        let (units, chiefs): (Vec<UnitId>, Vec<UnitId>) =
            units.into_iter().partition(|unit| self.army.facts(*unit).kind.is_unit());
        let most = units.len().saturating_sub(1) as f32;
        let shift = if units.len() > 4 { FAN * 0.6 } else { FAN };
        for (k, unit) in units.iter().enumerate() {
            let d = (k as f32 - most / 2.0) * shift;
            let seen = if k + 1 == units.len() { Seen::Whole } else { Seen::Edge };
            self.counter(s, *unit, [x + d, y - d], seen, shapes);
        }
        if units.len() > 1 {
            let at = [x + COUNTER * 0.46 - most / 2.0 * shift, y + COUNTER * 0.46 + most / 2.0 * shift];
            shapes.push(Shape::circle(at, 15.0).filled(Role::Ink.fill()).stroked(Role::Face.line(2.5)));
            let count = Label::new(units.len().to_string(), at, 26.0).face(Face::Bold).colour(Role::Face.full());
            shapes.push(Shape::text(count));
        }
        let rise = most / 2.0 * shift;
        for (k, chief) in chiefs.iter().enumerate() {
            let at = match units.is_empty() {
                true => [x + k as f32 * 20.0, y - k as f32 * 8.0],
                false => [x - 24.0 + (k as f32 * 26.0).min(48.0), y - 26.0 - rise],
            };
            self.counter(s, *chief, at, Seen::Whole, shapes);
        }
    }

    /// Draws one counter about a point: of one that another covers only what is seen, since texts lie over all shapes.
    pub(super) fn counter(&self, s: &State, unit: UnitId, [x, y]: Point, seen: Seen, shapes: &mut Vec<Shape>) {
        let (facts, state) = (self.army.facts(unit), s.unit(unit));
        let (line, tint) = colours(facts.seat);
        let part = PartKind::Unit(unit).part();
        let side = if facts.kind.is_unit() { COUNTER } else { LEADER };
        let in_hand = s.hand == Some(unit);
        let edge = if in_hand { Role::Chosen.line(8.0) } else { line.line(3.5) };
        let rim = outline(facts.seat == AUSTRIAN, [x, y], side);
        let card = Shape::polygon(rim.clone()).filled(tint.fill()).stroked(edge);
        shapes.push(card.part(part).tip(self.said_of(s, unit)));
        if !facts.kind.is_unit() {
            self.chief(s, unit, [x, y], seen, shapes);
            return;
        }
        let reduced = state.steps < facts.steps;
        if reduced {
            let hatch = Pattern::Hatch { gap: 12.0, width: 3.5, turn: 45.0 };
            shapes.push(Shape::polygon(rim.clone()).filled(line.at(150).strewn(hatch)));
        }
        let band = BANDS[usize::from(facts.formation) % BANDS.len()];
        let wide = if facts.seat == AUSTRIAN { side - 4.0 } else { side - 28.0 };
        shapes.push(Shape::rect([x, y - side * 0.5 + 8.0], [wide, 11.0], 0.0).filled(band.fill()));
        let values = self.values(s, unit);
        match seen {
            Seen::Whole => {}
            Seen::Edge => return,
            Seen::Left(wide) => {
                if wide >= 20.0 {
                    let at = [x - side * 0.5 + wide * 0.5 + 1.0, y + 22.0];
                    let label = Label::new(values.combat.to_string(), at, 34.0).face(Face::Bold);
                    shapes.push(Shape::text(label).zoom(super::READABLE));
                }
                return;
            }
        }
        let plate = || Shape::rect([x, y + 25.0], [side - 8.0, 29.0], 0.0).filled(Role::Face.at(235).fill());
        if reduced {
            shapes.push(plate());
        }
        let ready = state.is(Flags::DEPLOYED);
        for (zoom, at, size) in [(FAR, [x, y - 11.0], 1.1), (MIDDLE, [x, y - 11.0], 1.1), (NEAR, [x, y - 16.0], 0.9)] {
            let first = shapes.len();
            symbol(facts.kind, at, size, ready, shapes);
            for shape in &mut shapes[first..] {
                shape.zoom = zoom;
            }
        }
        let all = format!("{}-{}-{}", values.combat, values.morale, values.movement);
        let mut write = |text: String, dy: f32, size: f32, face: Face, zoom: Zoom| {
            shapes.push(Shape::text(Label::new(text, [x, y + dy], size).face(face)).zoom(zoom));
        };
        write(values.combat.to_string(), 24.0, 46.0, Face::Bold, FAR);
        write(all.clone(), 25.0, 35.0, Face::Bold, MIDDLE);
        write(facts.name.clone(), 7.0, 19.0, Face::Roman, NEAR);
        write(all, 28.0, 28.0, Face::Bold, NEAR);
        let number = Label::new(facts.formation.to_string(), [x - side * 0.37, y - 18.0], 18.0);
        shapes.push(Shape::text(number).zoom(NEAR));
        if state.is(Flags::MOVED) && !in_hand {
            shapes.push(Shape::polygon(rim).filled(Role::Dimmed.at(45).fill()));
        }
        self.befallen(s, unit, [x, y], shapes);
    }

    /// The states of a unit: a disc with a letter in a corner each, a square about one in square.
    fn befallen(&self, s: &State, unit: UnitId, [x, y]: Point, shapes: &mut Vec<Shape>) {
        let state = s.unit(unit);
        if state.is(Flags::SQUARE) {
            let frame = Shape::rect([x, y], [COUNTER + 8.0, COUNTER + 8.0], 0.0);
            shapes.push(frame.stroked(Role::Good.line(7.0)));
        }
        let corner = COUNTER * 0.4;
        let marks = [
            (Flags::DISRUPTED, "D", Role::Bad, [corner, -corner]),
            (Flags::AMMO, "A", Role::Gun, [-corner, corner]),
            (Flags::MARCHED, "M", Role::RoadLocal, [-corner, -corner]),
        ];
        for (_, letter, role, [dx, dy]) in marks.into_iter().filter(|(flag, ..)| state.is(*flag)) {
            let at = [x + dx, y + dy];
            shapes.push(Shape::circle(at, 16.0).filled(role.fill()).stroked(Role::Face.line(2.5)));
            let label = Label::new(letter, at, 27.0).face(Face::Bold).colour(Role::Face.full());
            shapes.push(Shape::text(label));
        }
    }

    /// A leader's star or a headquarters' flag: filled while it gives its benefits, open while it does not. (12)
    fn chief(&self, s: &State, unit: UnitId, [x, y]: Point, seen: Seen, shapes: &mut Vec<Shape>) {
        let (facts, state) = (self.army.facts(unit), s.unit(unit));
        let (kind, on) = match facts.kind {
            Kind::Hq => (Kind::Hq, state.is(Flags::ACTIVE)),
            other => (other, state.is(Flags::EFFECTIVE)),
        };
        let fill = if on { Role::Objective.fill() } else { Role::Face.fill() };
        let stroke = Role::Black.line(2.5);
        if kind == Kind::Hq {
            let (l, r, t, b) = (x - 14.0, x + 18.0, y - 21.0, y + 21.0);
            shapes.push(Shape::polygon([[l, t], [r, t + 10.0], [l, t + 21.0]]).filled(fill).stroked(stroke));
            shapes.push(Shape::line([[l, t], [l, b]]).stroked(Role::Black.line(4.0)));
        } else {
            let star: Vec<Point> = (0..10)
                .map(|k| {
                    let (turn, size) = (k as f32 * 0.628_318_5, if k % 2 == 0 { 22.0 } else { 9.5 });
                    [x + turn.sin() * size, y + 1.0 - turn.cos() * size]
                })
                .collect();
            shapes.push(Shape::polygon(star).filled(fill).stroked(stroke));
        }
        if seen != Seen::Whole {
            return;
        }
        let short: String = facts.name.chars().take(6).collect();
        let label = Label::new(short, [x, y + LEADER * 0.36], 17.0).halo(Role::Face.at(230));
        shapes.push(Shape::text(label).zoom(NEAR));
    }

    /// What a counter says of itself.
    pub(super) fn said_of(&self, s: &State, unit: UnitId) -> String {
        let (facts, state) = (self.army.facts(unit), s.unit(unit));
        let side = self.side_name(facts.seat);
        let title = if facts.title == facts.name { String::new() } else { format!(" ({})", facts.title) };
        let mut told = vec![format!("{}{title}, {side}, formation {}", facts.name, facts.formation)];
        if facts.kind.is_unit() {
            let values = self.values(s, unit);
            told.push(format!("{}-{}-{}", values.combat, values.morale, values.movement));
        }
        if state.steps < facts.steps {
            told.push("reduced".to_owned());
        }
        let states = [
            (Flags::DISRUPTED, "disrupted"),
            (Flags::AMMO, "out of ammunition"),
            (Flags::SQUARE, "in square"),
            (Flags::HOLDS, "in the chateau"),
            (Flags::MARCHED, "has marched"),
        ];
        told.extend(states.iter().filter(|(flag, _)| state.is(*flag)).map(|(_, word)| (*word).to_owned()));
        let either = |flag: Flags, yes: &str, no: &str| if state.is(flag) { yes.to_owned() } else { no.to_owned() };
        match facts.kind {
            Kind::Battery => told.push(either(Flags::DEPLOYED, "ready to fire", "limbered")),
            Kind::Leader => told.push(either(Flags::EFFECTIVE, "effective", "incapable")),
            Kind::Hq => told.push(either(Flags::ACTIVE, "active", "inactive")),
            _ => {}
        }
        told.join(", ")
    }
}

/// The outline of a counter: the Austrians' are square, the French have their corners cut, so that nobody needs colours.
fn outline(square: bool, [x, y]: Point, side: f32) -> Vec<Point> {
    let (half, cut) = (side / 2.0, side * 0.16);
    let corners = [[-half, -half], [half, -half], [half, half], [-half, half]];
    if square {
        return corners.map(|[dx, dy]| [x + dx, y + dy]).to_vec();
    }
    let cut = |k: usize| {
        let [dx, dy] = corners[k];
        let along = [x + dx - cut * dx.signum(), y + dy];
        let across = [x + dx, y + dy - cut * dy.signum()];
        if k.is_multiple_of(2) { [across, along] } else { [along, across] }
    };
    (0..4).flat_map(cut).collect()
}

/// The sign of an arm, as staffs have drawn it for two centuries: crossed belts, a sabre's stroke, a ball.
fn symbol(kind: Kind, [x, y]: Point, size: f32, ready: bool, shapes: &mut Vec<Shape>) {
    let (w, h) = (46.0 * size, 29.0 * size);
    let (l, r, t, b) = (x - w / 2.0, x + w / 2.0, y - h / 2.0, y + h / 2.0);
    let stroke = Role::Black.line(3.0);
    shapes.push(Shape::rect([x, y], [w, h], 0.0).filled(Role::Face.fill()).stroked(stroke));
    match kind {
        Kind::Brigade | Kind::Battalion => {
            shapes.push(Shape::line([[l, t], [r, b]]).stroked(stroke));
            shapes.push(Shape::line([[l, b], [r, t]]).stroked(stroke));
            if kind == Kind::Battalion {
                // the two strokes of a battalion, beside its sign
                for dx in [5.0, 11.0] {
                    shapes.push(Shape::line([[r + dx, t + 4.0], [r + dx, b - 4.0]]).stroked(stroke));
                }
            }
        }
        Kind::Cavalry => shapes.push(Shape::line([[l, b], [r, t]]).stroked(stroke)),
        Kind::Battery => {
            let ball = Shape::circle([x, y], h * 0.27).stroked(stroke);
            shapes.push(if ready { ball.filled(Role::Black.fill()) } else { ball });
            if ready {
                // a barrel that points out
                shapes.push(Shape::line([[x, y], [x + w * 0.42, y - h * 0.3]]).stroked(Role::Black.line(5.0)));
            }
        }
        Kind::Train | Kind::Leader | Kind::Hq => {
            for dx in [-10.0, 10.0] {
                let wheel = Shape::circle([x + dx * size, b - 3.0], 6.5 * size).filled(Role::Face.fill());
                shapes.push(wheel.stroked(stroke));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::folio::FolioKit;
    use crate::kernel::{Game, Kit, Seed, Setup};
    use crate::scene::Form;

    #[test]
    fn sides_and_states_are_told_without_colours() {
        let files = crate::pack::builtin::Files::builtin();
        let game = FolioKit::load(&files, &Default::default(), &[]).unwrap().open(&Default::default()).unwrap();
        let setup = Setup { name: "at_once".into(), ..Setup::default() };
        let mut s = game.start(&setup, Seed(1)).unwrap();
        let drawn = |s: &State, name: &str| {
            let mut shapes = Vec::new();
            game.counter(s, game.unit(name).unwrap(), [0.0, 0.0], Seen::Whole, &mut shapes);
            shapes
        };
        let corners = |shapes: &[Shape]| match &shapes[0].form {
            Form::Polygon(corners) => corners.len(),
            _ => 0,
        };
        assert_eq!((corners(&drawn(&s, "Knes")), corners(&drawn(&s, "44"))), (4, 8));
        let letters = |shapes: &[Shape]| -> Vec<String> {
            let texts = shapes.iter().filter_map(|shape| match &shape.form {
                Form::Text(label) if label.text.len() == 1 && label.text.chars().all(char::is_alphabetic) => {
                    Some(label.text.clone())
                }
                _ => None,
            });
            texts.collect()
        };
        let hatched = |shapes: &[Shape]| {
            shapes.iter().any(|s| s.fill.is_some_and(|fill| matches!(fill.pattern, Pattern::Hatch { .. })))
        };
        assert!(letters(&drawn(&s, "44")).is_empty() && !hatched(&drawn(&s, "44")));
        let unit = game.unit("44").unwrap();
        s.unit_mut(unit).set(Flags::DISRUPTED.with(Flags::AMMO).with(Flags::MARCHED));
        s.unit_mut(unit).steps = 1;
        let worn = drawn(&s, "44");
        assert_eq!(letters(&worn), ["D", "A", "M"]);
        assert!(hatched(&worn));
        let said = worn[0].tip.as_deref().unwrap();
        for word in ["2-4-5", "reduced", "disrupted", "out of ammunition", "has marched"] {
            assert!(said.contains(word), "{word} is not in {said}");
        }
    }
}
