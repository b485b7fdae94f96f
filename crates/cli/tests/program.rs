//! The real program, as its users run it.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn sandtable(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    command.args(arguments).stdin(Stdio::null());
    command
}

/// Runs the program with this input to its end.
fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = sandtable(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // The program may stop reading early; that is its right.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn status(output: &Output) -> i32 {
    output.status.code().unwrap()
}

fn last_line(text: &str) -> &str {
    text.lines().last().unwrap_or("")
}

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// An empty folder of its own for a test.
fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

mod console {
    use super::*;

    const DUEL: &[u8] = b"0 2\n3 3 T\n3 4 B\n";

    #[test]
    fn breach_ends_with_status_3_when_the_input_does() {
        for (answers, last) in [
            ("", "End this turn (y,n)?"),
            ("n\n", "End this turn (y,n)?"),
            ("n\n3 3\n", "Select your action:"),
            ("n\n3 3\n1\n", "Please enter your destination:"),
            ("n\n3 3\n2\n", "Please enter your target:"),
            ("maybe\n", "End this turn (y,n)?"),
        ] {
            let output = run(&["console", "breach"], &[DUEL, answers.as_bytes()].concat());
            assert_eq!((status(&output), last_line(&stdout(&output))), (3, last), "{answers:?}");
        }
    }

    #[test]
    fn a_broken_map_is_explained_on_standard_error() {
        let output = run(&["console", "breach"], b"1 0\n3 9 M\n");
        assert_eq!((status(&output), stdout(&output).as_str()), (3, ""));
        assert_eq!(
            stderr(&output),
            "error: map line 2: terrain 1 of 1: (3, 9) is off the board: rows and columns go from 0 to 7\n"
        );
        let output = run(&["console", "goblins"], b"3 3 0 1 1\n0 0\n1 1 PG Q 2\n");
        assert_eq!((status(&output), stdout(&output).as_str()), (0, "Failed to load map!\n"));
        assert_eq!(
            stderr(&output),
            "error: map line 3: goblin 1 of 1: expected a direction (W, A, S or D), found `Q`\n"
        );
    }

    #[test]
    fn answers_on_the_maps_last_line_are_pointed_out() {
        let output = run(&["console", "breach"], b"0 2\n3 3 T\n3 4 B  \nn\n");
        assert_eq!(status(&output), 3);
        assert!(stderr(&output).contains("the rest of the map's last line was read as the first answer"));
        let output = run(&["console", "breach", "--map", "first-contact"], b"maybe\n");
        assert!(!stderr(&output).contains("the map's last line"));
    }

    #[test]
    fn a_map_file_leaves_the_input_to_the_answers() {
        let folder = scratch("map-file");
        let file = folder.join("duel.map");
        fs::write(&file, "0 2\n3 3 T\n3 4 B and whatever").unwrap();
        let file = file.to_str().unwrap();
        let with_file = run(&["console", "breach", "--map", file], b"n\n3 3\n2\n3 4\ny\n");
        let without = run(&["console", "breach"], &[DUEL, b"n\n3 3\n2\n3 4\ny\n"].concat());
        assert_eq!(with_file, without);
        assert!(stdout(&without).contains("b1"));
    }

    #[test]
    fn an_unreadable_map_file_is_wrong_usage() {
        for game in ["breach", "goblins"] {
            let output = run(&["console", game, "--map", "no/such/file"], b"");
            assert_eq!((status(&output), stdout(&output).as_str()), (2, ""));
            assert!(stderr(&output).starts_with("error: cannot read the map no/such/file: "));
        }
        assert_eq!(status(&run(&["console", "breach", "--stage", "5"], b"")), 2);
        assert_eq!(status(&run(&["console", "chess"], b"")), 2);
    }

    #[test]
    fn bundled_maps_are_found_by_name() {
        let output = run(&["console", "goblins", "--map", "first-spell"], b"");
        assert_eq!(status(&output), 0);
        assert!(stdout(&output).starts_with("Turn 1 begins:\n"));
    }

