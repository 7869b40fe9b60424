//! The pen that draws a game's board in the words of board games: boxes, tracks, stacks of counters, cups.

use std::sync::Arc;

use mlua::{UserData, UserDataMethods};

use super::declare::Names;
use crate::kernel::Part;
use crate::pack::nearest::did_you_mean;
use crate::pack::plain;
use crate::scene::{Anchor, Face, Label, Layer, LayerKind, Point, Role, Scene, Shape};
use crate::script::sandbox::charge;
use crate::script::{BadValue, Key, Limits, Value};

/// Most shapes of one board.
const MOST_SHAPES: usize = 8000;

/// Most markers of one track: each is compared with each.
const MOST_MARKS: usize = 250;

/// What is drawn so far. Lengths are board units of the script's own choice; `x` and `y` are the top left corner.
pub(super) struct Pen {
    names: Arc<Names>,
    size: Point,
    board: Vec<Shape>,
    pieces: Vec<Shape>,
    marks: Vec<Shape>,
}

/// The table of one call, with its place in messages.
struct Words<'v> {
    what: &'static str,
    value: &'v Value,
}

type Drawn = Result<(), BadValue>;

impl Words<'_> {
    fn number(&self, key: &str, usual: Option<f32>) -> Result<f32, BadValue> {
        match (self.value.field(key), usual) {
            (Value::Nil, Some(usual)) => Ok(usual),
            (n, _) => {
                let n = n.number(&format!("draw:{}: `{key}`", self.what))?;
                if n.abs() <= 100_000.0 { Ok(n as f32) } else { Err(self.wrong(&format!("`{key}`: {n} is too far"))) }
            }
        }
    }

    fn text(&self, key: &str) -> Result<Option<String>, BadValue> {
        match self.value.field(key) {
            Value::Nil => Ok(None),
            Value::Int(n) => Ok(Some(n.to_string())),
            text => Ok(Some(plain::line(text.text(&format!("draw:{}: `{key}`", self.what))?))),
        }
    }

    fn role(&self, key: &str, usual: Role) -> Result<Role, BadValue> {
        match self.text(key)? {
            None => Ok(usual),
            Some(word) => serde_json::from_value(word.clone().into())
                .map_err(|_| self.wrong(&format!("`{key}`: there is no colour `{word}`"))),
        }
    }

    fn truth(&self, key: &str) -> bool {
        *self.value.field(key) == Value::Bool(true)
    }

    /// `x`, `y`, `w`, `h` as centre and size.
    fn frame(&self) -> Result<(Point, Point), BadValue> {
        let (x, y) = (self.number("x", None)?, self.number("y", None)?);
        let (w, h) = (self.number("w", None)?, self.number("h", None)?);
        Ok(([x + w / 2.0, y + h / 2.0], [w, h]))
    }

    fn wrong(&self, why: &str) -> BadValue {
        BadValue(format!("draw:{}: {why}", self.what))
    }
}

/// The height of letters with which a text fits into a width.
fn fitting(text: &str, width: f32, height: f32) -> f32 {
    height.min(width / (0.56 * text.chars().count().max(1) as f32))
}

impl Pen {
    pub(super) fn new(names: Arc<Names>) -> Pen {
        Pen { names, size: [100.0, 100.0], board: Vec::new(), pieces: Vec::new(), marks: Vec::new() }
    }

    pub(super) fn scene(self) -> Scene {
        let layer = Layer::new;
        let (board, pieces, marks) = (LayerKind::Board, LayerKind::Pieces, LayerKind::Marks);
        Scene {
            size: self.size,
            layers: vec![layer(board, self.board), layer(pieces, self.pieces), layer(marks, self.marks)],
        }
    }

    /// A shape as the part and with the tip that the call names.
    fn told(&self, words: &Words<'_>, mut shape: Shape) -> Result<Shape, BadValue> {
        if let Some(word) = words.text("part")? {
            let part: Option<Part> = self.names.place(&word);
            shape = shape.part(part.ok_or_else(|| words.wrong(&format!("there is no place `{word}`")))?);
        }
        if let Some(tip) = words.text("tip")? {
            shape = shape.tip(tip);
        }
        Ok(shape)
    }

    fn size(&mut self, w: f32, h: f32) -> Drawn {
        if !(1.0..=100_000.0).contains(&w) || !(1.0..=100_000.0).contains(&h) {
            return Err(BadValue(format!("draw:size: {w} x {h} is no size of a board")));
        }
        self.size = [w, h];
        Ok(())
    }

