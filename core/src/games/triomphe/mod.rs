//! Triomphe à Marengo: areas and approaches, hidden blocks, morale tokens.

pub mod numbers;

pub use numbers::Numbers;
