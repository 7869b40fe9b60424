//! Rebuilds the library when a built-in file is added, changed or removed, and stamps the program's own part of the rules:
//! one word for what all games share, one for each game, which change with any of the sources behind them.

use std::path::{Path, PathBuf};

/// The sources that every game's rules rest on.
const SHARED: [&str; 4] = ["src/board", "src/kernel", "src/pack", "src/script"];
/// How games declare their numbers and rule points.
const SHARED_FILES: [&str; 3] = ["src/games/asked.rs", "src/games/points.rs", "src/games/settings.rs"];
/// What decides no order: the rooms of a game for bots, cases and scenes; where packs lie and how findings read, since a
/// match records what was read of them.
const NO_RULES: [&str; 10] =
    ["bots", "case", "case_words", "scene", "archive", "diagnostic", "find", "nearest", "plain", "rulebook"];

fn main() {
    println!("cargo::rerun-if-changed=../data");
    println!("cargo::rerun-if-changed=../scripts");
    println!("cargo::rerun-if-changed=../docs/rules");
    let mut shared = Fnv::default();
    for folder in SHARED {
        println!("cargo::rerun-if-changed={folder}");
        shared.folder(Path::new(folder));
    }
    for file in SHARED_FILES {
        shared.bytes(&std::fs::read(file).unwrap_or_default());
    }
    println!("cargo::rerun-if-changed=src/games");
    for game in listed(Path::new("src/games")).into_iter().filter(|path| path.is_dir()) {
        let mut rules = shared;
        rules.folder(&game);
        let name = game.file_name().map(|name| name.to_string_lossy().to_uppercase()).unwrap_or_default();
        println!("cargo::rustc-env=RULES_{name}={}", rules.word());
    }
}

fn listed(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
    paths.sort();
    paths
}

/// The hash FNV-1a of 64 bits: the same on every machine and with every compiler.
#[derive(Clone, Copy)]
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn folder(&mut self, folder: &Path) {
        for path in listed(folder) {
            let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            if NO_RULES.contains(&name.as_str()) || name == "tests" || name.ends_with("_tests") {
                continue;
            }
            self.bytes(name.as_bytes());
            match path.is_dir() {
                true => self.folder(&path),
                false => self.bytes(&std::fs::read(&path).unwrap_or_default()),
            }
        }
    }

    fn bytes(&mut self, bytes: &[u8]) {
        // a checkout may have other line ends
        for byte in bytes.iter().filter(|byte| **byte != b'\r') {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn word(self) -> String {
        format!("{:016x}", self.0)
    }
}
