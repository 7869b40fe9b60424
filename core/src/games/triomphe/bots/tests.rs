//! How the bots behave, from positions.

use super::super::model::{AUSTRIAN, CLASS_NAMES, CLASSES, FRENCH, Flags, Piece, Pool, Pos, State};
use super::super::order::verb;
use super::super::{Edition, Order, Triomphe, TriompheKit, size};
use super::board::VIEW_METHODS;
use super::declare::declarations;
use super::lua_bot::{LuaBot, ORDERS_METHODS};
use super::steady::Steady;
use super::triomphe_bots;
use crate::board::{ApproachId, Position};
use crate::bots::Roster;
use crate::kernel::{Ask, Bot, Bots, Class, Fault, Fill, Game, HookMask, Kit, Offers, Policy, Rng, Seat, Seed, Setup};
use crate::pack::Packs;
use crate::pack::builtin::Files;
use crate::script::{Sources, Watch};

/// The bots whose behaviour is tested.
const BOTS: [&str; 2] = ["steady", "lua"];

fn game() -> Triomphe {
    let kit = TriompheKit::load(&Files::builtin(), &Default::default(), &[]).expect("the built-in files are sound");
    kit.open(&HookMask::new()).expect("the printed rules open")
}

fn bots() -> Roster<Triomphe> {
    triomphe_bots(&Packs::find(&Files::builtin(), "triomphe"), &Watch::default())
}

fn pos(g: &Triomphe, place: &str) -> Pos {
    Pos::of(g.map.read_position(place).unwrap_or_else(|_| panic!("no place {place}")))
}

fn face(name: &str) -> Class {
    Class(CLASS_NAMES.iter().position(|c| *c == name).expect("a face") as u8)
}

/// A position in which a seat is to act: pieces as `(seat, place, faces, marks)`.
fn position(g: &Triomphe, round: u8, active: Seat, pieces: &[(Seat, &str, &str, Flags)]) -> State {
    let mut s = State::empty(round);
    s.public.active = active;
    for seat in [AUSTRIAN, FRENCH] {
        s.public.morale[seat.index()].uncommitted = 9;
    }
    for &(seat, place, faces, flags) in pieces {
        for name in faces.split_whitespace() {
            let pool = Pool((CLASSES + 1) as u8 + seat.0);
            s.pieces.push(Piece { seat, pos: pos(g, place), flags, class: face(name), pool });
        }
    }
    for seat in [AUSTRIAN, FRENCH] {
        s.public.entered[seat.index()] = s.occupied(&g.map, seat);
    }
    s.sort();
    s.settle_pools();
    s.sort();
    g.settle(&mut s, &mut ()).expect("a position goes on");
    s
}

/// Plays the turn of the seat to act, both seats by the bot; the orders of that seat with what they cost.
fn turn(g: &Triomphe, bot: &str, s: &mut State) -> Vec<(Order, i16)> {
    let mut orders = Vec::new();
    let (seat, round) = (s.public.active, s.public.round);
    let mut bot = bots().bot(bot).expect("the bot loads");
    while let Ask::Ask(q) = g.ask(s) {
        if s.public.active != seat || s.public.round != round {
            break;
        }
        let order = choose(g, &mut *bot, q.seat, s, 1);
        let cost = g.check(s, &order).expect("bots give legal orders").0;
        if q.seat == seat {
            orders.push((order, cost));
        }
        g.play(s, &order, &mut ()).expect("a legal order is played");
    }
    orders
}

