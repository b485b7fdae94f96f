//! The terminal as progress bars see it.

use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};
use std::io;
use std::time::Duration;

/// Columns left free at the right for what the terminal echoes of a key: `^C`.
const ROOM_FOR_KEYS: u16 = 3;

/// Where bars are drawn for people who wait: on standard error if that is a terminal, else nowhere.
pub(crate) fn target() -> ProgressDrawTarget {
    const FRAMES_A_SECOND: u8 = 20;
    let term = Term::stderr();
    match term.is_term() {
        true => ProgressDrawTarget::term_like_with_hz(Box::new(Screen(term)), FRAMES_A_SECOND),
        false => ProgressDrawTarget::hidden(),
    }
}

/// A line for people who wait; on anything but a terminal nothing is drawn.
pub(crate) fn spinner() -> ProgressBar {
    let line = ProgressBar::with_draw_target(None, target());
    line.set_style(ProgressStyle::default_spinner());
    line.enable_steady_tick(Duration::from_millis(100));
    line
}

/// A terminal that says it is a little narrower than it is.
///
/// Bars are filled up to the last column. The echo of Ctrl-C would go to the next line then, the
/// next drawing would take that line for its own, and the bar above it would stay.
#[derive(Debug)]
struct Screen(Term);

impl TermLike for Screen {
    fn width(&self) -> u16 {
        TermLike::width(&self.0).saturating_sub(ROOM_FOR_KEYS).max(1)
    }

    fn height(&self) -> u16 {
        TermLike::height(&self.0)
    }

    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_up(n)
    }

    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_down(n)
    }

    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_right(n)
    }

    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_left(n)
    }

    fn write_line(&self, s: &str) -> io::Result<()> {
        self.0.write_line(s)
    }

    fn write_str(&self, s: &str) -> io::Result<()> {
        self.0.write_str(s)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.0.clear_line()
    }

    fn flush(&self) -> io::Result<()> {
        self.0.flush()
    }
}
