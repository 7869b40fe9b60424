//! A game of poses in the window: placing by clicks, turning by drags, keys and numbers.

use std::path::Path;
use std::sync::Arc;

use bormida_core::games::{Catalogue, HouseGame};
use bormida_core::kernel::*;
use bormida_core::pack::Diagnostics;
use bormida_core::pack::case::CaseGame;
use bormida_tests::toys::field::{Field, FieldKit};
use eframe::egui::{Key, Modifiers, PointerButton, vec2};

use super::harness::*;

/// Field on the shelf, without bots and without cases.
struct Shelf;

impl Bots<Field> for Shelf {
    fn names(&self) -> Vec<String> {
        Vec::new()
    }
    fn bot(&self, name: &str) -> Result<Box<dyn Bot<Field>>, Fault> {
        Err(Fault::new(format!("no bot {name}")))
    }
}

impl Shelved for Shelf {
    fn about(&self) -> About {
        let setups = vec![Named { name: "table".to_owned(), title: "A table".to_owned(), ..Named::default() }];
        let sides = vec!["left".to_owned(), "right".to_owned()];
        let seats = vec!["human".to_owned()];
        About { id: "field".to_owned(), title: "Field".to_owned(), sides, setups, seats, ..About::default() }
    }
    fn start(&self, header: Header, save: Option<&Path>) -> Result<Box<dyn Table>, Trouble> {
        let game = Match::start(Arc::new(FieldKit), header, save)?;
        Ok(Box::new(Laid::new(game, self.about(), Arc::new(Shelf))))
    }
    fn load(&self, path: &Path, opening: Opening) -> Result<LoadedTable, Trouble> {
        Laid::load(Arc::new(FieldKit), self.about(), Arc::new(Shelf), path, opening)
    }
}

impl HouseGame for Shelf {
    fn case(&self, _: &Path) -> Box<dyn CaseGame> {
        panic!("the window runs no cases")
    }
    fn examine(&self, _: &str, _: &str) -> Option<Diagnostics> {
        None
    }
}

/// The numbers of the newest order: x, y, heading in hundredths.
fn pose(path: &Path) -> [i32; 3] {
    let text = orders(path).pop().unwrap();
    let numbers: Vec<i32> = text.rsplit(' ').next().unwrap().split(',').map(|n| n.parse().unwrap()).collect();
    numbers.try_into().unwrap()
}

#[test]
fn a_stand_is_placed_by_a_click_and_turned_by_a_drag_and_by_keys() {
    let (catalogue, home) = (Catalogue::new().with(Shelf), tempfile::tempdir().unwrap());
    let mut harness = window(&catalogue, home.path(), None);
    click(&mut harness, "Two at this table");
    let path = harness.state().save_path().unwrap().to_owned();
    click(&mut harness, "Choose left");
    assert!(says(&harness, "Click where it goes"), "{:?}", labels(&harness, ""));
    let place = |harness: &Window<'_>, part| harness.state().place_of(Part(part)).unwrap();
    let (left, right) = (place(&harness, 0), place(&harness, 1));
    // 36 inches lie between the two: three inches to the right, then a turn by keys
    let inch = (right.x - left.x) / 36.0;
    click_at(&mut harness, left + vec2(3.0 * inch, 0.0), PointerButton::Primary, 1);
    assert!(orders(&path).is_empty());
    press(&mut harness, Modifiers::NONE, Key::Q);
    press(&mut harness, Modifiers::SHIFT, Key::E);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    let [x, y, heading] = pose(&path);
    assert!((x - 900).abs() < 30 && (y - 1800).abs() < 30, "{x},{y}");
    assert_eq!(heading, 9000 - 1500 + 100);
    // the other side: a click, and a drag straight up that leaves the board where it is
    click(&mut harness, "Choose right");
    click_at(&mut harness, right - vec2(2.0 * inch, 0.0), PointerButton::Primary, 1);
    let at = right - vec2(2.0 * inch, 0.0);
    drag(&mut harness, at + vec2(0.0, -inch), at + vec2(0.0, -5.0 * inch));
    assert_eq!(
        place(&harness, 0).x.round(),
        (left.x + f32::from(i16::try_from(x - 600).unwrap()) / 100.0 * inch).round()
    );
    press(&mut harness, Modifiers::NONE, Key::Enter);
    let [x, _, heading] = pose(&path);
    assert!((x - 4000).abs() < 30, "{x}");
    assert!([0, 100, 35900].contains(&heading), "{heading}");
}

#[test]
fn a_pose_that_the_rules_forbid_is_told_and_given_up() {
    let (catalogue, home) = (Catalogue::new().with(Shelf), tempfile::tempdir().unwrap());
    let mut harness = window(&catalogue, home.path(), None);
    click(&mut harness, "Two at this table");
    click(&mut harness, "Choose left");
    let left = harness.state().place_of(Part(0)).unwrap();
    let right = harness.state().place_of(Part(1)).unwrap();
    let inch = (right.x - left.x) / 36.0;
    click_at(&mut harness, left + vec2(9.0 * inch, 0.0), PointerButton::Primary, 1);
    assert!(says(&harness, "a stand moves at most six inches"), "{:?}", labels(&harness, ""));
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert!(orders(harness.state().save_path().unwrap()).is_empty());
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(!says(&harness, "a stand moves at most six inches"));
    click_at(&mut harness, left + vec2(0.0, 5.0 * inch), PointerButton::Primary, 1);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert_eq!(orders(harness.state().save_path().unwrap()).len(), 1);
}
