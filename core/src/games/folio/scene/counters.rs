//! Counters in the hobby's convention: the arm's symbol, combat-morale-movement, the formation's stripe, and what has befallen it.

use super::{COUNTER, NEAR, colours};
use crate::games::folio::Folio;
use crate::games::folio::army::Kind;
use crate::games::folio::model::{Flags, PartKind, State, UnitId};
use crate::scene::{Face, Label, Point, Role, Shape};

/// The stripes of formations: colours that repeat, told apart by their number.
const STRIPES: [Role; 7] =
    [Role::Wood, Role::Objective, Role::Water, Role::Horse, Role::Gun, Role::RoadMain, Role::Relief];

impl Folio {
    /// Draws one counter about a point.
    pub(super) fn counter(&self, s: &State, unit: UnitId, [x, y]: Point, shapes: &mut Vec<Shape>) {
        let (facts, state) = (self.army.facts(unit), s.unit(unit));
        let (line, tint) = colours(facts.seat);
        let part = PartKind::Unit(unit).part();
        let values = self.values(s, unit);
        let reduced = state.steps < facts.steps;
        let mut told = vec![format!("{} {}, formation {}", facts.name, facts.title, facts.formation)];
        if facts.kind.is_unit() {
            told.push(format!("{}-{}-{}", values.combat, values.morale, values.movement));
        }
        let marks = [
            (Flags::DISRUPTED, "disrupted", "D", Role::Bad),
            (Flags::AMMO, "out of ammunition", "A", Role::Gun),
            (Flags::SQUARE, "in square", "\u{25a1}", Role::Good),
            (Flags::MARCHED, "marched", "M", Role::InkSoft),
        ];
        told.extend(marks.iter().filter(|(flag, ..)| state.is(*flag)).map(|(_, word, ..)| (*word).to_owned()));
        if reduced {
            told.push("reduced".to_owned());
        }
        if facts.kind == Kind::Battery {
            told.push(if state.is(Flags::DEPLOYED) { "ready to fire" } else { "limbered" }.to_owned());
        }
        if facts.kind == Kind::Leader {
            told.push(if state.is(Flags::EFFECTIVE) { "effective" } else { "incapable" }.to_owned());
        }
        if facts.kind == Kind::Hq {
            told.push(if state.is(Flags::ACTIVE) { "active" } else { "inactive" }.to_owned());
        }
        let card = Shape::rect([x, y], [COUNTER, COUNTER], 0.0).filled(tint.fill()).part(part).tip(told.join(", "));
        let in_hand = s.hand == Some(unit);
        shapes.push(card.stroked(if in_hand { Role::Chosen.line(5.0) } else { line.line(2.5) }));
        if state.is(Flags::MOVED) && !in_hand {
            shapes.push(Shape::rect([x, y], [COUNTER, COUNTER], 0.0).filled(Role::Dimmed.at(60).fill()));
        }
        let stripe = STRIPES[usize::from(facts.formation) % STRIPES.len()];
        shapes.push(Shape::rect([x, y - COUNTER * 0.43], [COUNTER - 4.0, 6.0], 0.0).filled(stripe.fill()));
        if reduced {
            shapes
                .push(Shape::rect([x, y + COUNTER * 0.02], [COUNTER - 6.0, 4.0], 0.0).filled(Role::Bad.at(150).fill()));
        }
        self.symbol(unit, [x, y - COUNTER * 0.12], state.is(Flags::DEPLOYED), shapes);
        if facts.kind.is_unit() {
            let text = format!("{}-{}-{}", values.combat, values.morale, values.movement);
            shapes.push(Shape::text(Label::new(text, [x, y + COUNTER * 0.34], COUNTER * 0.27).face(Face::Bold)));
        }
        let name = Label::new(facts.name.clone(), [x, y + COUNTER * 0.13], COUNTER * 0.16);
        shapes.push(Shape::text(name).zoom(NEAR));
        for (k, (_, _, sign, role)) in marks.iter().filter(|(flag, ..)| state.is(*flag)).enumerate() {
            let at = [x + COUNTER * 0.42, y - COUNTER * (0.36 - 0.28 * k as f32)];
            shapes.push(Shape::circle(at, COUNTER * 0.15).filled(role.fill()));
            shapes.push(Shape::text(Label::new(*sign, at, COUNTER * 0.22).face(Face::Bold).colour(Role::Face.full())));
        }
    }

    fn symbol(&self, unit: UnitId, [x, y]: Point, deployed: bool, shapes: &mut Vec<Shape>) {
        let (w, h) = (COUNTER * 0.5, COUNTER * 0.3);
        let (l, r, t, b) = (x - w / 2.0, x + w / 2.0, y - h / 2.0, y + h / 2.0);
        let frame = || Shape::rect([x, y], [w, h], 0.0).filled(Role::Face.fill()).stroked(Role::Black.line(1.5));
        let stroke = Role::Black.line(1.8);
        match self.army.facts(unit).kind {
            Kind::Brigade | Kind::Battalion => {
                shapes.push(frame());
                shapes.push(Shape::line([[l, t], [r, b]]).stroked(stroke));
                shapes.push(Shape::line([[l, b], [r, t]]).stroked(stroke));
                if self.army.facts(unit).kind == Kind::Battalion {
                    shapes.push(Shape::line([[x - 4.0, t - 1.0], [x - 4.0, t - 5.0]]).stroked(stroke));
                    shapes.push(Shape::line([[x + 4.0, t - 1.0], [x + 4.0, t - 5.0]]).stroked(stroke));
                }
            }
            Kind::Cavalry => {
                shapes.push(frame());
                shapes.push(Shape::line([[l, b], [r, t]]).stroked(stroke));
            }
            Kind::Battery => {
                shapes.push(frame());
                shapes.push(Shape::circle([x, y], h * 0.26).filled(Role::Black.fill()));
                if deployed {
                    shapes.push(Shape::line([[x, t - 1.0], [x, t - 6.0]]).stroked(Role::Black.line(3.0)));
                }
            }
            Kind::Train => {
                shapes.push(frame());
                shapes.push(Shape::circle([x - 6.0, b], 3.5).stroked(stroke));
                shapes.push(Shape::circle([x + 6.0, b], 3.5).stroked(stroke));
            }
            Kind::Leader => {
                let star: Vec<Point> = (0..10)
                    .map(|k| {
                        let (turn, size) = (k as f32 * 0.628_318_5, if k % 2 == 0 { h * 0.75 } else { h * 0.32 });
                        [x + turn.sin() * size, y - turn.cos() * size]
                    })
                    .collect();
                shapes.push(Shape::polygon(star).filled(Role::Objective.fill()).stroked(stroke));
            }
            Kind::Hq => {
                shapes.push(Shape::line([[l, t - 3.0], [l, b + 3.0]]).stroked(Role::Black.line(2.5)));
                shapes.push(Shape::polygon([[l, t - 3.0], [r, t + 2.0], [l, y + 3.0]]).filled(Role::Objective.fill()));
            }
        }
    }
}
