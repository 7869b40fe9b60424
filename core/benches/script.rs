//! What the script layer costs beyond the script's own work.
#![allow(missing_docs)] // criterion's macros make public items

use std::hint::black_box;
use std::rc::Rc;
use std::sync::Arc;

use bormida_core::kernel::{Dice, HookMask, Seed, state_hash};
use bormida_core::pack::builtin::Files;
use bormida_core::pack::{Kind, Packs};
use bormida_core::script::{
    Answer, Cadence, Chance, Eyes, Fact, FactKind, Ground, Limits, Meter, Point, Sandbox, Schema, Sources, Stack,
    Store, UserData, UserDataMethods, Value, Watch,
};
use criterion::{Criterion, criterion_group, criterion_main};

struct Hills(i64);
impl UserData for Hills {
    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_method("height", |_, ground, place: i64| Ok(ground.0 + place));
    }
}

const SOURCE: &str = "return {
    nothing = function() end,
    add = function(a, b) return a + b end,
    look = function(ground) return ground:height(1) + ground:height(2) + ground:height(3) end,
    roll = function(rng) return rng:roll(6) end,
    remember = function(memory) memory.fatigue = memory.fatigue end,
    loop = function() local sum = 0 for i = 1, 1000 do sum += i end return sum end,
}";

fn sandbox() -> Sandbox {
    let sources = Sources::new().with("main.luau", SOURCE);
    Sandbox::new("pack", sources, Limits::default(), &Meter::default()).expect("loads")
}

fn memory_schema() -> Schema {
    let text = r#"
        fatigue = { int = [0, 12], each = "seat" }
        where = { list = { place = 31 }, max = 24 }
        pool = { bag = ["red", "blue", "white", "black"], max = 40, start = { red = 10, blue = 10, white = 5 } }
        hand = { bag = ["red", "blue", "white", "black"], max = 10, eyes = "seat" }
        weather = { enum = ["clear", "mud"] }
    "#;
    Schema::parse_toml(&text.parse().expect("TOML"), &["french", "austrian"]).expect("a schema")
}

fn calls(c: &mut Criterion) {
    let vm = sandbox();
    let main = vm.load("main").expect("runs");
    let hook = |name: &str| main.hook(name).expect("a function").expect("there");
    let (nothing, add, look, roll, remember, looping) =
        (hook("nothing"), hook("add"), hook("look"), hook("roll"), hook("remember"), hook("loop"));
    c.bench_function("call/raw, no arguments", |b| b.iter(|| vm.call_raw::<()>(&nothing, ())));
    c.bench_function("call/raw, two numbers", |b| b.iter(|| vm.call_raw::<f64>(&add, (1.0, black_box(2.0)))));
    let numbers = [Value::Int(1), Value::Int(2)];
    c.bench_function("call/two numbers as data", |b| b.iter(|| vm.call(&add, black_box(&numbers))));
    let ground = Hills(7);
    c.bench_function("call/fresh handle, three methods", |b| {
        b.iter(|| vm.call_with(&look, |args| args.handle(&ground)));
    });
    c.bench_function("call/fresh dice, one roll", |b| {
        let mut rng = Chance(Dice::new(Seed(1), 0, "bench"));
        b.iter(|| vm.call_with(&roll, |args| args.handle_mut(&mut rng)).map(|_| ()));
    });
    let schema = Arc::new(
        Schema::parse_toml(&"fatigue = { int = [0, 12] }".parse().expect("TOML"), &["one"]).expect("a schema"),
    );
    let mut store = Store::new(Arc::clone(&schema), schema.fresh());
    c.bench_function("call/fresh memory, one read and write", |b| {
        b.iter(|| vm.call_with(&remember, |args| args.memory_mut(&mut store)).map(|_| ()));
    });
    c.bench_function("call/loop of 1000", |b| b.iter(|| vm.call(&looping, &[])));
    c.bench_function("sandbox/new and load", |b| b.iter(|| sandbox().load("main").map(|_| ())));
}

/// A game with one rule point, told one number.
const POINTS: [Point; 1] = [Point {
    name: "march_cost",
    section: "6",
    cadence: Cadence::Query,
    facts: &[Fact { name: "pieces", kind: FactKind::Count, unit: "pieces", help: "" }],
    told: "MarchFacts",
    answer: Answer::Count(0, 15),
    unit: "commands",
    default: "",
    eyes: Eyes::Public,
    help: "",
}];

/// What asking a pack costs in an operation of its own: budget on, `default` at hand, no answer known from before.
fn points(c: &mut Criterion) {
    let ground = Ground {
        points: &POINTS,
        additions: &[],
        moment: &[],
        seats: &["french", "austrian"],
        places: Rc::new(|_, _| String::new()),
        printed: Rc::new(|_, _| Ok(1)),
        memory: 0,
    };
    let packs = Packs::find(&Files::builtin(), "triomphe");
    let some = packs.of_kind(Kind::Variant).next().expect("a variant is built in");
    for (name, body) in
        [("a number", "return 1"), ("reads a fact", "return facts.pieces"), ("asks default", "return default()")]
    {
        let mut pack = some.clone();
        let rules = format!("return {{ march_cost = function(facts, default) {body} end }}");
        pack.files.insert("rules.luau".to_owned(), rules);
        let stack = Stack::open(&ground, &[pack], &HookMask::new(), &Watch::default()).expect("the pack loads");
        c.bench_function(&format!("point/{name}"), |b| {
            b.iter(|| {
                let _operation = stack.operation();
                stack.ask(0, &[], black_box(&[2]), &[])
            });
        });
    }
}

fn memory(c: &mut Criterion) {
    let schema = memory_schema();
    let memory = schema.fresh();
    c.bench_function(&format!("memory/10^6 clones of {} bytes", schema.bytes()), |b| {
        b.iter(|| (0..1_000_000).for_each(|_| drop(black_box(memory.clone()))));
    });
    c.bench_function("memory/hash", |b| b.iter(|| state_hash(black_box(&memory))));
    let viewer = schema.seat("french").expect("a seat");
    c.bench_function("memory/view", |b| b.iter(|| schema.view(black_box(&memory), viewer)));
    let fatigue = schema.id("fatigue").expect("a field");
    c.bench_function("memory/get", |b| b.iter(|| schema.get(black_box(&memory), fatigue, Some(viewer))));
}

criterion_group! {
    name = script;
    config = Criterion::default().sample_size(20);
    targets = calls, points, memory
}
criterion_main!(script);
