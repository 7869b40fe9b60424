//! Scripted bots: what they are lent, and what is told when they go wrong.

use super::board::VIEW_METHODS;
use super::lua_bot::{LuaBot, ORDERS_METHODS, declarations};
use crate::games::folio::ask::QUESTIONS;
use crate::games::folio::{Folio, FolioKit, Order};
use crate::kernel::{Ask, Bot, Chosen, Fault, Game, HookMask, Kit, Policy, Rng, Seed, Setup};
use crate::pack::builtin::Files;
use crate::script::Sources;
use std::collections::BTreeSet;

fn game() -> Folio {
    let kit = FolioKit::load(&Files::builtin(), &Default::default(), &[]).unwrap();
    kit.open(&HookMask::new()).unwrap()
}

fn scripted(text: &str) -> Result<LuaBot, Fault> {
    LuaBot::load("mine", Sources::new().with("bot.luau", text))
}

fn first_answer(g: &Folio, text: &str) -> Result<Chosen<Order>, Fault> {
    let s = g.start(&Setup { name: "historical".to_owned(), ..Setup::default() }, Seed(1)).unwrap();
    let Ask::Ask(question) = g.ask(&s) else { panic!("somebody is asked") };
    let view = g.view(&s, question.seat);
    scripted(text)?.choose(g, question.seat, &view, &mut Rng::with_seed(1), &|| false)
}

#[test]
fn a_bot_chooses_by_number_by_text_and_by_weights() {
    let g = game();
    let chosen = |body: &str| {
        let text = format!("return {{ choose = function(view, orders, rng) {body} end }}");
        let s = g.start(&Setup { name: "historical".to_owned(), ..Setup::default() }, Seed(1)).unwrap();
        g.write(&s, &first_answer(&g, &text).unwrap_or_else(|fault| panic!("{body}: {fault}")).order)
    };
    let second = chosen("return 2");
    assert_eq!(chosen(&format!("return '{second}'")), second);
    let weighed = "local worth = orders:weigh({ near = 1 })
        local best = 1
        for k = 2, #worth do if worth[k] > worth[best] then best = k end end
        assert(math.abs(orders:trait(best, 'near')) == math.abs(worth[best]))
        return best";
    // the French begin, and Marengo is to be near
    assert!(chosen(weighed).starts_with("place "), "{}", chosen(weighed));
    assert_ne!(chosen(weighed), chosen(&weighed.replace("near = 1", "near = -1")));
}

#[test]
fn what_a_script_does_wrong_is_told_with_its_pack() {
    let g = game();
    for (body, told) in [
        ("return 9999", "there are orders 1 to"),
        ("return {}", "the number of an order"),
        ("return 'take Melas'", "not legal"),
        ("return orders:weigh({ nera = 1 })[1]", "did you mean"),
        ("return view:points('prussian')", "no side"),
        ("return view:at('Frim')", "there is no unit"),
        ("return view:inside('9999')", "9999"),
        ("return view:is('43', 'disruptd')", "did you mean"),
        ("while true do end", "fuel"),
    ] {
        let text = format!("return {{ choose = function(view, orders, rng) {body} end }}");
        let fault = first_answer(&g, &text).expect_err(body);
        assert_eq!(fault.pack, "mine", "{body}: {fault}");
        assert!(fault.to_string().contains(told), "{body}: {fault}");
    }
    assert!(scripted("return {}").is_err_and(|f| f.to_string().contains("choose")));
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
            for _, side in {{ 'austrian', 'french' }} do
                assert(view:points(side) == 0 and #view:units(side) >= 0 and #view:waiting(side) > 0)
            end
            assert(view:at('Kell') == '0910' and view:side('Kell') == 'french' and view:arm('Kell') == 'cavalry')
            assert(view:strength('Kell') == 5 and view:steps('Kell') == 2 and view:formation('Kell') == 7)
            assert(view:distance('1107', '1109') == 2 and #view:neighbours('1107') == 6)
            assert(view:safe('1107') and not view:controlled('1107') and not view:is('Kell', 'disrupted'))
            return 1
        end }}",
        names(&VIEW_METHODS),
        names(&ORDERS_METHODS)
    );
    first_answer(&g, &text).unwrap_or_else(|fault| panic!("{fault}"));
    let path = "scripts/api/folio-bots.d.luau";
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
    let mut met = BTreeSet::new();
    for seed in 0..2 {
        let mut rng = Rng::with_seed(seed);
        let mut s = g.start(&Setup { name: "historical".to_owned(), ..Setup::default() }, Seed(seed)).unwrap();
        while let Ask::Ask(question) = g.ask(&s) {
            met.insert(question.name.into_owned());
            let order = g.sample(&s, &mut rng, Policy::Natural).unwrap();
            g.play(&mut s, &order, &mut ()).unwrap();
        }
    }
    let strange: Vec<&String> = met.iter().filter(|name| !QUESTIONS.contains(&name.as_str())).collect();
    assert!(strange.is_empty() && met.len() > 8, "{strange:?} {met:?}");
}
