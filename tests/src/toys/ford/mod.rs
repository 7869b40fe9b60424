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
use orders::{ATTACK, END, offers_of};
use state::{CLASSES, Count, NEXT_TO, PLACES, total};
use std::cell::Cell;

/// Opens Ford, with or without its variant.
#[derive(Clone, Copy, Debug, Default)]
pub struct FordKit {
    /// The variant pack in use.
    pub variant: Variant,
    /// A promise that this Ford breaks, to see that it is noticed.
    pub flaw: Option<Flaw>,
}

/// What the pack `brittle` does with its hook `on_march`; but for `None`, a march into C costs nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Variant {
    /// There is no such pack.
    #[default]
    None,
    /// A march into D fails, after the hook has changed the state.
    Breaks,
    /// A march into D is stopped by the clock.
    Slow,
    /// A march into D fails, and there is no hook to switch off.
    Whole,
    /// The second edition of the pack: nothing fails.
    Mended,
    /// Other rules under the same stamps, as after an update of the program.
    Unstamped,
}

/// Ways to break the contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// A view shows an enemy gun.
    Leak,
    /// An attack on a hidden gun is not offered.
    Offers,
    /// Without infantry or cavalry the other side is not asked to reply.
    Prompt,
    /// The owner's text leaves out all classes but the first.
    Text,
    /// The check knows no neighbours.
    Check,
    /// Whether the end of a turn can be taken back depends on the enemy.
    Undo,
    /// The log of an attack names the attackers.
    Log,
    /// Something is remembered outside of the state.
    Memory,
}

/// The rules of Ford.
#[derive(Clone, Debug)]
pub struct Ford {
    variant: Variant,
    flaw: Option<Flaw>,
    marches: Cell<u8>,
}

impl FordKit {
    /// Ford with a variant.
    pub fn with(variant: Variant) -> FordKit {
        FordKit { variant, flaw: None }
    }
    /// Ford with a flaw.
    pub fn flawed(flaw: Flaw) -> FordKit {
        FordKit { variant: Variant::None, flaw: Some(flaw) }
    }
    fn hook() -> HookName {
        HookName { pack: "brittle".to_owned(), hook: "on_march".to_owned() }
    }
}

impl Kit for FordKit {
    type G = Ford;

    fn packs(&self) -> Vec<PackStamp> {
        let stamp = |id: &str, n: u8| PackStamp { id: id.to_owned(), version: n.to_string(), hash: format!("{n:x}") };
        let mut packs = vec![stamp("ford", 1)];
        match self.variant {
            Variant::None | Variant::Unstamped => {}
            Variant::Mended => packs.push(stamp("brittle", 2)),
            Variant::Breaks | Variant::Slow | Variant::Whole => packs.push(stamp("brittle", 1)),
        }
        packs
    }

    fn open(&self, off: &HookMask) -> Result<Ford, Fault> {
        let variant = if off.contains(&FordKit::hook()) { Variant::None } else { self.variant };
        Ok(Ford { variant, flaw: self.flaw, marches: Cell::new(0) })
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
        if self.has(Flaw::Offers) && s.phase == Phase::Turn {
            let gun = |o: &Offer| o.verb == ATTACK && s.hidden(1 - s.asked(), o.parts[1].0 as usize)[2] > 0;
            let kept: Vec<Offer> = out.iter().filter(|o| !gun(o)).cloned().collect();
            out.clear();
            kept.into_iter().for_each(|o| out.push(o));
        }
        Ok(())
    }
    fn complete(&self, s: &State, offer: &Offer, fill: &Fill) -> Result<Choice, No> {
        let choice = Choice { verb: offer.verb, parts: offer.parts, fill: *fill };
        orders::check(s, &choice)?;
        Ok(choice)
    }
    fn choice(&self, _: &State, o: &Choice) -> Choice {
        *o
    }
    fn sample(&self, s: &State, rng: &mut Rng, by: Policy) -> Result<Choice, Fault> {
        let (mut offers, mut all) = (Offers::new(), Vec::new());
        self.offers(s, &mut offers)?;
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
        match orders::check(s, o) {
            Err(refusal) if self.has(Flaw::Check) && refusal.text.contains("neighbours") => Ok(Cost(1)),
            answer => Ok(answer?),
        }
    }
    fn play(&self, s: &mut State, o: &Choice, log: &mut dyn Sink) -> Result<Effect, Fault> {
        let mut effect = s.play(o, log, |s, to| self.on_march(s, to))?;
        self.spoil(s, o, &mut effect, log);
        Ok(effect)
    }
    fn view(&self, s: &State, seat: Seat) -> View {
        View::of(s, seat, self.has(Flaw::Leak))
    }
    fn deal(&self, v: &View, seed: Seed) -> Result<State, Fault> {
        v.deal(seed)
    }
    fn perceived(&self, s: &State, o: &Choice, by: Seat) -> Key {
        let owner = matches!(s.ask(), Ask::Ask(q) if q.seat == by);
        text::key(&if owner { self.write(s, o) } else { self.write_public(s, o) })
    }
    fn worth(&self, s: &State, seat: Seat) -> Result<Option<i16>, Fault> {
        let count = |side: usize| i32::from(total(&s.living(side)));
        let (me, foe) = (count(seat.index()), count(seat.other().index()));
        Ok(Some(((me - foe) * 1500).clamp(-10_000, 10_000) as i16))
    }
    fn write(&self, s: &State, o: &Choice) -> String {
        let mut o = *o;
        if let Fill::Bag(bag) = &mut o.fill
            && self.has(Flaw::Text)
        {
            bag.truncate(1);
        }
        text::write(self, s, &o, true)
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
    fn has(&self, flaw: Flaw) -> bool {
        self.flaw == Some(flaw)
    }

    fn on_march(&self, s: &mut State, to: usize) -> Result<(), Fault> {
        const C: usize = 2;
        const D: usize = 3;
        if self.has(Flaw::Memory) {
            self.marches.set(self.marches.get().wrapping_add(1));
            s.left += u8::from(self.marches.get().is_multiple_of(8));
        }
        if to == C && self.variant != Variant::None {
            s.left += 1;
        }
        if to == D && matches!(self.variant, Variant::Breaks | Variant::Slow | Variant::Whole) {
            s.left = 99; // the state is worthless now: a match must throw it away
            let HookName { pack, mut hook } = FordKit::hook();
            if self.variant == Variant::Whole {
                hook.clear();
            }
            let (at, what) = ("brittle/rules.luau:7".to_owned(), "attempt to index nil with 'morale'".to_owned());
            return Err(Fault { pack, hook, at, what, slow: self.variant == Variant::Slow, trace: String::new() });
        }
        Ok(())
    }

    /// What the flaws do to a state after an order.
    fn spoil(&self, s: &mut State, o: &Choice, effect: &mut Effect, log: &mut dyn Sink) {
        let hidden_guns = (0..PLACES).map(|p| s.hidden(1 - usize::from(s.active), p)[2]).sum::<u8>();
        match (self.flaw, s.phase.clone()) {
            (Some(Flaw::Prompt), Phase::Reply { from, to, bag }) => {
                let there = s.at(1 - usize::from(s.active), usize::from(to));
                if there[0] + there[1] == 0 {
                    s.phase = Phase::Retreat { from, to, bag, shown: false };
                }
            }
            (Some(Flaw::Log), Phase::Reply { bag, .. }) => text::note(log, "3", &format!("{bag:?} attack"), None),
            (Some(Flaw::Undo), _) if o.verb == END => {
                effect.rolled = hidden_guns > 0 && s.hidden(usize::from(s.active), 7)[2] > 0
            }
            _ => {}
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
