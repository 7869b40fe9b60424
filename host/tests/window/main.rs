//! The window without a display, driven by labels as a person or a screen reader would drive it.

mod cards;
mod change;
mod console;
mod copy;
mod field;
mod harness;
mod hexes;
mod input;
mod lesson;
mod memory;
mod new_game;
mod packs;
mod past;
mod play;
mod rules;
mod settings;
mod study;