#[test]
fn whole_matches_under_turned_numbers_are_of_legal_orders() {
    let dear = [("attack_cost", "2"), ("assault_cost", "2"), ("local_road_cost", "2"), ("first_player", "french")];
    let cheap = [("attack_cost", "0"), ("local_road_cost", "0"), ("leaders_narrow", "2"), ("leaders_wide", "1")];
    let riders = [("riders", "any"), ("road_attackers", "any"), ("token_losses_by", "owner")];
    let still = [("riders", "none"), ("road_attackers", "none"), ("artillery_morale", "none")];
    for numbers in [&dear[..], &cheap, &riders, &still] {
        let settings = numbers.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
        let kit = TriompheKit::load(&Files::builtin(), &settings, &[]).expect("these numbers are there");
        let g = kit.open(&HookMask::new()).expect("the rules open");
        let (mut orders, mut rounds) = (0, 0);
        let setup = Setup { name: "historical".to_owned(), ..Setup::default() };
        let mut s = g.start(&setup, Seed(4)).expect("the set-up is dealt");
        let mut seats = BOTS.map(|bot| bots().bot(bot).expect("the bot loads"));
        while let Ask::Ask(q) = g.ask(&s) {
            let order = choose(&g, &mut *seats[q.seat.index()], q.seat, &s, orders);
            assert!(g.check(&s, &order).is_ok(), "{numbers:?}: {}", g.write(&s, &order));
            g.play(&mut s, &order, &mut ()).expect("a legal order is played");
            (orders, rounds) = (orders + 1, s.public.round);
        }
        assert!(orders > 60 && rounds > 2, "{numbers:?}: {orders} orders in {rounds} rounds");
    }
}

fn choose(g: &Triomphe, bot: &mut dyn Bot<Triomphe>, seat: Seat, s: &State, luck: u64) -> Order {
    let view = g.view(s, seat);
    bot.choose(g, seat, &view, &mut Rng::with_seed(luck), &|| false).expect("the bot answers").order
}

#[test]
fn an_assault_that_cannot_succeed_is_never_declared() {
    let g = game();
    for bot in BOTS {
        for luck in 0..20 {
            // two full infantry behind a narrow approach with an infantry penalty against one 2I and one 2C
            let mut s = position(
                &g,
                8,
                AUSTRIAN,
                &[
                    (AUSTRIAN, "79/80", "2I 2C", Flags::NONE),
                    (FRENCH, "80/79", "3I 3I", Flags::NONE),
                    (FRENCH, "82", "3I", Flags::NONE),
                ],
            );
            s.seed = Seed(luck);
            let orders = turn(&g, bot, &mut s);
            assert!(orders.iter().all(|(o, _)| !matches!(o, Order::Assault(_))), "{bot}: {orders:?}");
        }
    }
}

#[test]
fn an_assault_that_must_succeed_is_declared() {
    let g = game();
    for bot in BOTS {
        let mut s = position(
            &g,
            8,
            AUSTRIAN,
            &[
                (AUSTRIAN, "81/83", "3I 3I 2I", Flags::NONE),
                (FRENCH, "83/81", "1I 1I", Flags::NONE),
                (FRENCH, "84", "1I", Flags::NONE),
            ],
        );
        let orders = turn(&g, bot, &mut s);
        assert!(orders.iter().any(|(o, _)| matches!(o, Order::Assault(_))), "{bot}: {orders:?}");
    }
}

#[test]
fn free_marches_are_used() {
    let g = game();
    for bot in BOTS {
        let mut s = g.start(&Setup { name: "historical".into(), ..Setup::default() }, Seed(4)).expect("it starts");
        let orders = turn(&g, bot, &mut s);
        let roads = orders.iter().filter(|(o, cost)| matches!(o, Order::Road { .. }) && *cost == 0).count();
        assert!(roads >= 3, "{bot}: three pieces enter by main road: {orders:?}");
        assert!(orders.iter().any(|(o, _)| matches!(o, Order::Pontoon { .. })), "{bot}: and one by the pontoon");
    }
}

#[test]
fn approaches_under_attack_are_blocked_for_nothing() {
    let g = game();
    for bot in BOTS {
        // Austrians on the approach itself: nobody could answer their attack from reserve (9.2)
        let mut s = position(
            &g,
            8,
            FRENCH,
            &[
                (AUSTRIAN, "65/83", "2I 2I 2I", Flags::NONE),
                (FRENCH, "83", "2I 2I 2I 2I", Flags::NONE),
                (FRENCH, "85", "2I 2I 2I", Flags::NONE),
            ],
        );
        let orders = turn(&g, bot, &mut s);
        let block = pos(&g, "83/65");
        assert!(
            orders.iter().any(|(o, cost)| matches!(o, Order::March { to, .. } if *to == block) && *cost == 0),
            "{bot}: {orders:?}"
        );
    }
}

