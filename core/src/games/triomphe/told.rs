//! What scripts see of the game's own types: words and names for numbers.

use super::model::{Arm, Pos};
use crate::board::{ApproachId, HoldingId, LocaleId, Width};
use crate::script::{FactKind, Told};

const WIDTHS: &[&str] = &["narrow", "wide"];
const ARMS: &[&str] = &["artillery", "cavalry", "infantry"];

impl Told for Width {
    const KIND: FactKind = FactKind::Word(WIDTHS);
    fn tell(self) -> i32 {
        self as i32
    }
    fn hear(n: i32) -> Width {
        if n == 0 { Width::Narrow } else { Width::Wide }
    }
}

impl Told for Option<Width> {
    const KIND: FactKind = FactKind::MaybeWord(WIDTHS);
    fn tell(self) -> i32 {
        self.map_or(-1, Told::tell)
    }
    fn hear(n: i32) -> Option<Width> {
        (n >= 0).then(|| Told::hear(n))
    }
}

impl Told for Arm {
    const KIND: FactKind = FactKind::Word(ARMS);
    fn tell(self) -> i32 {
        self as i32
    }
    fn hear(n: i32) -> Arm {
        match n {
            0 => Arm::Artillery,
            1 => Arm::Cavalry,
            _ => Arm::Infantry,
        }
    }
}

impl Told for Option<Arm> {
    const KIND: FactKind = FactKind::MaybeWord(ARMS);
    fn tell(self) -> i32 {
        self.map_or(-1, Told::tell)
    }
    fn hear(n: i32) -> Option<Arm> {
        (n >= 0).then(|| Told::hear(n))
    }
}

impl Told for ApproachId {
    const KIND: FactKind = FactKind::Place("approach");
    fn tell(self) -> i32 {
        i32::from(self.0)
    }
    fn hear(n: i32) -> ApproachId {
        ApproachId(n as u16)
    }
}

impl Told for Option<ApproachId> {
    const KIND: FactKind = FactKind::MaybePlace("approach");
    fn tell(self) -> i32 {
        self.map_or(-1, Told::tell)
    }
    fn hear(n: i32) -> Option<ApproachId> {
        (n >= 0).then(|| Told::hear(n))
    }
}

impl Told for Option<LocaleId> {
    const KIND: FactKind = FactKind::MaybePlace("locale");
    fn tell(self) -> i32 {
        self.map_or(-1, Told::tell)
    }
    fn hear(n: i32) -> Option<LocaleId> {
        (n >= 0).then(|| Told::hear(n))
    }
}

impl Told for Pos {
    const KIND: FactKind = FactKind::Place("position");
    fn tell(self) -> i32 {
        i32::from(self.0)
    }
    fn hear(n: i32) -> Pos {
        Pos(n as u16)
    }
}

impl Told for HoldingId {
    const KIND: FactKind = FactKind::Place("holding");
    fn tell(self) -> i32 {
        i32::from(self.0)
    }
    fn hear(n: i32) -> HoldingId {
        HoldingId(n as u8)
    }
}

impl Told for LocaleId {
    const KIND: FactKind = FactKind::Place("locale");
    fn tell(self) -> i32 {
        i32::from(self.0)
    }
    fn hear(n: i32) -> LocaleId {
        LocaleId(n as u8)
    }
}
