//! Small games that are kept for ever: what the kernel promises is proved on them before a real game relies on it.

pub mod ferry;
pub mod field;
pub mod ford;