#[test]
fn locales_are_organized_whole_and_first() {
    let g = game();
    for bot in BOTS {
        for seed in 0..5 {
            let mut s =
                g.start(&Setup { name: "historical".into(), ..Setup::default() }, Seed(seed)).expect("it starts");
            turn(&g, bot, &mut s);
            let orders = turn(&g, bot, &mut s);
            let begun = orders.iter().filter(|(o, _)| matches!(o, Order::Organize { .. })).count();
            assert!(begun >= 2, "{bot}: the first French commands organize: {orders:?}");
            let mixed = g.map.locales().any(|l| {
                let marks = |wanted| s.inside(&g.map, FRENCH, l).any(|p| p.flags.has(Flags::DISORGANIZED) == wanted);
                marks(true) && marks(false)
            });
            assert!(!mixed, "{bot}: no locale is left half organized");
        }
    }
}

#[test]
fn two_attackers_over_a_wide_approach_are_met_by_two_or_by_none() {
    let g = game();
    for bot in BOTS {
        for reserve in ["2I", "2I 2I", "2I 3I 2I"] {
            let mut s = position(
                &g,
                8,
                AUSTRIAN,
                &[
                    (AUSTRIAN, "81", "3I 2I", Flags::NONE),
                    (FRENCH, "83", reserve, Flags::NONE),
                    (FRENCH, "84", "2I 2I", Flags::NONE),
                ],
            );
            let Position::Approach(over) = pos(&g, "83/81").place() else { panic!("an approach") };
            let bag = [(face("2I"), 1), (face("3I"), 1)].into_iter().collect();
            let attack = Order::Attack { from: pos(&g, "81"), over, bag };
            g.check(&s, &attack).expect("it is legal");
            g.play(&mut s, &attack, &mut ()).expect("it is played");
            let Ask::Ask(q) = g.ask(&s) else { panic!("nobody is asked") };
            assert_eq!((q.seat, &*q.name), (FRENCH, "respond"));
            let mut bot_player = bots().bot(bot).expect("the bot loads");
            match choose(&g, &mut *bot_player, FRENCH, &s, 3) {
                Order::Send(bag) => assert!(size(&bag) == 0 || size(&bag) == 2, "{bot}: {bag:?}"),
                other => panic!("{bot}: {other:?}"),
            }
        }
    }
}

#[test]
fn austria_puts_three_blocks_east_of_the_line_at_the_end() {
    let g = game();
    for bot in BOTS {
        let mut s = position(
            &g,
            16,
            AUSTRIAN,
            &[
                (AUSTRIAN, "68", "2I 2I 2I", Flags::NONE),
                (AUSTRIAN, "66", "2I 2I 2I", Flags::NONE),
                (AUSTRIAN, "61", "2C", Flags::NONE),
                (FRENCH, "85", "2I 2I 2I", Flags::NONE),
            ],
        );
        turn(&g, bot, &mut s);
        let east = |p: &&Piece| p.pos.locale(&g.map).is_some_and(|l| g.map.locale(l).east_of_line);
        assert!(s.pieces_of(AUSTRIAN).filter(east).count() >= 3, "{bot}");
    }
}

#[test]
fn a_bot_sees_its_view_alone() {
    let g = game();
    for bot in BOTS {
        // the same view of two different deals gets the same answer
        let mut s = g.start(&Setup { name: "historical".into(), ..Setup::default() }, Seed(9)).expect("it starts");
        let mut player = bots().bot(bot).expect("the bot loads");
        for n in 0..300 {
            let Ask::Ask(q) = g.ask(&s) else { break };
            let order = choose(&g, &mut *player, q.seat, &s, n);
            if n % 10 == 0 {
                let dealt = g.deal(&g.view(&s, q.seat), Seed(n + 77)).expect("a view can be dealt");
                assert_eq!(choose(&g, &mut *player, q.seat, &dealt, n), order, "{bot} at order {n}");
            }
            g.play(&mut s, &order, &mut ()).expect("bots give legal orders");
        }
    }
}

