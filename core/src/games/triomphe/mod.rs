//! Triomphe à Marengo: areas and approaches, hidden blocks, morale tokens.

pub mod numbers;
pub mod scene;
pub mod setup_file;

pub use numbers::Numbers;
pub use setup_file::SetupFile;
