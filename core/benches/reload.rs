//! What it takes to read the packs of a match anew while their author works on them.
#![allow(missing_docs)] // criterion's macros make public items

use std::hint::black_box;
use std::path::Path;

use bormida_core::games::triomphe::TriompheKit;
use bormida_core::games::{Spec, Vacant, house};
use bormida_core::kernel::{HookMask, Kit, Reread, Rng, Seed, Table};
use bormida_core::pack::builtin::Files;
use criterion::{Criterion, criterion_group, criterion_main};

const MANIFEST: &str =
    "id = \"mud\"\ngame = \"triomphe\"\nkind = \"variant\"\nversion = \"1\"\napi = 0\ntitle = \"Mud\"\n";
const RULES: &str = "return { commands = function(facts, default) return default() end }";
const ORDERS: u32 = 130;

/// A folder of packs with the variant `mud`.
fn packs(folder: &Path) -> Files {
    let mud = folder.join("mud");
    std::fs::create_dir_all(&mud).expect("a folder");
    std::fs::write(mud.join("pack.toml"), MANIFEST).expect("a manifest");
    std::fs::write(mud.join("rules.luau"), RULES).expect("rules");
    Files::over(folder)
}

fn begun(files: &Files) -> Box<dyn Table> {
    let house = house(files).expect("the games of the house");
    let about = house.game("triomphe").expect("the game").about();
    let spec = Spec { variants: vec!["mud".to_owned()], all_seeing: true, seed: Seed(5), ..Spec::default() };
    let header = spec.header(&about, Vacant::People).expect("a header");
    let mut table = house.start(header, None).expect("a match");
    let mut rng = Rng::with_seed(1);
    while table.number() < ORDERS {
        let order = table.any_order(&mut rng).expect("an order").text;
        table.play_text(&order).expect("it is legal");
    }
    table
}

fn reload(c: &mut Criterion) {
    let disk = tempfile::tempdir().expect("a folder");
    let files = packs(disk.path());
    let (settings, mud) = (Default::default(), ["mud".to_owned()]);
    let kit = || TriompheKit::load(&files, &settings, &mud).expect("a kit");
    c.bench_function("reload/read board, numbers and packs", |b| b.iter(|| black_box(kit())));
    let ready = kit();
    c.bench_function("reload/open the scripts", |b| b.iter(|| black_box(ready.open(&HookMask::new()).is_ok())));
    let mut table = begun(&files);
    let mut turn = 0;
    c.bench_function("reload/a match at order 130", |b| {
        b.iter(|| {
            turn += 1;
            std::fs::write(disk.path().join("mud/rules.luau"), format!("-- {turn}\n{RULES}")).expect("rules");
            assert_eq!(table.reread(None).expect("the packs are whole"), Reread::Fits);
        });
    });
}

criterion_group! {
    name = packs_anew;
    config = Criterion::default().sample_size(10);
    targets = reload
}
criterion_main!(packs_anew);