/// Whether the attacker can win an assault under way in a full state, whatever the defender does.
fn can_win(g: &Triomphe, s: &State, over: ApproachId) -> bool {
    if s.fight.won || s.stormed.contains(g.map.approach(over).locale) {
        return true;
    }
    let Ask::Ask(q) = g.ask(s) else { return s.ending.is_some_and(|e| e.winner == s.active) };
    if s.is_closed(over.pair()) || !s.fight.assault {
        return false;
    }
    let mut offers = Offers::new();
    g.offers(s, &mut offers).expect("printed rules have no faults");
    let mut orders = Vec::new();
    for offer in offers.iter() {
        g.expand(s, offer, usize::MAX, &mut orders).expect("printed rules have no faults");
    }
    let after = |order: &Order| {
        let mut next = s.clone();
        g.play(&mut next, order, &mut ()).expect("a legal order is played");
        can_win(g, &next, over)
    };
    if q.seat == s.active { orders.iter().any(after) } else { orders.iter().all(after) }
}

#[test]
fn the_odds_of_assaults_agree_with_playing_them_out() {
    let g = game();
    let mut player = bots().bot("steady").expect("the bot loads");
    let (mut hopeless, mut sure, mut open) = (0, 0, 0);
    for seed in 0..30 {
        let mut s = g.start(&Setup { name: "historical".into(), ..Setup::default() }, Seed(seed)).expect("it starts");
        while let Ask::Ask(q) = g.ask(&s) {
            let mut offers = Offers::new();
            g.offers(&s, &mut offers).expect("printed rules have no faults");
            let view = g.view(&s, q.seat);
            for offer in offers.iter().filter(|o| o.verb == verb::ASSAULT) {
                let order = g.complete(&s, offer, &Fill::None).expect("an offer is an order");
                let Order::Assault(at) = order else { panic!("not an assault") };
                let stormed = s.stormed.contains(g.map.approach(at).beyond);
                if stormed || s.count_at(s.active.other(), Pos::approach(at.opposite())) > 4 {
                    continue;
                }
                let odds = g.assault_odds(&view, at);
                let won = |deal: u64| {
                    let mut dealt = g.deal(&view, Seed(deal)).expect("a view can be dealt");
                    g.play(&mut dealt, &order, &mut ()).expect("it is legal in every deal");
                    can_win(&g, &dealt, at.opposite())
                };
                let wins = (0..4).filter(|deal| won(*deal)).count();
                assert!(odds.success > 0.0 || wins == 0, "seed {seed}: {odds:?} and {wins} of 4 won");
                assert!(odds.success < 1.0 || wins == 4, "seed {seed}: {odds:?} and {wins} of 4 won");
                match odds.success {
                    0.0 => hopeless += 1,
                    1.0 => sure += 1,
                    _ => open += 1,
                }
            }
            let order = choose(&g, &mut *player, q.seat, &s, seed);
            g.play(&mut s, &order, &mut ()).expect("bots give legal orders");
        }
    }
    assert!(hopeless > 10 && sure > 10 && open > 10, "all kinds occur: {hopeless} {sure} {open}");
}

/// Plays out a match of the game's own bots; the winner.
fn winner(g: &Triomphe, seats: [&str; 2], seed: u64) -> Seat {
    winner_among(&bots(), g, seats, seed)
}

fn winner_among(bots: &Roster<Triomphe>, g: &Triomphe, seats: [&str; 2], seed: u64) -> Seat {
    let mut players = seats.map(|name| bots.bot(name).expect("the bot loads"));
    let mut s = g.start(&Setup { name: "historical".into(), ..Setup::default() }, Seed(seed)).expect("it starts");
    loop {
        match g.ask(&s) {
            Ask::Over(outcome) => return outcome.winner.expect("somebody wins"),
            Ask::Ask(q) => {
                let order = choose(g, &mut *players[q.seat.index()], q.seat, &s, seed);
                g.play(&mut s, &order, &mut ()).expect("bots give legal orders");
            }
        }
    }
}

