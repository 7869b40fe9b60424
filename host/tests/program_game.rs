//! `docs/game-in-lua.md` is true: what stands there to be typed is typed, in an empty folder.

mod program_desk;

use program_desk::Desk;
use std::fs;

/// A fenced block of the page: its language, the line of text before it, what it holds.
struct Block {
    language: String,
    before: String,
    text: String,
}

fn blocks(page: &str) -> Vec<Block> {
    let (mut blocks, mut before, mut open) = (Vec::new(), String::new(), None::<Block>);
    for line in page.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(language), None) => {
                let (language, before) = (language.to_owned(), std::mem::take(&mut before));
                open = Some(Block { language, before, text: String::new() });
            }
            (None, Some(block)) => block.text.push_str(&format!("{line}\n")),
            (None, None) if line.trim().is_empty() => {}
            (None, None) => before = line.to_owned(),
        }
    }
    blocks
}

#[test]
fn the_page_on_games_makes_the_game_that_it_tells_of() {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/game-in-lua.md")).unwrap();
    let desk = Desk::new();
    let (mut files, mut commands, mut told) = (0, 0, String::new());
    for block in blocks(&page) {
        if let Some(path) = block.before.strip_suffix(", as a whole:") {
            desk.write(path.trim_matches('`'), &block.text);
            files += 1;
        } else if block.language == "sh" {
            told.clear();
            for line in block.text.lines() {
                if let Some(path) = line.strip_prefix("rm ") {
                    fs::remove_file(desk.path(path)).unwrap_or_else(|e| panic!("{line}: {e}"));
                    continue;
                }
                let words: Vec<&str> = line.split_whitespace().collect();
                assert_eq!(words[0], "bormida", "{line}");
                let output = desk.run(&words[1..]);
                told.push_str(&String::from_utf8_lossy(&output.stdout));
                let complaint = String::from_utf8_lossy(&output.stderr);
                assert!(output.status.success(), "{line}\n{told}\n{complaint}");
                commands += 1;
            }
        } else {
            assert!(block.language.is_empty(), "a block that is neither a file nor commands: {}", block.text);
            for line in block.text.lines().filter(|line| *line != "..") {
                assert!(told.contains(line), "\"{line}\" is not in\n{told}");
            }
        }
    }
    assert!(files >= 8 && commands >= 14, "{files} files, {commands} commands");
}