    /// A box with its name inside, at the top.
    fn area(&mut self, words: &Words<'_>) -> Drawn {
        let (at, size) = words.frame()?;
        let (fill, line) = (words.role("fill", Role::Field)?, words.role("line", Role::FieldEdge)?);
        let width = words.number("width", Some(size[1].min(size[0]) / 60.0))?;
        let rect = Shape::rect(at, size, 0.0).filled(fill.fill()).stroked(line.line(width));
        let rect = self.told(words, rect)?;
        self.board.push(rect);
        if let Some(name) = words.text("name")? {
            let letters = fitting(&name, size[0] * 0.94, words.number("letters", Some(size[1] / 7.0))?);
            let top = at[1] - size[1] / 2.0 + letters * 0.8;
            let ink = words.role("ink", Role::Ink)?;
            self.board.push(Shape::text(Label::new(name, [at[0], top], letters).face(Face::Bold).colour(ink.full())));
        }
        Ok(())
    }

    /// A line of text about a point.
    fn text(&mut self, words: &Words<'_>) -> Drawn {
        let at = [words.number("x", None)?, words.number("y", None)?];
        let text = words.text("text")?.unwrap_or_default();
        let height = words.number("letters", None)?;
        let letters = words.number("w", Some(f32::MAX)).map(|w| fitting(&text, w.min(100_000.0), height))?;
        let anchor = match words.text("anchor")?.as_deref() {
            None | Some("middle") => Anchor::Middle,
            Some("left") => Anchor::Left,
            Some("right") => Anchor::Right,
            Some(other) => return Err(words.wrong(&format!("`anchor` is left, middle or right, not `{other}`"))),
        };
        let face = if words.truth("bold") { Face::Bold } else { Face::Roman };
        let label = Label::new(text, at, letters).anchor(anchor).face(face);
        let shape = Shape::text(label.colour(words.role("ink", Role::Ink)?.full()));
        let shape = self.told(words, shape)?;
        self.marks.push(shape);
        Ok(())
    }

    /// A line between two points.
    fn line(&mut self, words: &Words<'_>) -> Drawn {
        let point = |x: &str, y: &str| Ok::<_, BadValue>([words.number(x, None)?, words.number(y, None)?]);
        let stroke = words.role("line", Role::InkSoft)?.line(words.number("width", Some(0.4))?);
        let dash = words.number("dash", Some(0.0))?;
        let stroke = if dash > 0.0 { stroke.dashed(dash, dash) } else { stroke };
        self.board.push(Shape::line([point("x", "y")?, point("x2", "y2")?]).stroked(stroke));
        Ok(())
    }

    /// A row of numbered boxes, `from` to `to`, `across` in a line, with markers: `marks = { { at = 3, text = "£" } }`.
    /// Markers that share a box stand beside each other.
    fn track(&mut self, words: &Words<'_>) -> Drawn {
        let (x, y) = (words.number("x", None)?, words.number("y", None)?);
        let (w, h) = (words.number("w", None)?, words.number("h", None)?);
        let bound = |key| words.value.field(key).int_in(&format!("draw:track: `{key}`"), -999..=999);
        let (from, to) = (bound("from")?, bound("to")?);
        let across = match words.value.field("across") {
            Value::Nil => to - from + 1,
            n => n.int_in("draw:track: `across`", 1..=999)?,
        };
        if to < from || to - from > 200 {
            return Err(words.wrong("from `from` to `to` there are 1 to 201 boxes"));
        }
        let corner = |n: i64| {
            let k = n - from;
            [x + w * (k % across) as f32, y + h * (k / across) as f32]
        };
        for n in from..=to {
            let [left, top] = corner(n);
            let rect = Shape::rect([left + w / 2.0, top + h / 2.0], [w, h], 0.0);
            self.board.push(rect.filled(Role::Field.fill()).stroked(Role::FieldEdge.line(w / 40.0)));
            let number = Label::new(n.to_string(), [left + w * 0.2, top + h * 0.17], w.min(h) / 4.0);
            self.board.push(Shape::text(number.colour(Role::InkSoft.full())));
        }
        let marks = match words.value.field("marks") {
            Value::Nil => &[],
            marks => marks.list("draw:track: `marks`")?,
        };
        if marks.len() > MOST_MARKS {
            return Err(words.wrong(&format!("{} marks; a track may have {MOST_MARKS}", marks.len())));
        }
        let place = |mark: &Value| mark.field("at").int_in("draw:track: a mark's `at`", from..=to);
        for (k, mark) in marks.iter().enumerate() {
            let n = place(mark)?;
            let same = |list: &[Value]| list.iter().filter(|other| place(other).is_ok_and(|m| m == n)).count();
            let (before, all) = (same(&marks[..k]), same(marks));
            let rows = (1..=all).find(|r| r * r >= all).unwrap_or(1);
            let [left, top] = corner(n);
            let side = (h * 0.7 / rows as f32).min(w * 0.94 / rows as f32);
            let frame =
                [left + w * 0.03 + side * (before % rows) as f32, top + h * 0.28 + side * (before / rows) as f32];
            let counter = Words { what: "track", value: mark };
            self.counter_at(&counter, frame, [side * 0.94, side * 0.94])?;
        }
        Ok(())
    }

