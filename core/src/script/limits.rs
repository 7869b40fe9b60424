//! What one pack's virtual machine may use.

/// Upper bounds of one sandbox.
///
/// Fuel is counted in interrupts: Luau meets one at every call, return and turn of a loop, and library work is charged
/// by its size, so that a count is the same on every run and every machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Interrupts that one call from the host may spend.
    pub call_fuel: u64,
    /// Bytes that the virtual machine may hold; an empty one takes about half a megabyte.
    pub memory: usize,
    /// Bytes of one source file.
    pub file: usize,
    /// Bytes of all source files of a pack.
    pub pack: usize,
    /// Bytes of a string that a library function may take or make.
    pub text: usize,
    /// Bytes of all strings in one piece of data that crosses the border.
    pub texts: usize,
    /// Elements of a table that a library function may work on.
    pub items: usize,
    /// Bytes of a string that a pattern may be matched against: a matcher walks that far between two interrupts.
    pub subject: usize,
    /// Depth of nested tables that may cross the border.
    pub depth: usize,
    /// Values that may cross the border in one piece of data.
    pub values: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            call_fuel: 200_000, // about 5 ms of plain loops
            memory: 16 << 20,
            file: 256 << 10,
            pack: 2 << 20,
            text: 64 << 10,
            texts: 256 << 10,
            items: 64 << 10,
            subject: 1 << 10,
            depth: 8,
            values: 4096,
        }
    }
}
