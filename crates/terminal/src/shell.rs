//! The terminal itself: taking it over, reading it, and giving it back whatever happens.

use crate::app::Next;
use crate::input::{Input, read};
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::terminal::{self, EnterAlternateScreen, LeaveAlternateScreen};
use ratatui::crossterm::{cursor, execute};
use ratatui::{Frame, Terminal};
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
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

/// What fills the terminal: [`App`](crate::App), or something else in tests.
pub trait Program {
    /// Draws everything.
    fn draw(&mut self, frame: &mut Frame<'_>);

    /// Does what the player asked for.
    fn input(&mut self, input: Input) -> Next;

    /// Whether something goes on without the player's doing.
    fn is_busy(&self) -> bool;

    /// Lets go on what goes on without the player's doing.
    fn tick(&mut self) -> Next;

    /// Writes down what must not be lost, because the program is about to end.
    fn keep(&mut self);
}

/// Takes the terminal over, lets the player play, and gives the terminal back, also after a panic
/// or a signal.
///
/// `output` gives the way to the terminal; it is asked again if there is a panic.
///
/// # Errors
/// If the terminal cannot be read or written.
pub fn run<W: Write>(
    program: &mut impl Program,
    output: impl Fn() -> W + Send + Sync + 'static,
) -> io::Result<End> {
    let signal = Arc::new(AtomicUsize::new(0));
    for number in SIGNALS {
        signal_hook::flag::register_usize(number, Arc::clone(&signal), number as usize)?;
    }
    let mut writer = output();
    restore_when_it_panics(output);
    terminal::enable_raw_mode()?;
    let end = execute!(writer, EnterAlternateScreen, EnableMouseCapture, cursor::Hide)
        .and_then(|()| Terminal::new(CrosstermBackend::new(&mut writer)))
        .and_then(|mut terminal| {
            let end = play(program, &mut terminal, &signal);
            // Its destructor shows the cursor, which `restore` does too, and panics where the
            // terminal has gone away.
            std::mem::forget(terminal);
            end
        });
    // Whatever was the end of it.
    program.keep();
    let restored = restore(&mut writer);
    match end {
        // The terminal may have gone away with the signal.
        Ok(End::Signal(_)) => end,
        _ => restored.and(end),
    }
}

/// A panic's message is of no use on a screen that is about to vanish.
fn restore_when_it_panics<W: Write>(output: impl Fn() -> W + Send + Sync + 'static) {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        // If the terminal cannot be restored there is nothing more to be done about it.
        let _ = restore(&mut output());
        usual(panic);
    }));
}

/// Gives the terminal back as it was.
fn restore(output: &mut impl Write) -> io::Result<()> {
    execute!(output, DisableMouseCapture, LeaveAlternateScreen, cursor::Show)?;
    terminal::disable_raw_mode()
}

/// Reads the terminal in a thread of its own, which ends with the program: where a terminal has
/// gone away crossterm never comes back from reading, and a signal must be heard nevertheless.
fn listen() -> Receiver<io::Result<Event>> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        loop {
            let event = event::read();
            let failed = event.is_err();
            if sender.send(event).is_err() || failed {
                return;
            }
        }
    });
    receiver
}

fn play<W: Write>(
    program: &mut impl Program,
    terminal: &mut Terminal<CrosstermBackend<W>>,
    signal: &AtomicUsize,
) -> io::Result<End> {
    let events = listen();
    loop {
        if let number @ 1.. = signal.load(Ordering::Relaxed) {
            return Ok(End::Signal(number as i32));
        }
        terminal.draw(|frame| program.draw(frame))?;
        let wait = if program.is_busy() { Duration::ZERO } else { PATIENCE };
        let first = match events.recv_timeout(wait) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return Err(io::ErrorKind::UnexpectedEof.into()),
        };
        // All that is there is taken before the next drawing: a mouse that moves sends much.
        for event in first.into_iter().chain(events.try_iter()) {
            if let Some(input) = read(&event?)
                && program.input(input) == Next::Quit
            {
                return Ok(End::Left);
            }
        }
        if program.is_busy() && program.tick() == Next::Quit {
            return Ok(End::Left);
        }
    }
}
