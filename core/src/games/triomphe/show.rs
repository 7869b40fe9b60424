//! The board as one seat sees it.

use super::Triomphe;
use super::model::{Arm, Face, Flags, Pos};
use super::scene::{BlockMark, BoardMarks, BoardScene, Spot, Symbol};
use super::view::View;
use crate::board::{Landscape, LocaleId, Position};
use crate::kernel::{Class, Seat};
use crate::scene::Scene;
use std::sync::OnceLock;

/// The unchanging layers of a board, drawn when the board is first looked at.
#[derive(Debug, Default)]
pub(super) struct Drawing {
    pub(super) land: Landscape,
    layers: OnceLock<BoardScene>,
}

impl Drawing {
    pub(super) fn of(land: Landscape) -> Drawing {
        Drawing { land, layers: OnceLock::new() }
    }
}

fn spot(pos: Pos) -> Spot {
    match pos.place() {
        Position::Reserve(locale) => Spot::Reserve(locale),
        Position::Approach(approach) => Spot::Approach(approach),
        Position::Holding(holding) => Spot::Holding(holding),
    }
}

fn symbol(class: Class) -> (Symbol, u8) {
    let symbol = match class.arm() {
        Arm::Artillery => Symbol::Artillery,
        Arm::Cavalry => Symbol::Cavalry,
        Arm::Infantry => Symbol::Infantry,
    };
    (symbol, class.strength())
}

impl Triomphe {
    /// Draws a view: own faces, and of the enemy what is face-up. What is only remembered of hidden faces is not drawn.
    pub(super) fn draw(&self, v: &View) -> Scene {
        let board = self.drawing.layers.get_or_init(|| BoardScene::new(&self.map, &self.drawing.land));
        let mark = |seat: Seat, flags: Flags, face: Option<Class>| BlockMark {
            army: seat.0,
            face: face.map(symbol),
            face_up: flags.has(Flags::UP),
            disorganized: flags.has(Flags::DISORGANIZED),
            acted: flags.has(Flags::ACTED),
            part: None,
        };
        let own = v.own.iter().map(|p| (spot(p.pos), mark(p.seat, p.flags, Some(p.class))));
        let theirs = v.theirs.iter().map(|t| {
            let face = t.class().filter(|_| t.flags.has(Flags::UP));
            (spot(t.pos), mark(v.seat.other(), t.flags, face))
        });
        let p = &v.public;
        let seats = || [Seat(0), Seat(1)].into_iter();
        let committed = seats().flat_map(|seat| {
            let tokens = p.morale[seat.index()].committed.entries();
            tokens.map(move |(l, n)| (LocaleId(l as u8), seat.0, n)).collect::<Vec<_>>()
        });
        let scheduled = seats().flat_map(|seat| {
            let track = p.morale[seat.index()].track.iter().enumerate();
            track.filter(|(_, n)| **n > 0).map(move |(round, n)| (round as u8, seat.0, *n)).collect::<Vec<_>>()
        });
        let marks = BoardMarks {
            blocks: own.chain(theirs).collect(),
            committed: committed.collect(),
            uncommitted: [p.morale[0].uncommitted, p.morale[1].uncommitted],
            scheduled: scheduled.collect(),
            round: p.round.saturating_sub(1),
            traffic: p.traffic.used().map(|(c, t)| (c, t.count)).collect(),
        };
        board.scene(&self.map, &marks)
    }
}
