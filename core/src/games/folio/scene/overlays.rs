//! What a player lays over the map: the enemy's zones of control, how far the unit in hand gets and by which way, what a
//! battery sees.

use super::{HEX, centre, colours, corners};
use crate::board::HexId;
use crate::games::folio::Folio;
use crate::games::folio::army::Kind;
use crate::games::folio::model::{PartKind, State, UnitId};
use crate::games::folio::notation::points;
use crate::games::folio::order::Act;
use crate::games::folio::view::View;
use crate::kernel::{Part, Seat};
use crate::scene::{Face, Label, Layer, LayerKind, Pattern, Role, Shape};

impl Folio {
    /// The zones of control of the enemies of a side. (5)
    pub(super) fn zones(&self, s: &State, seat: Seat) -> Vec<Shape> {
        let (line, _) = colours(seat.other());
        let hatch = Pattern::Hatch { gap: 20.0, width: 3.0, turn: 30.0 };
        let zone = self.lay(s, seat).zone;
        zone.iter().map(|hex| Shape::polygon(corners(&self.map, hex)).filled(line.at(95).strewn(hatch))).collect()
    }

    /// Where the unit in hand can go, each hex with what it costs. (4.1)
    pub(super) fn reach(&self, s: &State) -> Vec<Shape> {
        let mut shapes = Vec::new();
        let Some(unit) = s.hand else { return shapes };
        let mut ends: Vec<(Act, HexId, u8)> = Vec::new();
        self.destinations(s, unit, &mut |act, hex, cost| {
            if !ends.iter().any(|(_, known, _)| *known == hex) {
                ends.push((act, hex, cost));
            }
        });
        for (act, hex, cost) in ends {
            // 4.5: marching takes the power to fight
            let wash = if act == Act::March { Role::RoadLocal.at(45) } else { Role::Lit.at(70) };
            shapes.push(Shape::polygon(corners(&self.map, hex)).filled(wash.fill()));
            let [x, y] = centre(&self.map, hex);
            let label = Label::new(points(u16::from(cost)), [x, y + HEX * 0.02], HEX * 0.34).face(Face::Bold);
            shapes.push(Shape::text(label.halo(Role::Paper.at(220))));
        }
        shapes
    }

    /// What is drawn about the parts that are chosen or under the pointer.
    pub(in crate::games::folio) fn focused(&self, v: &View, chosen: &[Part], under: Option<Part>) -> Vec<Layer> {
        let s = &v.open;
        let mut layers = Vec::new();
        let under = under.and_then(PartKind::of);
        if let (Some(unit), Some(PartKind::Hex(hex))) = (s.hand, under) {
            layers.push(Layer::new(LayerKind::Reach, self.way(s, unit, hex)));
        }
        let pointed = chosen.iter().rev().filter_map(|part| PartKind::of(*part)).chain(under);
        let battery = pointed.filter_map(|kind| match kind {
            PartKind::Unit(unit) if unit.index() < self.army.count() => Some(unit),
            _ => None,
        });
        let battery = battery.chain(s.hand).find(|unit| self.army.facts(*unit).kind == Kind::Battery);
        if let Some(unit) = battery {
            layers.push(Layer::new(LayerKind::Sight, self.in_sight(s, unit)));
        }
        layers
    }

    /// The way of the unit in hand to a hex, with what is spent at each step.
    fn way(&self, s: &State, unit: UnitId, to: HexId) -> Vec<Shape> {
        let mut shapes = Vec::new();
        let steps = self.route_costs(s, unit, to);
        let places: Vec<_> = steps.iter().map(|(hex, _)| centre(&self.map, *hex)).collect();
        if places.len() > 1 {
            shapes.push(Shape::line(places.clone()).stroked(Role::Face.line(16.0)));
            shapes.push(Shape::line(places.clone()).stroked(Role::Chosen.line(9.0)));
        }
        for (at, (_, cost)) in places.iter().zip(&steps).skip(1) {
            shapes.push(Shape::circle(*at, 22.0).filled(Role::Chosen.fill()).stroked(Role::Face.line(3.0)));
            let label = Label::new(points(u16::from(*cost)), *at, 30.0).face(Face::Bold).colour(Role::Face.full());
            shapes.push(Shape::text(label));
        }
        shapes
    }

