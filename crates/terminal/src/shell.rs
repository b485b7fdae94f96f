//! The terminal itself: taking it over, reading it, and giving it back whatever happens.

use crate::app::{App, Next};
use crate::input::Input;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::terminal::{self, EnterAlternateScreen, LeaveAlternateScreen};
use ratatui::crossterm::{cursor, execute};
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The player left.
    Left,
    /// The program was told to end by this signal.
    Signal(i32),
}

/// How long to wait for a key before looking whether a signal has come.
const PATIENCE: Duration = Duration::from_millis(200);

/// Signals that ask a program to end.
#[cfg(unix)]
const SIGNALS: [i32; 3] =
    [signal_hook::consts::SIGTERM, signal_hook::consts::SIGINT, signal_hook::consts::SIGHUP];
#[cfg(not(unix))]
const SIGNALS: [i32; 2] = [signal_hook::consts::SIGTERM, signal_hook::consts::SIGINT];

/// Takes the terminal over, lets the player play, and gives the terminal back.
///
/// A panic does not go through here: call [`restore`] in a panic hook.
///
/// # Errors
/// If the terminal cannot be read or written.
pub fn run(app: &mut App, mut output: impl Write) -> io::Result<End> {
    let signal = Arc::new(AtomicUsize::new(0));
    for number in SIGNALS {
        signal_hook::flag::register_usize(number, Arc::clone(&signal), number as usize)?;
    }
    terminal::enable_raw_mode()?;
    execute!(output, EnterAlternateScreen, EnableMouseCapture, cursor::Hide)?;
    let end = play(app, &mut Terminal::new(CrosstermBackend::new(&mut output))?, &signal);
    restore(&mut output)?;
    end
}

/// Gives the terminal back as it was. Harmless if it was not taken over.
///
/// # Errors
/// If the terminal cannot be written.
pub fn restore(output: &mut impl Write) -> io::Result<()> {
    execute!(output, DisableMouseCapture, LeaveAlternateScreen, cursor::Show)?;
    terminal::disable_raw_mode()
}

fn play<W: Write>(
    app: &mut App,
    terminal: &mut Terminal<CrosstermBackend<W>>,
    signal: &AtomicUsize,
) -> io::Result<End> {
    loop {
        terminal.draw(|frame| app.draw(frame))?;
        if let number @ 1.. = signal.load(Ordering::Relaxed) {
            app.keep();
            return Ok(End::Signal(number as i32));
        }
        let wait = if app.is_busy() { Duration::ZERO } else { PATIENCE };
        // All that is there is taken before the next drawing: a mouse that moves sends much.
        let mut there = event::poll(wait)?;
        while there {
            if let Some(input) = Input::read(&event::read()?)
                && app.input(input) == Next::Quit
            {
                return Ok(End::Left);
            }
            there = event::poll(Duration::ZERO)?;
        }
        if app.is_busy() && app.tick() == Next::Quit {
            return Ok(End::Left);
        }
    }
}
