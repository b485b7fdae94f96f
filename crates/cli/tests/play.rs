//! `sandtable play` in a real terminal.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use testing::tmux::Screen;

/// A terminal in which the program runs with a folder of its own, and what it is told on the
/// command line.
///
/// After the program has ended, its exit status and the terminal's mode are on the screen.
struct Sitting {
    screen: Screen,
    folder: PathBuf,
}

impl Sitting {
    fn new(name: &str, arguments: &str) -> Option<Self> {
        let screen = Screen::open(name)?;
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("play-{name}"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let sitting = Self { screen, folder };
        sitting.start(arguments);
        Some(sitting)
    }

    fn start(&self, arguments: &str) {
        let folder = self.folder.display();
        let program = env!("CARGO_BIN_EXE_sandtable");
        self.screen.run(&format!(
            "export XDG_DATA_HOME={folder}\n\
             sh -c 'echo $$ > {folder}/pid; exec {program} play {arguments}'\n\
             echo \"ended with $?, $(stty -a | grep -o -- '-*icanon')\""
        ));
    }

    fn keys(&self, keys: &[&str]) {
        self.screen.keys(keys);
    }

    /// Moves the cursor of a board to a cell, by way of the upper left corner.
    fn go(&self, row: usize, col: usize) {
        let corner = [vec!["Up"; 8], vec!["Left"; 8]].concat();
        self.keys(&[corner, vec!["Down"; row], vec!["Right"; col]].concat());
        self.screen.wait_for(&format!("({row}, {col}) "));
    }

    /// Clicks a cell of breach on a screen of 80 × 24.
    fn click(&self, row: u16, col: u16) {
        self.screen.click(3 + 5 * col + 2, 2 + 2 * row);
    }

    /// Waits until the program has ended, and checks that the terminal is as it was.
    fn wait_for_end(&self, status: i32) {
        self.screen.wait_for(&format!("ended with {status}, icanon"));
        assert_eq!(self.screen.modes(), "001", "alternate screen, mouse, cursor");
    }
}

#[test]
fn a_map_is_won_with_keys() {
    let Some(sitting) = Sitting::new("keys", "breach") else { return };
    sitting.screen.wait_for("Choose a map");
    sitting.keys(&["Enter"]);
    sitting.screen.wait_for("First Shot");
    sitting.go(5, 3);
    sitting.keys(&["Enter"]);
    sitting.screen.wait_for("put down");
    sitting.go(2, 3);
    sitting.screen.wait_for("If you do this");
    sitting.keys(&["Enter"]);
    sitting.screen.wait_for("enemies: 0");
    sitting.keys(&["u"]);
    sitting.screen.wait_for("enemies: 1");
    sitting.keys(&["r", "e"]);
    sitting.screen.wait_for("You win!");
    sitting.keys(&["Enter"]);
    sitting.screen.wait_for("solved in 1");
    sitting.keys(&["q"]);
    sitting.wait_for_end(0);
}

#[test]
fn a_map_is_won_with_the_mouse() {
    let Some(sitting) = Sitting::new("mouse", "breach --map first-shot") else { return };
    sitting.screen.wait_for("First Shot");
    sitting.click(5, 3);
    sitting.screen.wait_for("put down");
    sitting.click(2, 3);
    sitting.screen.wait_for("enemies: 0");
    // The first hint at the lower edge ends the turn.
    sitting.screen.click(2, 23);
    sitting.screen.wait_for("You win!");
    // A click on the window leads to the maps, a click on a map into it.
    sitting.screen.click(40, 10);
    sitting.screen.wait_for("solved in 1");
    sitting.screen.click(10, 3);
    sitting.screen.wait_for("Overboard");
    sitting.keys(&["C-c"]);
    sitting.wait_for_end(0);
}

/// The game goes on while the window changes its size.
#[test]
fn resizing_in_mid_game() {
    let Some(sitting) = Sitting::new("resize", "goblins --map crosswind") else { return };
    sitting.screen.wait_for("Crosswind");
    sitting.screen.resize(140, 50);
    sitting
        .screen
        .wait_until("the wider bar", |screen| screen.lines().next().is_some_and(|line| line.len() > 100));
    sitting.keys(&["w"]);
    sitting.screen.wait_for("@2");
    sitting.screen.resize(60, 20);
    sitting.screen.wait_for("too small");
    sitting.screen.resize(80, 24);
    sitting.screen.wait_for("@2");
    sitting.keys(&["u"]);
    sitting.screen.wait_for("@3");
    sitting.keys(&["q"]);
    sitting.wait_for_end(0);
}

/// What was played is there again the next time, also after the program was told to end.
#[test]
fn a_signal_saves_the_game_and_restores_the_terminal() {
    let Some(sitting) = Sitting::new("signal", "breach --map harbour") else { return };
    sitting.screen.wait_for("Harbour");
    sitting.keys(&["e"]);
    sitting.screen.wait_for("turn 2");
    let pid = fs::read_to_string(sitting.folder.join("pid")).unwrap();
    assert!(Command::new("kill").arg(pid.trim()).status().unwrap().success());
    sitting.wait_for_end(128 + 15);
    let folder = sitting.folder.clone();
    drop(sitting);
    let again = Sitting { screen: Screen::open("signal-again").unwrap(), folder };
    again.start("breach --map harbour");
    again.screen.wait_for("turn 2");
    again.keys(&["u"]);
    again.screen.wait_for("turn 1");
    again.keys(&["q"]);
    again.wait_for_end(0);
}

/// A closed window must not leave a program behind that reads a terminal which is no more.
#[test]
fn a_closed_window_ends_the_program_and_saves_the_game() {
    let Some(sitting) = Sitting::new("closed", "breach --map harbour") else { return };
    sitting.screen.wait_for("Harbour");
    sitting.keys(&["e"]);
    sitting.screen.wait_for("turn 2");
    let pid = fs::read_to_string(sitting.folder.join("pid")).unwrap();
    let process = PathBuf::from(format!("/proc/{}", pid.trim()));
    let save = sitting.folder.join("sandtable/saves/breach/harbour.jsonl");
    fs::remove_file(&save).unwrap();
    sitting.screen.close();
    sitting.screen.wait_until("the end of the program", |_| !process.exists());
    assert!(save.exists());
}

#[test]
fn a_damaged_save_is_said_to_be_so() {
    let Some(screen) = Screen::open("damaged") else { return };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("play-damaged");
    let _ = fs::remove_dir_all(&folder);
    let saves = folder.join("sandtable/saves/breach");
    fs::create_dir_all(&saves).unwrap();
    fs::write(saves.join("harbour.json"), "{\"format\":").unwrap();
    let sitting = Sitting { screen, folder };
    sitting.start("breach --map harbour");
    sitting.screen.wait_for("was damaged and is kept aside");
    sitting.screen.wait_for("turn 1");
    assert!(saves.join("harbour.json.damaged-1").exists());
    sitting.keys(&["q"]);
    sitting.wait_for_end(0);
}

#[test]
fn a_seat_against_bots() {
    let Some(sitting) = Sitting::new("bots", "fc18 --map campus --seat 2 --lang zh") else { return };
    sitting.screen.wait_for("第 1/300 轮");
    sitting.keys(&["e"]);
    sitting.screen.wait_for("再按一次结束回合");
    sitting.keys(&["e"]);
    sitting.screen.wait_for("第 2/300 轮");
    sitting.keys(&["q"]);
    sitting.wait_for_end(0);
}

/// Runs the program with neither end a terminal: status and standard error.
fn without_terminal(arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .arg("play")
        .args(arguments)
        .env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(output.stdout.is_empty());
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn wrong_usage_is_answered_in_one_message() {
    let harbour = Path::new(env!("CARGO_TARGET_TMPDIR")).join("play-broken.map");
    fs::write(&harbour, "1 0\n9 9 M\n").unwrap();
    let harbour = harbour.to_str().unwrap();
    for (arguments, status, said) in [
        (&["breach"][..], 2, "playing needs a terminal"),
        (&["deepblue", "--map", "duel"], 2, "playing needs a terminal"),
        (&["breach", "--map", "nowhere"], 2, "no bundled map has that name"),
        (&["breach", "--map", harbour], 1, "play-broken.map:2: terrain 1 of 1: (9, 9) is off the board"),
        (&["breach", "--rules", "stage9"], 2, "has no rule profile `stage9`"),
        (&["fc18", "--map", "campus", "--seat", "4"], 2, "fc18 has no seat 4: the seats are 0 to 3"),
        (&["breach", "--lang", "fr"], 2, "invalid value 'fr'"),
        (&["deepblue", "--against", "nobody"], 2, "invalid value 'nobody'"),
    ] {
        let (code, error) = without_terminal(arguments);
        assert_eq!(code, Some(status), "{arguments:?}: {error}");
        assert!(error.contains(said), "{arguments:?}: {error}");
    }
}
