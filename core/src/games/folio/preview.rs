//! What a fight may bring, before its die falls: the sum in words, the whole column of the table, and what follows of it.

use super::Folio;
use super::combat::Odds;
use super::crt::{Cell, Check, Harm, Tags};
use super::flow::{Kind, Step};
use super::model::{Flags, Place, State, UnitId};
use super::order::{Act, Order};
use crate::board::HexId;
use crate::kernel::{Case, Odds as Told};

/// A fight that an order is about.
struct Bout {
    kind: Kind,
    attackers: Vec<UnitId>,
    target: HexId,
    /// Defenders besides those in the hex. (9.5)
    more: Vec<UnitId>,
}

impl Folio {
    /// What the dice of an order may bring; none of an order that leads to no fight.
    pub(super) fn foretold(&self, s: &State, order: &Order) -> Option<Told> {
        let mut s = s.clone();
        let (unit, hex) = (order.unit(), order.hex());
        let under_way = |s: &State| Bout {
            kind: s.fight.kind,
            attackers: Folio::with_flag(s, Flags::ATTACKS).collect(),
            target: s.fight.target,
            more: Folio::with_flag(s, Flags::DEFENDS).collect(),
        };
        let fresh = |kind: Kind| Some(Bout { kind, attackers: vec![unit?], target: hex?, more: Vec::new() });
        let bout = match order.act {
            Act::Attack if s.step == Step::Attack => fresh(Kind::Attack)?,
            Act::Fire if s.step == Step::Fire => fresh(Kind::Fire)?,
            Act::Join if s.step == Step::Join => {
                let mut bout = under_way(&s);
                bout.attackers.push(unit?);
                bout
            }
            Act::Charge if matches!(s.step, Step::Charge | Step::ChargeJoin) => {
                // 9.1: it is reckoned from where it comes into contact
                let contact = self.may_charge(&s, unit?, hex?).ok()?;
                s.unit_mut(unit?).at = Place::Hex(contact);
                let mut bout = if s.step == Step::Charge { fresh(Kind::Charge)? } else { under_way(&s) };
                if !bout.attackers.contains(&unit?) {
                    bout.attackers.push(unit?);
                }
                bout
            }
            Act::Go | Act::Done if s.fight.kind != Kind::None && s.fight.die == 0 => under_way(&s),
            _ => return None,
        };
        Some(self.reckoned(&s, &bout))
    }

    fn reckoned(&self, s: &State, bout: &Bout) -> Told {
        let Bout { kind, attackers, target, more } = bout;
        let odds = self.odds(s, *kind, attackers, *target, more);
        let mut defenders = self.garrison(s, *target);
        defenders.extend_from_slice(more);
        let mut told = Told { sum: self.sum_in_words(s, bout, &defenders, odds), ..Told::default() };
        for die in 1..=6u8 {
            let (cell, tags) = self.cell(die, odds.column);
            let text = format!("{cell}{tags}: {}", meaning(cell, tags, *kind));
            match told.cases.last_mut().filter(|case| case.text == text) {
                Some(same) => same.chance += share(die),
                None => told.cases.push(Case { chance: share(die), text }),
            }
        }
        told.outlook = self.outlook(s, bout, &defenders, odds.column);
        told
    }

