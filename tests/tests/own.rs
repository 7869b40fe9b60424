//! Steps and orders that packs add: the promises of every game hold with them, and what is wrong with them is said.

use bormida_core::conformance::{Trial, conformance};
use bormida_core::games::triomphe::*;
use bormida_core::kernel::*;
use bormida_core::pack::builtin::Files;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn packs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("packs/triomphe")
}

fn kit(folder: &Path, variants: &[&str]) -> Result<TriompheKit, Fault> {
    let variants: Vec<String> = variants.iter().map(|id| (*id).to_owned()).collect();
    TriompheKit::load(&Files::over(folder), &Default::default(), &variants)
}

fn historical() -> Setup {
    Setup { name: "historical".to_owned(), ..Setup::default() }
}

#[test]
fn steps_and_orders_of_packs_keep_every_promise() {
    let kit = kit(&packs(), &["rally", "council", "pursuit", "engineers"]).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let trial = Trial { seeds: 0..3, setup: historical(), orders: 2000, every: 37, folder: folder.path().to_owned() };
    let report = conformance(&Arc::new(kit), &trial).unwrap_or_else(|breach| panic!("{breach}"));
    assert!(report.ended > 0 && report.deals > 20 && report.searches > 0 && report.torn > 0, "{report:?}");
}

#[test]
fn answers_to_questions_keep_every_promise() {
    let kit = kit(&packs(), &["rain", "stubborn-ground", "waning-morale", "slow-muster"]).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let trial = Trial { seeds: 3..6, setup: historical(), orders: 2000, every: 37, folder: folder.path().to_owned() };
    let report = conformance(&Arc::new(kit), &trial).unwrap_or_else(|breach| panic!("{breach}"));
    assert!(report.ended > 0 && report.deals > 20 && report.searches > 0 && report.torn > 0, "{report:?}");
}

#[test]
fn every_order_and_step_is_met_in_random_games() {
    let game = kit(&packs(), &["rally", "council", "pursuit", "engineers"]).unwrap().open(&HookMask::new()).unwrap();
    let mut met = std::collections::BTreeSet::new();
    for seed in 0..120 {
        let mut rng = Rng::with_seed(seed);
        let policy = if seed % 2 == 0 { Policy::Uniform } else { Policy::Natural };
        let mut s = game.start(&historical(), Seed(seed)).unwrap();
        while let Ask::Ask(_) = game.ask(&s) {
            let order = game.sample(&s, &mut rng, policy).unwrap();
            met.insert(game.write(&s, &order).split(' ').next().unwrap_or_default().to_owned());
            game.play(&mut s, &order, &mut ()).unwrap();
        }
    }
    for word in ["rl", "council", "pursue", "fall_back", "spike", "demolish"] {
        assert!(met.contains(word), "{word} is never drawn: {met:?}");
    }
}

/// The game with a pack of some rules.
fn with_rules(rules: &str) -> Triomphe {
    let disk = tempfile::tempdir().unwrap();
    let folder = disk.path().join("odd");
    std::fs::create_dir(&folder).unwrap();
    let manifest = "id = \"odd\"\nversion = \"1.0\"\napi = 0\ngame = \"triomphe\"\nkind = \"variant\"\ntitle = \"W\"\n";
    std::fs::write(folder.join("pack.toml"), manifest).unwrap();
    std::fs::write(folder.join("rules.luau"), rules).unwrap();
    kit(disk.path(), &["odd"]).unwrap().open(&HookMask::new()).unwrap()
}

/// A random match until an order of a word fails: how often the word was given before, and the fault.
fn until_fault(game: &Triomphe, word: &str) -> (u32, Option<Fault>) {
    let (mut rng, mut given) = (Rng::with_seed(1), 0);
    let mut s = game.start(&historical(), Seed(1)).unwrap();
    while let Ask::Ask(_) = game.ask(&s) {
        let order = game.sample(&s, &mut rng, Policy::Uniform).unwrap();
        let is_it = game.write(&s, &order).starts_with(word);
        match game.play(&mut s, &order, &mut ()) {
            Ok(_) => given += u32::from(is_it),
            Err(fault) => return (given, Some(fault)),
        }
    }
    (given, None)
}