/// The lower end of Wilson's 95 % interval.
fn at_least(wins: u32, games: u32) -> f64 {
    let (n, z) = (f64::from(games), 1.96);
    let p = f64::from(wins) / n;
    let spread = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    (p + z * z / (2.0 * n) - spread) / (1.0 + z * z / n)
}

#[test]
fn steady_beats_chance_from_each_side() {
    let g = game();
    for seed in 0..3 {
        assert_eq!(winner(&g, ["steady", "random"], seed), AUSTRIAN);
        assert_eq!(winner(&g, ["random", "steady"], seed), FRENCH);
    }
}

#[test]
fn the_shipped_bot_beats_steady_from_each_side() {
    let g = game();
    for (seats, side) in [(["lua", "steady"], AUSTRIAN), (["steady", "lua"], FRENCH)] {
        let wins = (0..200).filter(|seed| winner(&g, seats, *seed) == side).count();
        let least = at_least(wins as u32, 200);
        assert!(least > 0.55, "{seats:?}: {wins} of 200, at least {least:.3}");
    }
}

/// Bonaparte at Marengo, with its bots.
fn sibling() -> (Triomphe, Roster<Triomphe>) {
    let files = Files::builtin();
    let pack = Packs::games(&files).get("bonaparte").expect("the pack is built in").clone();
    let kit = TriompheKit::of(Edition::of(pack), &files, &Default::default(), &[]).expect("the files are sound");
    let game = kit.open(&HookMask::new()).expect("the printed rules open");
    (game, triomphe_bots(&Packs::find(&files, "bonaparte"), &Watch::default()))
}

#[test]
fn the_bot_of_bonaparte_beats_steady_from_each_side() {
    let (g, bots) = sibling();
    for (seats, side) in [(["lua", "steady"], AUSTRIAN), (["steady", "lua"], FRENCH)] {
        let wins = (0..200).filter(|seed| winner_among(&bots, &g, seats, *seed) == side).count();
        let least = at_least(wins as u32, 200);
        assert!(least > 0.55, "{seats:?}: {wins} of 200, at least {least:.3}");
    }
}

#[test]
fn the_bot_of_bonaparte_gathers_before_it_leaves_the_bridgehead() {
    let (g, bots) = sibling();
    let mut player = bots.bot("lua").expect("the bot loads");
    let mut s = g.start(&Setup { name: "historical".into(), ..Setup::default() }, Seed(4)).expect("it starts");
    let bridgehead = pos(&g, "0").locale(&g.map).expect("a locale");
    let mut across = [0; 4];
    while let Ask::Ask(q) = g.ask(&s) {
        let round = usize::from(s.public.round);
        if round == across.len() {
            break;
        }
        let order = choose(&g, &mut *player, q.seat, &s, 4);
        g.play(&mut s, &order, &mut ()).expect("bots give legal orders");
        let beyond = s.pieces_of(AUSTRIAN).filter(|p| p.pos.locale(&g.map).is_some_and(|l| l != bridgehead)).count();
        across[round] = across[round].max(beyond);
    }
    assert_eq!(across[..3], [0, 0, 0], "nobody leaves it in the first two rounds");
    assert!(across[3] >= 3, "then many do: {across:?}");
}