    #[test]
    fn a_reader_that_goes_away_is_no_error() {
        let mut child = sandtable(&["console", "goblins", "--map", "hunt"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().unwrap();
        let _ = stdin.write_all(&b"W\n".repeat(100_000));
        drop(stdin);
        let output = child.wait_with_output().unwrap();
        assert_eq!((status(&output), stderr(&output).as_str()), (0, ""));
    }

    #[test]
    fn output_that_cannot_be_written_is_reported() {
        let Ok(full) = File::options().write(true).open("/dev/full") else {
            eprintln!("skipped: there is no /dev/full here");
            return;
        };
        let output = sandtable(&["console", "goblins", "--map", "hunt"]).stdout(full).output().unwrap();
        assert_eq!(status(&output), 1);
        assert!(stderr(&output).starts_with("error: cannot write to standard output: "));
    }

    /// A map may put a unit on a taken cell as often as it likes; nobody wants to read about each.
    #[test]
    fn endless_warnings_are_counted() {
        let map = [b"0 100001\n0 0 B\n".as_slice(), &b"0 0 S\n".repeat(100_000)].concat();
        let output = run(&["console", "breach"], &map);
        assert_eq!((status(&output), last_line(&stdout(&output))), (0, "Failed"));
        assert_eq!(stderr(&output).lines().count(), 1001);
        assert_eq!(last_line(&stderr(&output)), "and 99000 more like these");
    }

    #[test]
    fn endless_lines_and_endless_blanks_need_no_memory() {
        let long = [DUEL, b"n\n", &b" ".repeat(3 << 20), b"3 3\n3\ny\n"].concat();
        assert!(stdout(&run(&["console", "breach"], &long)).contains("1.Move 2.Attack 3.Skip \n"));
        let blank = [b"0 1\n0 0 S\n".as_slice(), &b"\n".repeat(3 << 20), b"0 0\n2\n"].concat();
        let output = run(&["console", "breach", "--stage", "1"], &blank);
        assert_eq!((status(&output), last_line(&stdout(&output))), (0, "Select your action:"));
    }

    /// Standard error with the events, and then also the figures; standard output is the same.
    #[test]
    fn debug_tells_what_happens() {
        for game in ["breach", "goblins"] {
            let input = fs::read(data(&format!("{game}-debug.in"))).unwrap();
            let plain = run(&["console", game], &input);
            for (flag, file) in [("-D", "events"), ("-DD", "figures")] {
                let output = run(&["console", game, flag], &input);
                assert_eq!(output.stdout, plain.stdout);
                assert_snapshot(&stderr(&output), &data(&format!("{game}-debug.{file}")));
            }
        }
    }

    /// A prompt is visible before the answer is typed.
    #[test]
    fn prompts_come_before_the_wait() {
        let mut child = sandtable(&["console", "breach", "--map", "first-contact"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        read_until(&mut stdout, "End this turn (y,n)?\n");
        stdin.write_all(b"n\n").unwrap();
        read_until(&mut stdout, "Please select a unit:\n");
        drop(stdin);
        assert_eq!(child.wait().unwrap().code(), Some(3));
    }

    fn read_until(from: &mut impl Read, end: &str) {
        let mut text = Vec::new();
        let mut byte = [0];
        while !text.ends_with(end.as_bytes()) {
            from.read_exact(&mut byte).expect("the prompt comes before the end");
            text.push(byte[0]);
        }
    }

    mod terminal {
        use super::*;
        use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

        /// Runs the program with a terminal as its input: `answers` are typed one after the other
        /// when the program asks.
        fn type_at(arguments: &[&str], answers: &[(&str, &str)]) -> (String, String, i32) {
            let keyboard = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
            grantpt(&keyboard).unwrap();
            unlockpt(&keyboard).unwrap();
            let name = ptsname(&keyboard, Vec::new()).unwrap().into_string().unwrap();
            let line = File::options().read(true).write(true).open(name).unwrap();
            let mut keyboard = File::from(keyboard);
            let mut child = sandtable(arguments)
                .stdin(line)
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            let mut stdout = child.stdout.take().unwrap();
            for (question, answer) in answers {
                read_until(&mut stdout, question);
                keyboard.write_all(answer.as_bytes()).unwrap();
            }
            let mut rest = String::new();
            stdout.read_to_string(&mut rest).unwrap();
            let output = child.wait_with_output().unwrap();
            (rest, stderr(&output), status(&output))
        }

        const END_OF_INPUT: &str = "\u{4}";

        #[test]
        fn a_wrong_answer_is_asked_again() {
            let (rest, hints, status) = type_at(
                &["console", "breach", "--map", "first-contact"],
                &[
                    ("(y,n)?\n", "yes\n"),
                    ("(y,n)?\n", "Y\n"),
                    ("(y,n)?\n", "n\n"),
                    ("a unit:\n", END_OF_INPUT),
                ],
            );
            assert!(
                rest.starts_with("Read line failed!\n") && rest.ends_with("End this turn (y,n)?\n"),
                "{rest}"
            );
            assert_eq!(hints, "Please answer y or n, and nothing else on the line.\n".repeat(2));
            assert_eq!(status, 3);
        }

        /// Looking ahead would leave the player without a prompt.
        #[test]
        fn stage_1_does_not_look_ahead() {
            let (rest, hints, status) = type_at(
                &["console", "breach", "--stage", "1"],
                &[
                    ("", "0 1\n0 0 S\n"),
                    ("a unit:\n", "0 0\n"),
                    ("action:\n", "1\n"),
                    ("destination:\n", "0 1\n"),
                    ("a unit:\n", END_OF_INPUT),
                ],
            );
            assert_eq!((rest.as_str(), hints.as_str(), status), ("", "", 0));
        }

        #[test]
        fn goblins_at_a_terminal() {
            let (rest, _, status) = type_at(
                &["console", "goblins", "--map", "first-spell"],
                &[("(5,0)\n", "DDD\n"), ("(5,3)\n", END_OF_INPUT)],
            );
            assert!(rest.ends_with("+\n\n\n"), "{rest}");
            assert_eq!(status, 0);
        }
    }
}

mod conform {
    use super::*;

    const INPUT: &str = "0 1\n0 0 B\n";

    fn folder(name: &str, files: &[(&str, &str)]) -> String {
        let folder = scratch(name);
        for (file, text) in files {
            fs::write(folder.join(file), text).unwrap();
        }
        folder.to_str().unwrap().to_string()
    }

    fn output_of(input: &str) -> String {
        stdout(&run(&["console", "breach"], input.as_bytes()))
    }

    fn conform(folder: &str) -> Output {
        run(&["conform", "breach", folder], b"")
    }

    #[test]
    fn a_right_case_passes_and_a_wrong_one_is_shown() {
        let right = output_of(INPUT);
        let wrong = right.replacen("b2", "b3", 1);
        let dir = folder(
            "right-and-wrong",
            &[("1.in", INPUT), ("1.out", &right), ("2.in", INPUT), ("2.out", &wrong)],
        );
        let output = conform(&dir);
        assert_eq!(status(&output), 1);
        assert_eq!(
            stdout(&output),
            concat!(
                "2: line 4, column 6\n",
                "  expected: \" 0| b3|   |   |   |   |   |   |   |\\n\"\n",
                "  got:      \" 0| b2|   |   |   |   |   |   |   |\\n\"\n",
                "1 passed, 1 failed\n"
            )
        );
        let json: serde_json::Value =
            serde_json::from_str(&stdout(&run(&["conform", "breach", &dir, "--json"], b""))).unwrap();
        assert_eq!((&json["passed"], &json["failures"][0]["case"]), (&1.into(), &"2".into()));
    }

    #[test]
    fn any_damaged_byte_is_reported() {
        let right = output_of(INPUT);
        for at in (0..right.len()).step_by(37) {
            let mut damaged = right.clone().into_bytes();
            damaged[at] ^= 1;
            let dir = folder("damaged", &[("1.in", INPUT), ("1.out", &String::from_utf8(damaged).unwrap())]);
            assert_eq!(status(&conform(&dir)), 1, "byte {at}");
        }
    }

    #[test]
    fn the_manifest_names_status_and_comparison() {
        let ended = output_of("0 2\n0 0 S\n7 7 B\n");
        let files = |manifest: &'static str, output: &str| {
            [
                ("a.in", "0 2\n0 0 S\n7 7 B\n".to_string()),
                ("a.out", output.to_string()),
                ("manifest.tsv", manifest.to_string()),
            ]
        };
        for (manifest, output, expected) in [
            ("case\texit_status\na\t3\n", ended.clone(), 0),
            ("case\texit_status\na\t0\n", ended.clone(), 1),
            ("note\tcase\nx\ta\n", ended.clone(), 1),
            ("case\texit_status\tcompare\na\t3\tloose\n", format!("{}\n\n", ended.trim_end()), 0),
            ("case\texit_status\tcompare\na\t3\texact\n", format!("{}\n\n", ended.trim_end()), 1),
            ("case\texit_status\tcompare\na\t3\tfuzzy\n", ended.clone(), 2),
            ("case\texit_status\na\tmany\n", ended.clone(), 2),
            ("case\texit_status\na\t3\nb\t0\n", ended.clone(), 2),
            ("name\na\n", ended.clone(), 2),
        ] {
            let files = files(manifest, &output);
            let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
            assert_eq!(status(&conform(&folder("manifest", &files))), expected, "{manifest:?}");
        }
    }

    #[test]
    fn a_stage_is_for_games_that_have_stages() {
        let dir = folder("staged", &[("1.in", INPUT), ("1.out", &output_of(INPUT))]);
        let output = run(&["conform", "fc18", &dir, "--stage", "2"], b"");
        assert_eq!(status(&output), 2);
        assert!(stderr(&output).contains("fc18 has no rule profile `stage2`"));
        assert_eq!(status(&run(&["conform", "breach", &dir, "--stage", "2", "--rules", "stage2"], b"")), 2);
        assert_eq!(status(&run(&["conform", "breach", &dir, "--rules", "stage3"], b"")), 0);
    }

    #[test]
    fn incomplete_folders_are_wrong_usage() {
        assert_eq!(status(&conform(&folder("empty", &[]))), 2);
        assert_eq!(status(&conform(&folder("no-out", &[("1.in", INPUT)]))), 2);
        assert_eq!(status(&conform(&folder("no-in", &[("1.out", "")]))), 2);
        assert_eq!(status(&conform("no/such/folder")), 2);
    }
}

mod map {
    use super::*;

    #[test]
    fn check_names_every_problem_with_its_line() {
        let output = run(&["map", "breach", "check", data("broken-breach.map").to_str().unwrap()], b"");
        assert_eq!(status(&output), 1);
        assert_snapshot(&without_folder(&stdout(&output)), &data("broken-breach.check"));
        let output = run(&["map", "goblins", "check", data("broken-goblins.map").to_str().unwrap()], b"");
        assert_eq!(status(&output), 1);
        assert_snapshot(&without_folder(&stdout(&output)), &data("broken-goblins.check"));
    }

    fn without_folder(text: &str) -> String {
        text.replace(&format!("{}/", data("").to_str().unwrap().trim_end_matches('/')), "")
    }

    #[test]
    fn bundled_maps_are_valid_and_drawn() {
        for game in ["breach", "goblins"] {
            let list = stdout(&run(&["map", game, "list"], b""));
            assert!(list.lines().count() >= 3);
            for name in list.lines().filter_map(|line| line.split(' ').next()) {
                let check = run(&["map", game, "check", name], b"");
                assert_eq!(status(&check), 0, "{}", stdout(&check));
                assert_eq!(stdout(&check).lines().count(), 1, "no warnings in {name}");
                assert_eq!(status(&run(&["map", game, "show", name], b"")), 0);
            }
        }
    }

    #[test]
    fn profiles_are_checked() {
        let output = run(&["map", "breach", "show", "old-forest", "--stage", "3"], b"");
        assert_eq!(status(&output), 1);
        assert!(stderr(&output).contains("`W` is no terrain of this stage"));
        let output = run(&["map", "breach", "show", "old-forest", "--rules", "stage9"], b"");
        assert_eq!(status(&output), 2);
        assert!(stderr(&output).contains("it has stage4, stage3, stage2, stage1"));
    }
}

mod other_commands {
    use super::*;

    #[test]
    fn games_are_listed_one_a_line() {
        let games = stdout(&run(&["games"], b""));
        assert!(games.starts_with("breach\ngoblins\n"), "{games}");
    }

    #[test]
    fn help_has_examples() {
        for command in ["console", "map", "conform", "perft", "bench"] {
            let help = stdout(&run(&[command, "--help"], b""));
            assert!(help.contains("Example"), "{command}");
        }
        assert_eq!(status(&run(&[], b"")), 0);
        assert_eq!(status(&run(&["fly"], b"")), 2);
        assert!(stdout(&run(&["completions", "bash"], b"")).contains("sandtable"));
        assert!(stdout(&run(&["man"], b"")).contains("sandtable"));
    }

    #[test]
    fn perft_counts() {
        let output = run(&["perft", "goblins", "first-spell", "--depth", "2"], b"");
        assert_eq!(stdout(&output).lines().count(), 2);
        assert_eq!(status(&run(&["perft", "goblins", "no-such-map"], b"")), 2);
    }

    #[test]
    fn benchmarks_know_their_answers() {
        let output = run(&["bench", "--passes", "1", "--json"], b"");
        assert_eq!(status(&output), 0, "{}", stderr(&output));
        assert_eq!(status(&run(&["bench", "--load", "no-such-load"], b"")), 2);
    }
}

/// Compares with a file; with `UPDATE_SNAPSHOTS=1` writes it instead.
fn assert_snapshot(text: &str, file: &Path) {
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(file, text).unwrap();
    }
    let expected = fs::read_to_string(file).unwrap_or_default();
    assert_eq!(text, expected, "differs from {}; UPDATE_SNAPSHOTS=1 accepts it", file.display());
}