    /// The sum, a line for each side, one for the table, and what may still change it.
    fn sum_in_words(&self, s: &State, bout: &Bout, defenders: &[UnitId], odds: Odds) -> Vec<String> {
        let Bout { kind, attackers, target, .. } = bout;
        let foot = attackers.iter().any(|unit| self.arm(*unit) != super::model::Arm::Cavalry as usize);
        let attack: Vec<String> = attackers
            .iter()
            .map(|unit| {
                let halves = self.attack_halves(s, *unit, *kind, *target);
                self.counted(s, *unit, halves, || self.why_halved(s, *unit, *target))
            })
            .collect();
        let defence: Vec<String> = defenders
            .iter()
            .map(|unit| {
                let halves = self.defence_halves(s, *unit, foot);
                self.counted(s, *unit, halves, || self.why_weak(s, *unit, foot))
            })
            .collect();
        let total = |units: &[UnitId], of: &dyn Fn(UnitId) -> u16| -> i16 {
            (units.iter().map(|unit| of(*unit)).sum::<u16>() / 2).max(1) as i16
        };
        let raw = total(attackers, &|unit| self.attack_halves(s, unit, *kind, *target));
        let mut against = total(defenders, &|unit| self.defence_halves(s, unit, foot));
        let (mut ahead, mut behind) = (attack.join(", "), defence.join(", "));
        if *kind == Kind::Fire {
            let part = i16::from(self.numbers.bombard_defence).max(1);
            against = (against / part).max(1);
            if part > 1 {
                behind.push_str(&format!(", of which fire meets one part in {part}"));
            }
        }
        for (text, whole, counted) in [(&mut ahead, odds.attack, raw), (&mut behind, odds.defence, against)] {
            if whole != counted {
                text.push_str(&format!(", a leader {:+}", whole - counted));
            }
        }
        let heading = |column: u8| self.table.heading(column);
        let differential = odds.attack - odds.defence;
        let plain = self.table.column(differential, 0);
        let column = if odds.column == plain {
            format!("column {}", heading(plain))
        } else {
            format!("column {}, by the flank {}", heading(plain), heading(odds.column))
        };
        let mut sum = vec![
            format!("Attack {}: {ahead}.", odds.attack),
            format!("Defence {}: {behind}.", odds.defence),
            format!("{} - {} = {differential:+}: {column}.", odds.attack, odds.defence),
        ];
        if *kind == Kind::Charge && s.step <= Step::ChargeJoin {
            for unit in s.in_hex(*target) {
                if self.is_infantry(unit) && self.numbers.squares && !s.unit(unit).is(Flags::SQUARE) {
                    let (name, die) = (&self.army.facts(unit).name, self.passing(s, unit));
                    sum.push(format!("{name} may form square first, on a die of {die} or less (9.2)."));
                }
            }
        }
        sum
    }

    /// A unit with what it counts: `Latt 6 halved to 3 (town)`.
    fn counted(&self, s: &State, unit: UnitId, halves: u16, why: impl FnOnce() -> Vec<String>) -> String {
        let (name, printed) = (&self.army.facts(unit).name, u16::from(self.values(s, unit).combat));
        let count = match (halves / 2, halves % 2) {
            (0, 1) => "\u{bd}".to_owned(),
            (whole, 1) => format!("{whole}\u{bd}"),
            (whole, _) => whole.to_string(),
        };
        if halves == printed * 2 {
            return format!("{name} {printed}");
        }
        let reasons = if halves < printed * 2 { why() } else { Vec::new() };
        let behind = if reasons.is_empty() { String::new() } else { format!(" ({})", reasons.join(", ")) };
        let how = match halves {
            _ if halves > printed * 2 => "doubled to",
            _ if halves == printed => "halved to",
            _ => "counts",
        };
        format!("{name} {printed} {how} {count}{behind}")
    }

    /// What takes from an attacker's strength. (7.2, TEC)
    fn why_halved(&self, s: &State, unit: UnitId, target: HexId) -> Vec<String> {
        let (arm, state) = (self.arm(unit), s.unit(unit));
        let Place::Hex(from) = state.at else { return Vec::new() };
        let (into, out) = (self.map.ground(target), self.map.ground(from));
        let border = self.map.border(from, target);
        let by_ground = !into.over_clear || border.is_some_and(|border| border.is_clear());
        let plain = |name: &str| name.replace('_', " ");
        let mut why = Vec::new();
        if state.is(Flags::AMMO) {
            why.push("out of ammunition".to_owned());
        }
        if by_ground && (into.into_halved.has(arm) || into.into_ones.has(arm)) {
            why.push(format!("into {}", plain(&into.name)));
        }
        if out.from_halved.has(arm) {
            why.push(format!("out of {}", plain(&out.name)));
        }
        if self.map.halves(from) || self.map.halves(target) {
            why.push("stream".to_owned());
        }
        if let Some(border) = border {
            let felt = border.felt().filter(|side| side.halves || side.ones.has(arm));
            why.extend(felt.map(|side| plain(&side.name)));
        }
        why
    }

    /// What takes from a defender's strength. (9.3, 10.2, TEC)
    fn why_weak(&self, s: &State, unit: UnitId, foot: bool) -> Vec<String> {
        let (arm, state) = (self.arm(unit), s.unit(unit));
        let Place::Hex(at) = state.at else { return Vec::new() };
        let reasons = [
            (state.is(Flags::DISRUPTED), "disrupted"),
            (arm == super::model::Arm::Artillery as usize && !state.is(Flags::DEPLOYED), "limbered"),
            (state.is(Flags::SQUARE) && !self.is_inside(s, unit) && foot, "in square"),
            (self.map.ground(at).defends_halved.has(arm), "horse in a town"),
            (self.map.halves(at), "stream"),
        ];
        reasons.into_iter().filter(|(holds, _)| *holds).map(|(_, why)| why.to_owned()).collect()
    }

