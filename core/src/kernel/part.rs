//! A part: an id for something that a scene draws and a player can point at.

use serde::{Deserialize, Serialize};

/// An id for something that a scene draws and an order can name: a locale, an approach, a crossing, a box. Parts are
/// places or public things; a hidden piece is never a part of its own beyond one view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Part(pub u32);
