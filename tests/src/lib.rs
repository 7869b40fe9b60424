//! What the tests of Bormida share.

pub mod toys;
