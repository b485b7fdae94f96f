//! Lines out of a stream of bytes.

use crate::protocol::LONGEST_LINE;

/// What a bot wrote and nobody has read yet, as lines.
#[derive(Clone, Debug, Default)]
pub struct Inbox {
    bytes: Vec<u8>,
    /// How many of the bytes were read: they go when there are many, and not line by line.
    read: usize,
    /// How far the bytes are known to hold no newline.
    searched: usize,
}

/// A bot wrote more than [`LONGEST_LINE`] bytes without a newline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLong;

impl Inbox {
    /// Takes bytes as they come.
    pub fn take(&mut self, bytes: &[u8]) {
        if self.read > LONGEST_LINE {
            self.forget_read();
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// Whether so much is unread that the bot should be left waiting.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.rest().len() > LONGEST_LINE
    }

    /// The next whole line without its newline; none if there is none yet. Empty lines are skipped.
    ///
    /// # Errors
    /// If the line grows beyond all measure.
    pub fn line(&mut self) -> Result<Option<Vec<u8>>, TooLong> {
        loop {
            let Some(length) = self.bytes[self.searched..].iter().position(|byte| *byte == b'\n') else {
                self.forget_read();
                self.searched = self.bytes.len();
                return if self.is_full() { Err(TooLong) } else { Ok(None) };
            };
            let end = self.searched + length + 1;
            let line = &self.bytes[self.read..end];
            (self.read, self.searched) = (end, end);
            if line.len() > LONGEST_LINE {
                return Err(TooLong);
            }
            let line = line.trim_ascii_end();
            if !line.is_empty() {
                return Ok(Some(line.to_vec()));
            }
        }
    }

    fn forget_read(&mut self) {
        self.bytes.drain(..self.read);
        self.searched -= self.read;
        self.read = 0;
    }

    /// Everything that nobody has read, whole lines or not.
    #[must_use]
    pub fn everything(&mut self) -> Vec<u8> {
        self.forget_read();
        self.searched = 0;
        std::mem::take(&mut self.bytes)
    }

    /// What was begun and not ended with a newline.
    #[must_use]
    pub fn rest(&self) -> &[u8] {
        &self.bytes[self.read..]
    }
}

/// The last lines of what a bot wrote to standard error.
#[derive(Clone, Debug, Default)]
pub struct LogTail {
    bytes: Vec<u8>,
}

impl LogTail {
    const MOST: usize = 8 << 10;
    const LINES: usize = 10;
    const LONGEST: usize = 500;

    /// Takes bytes as they come, and forgets old ones.
    pub fn take(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        if self.bytes.len() > 2 * Self::MOST {
            self.bytes.drain(..self.bytes.len() - Self::MOST);
        }
    }

    /// The last lines, made harmless for a terminal.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let written = self.bytes.trim_ascii_end();
        if written.is_empty() {
            return Vec::new();
        }
        let lines = written.rsplit(|byte| *byte == b'\n').take(Self::LINES);
        let mut last: Vec<String> =
            lines.map(|line| shown(line.strip_suffix(b"\r").unwrap_or(line), Self::LONGEST)).collect();
        last.reverse();
        last
    }
}

/// A line of text, made harmless for a terminal: without control characters, and without those that
/// turn the direction of writing.
#[must_use]
pub fn harmless(line: &str) -> String {
    let is_harmful = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
            || matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}' | '\u{2029}')
    };
    line.chars().map(|letter| if is_harmful(letter) { '\u{fffd}' } else { letter }).collect()
}

/// What a bot wrote, made harmless for a terminal, and cut after so many letters.
#[must_use]
pub fn shown(written: &[u8], most: usize) -> String {
    let text = harmless(&sdk::charset::readable(written));
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_out_whole_however_they_arrive() {
        let text = b"\n{\"a\":1}\r\n\n  \nsecond\nhalf";
        for step in 1..text.len() {
            let mut inbox = Inbox::default();
            let mut lines = Vec::new();
            for part in text.chunks(step) {
                inbox.take(part);
                while let Some(line) = inbox.line().unwrap() {
                    lines.push(String::from_utf8(line).unwrap());
                }
            }
            assert_eq!(lines, ["{\"a\":1}", "second"]);
            assert_eq!(inbox.rest(), b"half");
        }
    }

    #[test]
    fn a_line_without_end_is_noticed() {
        let mut inbox = Inbox::default();
        inbox.take(&vec![b'x'; LONGEST_LINE]);
        assert_eq!(inbox.line(), Ok(None));
        inbox.take(b"x");
        assert_eq!(inbox.line(), Err(TooLong));
    }

    #[test]
    fn nothing_that_a_terminal_obeys_is_shown() {
        for letter in ['\u{1b}', '\n', '\u{7f}', '\u{9b}', '\u{202a}', '\u{202e}', '\u{2066}', '\u{2069}'] {
            assert_eq!(harmless(&format!("a{letter}b")), "a\u{fffd}b", "{letter:?}");
        }
        assert_eq!(harmless("沙盘 é ‘x’"), "沙盘 é ‘x’");
    }

    #[test]
    fn only_the_last_lines_of_the_log_are_kept() {
        let mut tail = LogTail::default();
        for number in 0..100_000 {
            tail.take(format!("line {number}\n").as_bytes());
        }
        tail.take(b"\x1b[2Jdone");
        let lines = tail.lines();
        assert_eq!(lines.len(), 10);
        assert_eq!(lines[9], "\u{fffd}[2Jdone");
        assert!(tail.bytes.len() <= 2 * LogTail::MOST);
    }
}
