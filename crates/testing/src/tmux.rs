//! A real terminal of 80 × 24, held by tmux, to run programs in.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::thread::sleep;
use std::time::Duration;

/// A terminal of its own; it is gone when this is dropped.
#[derive(Debug)]
pub struct Screen {
    /// The name of a tmux server that nobody else uses.
    server: String,
    script: PathBuf,
}

/// How often the screen is looked at before a test gives up, and how long it rests in between.
const LOOKS: u32 = 400;
const REST: Duration = Duration::from_millis(50);

impl Screen {
    /// A terminal for the test of this name. Where tmux is missing the reason is printed, and the
    /// test is to be skipped.
    #[must_use]
    #[allow(clippy::print_stdout, reason = "a skipped test says why")]
    pub fn open(name: &str) -> Option<Self> {
        if Command::new("tmux").arg("-V").output().is_err() {
            println!("skipped: tmux is not installed");
            return None;
        }
        let server = format!("sandtable-{}-{name}", std::process::id());
        let script = std::env::temp_dir().join(format!("{server}.sh"));
        Some(Self { server, script })
    }

    /// Runs lines of shell in the terminal. What is on the screen at their end stays there.
    ///
    /// # Panics
    /// If tmux does not start.
    pub fn run(&self, lines: &str) {
        fs::write(&self.script, format!("export LC_ALL=C.UTF-8\n{lines}\nexec sleep 1000\n")).unwrap();
        let command = format!("sh {}", self.script.display());
        let size = ["-x", "80", "-y", "24"];
        let output = self.tmux(&[&["new-session", "-d", "-s", "main"][..], &size, &[&command]].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// Presses keys, by their names in tmux.
    pub fn keys(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys", "-t", "main"][..], keys].concat());
    }

    /// Presses and releases the left button of the mouse in a column and row, both counted from 0.
    pub fn click(&self, column: u16, row: u16) {
        for ending in ['M', 'm'] {
            let report = format!("\u{1b}[<0;{};{}{ending}", column + 1, row + 1);
            let bytes: Vec<String> = report.bytes().map(|byte| format!("{byte:02x}")).collect();
            let bytes: Vec<&str> = bytes.iter().map(String::as_str).collect();
            self.tmux(&[&["send-keys", "-t", "main", "-H"][..], &bytes].concat());
        }
    }

    /// Gives the terminal another size.
    pub fn resize(&self, columns: u16, rows: u16) {
        self.tmux(&["resize-window", "-t", "main", "-x", &columns.to_string(), "-y", &rows.to_string()]);
    }

    /// What is on the screen.
    #[must_use]
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.tmux(&["capture-pane", "-p", "-t", "main"]).stdout).into_owned()
    }

    /// Waits until a text is on the screen, and returns all that is there.
    ///
    /// # Panics
    /// If it does not come.
    #[track_caller]
    pub fn wait_for(&self, text: &str) -> String {
        self.wait_until(text, |screen| screen.contains(text))
    }

    /// Waits until the screen is as it should be, and returns all that is there.
    ///
    /// # Panics
    /// If that does not happen; `what` says what was waited for.
    #[track_caller]
    pub fn wait_until(&self, what: &str, is_there: impl Fn(&str) -> bool) -> String {
        let mut screen = String::new();
        for _ in 0..LOOKS {
            screen = self.text();
            if is_there(&screen) {
                return screen;
            }
            sleep(REST);
        }
        panic!("waited in vain for `{what}`; the screen:\n{screen}");
    }

    /// Whether the program has the alternate screen, the mouse and a visible cursor: three digits.
    #[must_use]
    pub fn modes(&self) -> String {
        let modes = "#{alternate_on}#{mouse_any_flag}#{cursor_flag}";
        let output = self.tmux(&["display-message", "-p", "-t", "main", modes]);
        String::from_utf8_lossy(&output.stdout).trim().to_string()
    }

    /// Takes the terminal away, as when a window is closed.
    pub fn close(&self) {
        self.tmux(&["kill-server"]);
    }

    fn tmux(&self, arguments: &[&str]) -> Output {
        let always = ["-u", "-f", "/dev/null", "-L", &self.server];
        Command::new("tmux").args(always).args(arguments).env_remove("TMUX").output().unwrap()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.close();
        let _ = fs::remove_file(&self.script);
    }
}
