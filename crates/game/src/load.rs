//! Named loads for benchmarks.

/// A piece of work of fixed size whose answer is known, so that a faster program that plays by
/// other rules does not pass.
#[derive(Clone, Copy, Debug)]
pub struct BenchLoad {
    /// Its name on the command line.
    pub name: &'static str,
    /// What is done, in one line: map, units, where the orders come from.
    pub about: &'static str,
    /// What is counted: orders, turns, phases.
    pub unit: &'static str,
    /// The answer of every pass.
    pub answer: u64,
    /// Does the work once.
    pub pass: fn() -> BenchWork,
}

/// What one pass did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchWork {
    /// How many units of work.
    pub units: u64,
    /// What came out, folded into one number.
    pub answer: u64,
}
