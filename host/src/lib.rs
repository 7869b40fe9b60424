//! What the program is made of: painters that turn scenes into pictures, and the window.

pub mod app;
pub mod paint;