#[test]
fn the_enemy_never_chooses_among_hidden_pieces() {
    let rules = |shows: bool| {
        format!(
            "return {{ orders = {{ leak = {{ most = 2, shows = {shows}, play = function(facts) return {{ {{ effect = \"reduce\", \
             seat = facts.seat, from = \"chosen\", count = 1, by = \"enemy\" }} }} end }} }} }}"
        )
    };
    let (_, fault) = until_fault(&with_rules(&rules(false)), "leak");
    assert_eq!(fault.unwrap().what, "the enemy cannot choose among pieces whose faces he does not see");
    // shown ones he sees
    let (given, fault) = until_fault(&with_rules(&rules(true)), "leak");
    assert!(given > 0 && fault.is_none(), "{fault:?}");
}

#[test]
fn effects_that_lead_to_hooks_without_end_are_a_fault() {
    let game = with_rules(
        "return { on_enter = function(facts) return { { effect = \"move\", to = if facts.locale == \"2\" then \"1\" else \"2\" } } \
         end, orders = { hop = { play = function() return { { effect = \"move\", to = \"1\" } } end } } }",
    );
    let (_, fault) = until_fault(&game, "hop");
    assert!(fault.as_ref().is_some_and(|fault| fault.what.ends_with("8 deep")), "{fault:?}");
}

/// A pack of some rules, alone in a folder.
fn trouble(rules: &str) -> String {
    let disk = tempfile::tempdir().unwrap();
    let folder = disk.path().join("wrong");
    std::fs::create_dir(&folder).unwrap();
    let manifest =
        "id = \"wrong\"\nversion = \"1.0\"\napi = 0\ngame = \"triomphe\"\nkind = \"variant\"\ntitle = \"W\"\n";
    std::fs::write(folder.join("pack.toml"), manifest).unwrap();
    std::fs::write(folder.join("rules.luau"), rules).unwrap();
    match kit(disk.path(), &["wrong"]) {
        Ok(_) => String::new(),
        Err(fault) => fault.what,
    }
}

#[test]
fn what_is_wrong_with_a_step_or_an_order_is_said() {
    for (rules, said) in [
        ("return { steps = { a = { after = 'turn.start' } } }", "`steps.a`: `play` is missing"),
        ("return { steps = { a = { play = function() end } } }", "`steps.a`: `after` is missing"),
        (
            "return { steps = { a = { after = 'turn.strat', play = function() end } } }",
            "`steps.a`: `after`: there is no step \"turn.strat\"; did you mean \"turn.start\"?",
        ),
        (
            "return { steps = { a = { after = 'turn.start', ask = 'x', play = function() end } } }",
            "`steps.a`: `ask` and `choose` go together",
        ),
        (
            "return { steps = { a = { aftr = 'turn.start', play = function() end } } }",
            "`steps.a` has no `aftr`; did you mean \"after\"?",
        ),
        ("return { orders = { m = { play = function() end } } }", "`orders.m`: `word`: \"m\" is an order already"),
        (
            "return { orders = { x1 = { play = function() end } } }",
            "`orders.x1`: `word`: \"x1\" is not of small letters",
        ),
        (
            "return { orders = { drill = { arm = 'horse', play = function() end } } }",
            "`orders.drill`: `arm`: \"horse\" is none of artillery, cavalry, infantry",
        ),
        (
            "return { orders = { drill = { cost = 10, play = function() end } } }",
            "`orders.drill`: `cost`: 10 is not from 0 to 9",
        ),
        ("return { step = {} }", "there is no rule point `step`; did you mean \"steps\"?"),
    ] {
        assert_eq!(trouble(rules), said, "{rules}");
    }
}

/// Plays the first order of a match by a pack of some rules.
fn fault_of(rules: &str, order: &str) -> Fault {
    let game = with_rules(rules);
    let mut s = match game.start(&historical(), Seed(1)) {
        Ok(s) => s,
        Err(fault) => return fault,
    };
    let order = game.read(&s, order).unwrap();
    game.play(&mut s, &order, &mut ()).unwrap_err()
}

#[test]
fn a_step_that_returns_nonsense_is_named_with_its_place() {
    let step = |body: &str| format!("return {{ steps = {{ idle = {{ after = 'turn.start', ask = 'x',\n{body} }} }} }}");
    let choose = step("choose = function() return { seat = 'italian', max = 1 } end, play = function() end");
    let fault = fault_of(&choose, "end");
    assert_eq!((&*fault.pack, &*fault.hook, &*fault.what), ("odd", "steps.idle", "`seat` is austrian or french"));
    assert_eq!(fault.at, "rules.luau:2");
    let play = "choose = function(f) return { seat = f.attacker, max = 1 } end,\nplay = function() return { { effect = 'move', to = 'Nowhere' } } end";
    let fault = fault_of(&step(play), "idle 1");
    assert_eq!((&*fault.pack, &*fault.hook, &*fault.at), ("odd", "steps.idle", "rules.luau:3"));
    assert!(fault.what.contains("effect 1"), "{}", fault.what);
}

