//! A match whose program is killed again and again. In a file of its own: while a child is being made it holds every lock
//! of its parent for a moment, which would be in the way of other tests.

use bormida_core::kernel::*;
use bormida_tests::toys::ford::{FordKit, Variant};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

fn kit() -> Arc<FordKit> {
    Arc::new(FordKit::with(Variant::Breaks))
}

fn begin(path: &Path) -> Match<FordKit> {
    Match::start(kit(), Header { friendly: true, seed: Seed(5), ..Header::default() }, Some(path)).unwrap()
}

/// Plays on at a file and says after each order how many are on the disk.
fn play_for_ever(path: &Path) {
    let mut game = match path.exists() {
        true => Match::load(kit(), path, Trust::SamePacks).unwrap().game,
        false => begin(path),
    };
    let mut rng = Rng::with_seed(u64::from(std::process::id()));
    let mut out = std::io::stdout();
    while matches!(game.ask(), Ask::Ask(_)) {
        let order = game.game().sample(game.state(), &mut rng, Policy::Uniform).unwrap();
        if game.play(&order).is_ok() {
            out.write_all(format!("\n#{} {}\n", game.number(), game.hash()).as_bytes()).unwrap();
            out.flush().unwrap();
        }
    }
}

#[test]
fn a_killed_program_loses_at_most_the_order_in_flight() {
    if let Some(path) = std::env::var_os("PLAY_FOR_EVER") {
        return play_for_ever(Path::new(&path));
    }
    let dir = tempfile::tempdir().unwrap();
    let (mut file, mut in_play, mut rng) = (0, 0, Rng::with_seed(7));
    for _ in 0..100 {
        let path = dir.path().join(format!("{file}.match"));
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "a_killed_program_loses_at_most_the_order_in_flight", "--nocapture"])
            .env("PLAY_FOR_EVER", &path)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_micros(rng.u64(5_000..40_000)));
        child.kill().unwrap();
        let printed = child.wait_with_output().unwrap().stdout;
        let printed = String::from_utf8_lossy(&printed);
        let whole_lines = printed.rsplit_once('\n').map_or("", |(lines, _)| lines);
        let told = whole_lines.lines().filter_map(|line| line.strip_prefix('#')?.split_once(' ')).next_back();
        if !path.exists() {
            assert!(told.is_none());
            continue;
        }
        let loaded = match Match::load(kit(), &path, Trust::SamePacks) {
            Ok(loaded) => loaded,
            Err(trouble) => {
                // killed while the header was written: there was no order to lose
                assert!(told.is_none() && trouble.to_string().contains("line 1"), "{trouble}");
                std::fs::remove_file(&path).unwrap();
                continue;
            }
        };
        assert_eq!(loaded.divergence, None);
        if let Some((n, hash)) = told {
            let n: u32 = n.parse().unwrap();
            let there = loaded.game.number();
            assert!(there == n || there == n + 1, "{n} orders were told to be safe, {there} are there");
            assert_eq!(state_hash(loaded.game.state_after(n).unwrap()), u64::from_str_radix(hash, 16).unwrap());
            in_play += 1;
        }
        if matches!(loaded.game.ask(), Ask::Over(_)) {
            file += 1;
        }
    }
    assert!(in_play >= 30, "only {in_play} of 100 kills struck a match in play");
}
