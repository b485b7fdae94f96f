//! Printing: the only way from this program to a terminal.
//!
//! What is printed quotes strangers: compilers that quote sources, names of files, maps and cases,
//! what a bot wrote. So nothing that is printed as text moves the cursor, changes colours or turns
//! the direction of writing: such characters are replaced here, whoever forgot to. `clippy.toml`
//! forbids the standard streams elsewhere.
#![allow(clippy::disallowed_methods, reason = "this is where the streams are")]

use matches::inbox::harmless;
use std::borrow::Cow;
use std::fmt;
use std::io::{self, ErrorKind, IsTerminal, Stdout, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Writes to standard output.
pub(crate) fn print(text: fmt::Arguments<'_>) {
    if !UNREAD.load(Ordering::Relaxed) {
        settle(io::stdout().write_all(harmless_text(&text.to_string()).as_bytes()));
    }
}

/// Writes a message to standard error. If nobody reads it the exit status has to say it.
pub(crate) fn print_error(text: fmt::Arguments<'_>) {
    let _ = io::stderr().write_all(harmless_text(&text.to_string()).as_bytes());
}

/// Writes a document of our own types for programs, in one line.
pub(crate) fn print_json(document: &impl serde::Serialize) {
    // Our own types always have a JSON form.
    print(format_args!("{}\n", serde_json::to_string(document).unwrap_or_default()));
}

/// Whether standard error is somebody's terminal.
pub(crate) fn is_error_shown() -> bool {
    io::stderr().is_terminal()
}

/// Standard output for those whose bytes are the rules' business: a graded dialogue.
pub(crate) fn raw() -> Stdout {
    io::stdout()
}

/// Text of several lines without what could take over a terminal.
fn harmless_text(text: &str) -> Cow<'_, str> {
    let lines = text.split_inclusive('\n').map(|line| match line.strip_suffix('\n') {
        Some(line) => harmless(line) + "\n",
        None => harmless(line),
    });
    let is_plain = |byte: u8| byte == b'\n' || byte.is_ascii_graphic() || byte == b' ';
    if text.bytes().all(is_plain) { Cow::Borrowed(text) } else { Cow::Owned(lines.collect()) }
}

/// Writes what is no text to standard output.
pub(crate) fn print_bytes(bytes: &[u8]) {
    settle(io::stdout().write_all(bytes).and_then(|()| io::stdout().flush()));
}

/// Whether whoever read what is printed has gone away.
static UNREAD: AtomicBool = AtomicBool::new(false);

/// When whoever read it has gone away nothing more is printed, but what was asked about is still
/// found out: the exit status tells it. When it cannot be written for another reason, what was
/// asked for failed.
fn settle(written: io::Result<()>) {
    if let Err(error) = written {
        if error.kind() == ErrorKind::BrokenPipe {
            UNREAD.store(true, Ordering::Relaxed);
            return;
        }
        let _ = writeln!(io::stderr(), "error: cannot write to standard output: {error}");
        std::process::exit(1);
    }
}

/// Like `print!`, but a closed pipe is no panic.
macro_rules! out {
    ($($text:tt)*) => { $crate::out::print(format_args!($($text)*)) };
}

/// Like `eprintln!`, but what strangers wrote is made harmless.
macro_rules! errln {
    ($($text:tt)*) => { $crate::out::print_error(format_args!("{}\n", format_args!($($text)*))) };
}

/// Like `println!`, but a closed pipe is no panic.
macro_rules! outln {
    ($($text:tt)*) => { $crate::out::print(format_args!("{}\n", format_args!($($text)*))) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_printed_takes_over_a_terminal() {
        let hostile = "a\u{1b}[2Jb\r\u{9b}31m\u{202e}c\u{7}\u{200f}\u{2028}\nplain \u{6c99}\n";
        let safe = harmless_text(hostile);
        assert!(safe.chars().all(|letter| letter == '\n' || !letter.is_control()), "{safe:?}");
        assert!(!safe.contains(['\u{202e}', '\u{200f}', '\u{2028}']), "{safe:?}");
        assert!(safe.ends_with("\nplain \u{6c99}\n"), "{safe:?}");
        assert_eq!(harmless_text("as it is\n"), "as it is\n");
    }
}