    /// Counters in rows inside a frame, as large as they fit: `counters = { { text = "Ney", number = 5 } }`.
    fn stack(&mut self, words: &Words<'_>) -> Drawn {
        let (at, [w, h]) = words.frame()?;
        let most = words.number("most", Some(h))?.min(h);
        let counters = words.value.field("counters").list("draw:stack: `counters`")?;
        let count = counters.len();
        if count == 0 {
            return Ok(());
        }
        // The largest side with which so many squares fit.
        let fits = |side: f32| (w / side).floor() as usize * (h / side).floor() as usize >= count;
        let mut side = most.min(w);
        while !fits(side) && side > most / 50.0 {
            side *= 0.96;
        }
        let across = ((w / side).floor() as usize).max(1);
        let rows = count.div_ceil(across);
        let top = at[1] - h / 2.0 + (h - rows as f32 * side) / 2.0;
        for (k, counter) in counters.iter().enumerate() {
            let in_row = across.min(count - k / across * across) as f32;
            let left = at[0] - in_row * side / 2.0 + side * (k % across) as f32;
            let corner = [left + side * 0.03, top + side * (k / across) as f32 + side * 0.03];
            self.counter_at(&Words { what: "stack", value: counter }, corner, [side * 0.94, side * 0.94])?;
        }
        Ok(())
    }

    /// One counter: a name, a number (its strength), a horse's bar when it is cavalry.
    fn counter_at(&mut self, words: &Words<'_>, [left, top]: Point, [w, h]: Point) -> Drawn {
        check(words, &COUNTER)?;
        let (fill, ink) = (words.role("fill", Role::Face)?, words.role("ink", Role::Ink)?);
        let at = [left + w / 2.0, top + h / 2.0];
        let body = match words.truth("round") {
            true => Shape::circle(at, w.min(h) / 2.0),
            false => Shape::rect(at, [w, h], 0.0),
        };
        let body = body.filled(fill.fill()).stroked(words.role("line", Role::Ink)?.line(w / 30.0));
        let body = self.told(words, body)?;
        self.pieces.push(body);
        if words.truth("horse") {
            let bar = Shape::line([[left + w * 0.12, top + h * 0.9], [left + w * 0.88, top + h * 0.9]]);
            self.pieces.push(bar.stroked(Role::Horse.line(h / 14.0)));
        }
        let (text, number) = (words.text("text")?, words.text("number")?);
        let (name_y, name_h) = if number.is_some() { (0.26, 0.24) } else { (0.5, 0.5) };
        if let Some(text) = text {
            let letters = fitting(&text, w * 0.92, h * name_h);
            self.pieces.push(Shape::text(Label::new(text, [at[0], top + h * name_y], letters).colour(ink.full())));
        }
        if let Some(number) = number {
            let label = Label::new(number, [at[0], top + h * 0.62], h * 0.46).face(Face::Bold);
            self.pieces.push(Shape::text(label.colour(ink.full())));
        }
        Ok(())
    }

    fn counter(&mut self, words: &Words<'_>) -> Drawn {
        let (at, size) = words.frame()?;
        let corner = [at[0] - size[0] / 2.0, at[1] - size[1] / 2.0];
        let rest = words.value.entries("draw:counter")?.filter(|(key, _)| !matches!(key, Key::Text(k) if k.len() == 1));
        let value = Value::Map(rest.map(|(key, value)| (key.clone(), value.clone())).collect());
        self.counter_at(&Words { what: words.what, value: &value }, corner, size)
    }

