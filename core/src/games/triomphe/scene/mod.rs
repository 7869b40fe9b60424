//! What the board of Triomphe à Marengo looks like: the land, the locales over it, and what stands on them.

mod board;
mod frame;
mod land;
mod names;
mod pieces;
mod places;

pub use pieces::{BlockMark, BoardMarks, Deed, Spot, Symbol};
pub use places::Places;

use crate::board::{AreaMap, Landscape};
use crate::scene::{Layer, LayerKind, Scene};

/// The board's unchanging layers and the places of everything on it; built once a match.
#[derive(Clone, Debug)]
pub struct BoardScene {
    places: Places,
    fixed: Vec<Layer>,
}

impl BoardScene {
    /// Draws the land, the locales and the margins of a map. A landscape may be empty.
    pub fn new(map: &AreaMap, land: &Landscape) -> BoardScene {
        let places = Places::new(map, land);
        let fixed = vec![
            Layer::new(LayerKind::Landscape, land::ground(land)),
            Layer::new(LayerKind::Roads, land::roads(land)),
            Layer::new(LayerKind::Landscape, land::built(land, &places)),
            Layer::new(LayerKind::Board, board::draw(map, &places)),
            Layer::new(LayerKind::Roads, board::crossings(map, &places)),
            Layer::new(LayerKind::Capacities, board::capacities(map, &places)),
            Layer::new(LayerKind::Numbers, board::numbers(map, &places)),
            Layer::new(LayerKind::Names, names::draw(map, land, &places)),
        ];
        BoardScene { places, fixed }
    }

    /// The board with what stands on it.
    pub fn scene(&self, map: &AreaMap, marks: &BoardMarks) -> Scene {
        let (pieces, tokens) = pieces::draw(map, &self.places, marks);
        let mut layers = self.fixed.clone();
        layers.extend([
            Layer::new(LayerKind::Traffic, pieces::traffic(map, &self.places, marks)),
            Layer::new(LayerKind::Pieces, pieces),
            Layer::new(LayerKind::Marks, tokens),
        ]);
        Scene { size: self.places.size(), layers }
    }

