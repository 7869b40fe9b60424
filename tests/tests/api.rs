//! The written API says what the program does: `scripts/api/*.d.luau` and `docs/scripting.md` are made from its lists.
//!
//! `BORMIDA_WRITE=1 cargo test -p bormida-tests --test api` writes them anew.

use bormida_core::games::triomphe::{ADDITIONS, EFFECTS, MOMENT, POINTS, SIDES, bot_page};
use bormida_core::games::{folio, house};
use bormida_core::kernel::{Dice, Rng, Seat, Seed};
use bormida_core::lesson;
use bormida_core::pack::builtin::Files;
use bormida_core::script::{self, Chance, Kind, Limits, Meter, Sandbox, Schema, Sources, Store, Value};
use std::path::Path;
use std::sync::Arc;

/// What the page says before its lists.
const PAGE: &str = include_str!("scripting_head.md");

/// The same of the page on the game on hexes.
const HEXES: &str = include_str!("hexes_head.md");

/// The same of the page on lessons.
const LESSONS: &str = include_str!("lessons_head.md");

#[test]
fn the_written_api_is_that_of_the_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let catalogue = house(&Files::builtin()).unwrap();
    let page = format!("{PAGE}\n{}\n{}", bot_page(), catalogue.game("triomphe").unwrap().reference().unwrap().page());
    let hexes =
        format!("{HEXES}\n{}\n{}", folio::bot_page(), catalogue.game("folio").unwrap().reference().unwrap().page());
    let files = [
        ("scripts/api/bormida.d.luau", script::common()),
        ("scripts/api/triomphe.d.luau", script::declarations(POINTS, MOMENT, &SIDES, &EFFECTS, &ADDITIONS)),
        (
            "scripts/api/folio.d.luau",
            script::declarations(folio::POINTS, folio::MOMENT, &folio::SIDES, &folio::EFFECTS, &[]),
        ),
        ("scripts/api/lessons.d.luau", lesson::declarations()),
        ("docs/scripting.md", page),
        ("docs/scripting-folio.md", hexes),
        ("docs/lessons.md", format!("{LESSONS}\n{}", lesson::reference())),
    ];
    let write = std::env::var_os("BORMIDA_WRITE").is_some();
    for (path, text) in files {
        let path = root.join(path);
        if write {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, &text).unwrap();
        }
        let found = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(found == text, "{} is not what the program says; BORMIDA_WRITE=1 writes it anew", path.display());
    }
}

#[test]
fn every_key_of_set_ups_and_maps_stands_on_the_page() {
    let readers = [
        include_str!("../../core/src/games/triomphe/setup_file.rs"),
        include_str!("../../core/src/board/area_file.rs"),
    ];
    for reader in readers {
        let code = reader.split("#[cfg(test)]").next().unwrap();
        let calls = [".get(\"", ".need(\"", ".need_like(\"", ".table(\"", ".need_table(\"", "flag(&table, \""];
        let keys = calls.iter().flat_map(|call| code.split(call).skip(1)).filter_map(|rest| rest.split('"').next());
        let keys: Vec<&str> = keys.collect();
        assert!(keys.len() > 10, "{keys:?}");
        for key in keys {
            let named = [format!("`{key}`"), format!("[{key}]"), format!("[{key}.")];
            assert!(named.iter().any(|named| PAGE.contains(named.as_str())), "`{key}` is not on the page");
        }
    }
}

#[test]
fn every_point_says_what_it_counts_and_what_holds_without_an_answer() {
    for game in ["triomphe", "folio"] {
        says_all(&house(&Files::builtin()).unwrap().game(game).unwrap().reference().unwrap());
    }
}

fn says_all(reference: &script::Reference) {
    let told = reference.points.iter().flat_map(|point| &point.facts).chain(&reference.always);
    let added = reference.additions.iter().flat_map(|addition| &addition.calls).flat_map(|call| &call.facts);
    for fact in told.chain(added) {
        assert_eq!(fact.kind == "number", !fact.unit.is_empty(), "{}: what is counted", fact.name);
        assert!(fact.help.ends_with('.') && !fact.values.is_empty(), "{}", fact.name);
    }
    for point in &reference.points {
        assert_eq!(point.answer == "number", !point.unit.is_empty(), "{}: what is counted", point.name);
        assert!(point.help.ends_with('.') && point.default.ends_with('.'), "{}", point.name);
        assert!(!point.section.is_empty() && point.example.contains(point.name), "{}", point.name);
    }
    for number in &reference.numbers {
        assert!(!number.section.is_empty() && number.example.contains(&number.name), "{}", number.name);
    }
}

/// Every `function name(self` of a class of the declarations.
fn methods(class: &str) -> Vec<String> {
    let text = script::common();
    let body = text.split(&format!("declare class {class}\n")).nth(1).and_then(|rest| rest.split("\nend\n").next());
    let lines = body.unwrap().lines().filter_map(|line| line.trim().strip_prefix("function "));
    lines.filter_map(|line| Some(line.split_once('(')?.0.to_owned())).collect()
}

#[test]
fn every_declared_method_is_there() {
    let source = "return { has = function(thing, name) return type(thing[name]) end }";
    let vm = Sandbox::new("pack", Sources::new().with("main.luau", source), Limits::default(), &Meter::default());
    let vm = vm.unwrap();
    let has = vm.load("main").unwrap().hook("has").unwrap().unwrap();
    let schema = Schema::parse(&Value::Map([].into()), &SIDES).unwrap();
    let store = Store::new(Arc::new(schema.clone()), schema.fresh());
    let chance = Chance(Rng::with_seed(1));
    let _ = (Chance(Dice::new(Seed(1), 0, "api")), Seat(0));
    assert!(methods("Chance").len() == 5 && methods("Memory").len() == 16);
    for name in methods("Chance") {
        let kind = vm.call_with(&has, |args| {
            args.handle(&chance)?;
            args.raw(name.as_str())
        });
        assert_eq!(kind.unwrap(), Value::Text("function".to_owned()), "rng:{name}");
    }
    for name in methods("Memory") {
        let kind = vm.call_with(&has, |args| {
            args.memory(&store)?;
            args.raw(name.as_str())
        });
        assert_eq!(kind.unwrap(), Value::Text("function".to_owned()), "memory:{name}");
    }
    let unknown = vm.call_with(&has, |args| {
        args.memory(&store)?;
        args.raw("shuffel")
    });
    assert_eq!(unknown.unwrap_err().kind, Kind::BadValue);
}
