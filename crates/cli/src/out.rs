//! Printing to standard output.

use std::fmt;
use std::io::{self, ErrorKind, Write};

/// Writes to standard output. When whoever read it has gone away there is nothing more to do; when it cannot be written for
/// another reason, what was asked for failed.
pub(crate) fn print(text: fmt::Arguments<'_>) {
    if let Err(error) = io::stdout().write_fmt(text) {
        if error.kind() == ErrorKind::BrokenPipe {
            std::process::exit(0);
        }
        let _ = writeln!(io::stderr(), "error: cannot write to standard output: {error}");
        std::process::exit(1);
    }
}

/// Like `print!`, but a closed pipe is no panic.
macro_rules! out {
    ($($text:tt)*) => { $crate::out::print(format_args!($($text)*)) };
}

/// Like `println!`, but a closed pipe is no panic.
macro_rules! outln {
    ($($text:tt)*) => { $crate::out::print(format_args!("{}\n", format_args!($($text)*))) };
}