    /// The greatest die that passes a unit's check: a 1 always does, a 6 never. (10.1)
    fn passing(&self, s: &State, unit: UnitId) -> u8 {
        self.nerve(s, unit).clamp(1, 5) as u8
    }

    /// How likely the hex is left, the attack thrown back, a step lost on either side, with all checks reckoned in.
    fn outlook(&self, s: &State, bout: &Bout, defenders: &[UnitId], column: u8) -> Vec<Case> {
        let inside = self.is_shut(s, bout.target);
        let fire = bout.kind == Kind::Fire;
        let fails = |units: &[UnitId]| -> f32 {
            units.iter().map(|unit| 1.0 - f32::from(self.passing(s, *unit)) / 6.0).product()
        };
        let (all_run, all_shaken) = (fails(defenders), fails(&bout.attackers));
        let [mut left, mut repulsed, mut theirs, mut ours] = [0.0f32; 4];
        for die in 1..=6 {
            let (cell, _) = self.cell(die, column);
            let one = 1.0 / 6.0;
            match (cell.check, cell.harm) {
                (Check::None, Harm::Ax) if !fire => (repulsed, ours) = (repulsed + one, ours + one),
                (Check::None, Harm::Ar) if !fire => repulsed += one,
                (Check::None, Harm::Dr) if !inside => left += one,
                (Check::None, Harm::Dx) => {
                    theirs += one;
                    left += if inside { 0.0 } else { one };
                }
                (Check::None, Harm::Ex) if !fire => {
                    ours += one;
                    theirs += if inside { 0.0 } else { one };
                }
                (Check::Ac, harm) if !fire => {
                    repulsed += one * all_shaken;
                    if harm == Harm::Ex {
                        ours += one * (1.0 - all_shaken);
                        theirs += if inside { 0.0 } else { one * (1.0 - all_shaken) };
                    }
                }
                (Check::Dc, harm) if !inside => {
                    left += one * all_run;
                    let stays = one * (1.0 - all_run);
                    match harm {
                        Harm::Ex if !fire => (ours, theirs) = (ours + stays, theirs + stays),
                        Harm::Dr if !fire => left += stays,
                        _ => {}
                    }
                }
                (Check::Dm, harm) => {
                    // 19.2: inside the walls those who pass stay
                    left += if inside { one * all_run } else { one };
                    if harm == Harm::Dx && !inside {
                        theirs += one * (1.0 - all_run);
                    }
                }
                _ => {}
            }
        }
        let told = [
            (left, "The defenders leave the hex"),
            (repulsed, "The attack is thrown back"),
            (theirs, "A defender loses a step"),
            (ours, "An attacker loses a step"),
        ];
        let likely = told.into_iter().filter(|(chance, _)| *chance > 0.0);
        likely.map(|(chance, text)| Case { chance: (chance * 1000.0).round() as u16, text: text.to_owned() }).collect()
    }
}

/// A die's share of a thousand: six of them make it up.
const fn share(die: u8) -> u16 {
    if die.is_multiple_of(3) { 166 } else { 167 }
}

