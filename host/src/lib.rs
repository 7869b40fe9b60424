//! What the program is made of: painters that turn scenes into pictures, the window, and the terminal.

pub mod app;
mod broken;
pub mod cli;
mod clipped;
mod in_place;
mod installing;
pub mod paint;
mod remarks;
pub mod saves;
mod seed;
mod spoken;
mod succession;
pub mod watchman;