    /// A cup seen from the side, with how many are in it.
    fn cup(&mut self, words: &Words<'_>) -> Drawn {
        let (at, [w, h]) = words.frame()?;
        let (left, right, top, foot) = (at[0] - w / 2.0, at[0] + w / 2.0, at[1] - h / 2.0, at[1] + h / 2.0);
        let body = [[left, top], [right, top], [right - w * 0.18, foot], [left + w * 0.18, foot]];
        let fill = words.role("fill", Role::PaperDeep)?;
        let body = Shape::polygon(body).filled(fill.fill()).stroked(Role::Ink.line(w / 50.0));
        let body = self.told(words, body)?;
        self.board.push(body);
        if let Some(name) = words.text("name")? {
            let letters = fitting(&name, w * 0.86, h / 5.0);
            self.board.push(Shape::text(Label::new(name, [at[0], top + h * 0.2], letters).face(Face::Bold)));
        }
        if let Some(total) = words.text("total")? {
            self.marks.push(Shape::text(Label::new(total, [at[0], top + h * 0.62], h * 0.42).face(Face::Bold)));
        }
        Ok(())
    }
}

/// Every key of a call is one of these.
fn check(words: &Words<'_>, known: &[&str]) -> Drawn {
    for (key, _) in words.value.entries(&format!("draw:{}", words.what))? {
        match key {
            Key::Text(key) if known.contains(&key.as_str()) => {}
            Key::Text(key) => {
                let hint = did_you_mean(key, known.iter().copied()).map_or(String::new(), |hint| format!("; {hint}"));
                return Err(words.wrong(&format!("there is no `{key}`{hint}")));
            }
            Key::Int(n) => return Err(words.wrong(&format!("there is no {n}"))),
        }
    }
    Ok(())
}

/// A way of drawing: its name, its keys, what it does.
/// The keys of a counter in a list.
pub(in crate::script) const COUNTER: [&str; 10] =
    ["at", "text", "number", "fill", "ink", "line", "horse", "round", "part", "tip"];

type Stroke = (&'static str, &'static [&'static str], fn(&mut Pen, &Words<'_>) -> Drawn);

const STROKES: [Stroke; 7] = [
    ("box", &["x", "y", "w", "h", "name", "letters", "fill", "line", "width", "ink", "part", "tip"], Pen::area),
    ("text", &["x", "y", "w", "text", "letters", "anchor", "bold", "ink", "part", "tip"], Pen::text),
    ("line", &["x", "y", "x2", "y2", "line", "width", "dash"], Pen::line),
    ("track", &["x", "y", "w", "h", "from", "to", "across", "marks"], Pen::track),
    ("stack", &["x", "y", "w", "h", "most", "counters"], Pen::stack),
    (
        "counter",
        &["x", "y", "w", "h", "text", "number", "fill", "ink", "line", "horse", "round", "part", "tip"],
        Pen::counter,
    ),
    ("cup", &["x", "y", "w", "h", "name", "total", "fill", "part", "tip"], Pen::cup),
];

/// The methods that take a table, and its keys.
pub(in crate::script) fn strokes() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    STROKES.into_iter().map(|(name, keys, _)| (name, keys))
}

impl UserData for Pen {
    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_method_mut("size", |_, pen, (w, h): (f32, f32)| Ok(pen.size(w, h)?));
        for (what, keys, draw) in STROKES {
            methods.add_method_mut(what, move |lua, pen, table: mlua::Value| {
                let value = Value::read(&table, &Limits::default())?;
                charge(lua, value.weight())?;
                let words = Words { what, value: &value };
                check(&words, keys)?;
                if pen.board.len() + pen.pieces.len() + pen.marks.len() > MOST_SHAPES {
                    return Err(words.wrong(&format!("the board has over {MOST_SHAPES} shapes")).into());
                }
                Ok(draw(pen, &words)?)
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::STROKES;
    use crate::script::declare::PEN;

    #[test]
    fn the_written_api_has_every_stroke() {
        let drawn: Vec<&str> = std::iter::once("size").chain(STROKES.iter().map(|stroke| stroke.0)).collect();
        assert_eq!(PEN.map(|method| method.0).to_vec(), drawn);
        for (what, keys, _) in STROKES {
            let help = PEN.iter().find(|method| method.0 == what).map_or("", |method| method.2);
            let missing: Vec<&&str> = keys.iter().filter(|key| !help.contains(**key)).collect();
            assert!(missing.is_empty(), "{what}: {missing:?}");
        }
    }
}
