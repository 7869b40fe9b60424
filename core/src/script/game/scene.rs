//! Boards of games in Luau: the script returns a [`Scene`] in its own serial form, with places for parts.

use super::declare::Names;
use crate::kernel::Part;
use crate::pack::plain;
use crate::scene::{Label, Layer, LayerKind, Role, Scene, Shape};
use crate::script::{Key, Value};

/// A board for games that draw none: a row of boxes with their names.
pub(super) fn boxes(names: &Names) -> Scene {
    let mut shapes = Vec::new();
    for (i, place) in names.places.iter().enumerate() {
        let at = [12.0 + 22.0 * (i % 8) as f32, 12.0 + 22.0 * (i / 8) as f32];
        shapes.push(
            Shape::rect(at, [20.0, 20.0], 0.0)
                .filled(Role::Field.fill())
                .stroked(Role::Ink.line(0.4))
                .part(Part(i as u32)),
        );
        shapes.push(Shape::text(Label::new(place, at, 3.0)));
    }
    let rows = names.places.len().div_ceil(8) as f32;
    Scene { size: [200.0, 2.0 + 22.0 * rows.max(1.0)], layers: vec![Layer::new(LayerKind::Board, shapes)] }
}

/// What is wrong, where the board would be.
pub(super) fn note(why: &str) -> Scene {
    let label = Label::new(why.lines().next().unwrap_or(""), [100.0, 10.0], 3.0);
    Scene { size: [200.0, 20.0], layers: vec![Layer::new(LayerKind::Fault, vec![Shape::text(label)])] }
}

pub(super) fn read(names: &Names, value: &Value) -> Result<Scene, String> {
    let json = json(names, value, None)?;
    serde_json::from_value(json).map_err(|e| format!("scene: {e}"))
}

fn json(names: &Names, value: &Value, key: Option<&str>) -> Result<serde_json::Value, String> {
    Ok(match value {
        Value::Nil => serde_json::Value::Null,
        Value::Bool(b) => (*b).into(),
        Value::Int(n) => (*n).into(),
        Value::Num(n) => (*n).into(),
        Value::Text(word) if key == Some("part") => {
            names.place(word).ok_or_else(|| format!("scene: there is no place `{word}`"))?.0.into()
        }
        Value::Text(text) => plain::line(text).into(),
        Value::List(items) => {
            items.iter().map(|item| json(names, item, None)).collect::<Result<Vec<_>, String>>()?.into()
        }
        Value::Map(map) => {
            let mut object = serde_json::Map::new();
            for (key, value) in map {
                let Key::Text(key) = key else { return Err("scene: lists have keys 1 to n".to_owned()) };
                object.insert(key.clone(), json(names, value, Some(key))?);
            }
            object.into()
        }
    })
}