#[test]
fn a_step_that_fails_is_switched_off_and_the_match_goes_on() {
    let disk = tempfile::tempdir().unwrap();
    let folder = disk.path().join("odd");
    std::fs::create_dir(&folder).unwrap();
    let manifest = "id = \"odd\"\nversion = \"1.0\"\napi = 0\ngame = \"triomphe\"\nkind = \"variant\"\ntitle = \"W\"\n";
    let rules = "return { steps = { idle = { after = 'turn.start', ask = 'x',
        choose = function(f) return { seat = f.attacker, max = 1 } end,
        play = function(f) error('no') end } } }";
    std::fs::write(folder.join("pack.toml"), manifest).unwrap();
    std::fs::write(folder.join("rules.luau"), rules).unwrap();
    let kit = Arc::new(kit(disk.path(), &["odd"]).unwrap());
    let off: HookMask = [HookName { pack: "odd".into(), hook: "steps.idle".into() }].into();
    let (game, without) = (kit.open(&HookMask::new()).unwrap(), kit.open(&off).unwrap());
    let mut s = game.start(&historical(), Seed(1)).unwrap();
    let answer = game.read(&s, "idle 1").unwrap();
    assert_eq!(game.play(&mut s.clone(), &answer, &mut ()).unwrap_err().hook, "steps.idle");
    // the question stands: it is answered, and does nothing
    without.play(&mut s, &answer, &mut ()).unwrap();
    let Ask::Ask(question) = without.ask(&s) else { panic!("the match goes on") };
    assert_eq!(question.name, "turn");
    // and is not asked again
    let end = without.read(&s, "end").unwrap();
    without.play(&mut s, &end, &mut ()).unwrap();
    assert!(matches!(without.ask(&s), Ask::Ask(question) if question.name != "idle"));
}

/// Why an order is refused at the start.
fn refusal(game: &Triomphe, order: &str) -> (String, String) {
    let s = game.start(&historical(), Seed(1)).unwrap();
    let no = game.read(&s, order).and_then(|order| game.check(&s, &order).map(drop)).unwrap_err();
    let No::Refused(refusal) = no else { panic!("{no}") };
    (refusal.rule.to_string(), refusal.text)
}

#[test]
fn an_order_of_a_pack_is_refused_for_one_reason_that_may_be_its_own() {
    let game = |order: &str| {
        with_rules(&format!(
            "return {{ orders = {{ drill = {{ rule = 'V1', most = 2, {order}\nplay = function() end }} }} }}"
        ))
    };
    // the Austrian pieces wait in Alessandria
    let here = "drill Alessandria 2I";
    let said = |order: &str, text: &str| refusal(&game(order), text).1;
    assert_eq!(said("", "drill 12 2I"), "Not all these pieces are in 12.");
    assert_eq!(said("arm = 'cavalry',", here), "Only cavalry can take part.");
    assert_eq!(said("marked = 'disorganized',", here), "Only disorganized pieces can take part.");
    assert_eq!(said("may = function() return false end,", here), "The order cannot be given in Alessandria now.");
    let why = "may = function(f) return if f.pieces > 30 then true else `{f.pieces} pieces are too few` end,";
    assert_eq!(refusal(&game(why), here), ("V1".to_owned(), "20 pieces are too few".to_owned()));
    // the reason is a line like others
    for (body, what) in [
        ("return string.rep('x', 201)", "`text` is one line of at most 200 bytes"),
        ("return 'a\\nb'", "`text` is one line of at most 200 bytes"),
        ("return ''", "the reason is empty"),
        ("return 3", "true, false or the reason as a text is wanted, not"),
    ] {
        let game = game(&format!("\nmay = function() {body} end,"));
        let s = game.start(&historical(), Seed(1)).unwrap();
        let order = game.read(&s, here).unwrap();
        let No::Fault(fault) = game.check(&s, &order).unwrap_err() else { panic!("{body}") };
        assert!(fault.what.contains(what) && fault.at == "rules.luau:2", "{body}: {fault:?}");
    }
}
