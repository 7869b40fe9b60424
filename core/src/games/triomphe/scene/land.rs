//! The land under the board, after the hand-coloured survey maps of the time; it has no effect on play. (3)

use super::places::{Places, between, go, shifted};
use crate::board::landscape::{GroundKind, Water};
use crate::board::{Landscape, Polygon, RoadKind};
use crate::scene::{Pattern, Point, Role, Shape, Zoom};

/// What lies under the roads.
pub(super) fn ground(land: &Landscape) -> Vec<Shape> {
    let mut shapes = Vec::new();
    grounds(land, &mut shapes);
    heights(land, &mut shapes);
    waters(land, &mut shapes);
    works(land, &mut shapes);
    shapes
}

/// What stands by the roads, and the sheet's frame.
pub(super) fn built(land: &Landscape, places: &Places) -> Vec<Shape> {
    let mut shapes = Vec::new();
    houses(land, &mut shapes);
    frame(places, &mut shapes);
    shapes
}

fn on_sheet(points: &[[i32; 2]]) -> Vec<Point> {
    points.iter().map(|&p| shifted(p)).collect()
}

fn outline(polygon: &Polygon) -> Vec<Point> {
    on_sheet(polygon.corners())
}

/// A wash, its signs and a fine edge, by the kind of ground.
fn grounds(land: &Landscape, shapes: &mut Vec<Shape>) {
    for ground in &land.ground {
        let outline = outline(&ground.outline);
        let (wash, signs, pattern) = match ground.kind {
            GroundKind::Marsh => (Role::Marsh, Role::Reed, Pattern::Reeds { gap: 74.0 }),
            GroundKind::Woods => (Role::Wood, Role::Tree, Pattern::Trees { gap: 62.0 }),
            GroundKind::Rice => (Role::Rice, Role::Paddy, Pattern::Paddies { gap: 38.0 }),
            GroundKind::Garden => (Role::Garden, Role::Tree, Pattern::Dots { gap: 44.0, radius: 9.0 }),
            GroundKind::Vineyard => (Role::Vineyard, Role::Vine, Pattern::Rows { gap: 52.0, turn: row_turn(&outline) }),
        };
        // What grows by itself has no corners.
        let wild = matches!(ground.kind, GroundKind::Marsh | GroundKind::Woods);
        let shape = if wild { Shape::blob(outline) } else { Shape::polygon(outline) };
        shapes.push(shape.clone().filled(wash.fill()).stroked(signs.at(110).line(4.0).at_least(0.4)));
        shapes.push(shape.filled(signs.at(170).strewn(pattern)));
    }
}

/// Rows run along the longest side of a field.
fn row_turn(outline: &[Point]) -> f32 {
    let mut best = (0.0, 0.0);
    for (k, a) in outline.iter().enumerate() {
        let b = outline[(k + 1) % outline.len()];
        let long = (b[0] - a[0]).hypot(b[1] - a[1]);
        if long > best.0 {
            best = (long, (b[1] - a[1]).atan2(b[0] - a[0]).to_degrees());
        }
    }
    // To whole steps, so that neighbouring fields of nearly one direction agree.
    (best.1 / 7.5).round() * 7.5
}

/// Contours with hachures on the side that falls.
fn heights(land: &Landscape, shapes: &mut Vec<Shape>) {
    for contour in &land.heights {
        let line = on_sheet(&contour.points);
        shapes.push(Shape::curve(line.clone()).stroked(Role::Relief.at(170).line(6.0).at_least(0.5)));
        for (at, along) in steps(&line, 34.0) {
            let down = [along[1], -along[0]];
            let stroke = [at, go(at, down, 30.0)];
            shapes
                .push(Shape::line(stroke).stroked(Role::Relief.at(120).line(4.0).at_least(0.4)).zoom(Zoom::from(0.05)));
        }
    }
    for bank in &land.embankments {
        let line = on_sheet(bank);
        shapes.push(Shape::curve(line.clone()).stroked(Role::Relief.at(220).line(9.0).at_least(0.7)));
        for (at, along) in steps(&line, 26.0) {
            let side = [along[1], -along[0]];
            let stroke = [go(at, side, 22.0), go(at, side, -22.0)];
            shapes
                .push(Shape::line(stroke).stroked(Role::Relief.at(190).line(5.0).at_least(0.4)).zoom(Zoom::from(0.05)));
        }
    }
}

/// Points at even distances along a line, each with the unit vector of the line there.
fn steps(line: &[Point], step: f32) -> Vec<(Point, Point)> {
    let mut found = Vec::new();
    let mut left = step / 2.0;
    for ends in line.windows(2) {
        let (a, b) = (ends[0], ends[1]);
        let long = (b[0] - a[0]).hypot(b[1] - a[1]);
        if long < 1e-3 {
            continue;
        }
        let along = [(b[0] - a[0]) / long, (b[1] - a[1]) / long];
        while left <= long {
            found.push((go(a, along, left), along));
            left += step;
        }
        left -= long;
    }
    found
}

