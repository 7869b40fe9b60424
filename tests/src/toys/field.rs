//! Field: two stands on a free table that turn, move and fire. Poses have no list; nothing is hidden.

use bormida_core::kernel::*;
use bormida_core::scene::{Layer, LayerKind, Role, Scene, Shape};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

const MOVE: Verb = Verb(0);
const FIRE: Verb = Verb(1);
/// The table, in hundredths of an inch.
const WIDE: i32 = 4800;
const DEEP: i32 = 3600;
const REACH: i32 = 600;
const RANGE: i32 = 1200;
const APART: i32 = 200;
const HITS: u8 = 3;
const TURNS: u32 = 60;

/// Opens Field.
#[derive(Clone, Copy, Debug, Default)]
pub struct FieldKit;

/// The rules of Field.
#[derive(Clone, Copy, Debug)]
pub struct Field;

/// Everything that changes. Nothing is hidden, so it is also the view but for the seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    seed: Seed,
    seen: View,
}

/// What everybody sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    n: u32,
    stands: [Pose; 2],
    hits: [u8; 2],
}

impl CanonicalBytes for State {
    fn canonical(&self, out: &mut Vec<u8>) {
        out.extend(self.seed.0.to_le_bytes());
        out.extend(self.seen.n.to_le_bytes());
        out.extend(self.seen.hits);
        for pose in &self.seen.stands {
            out.extend([pose.x, pose.y, pose.heading].iter().flat_map(|n| n.to_le_bytes()));
        }
    }
}

impl Kit for FieldKit {
    type G = Field;
    fn open(&self, _: &HookMask) -> Result<Field, Fault> {
        Ok(Field)
    }
}

impl View {
    fn seat(&self) -> usize {
        self.n as usize % 2
    }
    fn over(&self) -> bool {
        self.hits.contains(&HITS) || self.n == TURNS
    }
    fn apart(&self, pose: &Pose) -> i64 {
        let foe = self.stands[1 - self.seat()];
        distance_squared(pose, &foe)
    }
    fn fires(&self) -> bool {
        self.apart(&self.stands[self.seat()]) <= square(RANGE)
    }
}

fn square(n: i32) -> i64 {
    i64::from(n) * i64::from(n)
}

fn distance_squared(a: &Pose, b: &Pose) -> i64 {
    square(a.x - b.x) + square(a.y - b.y)
}

fn refuse(v: &View, o: &Choice) -> Result<Cost, Refusal> {
    let no = |section: &'static str, text: &str| Err(Refusal::new(section, text));
    let here = v.stands[v.seat()];
    match (o.verb, &o.parts[..], &o.fill) {
        _ if v.over() => no("4", "the game is over"),
        (FIRE, [part], Fill::None) if part.0 as usize == v.seat() => {
            if v.fires() {
                Ok(Cost(0))
            } else {
                no("3", "the enemy is out of range")
            }
        }
        (MOVE, [part], Fill::Pose(pose)) if part.0 as usize == v.seat() => {
            if !(0..=WIDE).contains(&pose.x) || !(0..=DEEP).contains(&pose.y) {
                no("2", "a stand stays on the table")
            } else if !(0..=36000).contains(&pose.heading) {
                no("2", "a heading is from 0 to 360 degrees")
            } else if distance_squared(&here, pose) > square(REACH) {
                no("2", "a stand moves at most six inches")
            } else if v.apart(pose) < square(APART) {
                no("2", "stands keep two inches apart")
            } else {
                Ok(Cost(1))
            }
        }
        _ => no("1", "move or fire with your own stand"),
    }
}

impl Game for Field {
    type State = State;
    type Order = Choice;
    type View = View;