#[test]
fn verbs_of_packs_have_names_and_the_bot_of_bonaparte_pursues() {
    let (g, bots) = sibling();
    let mut s = position(
        &g,
        8,
        AUSTRIAN,
        &[
            (AUSTRIAN, "16/15", "3I 3I 2C", Flags::NONE),
            (FRENCH, "15/16", "2I 2I 2I", Flags::NONE),
            (FRENCH, "22", "2I", Flags::NONE),
        ],
    );
    let started = g.start(&Setup { name: "historical".into(), ..Setup::default() }, Seed(1)).expect("it starts");
    s.memory = started.memory.clone();
    let told = "return { choose = function(_, orders) error(orders:verb(1)) end }";
    let mut teller = scripted(told).expect("it loads");
    let mut player = bots.bot("lua").expect("the bot loads");
    for _ in 0..40 {
        let Ask::Ask(q) = g.ask(&s) else { break };
        let order = choose(&g, &mut *player, q.seat, &s, 1);
        if q.name == "pursuit" {
            let view = g.view(&s, q.seat);
            let fault = teller.choose(&g, q.seat, &view, &mut Rng::with_seed(1), &|| false).expect_err("it tells");
            assert!(fault.to_string().contains("pursuit"), "{fault}");
            assert_eq!(g.write(&s, &order), "pursue 2C");
            // whoever knows nothing of it finds out by trying
            assert_eq!(g.write(&s, &choose(&g, &mut Steady::default(), q.seat, &s, 1)), "pursue 2C");
            return;
        }
        let order = if q.name == "turn" { g.read(&s, "s 16/15").unwrap_or(order) } else { order };
        g.play(&mut s, &order, &mut ()).expect("a legal order is played");
    }
    panic!("no pursuit is asked");
}

#[test]
fn a_script_sees_the_ground_all_ends_of_an_order_and_the_odds_of_an_assault() {
    let (g, _) = sibling();
    let s = position(
        &g,
        8,
        AUSTRIAN,
        &[(AUSTRIAN, "16/15", "3I 3I 2C", Flags::NONE), (FRENCH, "15/16", "2I", Flags::NONE)],
    );
    let view = g.view(&s, AUSTRIAN);
    let told = |text: &str| {
        let text = format!("return {{ choose = function(view, orders) {text} end }}");
        let told = scripted(&text).expect("it loads").choose(&g, AUSTRIAN, &view, &mut Rng::with_seed(1), &|| false);
        told.expect_err("it tells").to_string()
    };
    let assault = "for k = 1, orders:count() do if orders:verb(k) == 'assault' then \
                   error(`{table.concat(orders:ends(k), '+')} {orders:odds(k)} {orders:odds(k) > 0.5}`) end end error('none')";
    let text = told(assault);
    assert!(text.contains("16/15") && text.contains("true"), "{text}");
    let text = told(
        "for k = 1, orders:count() do if orders:verb(k) ~= 'assault' then error(tostring(orders:odds(k))) end end",
    );
    assert!(text.contains("nil"), "{text}");
    let at = g.map.read_position("15/16").expect("an edge");
    let Position::Approach(at) = at else { panic!("an edge") };
    let ground = g.map.approach(at).penalties;
    let text = told(
        "error(table.concat({ tostring((view:ground('15/16'))), tostring((select(2, view:ground('15/16')))) }, ' '))",
    );
    assert!(text.contains(&format!("{} {}", g.map.width(at).pieces(), ground.infantry)), "{text}");
    assert!(told("view:ground('15')").contains("is no edge"));
    assert!(told("error(tostring(#view:stars()))").chars().any(|c| c.is_ascii_digit()));
}

fn scripted(text: &str) -> Result<LuaBot, Fault> {
    LuaBot::load("mine", Sources::new().with("bot.luau", text.as_bytes()))
}

fn first_answer(g: &Triomphe, text: &str) -> Result<Order, Fault> {
    let s = g.start(&Setup { name: "historical".into(), ..Setup::default() }, Seed(1))?;
    let view = g.view(&s, AUSTRIAN);
    let chosen = scripted(text)?.choose(g, AUSTRIAN, &view, &mut Rng::with_seed(1), &|| false)?;
    Ok(chosen.order)
}

#[test]
fn a_script_may_write_any_legal_order() {
    let g = game();
    let answer = first_answer(&g, "return { choose = function(view, orders, rng) return 'end' end }");
    assert_eq!(answer, Ok(Order::End));
}

