//! The window.

mod badge;
mod board;
mod camera;
mod composer;
mod desk;
mod files;
mod first;
mod letters;
mod lights;
mod line;
mod look;
mod match_page;
mod new_game;
mod panels;
mod run;
mod sitting;
mod thinker;
mod why;
mod words;

pub use badge::Badge;
pub use board::{BoardView, Drag, Glow, Light, Pointed};
pub use camera::Camera;
pub use desk::Desk;
pub use run::run;
