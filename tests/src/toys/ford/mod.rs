//! Ford: hidden blocks on eight places, with replies, retreats spread over prompts, and shuffles. With the variant
//! `brittle` it is also the game whose script fails in the middle of an order.

mod deal;
mod orders;
mod play;
mod state;
mod text;

pub use deal::View;
pub use state::{Phase, State};
pub use text::key;

use bormida_core::kernel::*;
use bormida_core::scene::{Label, Layer, LayerKind, Role, Scene, Shape};
use orders::{END, offers_of};
use state::{CLASSES, Count, NEXT_TO, PLACES, total};

/// Opens Ford, with or without its variant.
#[derive(Clone, Debug, Default)]
pub struct FordKit {
    /// With the variant `brittle`: a march into C costs nothing, and a march into D makes the hook `on_march` fail after
    /// it has changed the state.
    pub brittle: bool,
    /// Which edition of the pack `brittle` this is; from the second on a march into D only costs nothing.
    pub edition: u8,
}

/// The rules of Ford.
#[derive(Clone, Debug)]
pub struct Ford {
    brittle: bool,
    edition: u8,
}

impl FordKit {
    fn hook() -> HookName {
        HookName { pack: "brittle".to_owned(), hook: "on_march".to_owned() }
    }
}

impl Kit for FordKit {
    type G = Ford;

    fn packs(&self) -> Vec<PackStamp> {
        let stamp = |id: &str, n: u8| PackStamp { id: id.to_owned(), version: n.to_string(), hash: format!("{n:x}") };
        let mut packs = vec![stamp("ford", 1)];
        if self.brittle {
            packs.push(stamp("brittle", self.edition));
        }
        packs
    }

    fn open(&self, off: &HookMask) -> Result<Ford, Fault> {
        Ok(Ford { brittle: self.brittle && !off.contains(&FordKit::hook()), edition: self.edition })
    }
}

impl Game for Ford {
    type State = State;
    type Order = Choice;
    type View = View;

    fn sides(&self) -> &[&str] {
        &["north", "south"]
    }
    fn verbs(&self) -> &[(&str, &str)] {
        &[("end", "end the turn"), ("m", "march"), ("a", "attack"), ("r", "reply"), ("t", "retreat"), ("s", "shuffle")]
    }
    fn classes(&self) -> &[&str] {
        &["i", "c", "g"]
    }
    fn part_name(&self, part: Part) -> String {
        char::from(b'A' + part.0.min(25) as u8).to_string()
    }
    fn part_named(&self, name: &str) -> Option<Part> {
        match name.as_bytes() {
            [c @ b'A'..=b'H'] => Some(Part(u32::from(c - b'A'))),
            _ => None,
        }
    }

