//! Scene to SVG: one file that any browser shows, with the board's own units kept out of it.

use std::fmt::Write;

use bormida_core::scene::{Anchor, Colour, Face, Label, Point, Role, Scene};

use super::ink::{Ink, ink};
use super::letters::FAMILY;
use super::palette::Palette;

/// The smallest letters worth painting, in pixels.
pub(crate) const LEAST_LETTERS: f32 = 5.0;

/// A scene as SVG text of this many pixels, the board fitted and centred on paper. A size of nothing gives one pixel.
pub fn to_svg(scene: &Scene, palette: Palette, width: u32, height: u32) -> String {
    let (width, height) = (width.max(1) as f32, height.max(1) as f32);
    let (w, h) = (scene.size[0].max(f32::EPSILON), scene.size[1].max(f32::EPSILON));
    let scale = (width / w).min(height / h);
    let page = Page { scale, shift: [(width - w * scale) / 2.0, (height - h * scale) / 2.0], palette };
    let mut svg = String::new();
    let _ = writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">"#
    );
    let paper = page.hex(Role::Paper.full());
    let _ = writeln!(svg, r#"<rect width="{width}" height="{height}" fill="{paper}"/>"#);
    for layer in &scene.layers {
        let mut words = String::new();
        let mut run = Run::default();
        for shape in layer.shapes.iter() {
            ink(shape, scale, |ink| match ink {
                Ink::Words(label) => page.words(&mut words, label),
                other => run.add(&mut svg, &page, &other),
            });
        }
        run.flush(&mut svg);
        svg.push_str(&words);
    }
    svg.push_str("</svg>\n");
    svg
}

struct Page {
    scale: f32,
    shift: Point,
    palette: Palette,
}

/// Strokes of one style in a row become one path: patterns are thousands of them.
#[derive(Default)]
struct Run {
    style: String,
    path: String,
}

impl Run {
    fn add(&mut self, svg: &mut String, page: &Page, ink: &Ink<'_>) {
        let style = match ink {
            Ink::Area(_, colour) => format!(r#"fill="{}"{}"#, page.hex(*colour), opacity("fill", *colour)),
            Ink::Dot { colour, .. } => format!(r#"fill="{}"{}"#, page.hex(*colour), opacity("fill", *colour)),
            Ink::Line { width, colour, .. } => format!(
                r#"fill="none" stroke-linejoin="round" stroke="{}"{} stroke-width="{}""#,
                page.hex(*colour),
                opacity("stroke", *colour),
                short(width * page.scale)
            ),
            Ink::Words(_) => return,
        };
        // Let-through strokes that cross must darken each other, so they stay apart, as areas do.
        let apart = match ink {
            Ink::Area(..) => true,
            Ink::Line { colour, .. } | Ink::Dot { colour, .. } => colour.alpha < 255,
            Ink::Words(_) => false,
        };
        if style != self.style || apart {
            self.flush(svg);
            self.style = style;
        }
        match ink {
            Ink::Area(points, _) => self.line(page, points, true),
            Ink::Line { points, closed, .. } => self.line(page, points, *closed),
            Ink::Dot { at, radius, .. } => {
                let ([x, y], r) = (page.place(*at), radius * page.scale);
                let _ = write!(
                    self.path,
                    "M{} {}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0z",
                    short(x - r),
                    short(y),
                    r = short(r),
                    d = short(2.0 * r)
                );
            }
            Ink::Words(_) => {}
        }
    }

    fn line(&mut self, page: &Page, points: &[Point], closed: bool) {
        for (k, &point) in points.iter().enumerate() {
            let [x, y] = page.place(point);
            let _ = write!(self.path, "{}{} {}", if k == 0 { 'M' } else { 'L' }, short(x), short(y));
        }
        if closed {
            self.path.push('z');
        }
    }

    fn flush(&mut self, svg: &mut String) {
        if !self.path.is_empty() {
            let _ = writeln!(svg, r#"<path {} d="{}"/>"#, self.style, self.path);
            self.path.clear();
        }
    }
}

impl Page {
    fn place(&self, [x, y]: Point) -> Point {
        [x * self.scale + self.shift[0], y * self.scale + self.shift[1]]
    }

    fn hex(&self, colour: Colour) -> String {
        let [r, g, b, _] = self.palette.rgba(colour);
        format!("#{r:02x}{g:02x}{b:02x}")
    }

    fn words(&self, svg: &mut String, label: &Label) {
        let size = label.size * self.scale;
        if size < LEAST_LETTERS {
            return;
        }
        let [x, y] = self.place(label.at);
        let anchor = match label.anchor {
            Anchor::Left => "start",
            Anchor::Middle => "middle",
            Anchor::Right => "end",
        };
        let face = match label.face {
            Face::Roman => "",
            Face::Italic => r#" font-style="italic""#,
            Face::Bold => r#" font-weight="bold""#,
        };
        let turn = match label.turn {
            0.0 => String::new(),
            turn => format!(r#" transform="rotate({} {} {})""#, short(turn), short(x), short(y)),
        };
        let text = label.text.replace('&', "&amp;").replace('<', "&lt;");
        // A third of the size down from the middle stands the base line.
        let place = format!(
            r#"x="{}" y="{}" font-family="{FAMILY}, serif" font-size="{}" text-anchor="{anchor}"{face}{turn}"#,
            short(x),
            short(y + size * 0.33),
            short(size)
        );
        if let Some(halo) = label.halo {
            let (hex, width) = (self.hex(halo), short((size * 0.22).clamp(1.5, 6.0)));
            let _ = writeln!(
                svg,
                r#"<text {place} fill="none" stroke="{hex}"{} stroke-width="{width}" stroke-linejoin="round">{text}</text>"#,
                opacity("stroke", halo)
            );
        }
        let _ = writeln!(
            svg,
            r#"<text {place} fill="{}"{}>{text}</text>"#,
            self.hex(label.colour),
            opacity("fill", label.colour)
        );
    }
}

fn opacity(of: &str, colour: Colour) -> String {
    match colour.alpha {
        255 => String::new(),
        alpha => format!(r#" {of}-opacity="{}""#, short(f32::from(alpha) / 255.0)),
    }
}

/// A number with at most two decimals.
fn short(value: f32) -> String {
    let text = format!("{value:.2}");
    match text.trim_end_matches('0').trim_end_matches('.') {
        "-0" | "" => "0".to_owned(),
        text => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use bormida_core::scene::{Layer, LayerKind, Shape};

    use super::*;

    #[test]
    fn a_board_is_fitted_and_its_texts_are_escaped() {
        let shapes = vec![
            Shape::rect([50.0, 25.0], [100.0, 50.0], 0.0).filled(Role::Water.fill()),
            Shape::text(Label::new("A<B & C", [50.0, 25.0], 10.0)),
        ];
        let scene = Scene { size: [100.0, 50.0], layers: vec![Layer::new(LayerKind::Board, shapes)] };
        let svg = to_svg(&scene, Palette::Engraving, 200, 200);
        assert!(svg.contains("M0 50L200 50L200 150L0 150z"), "{svg}");
        assert!(svg.contains("A&lt;B &amp; C"), "{svg}");
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([short(1.0), short(-0.001), short(2.504), short(100.0)], ["1", "0", "2.5", "100"]);
    }
}
