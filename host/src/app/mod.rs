//! The window.

mod board;
mod camera;

pub use board::{BoardView, Glow, Light, Pointed};
pub use camera::Camera;