    fn sides(&self) -> &[&str] {
        &["left", "right"]
    }
    fn verbs(&self) -> &[(&str, &str)] {
        &[("move", "move"), ("fire", "fire")]
    }
    fn classes(&self) -> &[&str] {
        &[]
    }
    fn part_name(&self, part: Part) -> String {
        ["left", "right"].get(part.0 as usize).unwrap_or(&"?").to_string()
    }
    fn part_named(&self, name: &str) -> Option<Part> {
        ["left", "right"].iter().position(|n| *n == name).map(|p| Part(p as u32))
    }
    fn start(&self, _: &Setup, seed: Seed) -> Result<State, Fault> {
        let stands = [Pose { x: 600, y: 1800, heading: 9000 }, Pose { x: 4200, y: 1800, heading: 27000 }];
        Ok(State { seed, seen: View { n: 0, stands, hits: [0; 2] } })
    }
    fn ask(&self, s: &State) -> Ask {
        let v = &s.seen;
        if v.over() {
            let winner = v.hits.iter().position(|h| *h == HITS).map(|loser| Seat(1 - loser as u8));
            return Ask::Over(Outcome { winner, kind: Cow::Borrowed("shot away"), rule: Rule::of("4") });
        }
        Ask::Ask(Question {
            seat: Seat(v.seat() as u8),
            text: Cow::Borrowed("move or fire"),
            help: Cow::Borrowed(""),
            name: Cow::Borrowed("turn"),
            rule: Rule::of("1"),
            needs_hidden_faces: false,
        })
    }
    fn offers(&self, s: &State, out: &mut Offers) -> Result<(), Fault> {
        let v = &s.seen;
        if v.over() {
            return Ok(());
        }
        let here = v.stands[v.seat()];
        let parts: Parts = [Part(v.seat() as u32)].into_iter().collect();
        let span = |at: i32, most: i32| ((at - REACH).max(0) as f32 / 100.0, (at + REACH).min(most) as f32 / 100.0);
        let frame = Frame { x: span(here.x, WIDE), y: span(here.y, DEEP), heading: (0.0, 360.0) };
        out.push(Offer { verb: MOVE, parts, slot: Slot::Pose { frame }, cost: Cost(1) });
        if v.fires() {
            out.push(Offer { verb: FIRE, parts, slot: Slot::None, cost: Cost(0) });
        }
        Ok(())
    }
    fn complete(&self, s: &State, offer: &Offer, fill: &Fill) -> Result<Choice, No> {
        let choice = Choice { verb: offer.verb, parts: offer.parts, fill: *fill };
        refuse(&s.seen, &choice)?;
        Ok(choice)
    }
    fn choice(&self, _: &State, o: &Choice) -> Choice {
        *o
    }
    fn sample(&self, s: &State, rng: &mut Rng, by: Policy) -> Result<Choice, Fault> {
        let v = &s.seen;
        let parts: Parts = [Part(v.seat() as u32)].into_iter().collect();
        let often = if by == Policy::Natural { 4 } else { 2 };
        if v.fires() && rng.u8(..often) > 0 {
            return Ok(Choice { verb: FIRE, parts, fill: Fill::None });
        }
        let here = v.stands[v.seat()];
        for _ in 0..64 {
            let mut step = |at: i32| at + rng.i32(-REACH..=REACH);
            let pose = Pose { x: step(here.x), y: step(here.y), heading: 100 * rng.i32(0..360) };
            let choice = Choice { verb: MOVE, parts, fill: Fill::Pose(pose) };
            if refuse(v, &choice).is_ok() {
                return Ok(choice);
            }
        }
        Ok(Choice { verb: MOVE, parts, fill: Fill::Pose(here) })
    }
    fn check(&self, s: &State, o: &Choice) -> Result<Cost, No> {
        Ok(refuse(&s.seen, o)?)
    }
    fn play(&self, s: &mut State, o: &Choice, log: &mut dyn Sink) -> Result<Effect, Fault> {
        let seat = s.seen.seat();
        let mut effect = Effect::default();
        if let Fill::Pose(pose) = o.fill {
            s.seen.stands[seat] = pose;
        } else {
            let die = Dice::new(s.seed, u64::from(s.seen.n), "fire").roll(6);
            s.seen.hits[1 - seat] += u8::from(die >= 4);
            effect.rolled = true;
            let public = format!("the die shows {die}");
            log.put(Event { public, private: None, rule: Rule::of("3"), parts: vec![Part(1 - seat as u32)] });
        }
        s.seen.n += 1;
        Ok(effect)
    }
    fn view(&self, s: &State, _: Seat) -> View {
        s.seen.clone()
    }
    fn deal(&self, v: &View, seed: Seed) -> Result<State, Fault> {
        Ok(State { seed, seen: v.clone() })
    }
    fn perceived(&self, s: &State, o: &Choice, _: Seat) -> Key {
        super::ford::key(&self.write(s, o))
    }
    fn worth(&self, s: &State, seat: Seat) -> Result<Option<i16>, Fault> {
        let hits = s.seen.hits.map(i16::from);
        Ok(Some((hits[1 - seat.index()] - hits[seat.index()]) * 3000))
    }
    fn write(&self, _: &State, o: &Choice) -> String {
        let who = o.parts.first().map_or(String::new(), |p| self.part_name(*p));
        match &o.fill {
            Fill::Pose(Pose { x, y, heading }) => format!("move {who} {x},{y},{heading}"),
            _ => format!("fire {who}"),
        }
    }
    fn write_public(&self, s: &State, o: &Choice) -> String {
        self.write(s, o)
    }
    fn read(&self, _: &State, text: &str) -> Result<Choice, No> {
        let no = || Refusal::new("1", "expected \"fire left\" or \"move left X,Y,HEADING\" in hundredths");
        let words: Vec<&str> = text.split_whitespace().collect();
        let part = |name: &str| -> Result<Parts, Refusal> {
            Ok([self.part_named(name).ok_or_else(no)?].into_iter().collect())
        };
        match words[..] {
            ["fire", who] => Ok(Choice { verb: FIRE, parts: part(who)?, fill: Fill::None }),
            ["move", who, pose] => {
                let numbers: Result<Vec<i32>, _> = pose.split(',').map(str::parse).collect();
                let [x, y, heading] = numbers.map_err(|_| no())?[..] else { return Err(no().into()) };
                Ok(Choice { verb: MOVE, parts: part(who)?, fill: Fill::Pose(Pose { x, y, heading }) })
            }
            _ => Err(no().into()),
        }
    }
    fn scene(&self, v: &View) -> Scene {
        let stand = |i: usize| {
            let pose = v.stands[i];
            let (at, turn) = ([pose.x as f32 / 100.0, pose.y as f32 / 100.0], pose.heading as f32 / 100.0);
            Shape::rect(at, [2.0, 1.0], turn).filled(Role::Ink.fill()).part(Part(i as u32))
        };
        let shapes = vec![stand(0), stand(1)];
        Scene { size: [48.0, 36.0], layers: vec![Layer::new(LayerKind::Pieces, shapes)] }
    }
}
