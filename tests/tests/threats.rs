//! `THREATS.md` promises nothing that no test proves.

use std::collections::BTreeSet;
use std::path::Path;

/// The tests that the page names, as `path/of/file.rs:name_of_the_test`.
fn named(page: &str) -> BTreeSet<(String, String)> {
    let quoted = page.split('`').skip(1).step_by(2);
    quoted
        .filter_map(|text| text.split_once(".rs:"))
        .map(|(file, name)| (format!("{file}.rs"), name.to_owned()))
        .collect()
}

/// Whether a file holds a test of this name.
fn has_test(text: &str, name: &str) -> bool {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    lines.iter().enumerate().any(|(k, line)| {
        let here =
            line.strip_prefix("fn ").and_then(|rest| rest.strip_prefix(name)).is_some_and(|r| r.starts_with("()"));
        let above = lines[..k].iter().rev().take_while(|line| line.starts_with("#["));
        here && above.into_iter().any(|line| *line == "#[test]")
    })
}

#[test]
fn every_promise_names_a_test_that_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let page = std::fs::read_to_string(root.join("THREATS.md")).unwrap();
    let tests = named(&page);
    assert!(tests.len() > 25, "{tests:?}");
    for (file, name) in &tests {
        let text = std::fs::read_to_string(root.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert!(has_test(&text, name), "{file} has no test {name}");
    }
    // each has been seen to fail without its guard
    let guards = std::fs::read_to_string(root.join("tests/GUARDS.md")).unwrap();
    for (file, name) in &tests {
        let stem = Path::new(file).file_stem().unwrap().to_string_lossy();
        assert!(guards.contains(&format!("| `{stem}: {name}` |")), "GUARDS.md has no row for {file}:{name}");
    }
    for place in guards.split('`').skip(1).step_by(2).filter(|text| text.contains('/')) {
        let file = place.split(':').next().unwrap();
        assert!(root.join(file).exists(), "{place}: there is no such file");
    }
    // every row of a table of promises names one
    for row in page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| ---")) {
        let head = ["| promise |", "| attack |"].iter().any(|head| row.starts_with(head));
        assert!(head || row.contains(".rs:"), "no test: {row}");
    }
}

#[test]
fn a_test_that_is_not_there_is_missed() {
    let text = "#[test]\nfn here() {}\n\nfn no_test() {}\n#[cfg(unix)]\n#[test]\nfn on_unix() {}";
    assert!(has_test(text, "here") && has_test(text, "on_unix"));
    assert!(!has_test(text, "no_test") && !has_test(text, "her") && !has_test(text, "nowhere"));
    assert_eq!(named("`a/b.rs:c` and `d` and `e.rs:f`").len(), 2);
}