/// What a cell means. (7.5, 8)
fn meaning(cell: Cell, tags: Tags, kind: Kind) -> String {
    let harm = |harm: Harm| match harm {
        Harm::Ne => "nothing",
        Harm::Ex => "each side loses a step",
        Harm::Ax => "attackers lose a step and retreat",
        Harm::Ar => "attackers retreat",
        Harm::Dr => "defenders retreat",
        Harm::Dx => "defenders lose a step and retreat",
    };
    let mut text = match (kind, cell.check, cell.harm) {
        // 8: what befalls attackers does not reach guns that fire from afar
        (Kind::Fire, Check::Ac, _) | (Kind::Fire, Check::None, Harm::Ax | Harm::Ar | Harm::Ex | Harm::Ne) => {
            harm(Harm::Ne).to_owned()
        }
        (Kind::Fire, Check::Dc, _) => "defenders check, who fails retreats".to_owned(),
        (_, Check::None, h) => harm(h).to_owned(),
        (_, Check::Ac, h) => format!("attackers check, who fails retreats; else {}", harm(h)),
        (_, Check::Dc, h) => format!("defenders check, who fails retreats; else {}", harm(h)),
        (_, Check::Dm, h) => format!("defenders check, who fails routs; else {}", harm(h)),
    };
    let tags = [
        (tags.fire && kind != Kind::Fire, "the defenders' fire tells"),
        (tags.leader, "leaders are in danger"),
        (tags.ammo, "attackers run out of ammunition"),
    ];
    tags.iter().filter(|(there, _)| *there).for_each(|(_, word)| text.push_str(&format!("; {word}")));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Game, Kit, Seat, Seed};

    fn game() -> (Folio, State) {
        let files = crate::pack::builtin::Files::builtin();
        let kit = crate::games::folio::FolioKit::load(&files, &Default::default(), &[]).unwrap();
        let game = kit.open(&Default::default()).unwrap();
        let setup = crate::kernel::Setup { name: "at_once".into(), ..Default::default() };
        let state = game.start(&setup, Seed(1)).unwrap();
        (game, state)
    }

    /// A position of the combat phase: these units in these hexes, all others away.
    fn battle(stand: &[(&str, &str)]) -> (Folio, State) {
        let (game, mut s) = game();
        for unit in 0..s.units.len() {
            s.units[unit].at = Place::Gone;
        }
        for (name, hex) in stand {
            let unit = game.unit(name).unwrap();
            s.unit_mut(unit).at = Place::Hex(game.map.read_hex(hex).unwrap());
        }
        s.step = Step::Attack;
        (game, s)
    }

    fn foretold(game: &Folio, s: &State, text: &str) -> Told {
        let order = game.read_order(s, text).unwrap();
        game.follows(&game.view(s, Seat(0)), &order).unwrap()
    }

    #[test]
    fn an_attack_shows_its_sum_and_the_whole_column() {
        // 5 against 4 over open ground
        let (game, s) = battle(&[("Knes", "1305"), ("44", "1304")]);
        let told = foretold(&game, &s, "attack Knes > 1304");
        assert_eq!(told.sum, ["Attack 5: Knes 5.", "Defence 4: 44 4.", "5 - 4 = +1: column 0,+1."]);
        let all: u16 = told.cases.iter().map(|case| case.chance).sum();
        assert_eq!(all, 1000);
        let texts: Vec<&str> = told.cases.iter().map(|case| case.text.split(':').next().unwrap()).collect();
        assert_eq!(texts, ["Ar", "Ac(Ex)", "Dc(Ex) Leader", "Dr Ammo"]);
        assert_eq!(told.cases[0].chance, 334, "dice 1 and 2");
        // Dr on 5 and 6, and a die of 4 when the check against morale 4 fails
        assert_eq!(told.outlook[0].percent(), 39, "{:?}", told.outlook);
    }

    #[test]
    fn what_halves_an_attack_is_named() {
        let (game, s) = battle(&[("Latt", "1106"), ("24L", "1107")]);
        let told = foretold(&game, &s, "attack Latt > 1107");
        assert_eq!(told.sum[0], "Attack 3: Latt 6 halved to 3 (into town, bridge).");
        let (game, s) = battle(&[("Wurtt", "1108"), ("24L", "1107")]);
        let told = foretold(&game, &s, "attack Wurtt > 1107");
        assert_eq!(told.sum[0], "Attack 1: Wurtt 4 counts 1 (into town).");
    }

    #[test]
    fn the_outlook_is_what_many_dice_bring() {
        let (game, s) = battle(&[("Knes", "1305"), ("44", "1304")]);
        let target = game.map.read_hex("1304").unwrap();
        let told = foretold(&game, &s, "attack Knes > 1304");
        let mut left = 0;
        for seed in 0..1200 {
            let mut s = State { seed: Seed(seed), ..s.clone() };
            for text in ["attack Knes > 1304", "go"] {
                let order = game.read_order(&s, text).unwrap();
                game.play(&mut s, &order, &mut ()).unwrap();
            }
            left += u32::from(
                s.unit(game.unit("44").unwrap()).at != Place::Hex(target) || s.unit(game.unit("44").unwrap()).flee > 0,
            );
        }
        let (found, said) = (left as f32 / 12.0, f32::from(told.outlook[0].chance) / 10.0);
        assert!((found - said).abs() < 5.0, "{found} of 100 instead of {said}");
    }
}
