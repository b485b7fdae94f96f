//! The terminal after a panic: a real one, in tmux.

use ratatui::Frame;
use std::io;
use terminal::{Input, Next, Program};

/// Panics at the first key.
struct Fragile;

impl Program for Fragile {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        frame.render_widget("ready", frame.area());
    }

    fn input(&mut self, _: Input) -> Next {
        panic!("as expected");
    }

    fn is_busy(&self) -> bool {
        false
    }

    fn tick(&mut self) -> Next {
        Next::Stay
    }

    fn keep(&mut self) {}
}

/// Not a test: what the test below runs in a terminal.
#[test]
#[ignore = "it is run by a_panic_leaves_the_terminal_as_it_was"]
fn fragile_program() {
    let _ = terminal::run(&mut Fragile, io::stdout);
}

#[test]
fn a_panic_leaves_the_terminal_as_it_was() {
    let Some(screen) = testing::tmux::Screen::open("panic") else { return };
    let test = std::env::current_exe().unwrap();
    screen.run(&format!(
        "RUST_BACKTRACE=0 {} --ignored --exact --nocapture fragile_program; stty -a | grep -o -- '-*icanon'; echo done",
        test.display()
    ));
    screen.wait_for("ready");
    screen.keys(&["x"]);
    let text = screen.wait_for("done");
    assert!(text.contains("as expected"), "{text}");
    assert!(text.lines().any(|line| line == "icanon"), "{text}");
    assert_eq!(screen.modes(), "001", "alternate screen, mouse, cursor");
}
