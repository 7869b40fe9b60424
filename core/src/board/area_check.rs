//! Checks of an area map's geometry: outlines that cross themselves or each other, and sides that do not fit them.

use super::area_file::{LocaleEntry, MapFile};
use crate::pack::toml_doc::Reader;

/// Reports every polygon that crosses itself, runs the wrong way, overlaps an earlier one, leaves the map, or has not as many
/// corners as its locale has sides.
pub(super) fn check_geometry(reader: &Reader<'_>, file: &MapFile<'_>) {
    for (k, locale) in file.locales.iter().enumerate() {
        let Some((polygon, at)) = &locale.polygon else { continue };
        let corners = polygon.corners();
        if let Some((i, j)) = polygon.self_crossing() {
            reader.error(
                at,
                format!(
                    "the polygon of locale \"{}\" crosses itself: side {} meets side {}",
                    locale.id.text,
                    i + 1,
                    j + 1
                ),
            );
            continue;
        }
        if polygon.doubled_area() <= 0 {
            reader.error(at, format!("the corners of locale \"{}\" do not run clockwise", locale.id.text));
        }
        if let Some((sides, at)) = &locale.sides
            && sides.len() != corners.len()
        {
            reader.error(
                at,
                format!("locale \"{}\" has {} corners and {} sides", locale.id.text, corners.len(), sides.len()),
            );
        }
        let [width, height] = file.size;
        if let Some([x, y]) =
            corners.iter().find(|[x, y]| file.size != [0, 0] && !((0..=width).contains(x) && (0..=height).contains(y)))
        {
            reader.error(
                at,
                format!("corner [{x}, {y}] of locale \"{}\" is beyond the map's {width} by {height}", locale.id.text),
            );
        }
        let overlaps = |other: &&LocaleEntry<'_>| {
            other.polygon.as_ref().is_some_and(|(other, _)| other.self_crossing().is_none() && polygon.overlaps(other))
        };
        if let Some(other) = file.locales[..k].iter().find(overlaps) {
            let line = other.polygon.as_ref().map_or(0, |(_, at)| reader.line(at));
            reader.error(
                at,
                format!(
                    "the polygon of locale \"{}\" overlaps that of locale \"{}\" in line {line}",
                    locale.id.text, other.id.text
                ),
            );
        }
    }
}
