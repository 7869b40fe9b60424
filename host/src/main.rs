//! The Bormida program.

fn main() -> std::process::ExitCode {
    bormida_host::cli::main()
}
