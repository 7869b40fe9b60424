//! The rules engine of Bormida.