    fn start(&self, setup: &Setup, seed: Seed) -> Result<State, Fault> {
        if !matches!(setup.name.as_str(), "" | "usual") || !setup.options.is_empty() {
            return Err(Fault::new(format!("Ford has no set-up \"{}\"", setup.name)));
        }
        Ok(State::start(seed))
    }
    fn ask(&self, s: &State) -> Ask {
        s.ask()
    }
    fn offers(&self, s: &State, out: &mut Offers) -> Result<(), Fault> {
        offers_of(s, out);
        Ok(())
    }
    fn complete(&self, s: &State, offer: &Offer, fill: &Fill) -> Result<Choice, No> {
        let choice = Choice { verb: offer.verb, parts: offer.parts.clone(), fill: fill.clone() };
        orders::check(s, &choice)?;
        Ok(choice)
    }
    fn choice(&self, _: &State, o: &Choice) -> Choice {
        o.clone()
    }
    fn sample(&self, s: &State, rng: &mut Rng, by: Policy) -> Result<Choice, Fault> {
        let (mut offers, mut all) = (Offers::new(), Vec::new());
        offers_of(s, &mut offers);
        for offer in offers.iter() {
            self.expand(s, offer, usize::MAX, &mut all)?;
        }
        // Natural play goes on while there is something to do.
        if by == Policy::Natural && all.len() > 1 && rng.u8(..8) > 0 {
            all.retain(|o| o.verb != END);
        }
        match all.len() {
            0 => Err(Fault::new("nobody is asked")),
            n => Ok(all.swap_remove(rng.usize(..n))),
        }
    }
    fn check(&self, s: &State, o: &Choice) -> Result<Cost, No> {
        Ok(orders::check(s, o)?)
    }
    fn play(&self, s: &mut State, o: &Choice, log: &mut dyn Sink) -> Result<Effect, Fault> {
        s.play(o, log, |s, to| self.on_march(s, to))
    }
    fn view(&self, s: &State, seat: Seat) -> View {
        View::of(s, seat)
    }
    fn deal(&self, v: &View, seed: Seed) -> Result<State, Fault> {
        v.deal(seed)
    }
    fn perceived(&self, s: &State, o: &Choice, by: Seat) -> Key {
        let owner = matches!(s.ask(), Ask::Ask(q) if q.seat == by);
        text::key(&if owner { self.write(s, o) } else { self.write_public(s, o) })
    }
    fn worth(&self, s: &State, seat: Seat) -> Option<i16> {
        let count = |side: usize| i32::from(total(&s.living(side)));
        let (me, foe) = (count(seat.index()), count(seat.other().index()));
        Some(((me - foe) * 1500).clamp(-10_000, 10_000) as i16)
    }
    fn write(&self, s: &State, o: &Choice) -> String {
        text::write(self, s, o, true)
    }
    fn write_public(&self, s: &State, o: &Choice) -> String {
        text::write(self, s, o, false)
    }
    fn read(&self, _: &State, text: &str) -> Result<Choice, No> {
        Ok(text::read(self, text)?)
    }
    fn scene(&self, v: &View) -> Scene {
        let at = |p: usize| [10.0 + 20.0 * (p % 3) as f32, 10.0 + 20.0 * (p / 3) as f32];
        let mut shapes = Vec::new();
        for (p, next) in NEXT_TO.iter().enumerate() {
            shapes.push(Shape::circle(at(p), 6.0).filled(Role::Field.fill()).part(Part(p as u32)));
            shapes.extend(next.iter().map(|q| Shape::line(vec![at(p), at(*q)]).stroked(Role::Ink.line(0.5))));
            shapes.push(Shape::text(Label::new(v.words(p), at(p), 2.0)));
        }
        Scene { size: [60.0, 60.0], layers: vec![Layer::new(LayerKind::Board, shapes)] }
    }
}

impl Ford {
    fn on_march(&self, s: &mut State, to: usize) -> Result<(), Fault> {
        const C: usize = 2;
        const D: usize = 3;
        if !self.brittle {
            return Ok(());
        }
        match to {
            D if self.edition < 2 => {
                s.left = 99; // the state is worthless now: a match must throw it away
                let hook = FordKit::hook();
                let what = "attempt to index nil with 'morale'".to_owned();
                Err(Fault {
                    pack: hook.pack,
                    hook: hook.hook,
                    at: "brittle/rules.luau:7".to_owned(),
                    what,
                    ..Fault::default()
                })
            }
            C | D => {
                s.left += u8::from(to == C || self.edition >= 2);
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

fn bag_of(count: &Count) -> Bag {
    (0..CLASSES).filter(|c| count[*c] > 0).map(|c| (Class(c as u8), count[c])).collect()
}

fn count_of(bag: &Bag) -> Count {
    let mut count = [0; CLASSES];
    for (class, n) in bag {
        if let Some(c) = count.get_mut(usize::from(class.0)) {
            *c = *n;
        }
    }
    count
}

fn place(part: Part) -> Option<usize> {
    (part.0 < PLACES as u32).then_some(part.0 as usize)
}