    /// Where things are.
    pub fn places(&self) -> &Places {
        &self.places
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Part;
    use crate::pack::builtin;
    use crate::scene::{Form, Shape};

    fn printed() -> (AreaMap, BoardScene) {
        let map = AreaMap::load("map.toml", &builtin::text("data/triomphe/map.toml").unwrap()).unwrap();
        let land = builtin::text("data/triomphe/landscape.toml").unwrap();
        let land = Landscape::load("landscape.toml", &land, &map).unwrap();
        let board = BoardScene::new(&map, &land);
        (map, board)
    }

    fn layer(scene: &Scene, kind: LayerKind) -> &[Shape] {
        scene.layers.iter().find(|layer| layer.kind == kind).map_or(&[], |layer| &layer.shapes)
    }

    fn names(board: &BoardScene) -> &[Shape] {
        board.fixed.iter().find(|layer| layer.kind == LayerKind::Names).map_or(&[], |layer| &layer.shapes)
    }

    fn shapes(scene: &Scene) -> impl Iterator<Item = &Shape> {
        scene.layers.iter().flat_map(|layer| layer.shapes.iter())
    }

    #[test]
    fn every_place_of_the_rules_can_be_pointed_at() {
        let (map, board) = printed();
        let scene = board.scene(&map, &BoardMarks::default());
        let drawn: std::collections::BTreeSet<Part> = shapes(&scene).filter_map(|shape| shape.part).collect();
        let places = map.locales().map(Spot::Reserve).chain(map.approaches().map(Spot::Approach));
        let mut parts: Vec<Part> = places.chain(map.holdings().map(Spot::Holding)).map(pieces::part_of).collect();
        parts.extend(map.crossings().map(pieces::crossing_part));
        let missing: Vec<_> = parts.iter().filter(|part| !drawn.contains(part)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn strips_lie_inside_their_locales_and_crossings_between_them() {
        let (map, board) = printed();
        for approach in map.approaches() {
            let inner = board.places.interior(map.approach(approach).locale);
            let strip = board.places.strip(approach).unwrap();
            let name = map.approach_name(approach);
            assert!(places::clearance(&inner.outline, strip.middle) > 10.0, "{name}");
            assert!(strip.long > 60.0, "{name}: {}", strip.long);
        }
        for crossing in map.crossings().filter(|crossing| map.crossing(*crossing).pair.is_some()) {
            let at = board.places.crossings[crossing.index()].unwrap().at;
            let (first, second) = map.crossing(crossing).ends;
            for end in [Some(first), second].into_iter().flatten() {
                let out = -places::clearance(&board.places.interior(end).outline, at);
                assert!((-5.0..90.0).contains(&out), "{} is {out} m out of {}", map.crossing_name(crossing), end.0);
            }
        }
    }

    #[test]
    fn no_name_lies_over_a_number_or_another_name() {
        let (map, board) = printed();
        let names: Vec<_> = names(&board).iter().filter_map(|shape| label_box(shape, 0.44)).collect();
        for (k, (name, room)) in names.iter().enumerate() {
            for (other, second) in &names[k + 1..] {
                assert!(!names::meet(room, second), "{name} and {other}");
            }
        }
        for locale in map.locales() {
            let at = board.places.interior(locale).label;
            let hidden = names.iter().find(|(_, room)| names::holds(room, at));
            assert!(hidden.is_none(), "{hidden:?} over {}", map.locale_name(locale));
        }
    }

    fn label_box(shape: &Shape, letter: f32) -> Option<(String, places::Room)> {
        let Form::Text(label) = &shape.form else { return None };
        let size = [label.size * letter * label.text.chars().count() as f32, label.size * 0.6];
        let upright = label.turn.abs() < 20.0;
        upright.then(|| (label.text.clone(), names::about(label.at, [size[0] / 2.0, size[1] / 2.0])))
    }

    #[test]
    fn what_never_changes_is_shared_between_scenes() {
        let (map, board) = printed();
        let mut marks = BoardMarks::default();
        let first = board.scene(&map, &marks);
        marks.blocks.push((Spot::Reserve(crate::board::LocaleId(12)), BlockMark { army: 1, ..BlockMark::default() }));
        let second = board.scene(&map, &marks);
        let shared = |k: usize| std::sync::Arc::ptr_eq(&first.layers[k].shapes, &second.layers[k].shapes);
        assert!((0..board.fixed.len()).all(shared));
        assert!(layer(&second, LayerKind::Pieces).len() > layer(&first, LayerKind::Pieces).len());
    }

    #[test]
    fn a_face_is_drawn_by_as_many_symbols_as_its_strength() {
        let (map, board) = printed();
        let spot = Spot::Reserve(crate::board::LocaleId(12));
        let drawn = |face| {
            let blocks = vec![(spot, BlockMark { army: 1, face, ..BlockMark::default() })];
            layer(&board.scene(&map, &BoardMarks { blocks, ..BoardMarks::default() }), LayerKind::Pieces).len()
        };
        let faces = [1, 2, 3].map(|strength| drawn(Some((Symbol::Cavalry, strength))));
        assert_eq!((faces[1] - faces[0], faces[2] - faces[1]), (1, 1));
    }

    #[test]
    fn blocks_stay_inside_their_locale_up_to_its_capacity() {
        let (map, board) = printed();
        for locale in map.locales() {
            let n = usize::from(map.locale(locale).capacity);
            let blocks = vec![(Spot::Reserve(locale), BlockMark { army: 1, ..BlockMark::default() }); n];
            let scene = board.scene(&map, &BoardMarks { blocks, ..BoardMarks::default() });
            let outline = &board.places.interior(locale).outline;
            for shape in layer(&scene, LayerKind::Pieces).iter().filter(|shape| shape.part.is_some()) {
                let Form::Rect { at, size, .. } = shape.form else { continue };
                for corner in [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]] {
                    let p = [at[0] + corner[0] * size[0], at[1] + corner[1] * size[1]];
                    assert!(places::clearance(outline, p) > 0.0, "{}", map.locale_name(locale));
                }
            }
        }
    }
}