#[test]
fn a_bot_of_a_pack_on_disk_sits_down_by_its_id() {
    let disk = tempfile::tempdir().expect("a folder");
    let manifest = |id: &str| {
        format!("id = \"{id}\"\nversion = \"1\"\napi = 0\ngame = \"triomphe\"\nkind = \"bot\"\ntitle = \"T\"\n")
    };
    for id in ["sleeper", "random"] {
        let folder = disk.path().join(id);
        std::fs::create_dir(&folder).expect("a folder");
        std::fs::write(folder.join("pack.toml"), manifest(id)).expect("a file");
        std::fs::write(folder.join("bot.luau"), "return { choose = function() return 'end' end }").expect("a file");
    }
    let found = triomphe_bots(&Packs::find(&Files::over(disk.path()), "triomphe"), &Watch::default());
    assert_eq!(found.names(), ["steady", "lua", "sleeper", "search", "random"]);
    assert!(found.aliases().values().all(|called| called == "lua") && found.aliases().len() <= 1);
    let g = game();
    let s = g.start(&Setup { name: "historical".into(), ..Setup::default() }, Seed(1)).expect("it starts");
    assert_eq!(choose(&g, &mut *found.bot("sleeper").expect("it loads"), AUSTRIAN, &s, 1), Order::End);
}

#[test]
fn what_a_script_does_wrong_is_told_with_its_pack() {
    let g = game();
    for (body, told) in [
        ("return 9999", "there are orders 1 to"),
        ("return {}", "the number of an order"),
        ("return 'march off'", "not legal"),
        ("return orders:weigh({ safty = 1 })[1]", "did you mean"),
        ("return view:inside('prussian', '1')", "no side"),
        ("while true do end", "fuel"),
    ] {
        let text = format!("return {{ choose = function(view, orders, rng) {body} end }}");
        let fault = first_answer(&g, &text).expect_err(body);
        assert_eq!(fault.pack, "mine", "{body}: {fault}");
        assert!(fault.to_string().contains(told), "{body}: {fault}");
    }
    assert!(scripted("return {}").is_err_and(|f| f.to_string().contains("choose")));
    assert!(scripted("return {").is_err_and(|f| f.pack == "mine"));
}

#[test]
fn the_written_api_is_the_api() {
    let g = game();
    let names = |methods: &[(&str, &str, &str)]| {
        methods.iter().map(|(name, ..)| format!("'{name}'")).collect::<Vec<_>>().join(",")
    };
    let text = format!(
        "return {{ choose = function(view, orders, rng)
            for _, name in {{{}}} do assert(view[name], name) end
            for _, name in {{{}}} do assert(orders[name], name) end
            return 1
        end }}",
        names(&VIEW_METHODS),
        names(&ORDERS_METHODS)
    );
    assert!(first_answer(&g, &text).is_ok());
    let path = "scripts/api/triomphe-bots.d.luau";
    let written = crate::pack::builtin::text(path).unwrap_or_default();
    if std::env::var_os("BORMIDA_WRITE").is_some() {
        let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
        std::fs::write(file, declarations()).expect("the file is written");
    } else {
        assert_eq!(written, declarations(), "write it anew with BORMIDA_WRITE=1");
    }
}

#[test]
fn every_decision_that_is_asked_for_has_a_known_name() {
    let g = game();
    let mut met = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let mut rng = Rng::with_seed(seed);
        let mut s = g.start(&Setup { name: "historical".to_owned(), ..Setup::default() }, Seed(seed)).unwrap();
        while let Ask::Ask(question) = g.ask(&s) {
            met.insert(question.name.into_owned());
            let order = g.sample(&s, &mut rng, Policy::Uniform).unwrap();
            g.play(&mut s, &order, &mut ()).unwrap();
        }
    }
    let strange: Vec<&String> =
        met.iter().filter(|name| !super::super::ask::QUESTIONS.contains(&name.as_str())).collect();
    assert!(strange.is_empty() && met.len() > 12, "{strange:?} {met:?}");
}
