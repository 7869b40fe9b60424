//! Rebuilds the library when a built-in file is added, changed or removed.

fn main() {
    println!("cargo::rerun-if-changed=../data");
    println!("cargo::rerun-if-changed=../scripts");
}
