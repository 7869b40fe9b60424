//! A folder of its own for a test, with the program in it.

#![allow(dead_code, unreachable_pub, missing_docs, reason = "each test file uses a part of it")]

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// A folder of its own for a test, with the program in it.
pub struct Desk {
    folder: tempfile::TempDir,
}

impl Desk {
    pub fn new() -> Desk {
        Desk { folder: tempfile::tempdir().unwrap() }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bormida"));
        command.args(args).current_dir(self.folder.path());
        command.env("XDG_DATA_HOME", self.path("home")).env("HOME", self.path("home"));
        command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        command
    }

    pub fn run(&self, args: &[&str]) -> Output {
        self.typing(args, b"")
    }

    /// Runs a command with an input.
    pub fn typing(&self, args: &[&str], input: &[u8]) -> Output {
        let mut command = self.command(args);
        let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = piped.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = input.to_vec();
        // a program that leaves early closes its end: that is no failure of the test
        let typist = std::thread::spawn(move || stdin.write_all(&input));
        let output = child.wait_with_output().unwrap();
        let _ = typist.join().unwrap();
        assert!(!stderr(&output).contains("panicked"), "{args:?}: {}", stderr(&output));
        output
    }

    /// Runs the program where a file may have six kilobytes and no more, as on a full disk; none where there is no bash.
    #[cfg(target_os = "linux")]
    pub fn on_a_small_disk(&self, args: &[&str], input: &str) -> Option<Output> {
        if !std::path::Path::new("/bin/bash").exists() {
            return None;
        }
        let mut shell = Command::new("/bin/bash");
        shell.args(["-c", "trap '' XFSZ; ulimit -f 6; exec \"$@\"", "bash"]).arg(self.command(args).get_program());
        shell.args(args).current_dir(self.path("")).env("XDG_DATA_HOME", self.path("home"));
        let mut child = shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        Some(child.wait_with_output().unwrap())
    }

    pub fn json(&self, args: &[&str]) -> (i32, Value) {
        let output = self.run(args);
        let object = serde_json::from_slice(&output.stdout);
        (output.status.code().unwrap(), object.unwrap_or_else(|e| panic!("{args:?}: {e}: {}", stdout(&output))))
    }

    /// A whole match of two bots, saved as `name`.
    pub fn match_of_bots(&self, name: &str, seed: &str) -> Value {
        let seats = ["--seat", "austrian=random", "--seat", "french=random"];
        let args = [&["play", "triomphe", "--json", "--seed", seed, "--save", name][..], &seats].concat();
        let (status, object) = self.json(&args);
        assert_eq!(status, 0, "{object}");
        object
    }
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The exit status and all that was said.
pub fn said(output: &Output) -> (i32, String) {
    (output.status.code().unwrap(), stdout(output) + &stderr(output))
}

/// Says that a test, or the rest of it, proves nothing here.
#[expect(clippy::print_stderr, reason = "who reads the test's output should know")]
pub fn skipped(why: &str) {
    eprintln!("skipped: {why}");
}