    /// What a battery sees within its range from where it stands, and what stops its eyes elsewhere. (6, 8)
    fn in_sight(&self, s: &State, unit: UnitId) -> Vec<Shape> {
        let mut shapes = Vec::new();
        let Some(from) = s.unit(unit).at.hex() else { return shapes };
        let range = self.fire_range(s, unit);
        let shut = Pattern::Hatch { gap: 11.0, width: 3.0, turn: -45.0 };
        for hex in self.map.land().iter() {
            let far = self.map.grid().distance(from, hex);
            if far == 0 || far > range {
                continue;
            }
            let whole = Shape::polygon(corners(&self.map, hex));
            let Some(stop) = self.map.blocked(from, hex) else {
                shapes.push(whole.filled(Role::Good.at(60).fill()).stroked(Role::Good.line(4.0)));
                continue;
            };
            shapes.push(whole.filled(Role::Ink.at(130).strewn(shut)));
            let ([ax, ay], [x, y]) = (centre(&self.map, from), centre(&self.map, stop));
            // before the hex that stops the eye, on the side of who looks
            let (dx, dy) = (ax - x, ay - y);
            let long = dx.hypot(dy).max(1.0);
            let [cx, cy] = [x + dx / long * HEX * 0.3, y + dy / long * HEX * 0.3];
            for turn in [45.0, -45.0] {
                shapes.push(Shape::rect([cx, cy], [44.0, 10.0], turn).filled(Role::Bad.fill()));
            }
        }
        shapes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::folio::{Flags, FolioKit, Place, Step};
    use crate::kernel::{Game, Kit, Seed, Setup};
    use crate::scene::Form;

    fn placed(stand: &[(&str, &str)]) -> (Folio, State) {
        let files = crate::pack::builtin::Files::builtin();
        let game = FolioKit::load(&files, &Default::default(), &[]).unwrap().open(&Default::default()).unwrap();
        let setup = Setup { name: "at_once".into(), ..Setup::default() };
        let mut s = game.start(&setup, Seed(1)).unwrap();
        s.units.iter_mut().for_each(|unit| (unit.at, unit.flags) = (Place::Gone, Flags::NONE));
        for (name, hex) in stand {
            let unit = game.unit(name).unwrap();
            s.unit_mut(unit).at = Place::Hex(game.map.read_hex(hex).unwrap());
        }
        (game, s)
    }

    fn texts(layer: &Layer) -> Vec<&str> {
        let texts = layer.shapes.iter().filter_map(|shape| match &shape.form {
            Form::Text(label) => Some(label.text.as_str()),
            _ => None,
        });
        texts.collect()
    }

    #[test]
    fn a_way_tells_what_each_step_has_cost() {
        // over the creek by the bridge, then across country
        let (game, mut s) = placed(&[("44", "1105")]);
        (s.step, s.active, s.hand) = (Step::Hand, crate::games::folio::FRENCH, game.unit("44"));
        let view = game.view(&s, crate::games::folio::FRENCH);
        let to = game.part_named("1108");
        let layers = game.focus(&view, &[], to);
        assert_eq!(layers.len(), 1);
        assert_eq!((layers[0].kind, texts(&layers[0])), (LayerKind::Reach, vec!["1", "2", "3"]));
        assert!(game.focus(&view, &[], game.part_named("1828"))[0].shapes.is_empty(), "out of reach");
        let reach = game.scene(&view);
        let reach = reach.layers.iter().find(|layer| layer.kind == LayerKind::Reach).unwrap();
        assert!(texts(reach).contains(&"3") && reach.shapes.len() > 20);
    }

    #[test]
    fn a_battery_shows_what_it_sees_and_what_hides_the_rest() {
        // the deep woods of 0304 shut the view from 0305 to 0303
        let (game, s) = placed(&[("A2", "0305")]);
        let view = game.view(&s, Seat(0));
        let unit = game.part_named("A2");
        let layers = game.focus(&view, &[], unit);
        assert_eq!(layers.iter().map(|layer| layer.kind).collect::<Vec<_>>(), [LayerKind::Sight]);
        let hidden = layers[0].shapes.iter().filter(|shape| matches!(shape.form, Form::Rect { .. })).count() / 2;
        let at = |name: &str| game.map.read_hex(name).unwrap();
        assert_eq!(game.map.blocked(at("0305"), at("0303")), Some(at("0304")));
        let within = |hex: &HexId| (1..=2).contains(&game.map.grid().distance(at("0305"), *hex));
        let blocked = game.map.land().iter().filter(within).filter(|hex| !game.map.sees(at("0305"), *hex)).count();
        assert!(blocked > 0 && hidden == blocked, "{hidden} crosses, {blocked} hidden hexes");
        assert_eq!(
            game.focus(&view, &unit.into_iter().collect::<Vec<_>>(), None).len(),
            1,
            "chosen as well as pointed at"
        );
    }

    #[test]
    fn the_zones_drawn_are_those_of_the_enemy() {
        let (game, s) = placed(&[("44", "1304"), ("Knes", "1310")]);
        let zones = |seat: Seat| {
            let scene = game.scene(&game.view(&s, seat));
            let layer = scene.layers.into_iter().find(|layer| layer.kind == LayerKind::Zones).unwrap();
            layer.shapes.len()
        };
        assert_eq!(zones(Seat(0)), game.lay(&s, Seat(0)).zone.iter().count());
        assert!(zones(Seat(0)) >= 5 && zones(Seat(1)) >= 5);
    }
}
