//! The rules engine of Bormida: a kernel that every game shares, boards, packs, scripts, games and bots. It opens no
//! window, reads no clock and keeps no global state.

pub mod board;
pub mod bots;
pub mod conformance;
pub mod fuzz;
pub mod games;
pub mod kernel;
pub mod lesson;
pub mod pack;
pub mod scene;
pub mod script;
pub mod study;