/// Waters: a bank line on both sides, the water between, and ripples along wide ones.
fn waters(land: &Landscape, shapes: &mut Vec<Shape>) {
    let wide = |water: &Water| (water.width as f32).max(9.0);
    for water in &land.waters {
        let bank = wide(water) + 11.0;
        shapes.push(Shape::curve(on_sheet(&water.points)).stroked(Role::Bank.line(bank).at_least(1.4)));
    }
    for water in &land.waters {
        shapes.push(Shape::curve(on_sheet(&water.points)).stroked(Role::Water.line(wide(water)).at_least(0.8)));
    }
    for water in land.waters.iter().filter(|water| water.width > 40) {
        let line = on_sheet(&water.points);
        for side in [-0.28, 0.0, 0.28] {
            let off = side * wide(water);
            let ripple: Vec<Point> =
                steps(&line, 40.0).iter().map(|(at, along)| go(*at, [along[1], -along[0]], off)).collect();
            let pen = Role::Bank.at(110).line(3.5).at_least(0.4).dashed(120.0, 60.0);
            shapes.push(Shape::curve(ripple).stroked(pen).zoom(Zoom::from(0.06)));
        }
    }
    for island in &land.islands {
        shapes.push(Shape::blob(outline(island)).filled(Role::Open.fill()).stroked(Role::Bank.line(5.0)));
    }
}

/// Earthworks and the bridge of boats.
fn works(land: &Landscape, shapes: &mut Vec<Shape>) {
    for work in &land.earthworks {
        shapes.push(
            Shape::polygon(outline(work)).filled(Role::PaperDeep.fill()).stroked(Role::Ink.line(8.0).at_least(0.7)),
        );
    }
    for bridge in &land.pontoons {
        shapes.push(Shape::line(on_sheet(bridge)).stroked(Role::Bridge.line(10.0).at_least(0.9).dashed(24.0, 16.0)));
    }
}

/// Roads: main ones a double line on white, local ones a single line; bridges cross the water with their own rails.
pub(super) fn roads(land: &Landscape) -> Vec<Shape> {
    let mut shapes = Vec::new();
    let (main, local): (Vec<_>, Vec<_>) = land.roads.iter().partition(|road| road.kind == RoadKind::Main);
    for road in &local {
        shapes.push(Shape::curve(on_sheet(&road.points)).stroked(Role::RoadLocal.line(11.0).at_least(0.9)));
    }
    for road in &main {
        shapes.push(Shape::curve(on_sheet(&road.points)).stroked(Role::RoadMainEdge.line(31.0).at_least(2.8)));
    }
    for road in &main {
        shapes.push(Shape::curve(on_sheet(&road.points)).stroked(Role::RoadMain.line(18.0).at_least(1.2)));
    }
    for road in &land.roads {
        let line = on_sheet(&road.points);
        for bridge in &road.bridges {
            bridge_rails(&line, shifted(*bridge), road.kind == RoadKind::Main, &mut shapes);
        }
    }
    shapes
}

fn bridge_rails(line: &[Point], at: Point, main: bool, shapes: &mut Vec<Shape>) {
    let far = |p: &Point| (p[0] - at[0]).hypot(p[1] - at[1]);
    let Some((at, along)) = steps(line, 12.0).into_iter().min_by(|a, b| far(&a.0).total_cmp(&far(&b.0))) else {
        return;
    };
    let across = [-along[1], along[0]];
    let half = if main { 24.0 } else { 14.0 };
    for side in [-1.0, 1.0] {
        let rail = go(at, across, side * half);
        let wing = |way: f32| go(go(rail, along, way * 34.0), across, side * 9.0);
        let points = [wing(-1.0), go(rail, along, -26.0), go(rail, along, 26.0), wing(1.0)];
        shapes.push(Shape::line(points).stroked(Role::Bridge.line(7.0).at_least(0.7)).zoom(Zoom::from(0.06)));
    }
}

/// Houses: ruddy blocks with their shadow to the south-east.
fn houses(land: &Landscape, shapes: &mut Vec<Shape>) {
    let houses = || land.settlements.iter().flat_map(|place| &place.buildings);
    let block = |shift: i32, house: &crate::board::landscape::Building| {
        let [w, h] = house.size.map(|side| (side as f32).max(14.0));
        Shape::rect(shifted([house.at[0] + shift, house.at[1] + shift]), [w, h], house.turn as f32)
    };
    shapes.extend(houses().map(|house| block(5, house).filled(Role::Black.at(70).fill()).zoom(Zoom::from(0.12))));
    shapes.extend(houses().map(|house| block(0, house).filled(Role::Building.fill())));
}

/// The neat line around the sheet.
fn frame(places: &Places, shapes: &mut Vec<Shape>) {
    let [w, h] = places.size();
    let middle = between([0.0, 0.0], [w, h]);
    shapes.push(Shape::rect(middle, [w - 44.0, h - 44.0], 0.0).stroked(Role::Ink.line(16.0).at_least(1.2)));
    shapes.push(Shape::rect(middle, [w - 84.0, h - 84.0], 0.0).stroked(Role::Ink.line(5.0).at_least(0.5)));
}
