//! `sandtable judge` as students and teachers use it: real programs, real processes.
//!
//! `zoo` holds what is said about each wrong program. After a change that is meant,
//! `UPDATE_SNAPSHOTS=1 cargo test -p sandtable --test judge` writes these files anew; read the
//! difference before you commit it.

#![allow(clippy::print_stdout, reason = "a skipped test says why")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const SANDTABLE: &str = env!("CARGO_BIN_EXE_sandtable");

fn sandtable(arguments: &[&str]) -> Output {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("judge-cache");
    Command::new(SANDTABLE).args(arguments).env("XDG_CACHE_HOME", cache).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// An empty folder of its own for a test.
fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("judge").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Compares what was said with what is on file under this name.
fn compare_with_file(name: &str, said: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/zoo").join(format!("{name}.txt"));
    testing::snapshot::compare(&path, said);
}

/// Times differ from run to run.
fn without_times(said: &str) -> String {
    let mut text = String::new();
    for line in said.lines() {
        let line = match line.split_once(" s CPU") {
            Some((before, after)) => {
                let start = before.rfind('(').map_or(0, |at| at + 1);
                format!("{}N s CPU{after}", &before[..start])
            }
            None => line.to_string(),
        };
        text.push_str(&line);
        text.push('\n');
    }
    text
}

fn has_compiler() -> bool {
    let found = Command::new("g++").arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        println!("skipped: there is no g++ on this machine");
    }
    found
}

mod zoo {
    use super::*;

    /// What is said about a program that makes a mistake, on the first bundled case that it fails.
    fn said_about(game: &str, stage: &str, mistake: &str) -> String {
        let folder = scratch(&format!("{game}-{stage}-{mistake}"));
        let run = format!("{SANDTABLE} console {game} --stage {stage} --mistake {mistake}");
        let output = sandtable(&["judge", game, text(&folder), "--stage", stage, "--run", &run]);
        assert_eq!(output.status.code(), Some(1));
        let all = stdout(&output);
        let lines = all.lines().skip_while(|line| !line.contains("Wrong answer"));
        let mut said: Vec<&str> = lines.clone().take(1).collect();
        said.extend(lines.skip(1).take_while(|line| line.is_empty() || line.starts_with(' ')));
        said.join("\n") + "\n"
    }

    fn check(game: &str, stage: &str, mistakes: &[&str]) {
        for mistake in mistakes {
            let said = said_about(game, stage, mistake);
            assert!(said.contains("our program behaves as if"), "{said}");
            compare_with_file(&format!("{game}-{stage}-{mistake}"), &said);
        }
    }

    #[test]
    fn mistakes_in_breach() {
        check("breach", "1", &["walks-through-walls"]);
        check("breach", "2", &["dead-not-pushed", "line-stops-short"]);
        check("breach", "3", &["enemy-ties-by-column", "skip-tires"]);
        check("breach", "4", &["growth-first", "blast-needs-target"]);
    }

    #[test]
    fn mistakes_in_goblins() {
        check("goblins", "1", &["units-stay-on-terrain"]);
        check("goblins", "2", &["blocked-step-costs", "tornado-does-not-chain", "stops-at-end"]);
        check("goblins", "3", &["patrol-turns-when-blocked"]);
        check("goblins", "4", &["path-within-sight", "landing-ties-by-column"]);
    }

    /// A program for goblins whose mages can only step, with something wrong put in.
    fn program(end_of_line: &str, each_turn: &str, at_end: &str) -> String {
        include_str!("zoo/steps.cpp")
            .replace("/*END OF LINE*/", end_of_line)
            .replace("/*EACH TURN*/", each_turn)
            .replace("/*AT END*/", at_end)
    }

    const CASE: &str = "3 4 1 1 1\n0 1 M\n0 0\n2 3 PG\nS\nD\nSW\n";

    /// Judges a program on one case, whose expected output is ours.
    fn judged(name: &str, source: &str, options: &[&str]) -> (String, Option<i32>) {
        let folder = scratch(name);
        let cases = folder.join("cases");
        fs::create_dir(&cases).unwrap();
        fs::write(folder.join("main.cpp"), source).unwrap();
        fs::write(cases.join("1.in"), CASE).unwrap();
        let ours = Command::new("sh")
            .args([
                "-c",
                &format!("{SANDTABLE} console goblins --stage 2 < {0}/1.in > {0}/1.out", text(&cases)),
            ])
            .status();
        assert!(ours.unwrap().success());
        let common = ["judge", "goblins", text(&folder), "--stage", "2", "--cases", text(&cases)];
        let output = sandtable(&[&common[..], options].concat());
        (without_times(&stdout(&output)), output.status.code())
    }

    fn check_program(name: &str, source: &str, options: &[&str], wanted: &str) {
        let (said, status) = judged(name, source, options);
        assert!(said.contains(wanted), "{name}: {said}");
        assert_eq!(status, Some(1), "{said}");
        compare_with_file(name, &said);
    }

    #[test]
    fn a_right_program_is_correct() {
        if !has_compiler() {
            return;
        }
        let (said, status) = judged("right", &program("\\n", "", ""), &["--exact"]);
        assert_eq!(
            (said.as_str(), status),
            ("[T2 c1] Correct\nTask 2: 1 of 1 cases correct, 7 of 7 points\n", Some(0))
        );
        // What the course forgives is said, and counts.
        let (said, status) = judged("right-but-for-line-ends", &program("\\r\\n", "", ""), &[]);
        assert!(said.contains("The course forgives that") && status == Some(0), "{said}");
    }

    #[test]
    fn white_space() {
        if !has_compiler() {
            return;
        }
        check_program("crlf", &program("\\r\\n", "", ""), &["--exact"], "Only line ends differ");
        check_program("trailing-blanks", &program(" \\n", "", ""), &["--exact"], "Only white space differs");
        let cut = "text.erase(text.size() - 1);";
        check_program(
            "no-last-newline",
            &program("\\n", "", cut),
            &["--exact"],
            "Only the last newline is missing",
        );
    }

    #[test]
    fn programs_that_are_stopped() {
        if !has_compiler() {
            return;
        }
        let in_turn_3 = |what: &str| program("\\n", &format!("if (turn == 3) {{ {what} }}"), "");
        let flush = "cout << text << flush; text.clear();";
        let crash = in_turn_3(&format!("{flush} volatile int* nowhere = 0; *nowhere = 1;"));
        check_program("crash-in-turn-3", &crash, &[], "SIGSEGV");
        let spin = in_turn_3(&format!("{flush} for (volatile int i = 0; ; i = 1 - i) {{}}"));
        check_program("endless-loop", &spin, &[], "ran out of time");
        // Taken and not touched: where fresh memory is slow to touch, time would run out before
        // memory does.
        let hoard =
            in_turn_3(&format!("{flush} vector<char*> all; for (;;) all.push_back(new char[20000000]);"));
        check_program("memory-bomb", &hoard, &[], "ran out of memory");
        let flood =
            program("\\n", "", "cout << text; for (string all(9999, 'x'); ; ) cout << all << \"\\n\";");
        check_program("output-flood", &flood, &[], "was stopped after printing");
        let past_the_end =
            program("\\n", &format!("if (ended) {{ {flush} while (line.empty()) getline(cin, line); }}"), "");
        check_program("reads-past-the-end", &past_the_end, &[], "ran out of time");
        check_program("status-1", &program("\\n", "", "cout << text; return 1;"), &[], "exit status 1");
    }

    /// What a build command leaves behind is what is run, also from a folder whose name a shell
    /// would stumble over.
    #[test]
    fn other_languages_are_built_and_run() {
        let folder = scratch("it's ours");
        let cases = scratch("it's ours, cases");
        fs::write(cases.join("1.in"), "2 2 0 0 0\n").unwrap();
        fs::write(cases.join("1.out"), "well\n").unwrap();
        fs::write(folder.join("said"), "well\n").unwrap();
        let build = ["--build", "cp said repeated", "--run", "cat repeated"];
        let common = ["judge", "goblins", text(&folder), "--stage", "1", "--cases", text(&cases)];
        let output = sandtable(&[&common[..], &build[..]].concat());
        assert!(stdout(&output).starts_with("[T1 c1] Correct"), "{}{}", stdout(&output), stderr(&output));
    }

    #[test]
    fn a_program_that_does_not_compile() {
        if !has_compiler() {
            return;
        }
        let (said, status) = judged("does-not-compile", "int main() { retrun 0; }", &[]);
        assert!(said.starts_with("[T2] Not built: it does not compile") && said.contains("retrun"), "{said}");
        assert_eq!(status, Some(1));
    }
}

mod cases {
    use super::*;

    /// Our own console on a folder of the recorded cases: everything is correct.
    fn all_correct(game: &str, stage: &str, folder: &Path, options: &[&str]) {
        let empty =
            scratch(&format!("ours-{game}-{stage}-{}", folder.file_name().unwrap().to_str().unwrap()));
        let run = format!("{SANDTABLE} console {game} --stage {stage}");
        let common = [
            "judge",
            game,
            text(&empty),
            "--stage",
            stage,
            "--run",
            &run,
            "--brief",
            "--cases",
            text(folder),
        ];
        let output = sandtable(&[&common[..], options].concat());
        let said = stdout(&output);
        assert_eq!(output.status.code(), Some(0), "{}: {said}{}", folder.display(), stderr(&output));
        assert!(said.lines().all(|line| line.ends_with("Correct") || line.starts_with("Task")), "{said}");
    }

    #[test]
    fn our_console_is_all_correct() {
        let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases");
        if !shared.is_dir() {
            return println!("skipped: the recorded cases are not beside this checkout");
        }
        for game in ["breach", "goblins"] {
            for stage in ["1", "2", "3", "4"] {
                all_correct(game, stage, &shared.join(game).join(format!("stage{stage}")), &["--exact"]);
            }
            for folder in ["edge", "fuzz"] {
                all_correct(game, "4", &shared.join(game).join(folder), &["--exact"]);
            }
        }
        all_correct("goblins", "4", &shared.join("goblins/choices"), &["--exact"]);
    }

    #[test]
    fn cases_can_be_made_and_judged() {
        let folder = scratch("made");
        let made = folder.join("cases");
        let output = sandtable(&[
            "judge",
            "gen",
            "goblins",
            "--stage",
            "1",
            "--count",
            "12",
            "-o",
            text(&made),
            "--json",
        ]);
        let report: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
        assert_eq!(report["cases"].as_array().unwrap().len(), 12);
        all_correct("goblins", "1", &made, &["--exact"]);
        let again = sandtable(&["judge", "gen", "goblins", "--stage", "1", "-o", text(&made)]);
        assert_eq!(again.status.code(), Some(2));
        assert!(stderr(&again).contains("is not empty"));
    }

    #[test]
    fn a_failing_case_can_be_shrunk() {
        let folder = scratch("shrunk");
        let input = "4 5 2 2 2\n1 1 W\n3 3 M\n0 0\n2 0\n0 3 PG A 1\n2 4 PG W 0\nS\nXD\nD\nA\n";
        fs::write(folder.join("1.in"), input).unwrap();
        let script = format!("{SANDTABLE} console goblins < {0}/1.in > {0}/1.out", text(&folder));
        assert!(Command::new("sh").args(["-c", &script]).status().unwrap().success());
        let case = folder.join("1.in");
        let wrong = ["console", "goblins", "--mistake", "patrol-turns-when-blocked"];
        let least = folder.join("least");
        let arguments =
            [&["judge", "minimize", text(&case), "-o", text(&least), "--", SANDTABLE][..], &wrong[..]]
                .concat();
        let output = sandtable(&arguments);
        assert!(output.status.success(), "{}", stderr(&output));
        assert!(fs::read(least.with_extension("in")).unwrap().len() < input.len());
        let right = sandtable(&["judge", "minimize", text(&case), "--", SANDTABLE, "console", "goblins"]);
        assert_eq!(right.status.code(), Some(1));
        assert!(stderr(&right).contains("does not fail this case"), "{}", stderr(&right));
    }
}

mod usage {
    use super::*;

    fn refused(arguments: &[&str], why: &str) {
        let output = sandtable(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(why), "{arguments:?}: {}", stderr(&output));
    }

    #[test]
    fn one_message_each() {
        let folder = scratch("usage");
        fs::write(folder.join("notes.txt"), "x").unwrap();
        refused(&["judge"], "required");
        refused(&["judge", "fc18", "x"], "possible values");
        refused(&["judge", "breach", "/nowhere"], "/nowhere: No such file");
        refused(&["judge", "breach", text(&folder.join("notes.txt"))], "no program that can be run");
        refused(&["judge", "breach", text(&folder), "--cases", text(&folder)], "there are no cases here");
        refused(&["judge", "breach", text(&folder), "--case", "nope"], "no case `nope`");
        refused(&["console", "breach", "--mistake", "nope"], "dead-not-pushed: as if");
        refused(&["judge", "minimize", text(&folder.join("notes.txt")), "--", "x"], "cannot read");
    }

    #[test]
    fn a_submission_cannot_read_expected_outputs() {
        let folder = scratch("spy");
        let cases = folder.join("cases");
        fs::create_dir(&cases).unwrap();
        fs::write(cases.join("1.in"), "1 1 0 1 0\n0 0\n").unwrap();
        fs::write(cases.join("1.out"), "SECRET\n").unwrap();
        let elsewhere = text(&cases).to_string();
        fs::write(folder.join("spy.sh"), format!("cat cases/1.out {elsewhere}/1.out\n")).unwrap();
        let output = sandtable(&[
            "judge",
            "goblins",
            text(&folder),
            "--stage",
            "1",
            "--run",
            "sh spy.sh",
            "--cases",
            text(&cases),
            "--json",
        ]);
        let report: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
        let case = &report["stages"][0]["cases"][0];
        assert_ne!(case["verdict"], "correct", "{case}");
        assert!(!case["explanation"]["excerpt"].to_string().contains("\"got\":\"SECRET"), "{case}");
    }
}

mod students {
    use super::*;

    /// Programs as students hand them in: they build without an option and pass everything that the
    /// course grades.
    #[test]
    fn hand_ins_build_as_they_are() {
        if !has_compiler() {
            return;
        }
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/students");
        for name in ["library", "project", "studio"] {
            let output =
                sandtable(&["judge", "goblins", text(&folder.join(name)), "--stage", "1", "--brief"]);
            let said = stdout(&output);
            assert_eq!(output.status.code(), Some(0), "{name}: {said}{}", stderr(&output));
            assert!(said.contains("6 of 6 points"), "{name}: {said}");
        }
    }

    #[test]
    fn a_makefile_may_do_what_makefiles_do_but_not_lend_rights() {
        let has_make = Command::new("make").arg("--version").output().is_ok();
        if !has_compiler() || !has_make {
            return println!("skipped: there is no make on this machine");
        }
        let folder = scratch("makefile");
        fs::write(folder.join("one.cpp"), "int one() { return 1; }\n").unwrap();
        fs::write(folder.join("main.cpp"), "int one();\nint main() { return one() - 1; }\n").unwrap();
        let makefile = "program: main.cpp libone.a\n\
            \tg++ -o made main.cpp libone.a\n\
            \tinstall -d -m 755 bin\n\
            \tinstall -m 755 made bin/program\n\
            \tcp -p bin/program program && chmod u+x,go-w program\n\
            \t! chmod 4755 made\n\
            \t! install -m 2755 made lent\n\
            libone.a: one.cpp\n\
            \tg++ -c one.cpp && ar rcs libone.a one.o && ranlib libone.a\n";
        fs::write(folder.join("Makefile"), makefile).unwrap();
        let judged = ["judge", "goblins", text(&folder), "--stage", "1", "--build", "make"];
        let said = stdout(&sandtable(&judged));
        assert!(!said.contains("Not built") && said.contains("Wrong answer"), "{said}");
    }

    /// A folder with a program for goblins, stage 1, and files beside it.
    fn project(name: &str, files: &[(&str, &str)]) -> PathBuf {
        let folder = scratch(name);
        fs::write(folder.join("main.cpp"), "int main() { return 0; }\n").unwrap();
        for (file, text) in files {
            fs::write(folder.join(file), text).unwrap();
        }
        folder
    }

    fn built_with(folder: &Path, build: &str) -> String {
        stdout(&sandtable(&["judge", "goblins", text(folder), "--stage", "1", "--build", build, "--brief"]))
    }

    #[test]
    fn what_a_build_leaves_is_found_or_asked_for() {
        if !has_compiler() || Command::new("make").arg("--version").output().is_err() {
            return println!("skipped: there is no make on this machine");
        }
        let folder = project("make-own-name", &[("Makefile", "game: main.cpp\n\tg++ -o game main.cpp\n")]);
        let said = built_with(&folder, "make");
        assert!(!said.contains("Not built") && said.contains("0 of 6 points"), "{said}");
        let folder = project("make-nothing", &[("Makefile", "all:\n\ttouch done\n")]);
        let said = built_with(&folder, "make");
        assert!(said.contains("there is no `program` to run; name it with --run ./NAME"), "{said}");
        let two = "all: main.cpp\n\tg++ -o one main.cpp && cp one two\n";
        let said = built_with(&project("make-two", &[("Makefile", two)]), "make");
        assert!(said.contains("there is no `program` to run (one, two); name it"), "{said}");
    }

    /// What is done for sources from Windows is done for those that a Makefile builds, too.
    #[test]
    fn a_makefile_finds_includes_in_any_case_and_the_library() {
        if !has_compiler() || Command::new("make").arg("--version").output().is_err() {
            return println!("skipped: there is no make on this machine");
        }
        let main = "#include \"WORLD.h\"\n#include <vector.h>\nint main() { return Vector<int>().size(); }\n";
        let makefile = "program: main.cpp\n\tg++ -o program main.cpp\n";
        let files = [("Makefile", makefile), ("World.h", ""), ("main.cpp", main)];
        let said = built_with(&project("make-windows", &files), "make");
        assert!(!said.contains("Not built") && said.contains("0 of 6 points"), "{said}");
    }

    /// The compiler may have read a header before; what it says is what it would say without that.
    #[test]
    fn errors_inside_of_headers_are_those_of_the_sources() {
        if !has_compiler() {
            return;
        }
        let sorted = "#include <algorithm>\n#include <list>\nint main() {\n    std::list<int> all;\n    std::sort(all.begin(), all.end());\n}\n";
        let folder = project("sorts-a-list", &[("main.cpp", sorted)]);
        let said = stdout(&sandtable(&["judge", "goblins", text(&folder), "--stage", "1"]));
        assert!(said.contains("Not built") && said.contains("main.cpp"), "{said}");
        assert!(!said.contains("sandtable-first-include"), "{said}");
    }

    #[test]
    fn other_builders_work_in_the_sandbox() {
        let has = |tool: &str| Command::new(tool).arg("--version").output().is_ok();
        if !has_compiler() || !has("cmake") || !has("make") || !has("ninja") {
            return println!("skipped: cmake, make and ninja are not all on this machine");
        }
        let lists = "cmake_minimum_required(VERSION 3.5)\nproject(game CXX)\nadd_executable(game main.cpp)\n";
        let folder = project("cmake", &[("CMakeLists.txt", lists)]);
        let said = built_with(&folder, "cmake . && make");
        assert!(!said.contains("Not built") && said.contains("0 of 6 points"), "{said}");
        let said = built_with(&folder, "cmake -G Ninja . && ninja");
        assert!(!said.contains("Not built") && said.contains("0 of 6 points"), "{said}");
        let rules = "rule cxx\n  command = g++ -o $out $in\nbuild game: cxx main.cpp\n";
        let said = built_with(&project("ninja", &[("build.ninja", rules)]), "ninja");
        assert!(!said.contains("Not built") && said.contains("0 of 6 points"), "{said}");
    }

    /// Links that a build leaves lead nowhere: into circles, to what has no end, out of the folder.
    #[test]
    fn links_that_a_build_leaves_are_not_followed() {
        if !has_compiler() || Command::new("make").arg("--version").output().is_err() {
            return println!("skipped: there is no make on this machine");
        }
        let makefile = "all: main.cpp\n\tg++ -o game main.cpp\n\tln -s . a; ln -s . b; ln -s /proc/kcore core\n\
            \t! touch ../outside /outside /tmp/../outside\n";
        let folder = project("make-links", &[("Makefile", makefile)]);
        let said = built_with(&folder, "make");
        assert!(said.contains("0 of 6 points"), "{said}");
        assert!(!folder.join("../outside").exists() && !Path::new("/outside").exists());
    }

    /// Sources that ask for what has no end, or for what is not theirs, or that grow without end.
    #[test]
    fn hostile_sources_do_not_compile() {
        if !has_compiler() {
            return;
        }
        let folder = scratch("hostile-sources");
        fs::write(folder.join("secret.out"), "SECRET\n").unwrap();
        let secret = folder.join("secret.out");
        let growing: String = ('A'..'I')
            .map(|letter| {
                let next = char::from(letter as u8 + 1);
                format!("#define {letter} {}\n", format!("{next} ").repeat(10))
            })
            .collect();
        let sources = [
            ("endless", "#include \"/dev/zero\"\nint main() {}\n".to_string()),
            ("thief", format!("#include \"{}\"\nint main() {{}}\n", text(&secret))),
            ("macros", format!("{growing}#define I 1+\nint x = A 1;\nint main() {{}}\n")),
            ("large", "char all[1ull << 34] = {1};\nint main() {}\n".to_string()),
        ];
        for (name, source) in sources {
            let theirs = scratch(&format!("hostile-{name}"));
            fs::write(theirs.join("main.cpp"), source).unwrap();
            let said = stdout(&sandtable(&["judge", "goblins", text(&theirs), "--stage", "1"]));
            assert!(said.contains("Not built") && !said.contains("SECRET"), "{name}: {said}");
        }
    }

    #[test]
    fn what_draws_is_refused_in_a_sentence() {
        let folder = scratch("draws");
        fs::write(folder.join("main.cpp"), "#include <QApplication>\nint main() { return 0; }\n").unwrap();
        let said = stdout(&sandtable(&["judge", "goblins", text(&folder), "--stage", "1"]));
        assert!(said.contains("main.cpp includes QApplication, which needs Qt"), "{said}");
    }

    #[test]
    fn errors_come_first_and_everything_is_in_the_json() {
        if !has_compiler() {
            return;
        }
        let folder = scratch("errors");
        let unused: String =
            (0..60).map(|n| format!("int f{n}(int unused) {{ int x; return 0; }}\n")).collect();
        fs::write(folder.join("main.cpp"), format!("{unused}int main() {{ retrun 0; }}\n")).unwrap();
        let said = stdout(&sandtable(&["judge", "goblins", text(&folder), "--stage", "1"]));
        assert!(
            said.lines().take(4).any(|line| line.contains("error: ") && line.contains("retrun")),
            "{said}"
        );
        let json = stdout(&sandtable(&["judge", "goblins", text(&folder), "--stage", "1", "--json"]));
        let report: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert!(report["stages"][0]["not_built"]["output"].as_str().unwrap().contains("unused"), "{json}");
    }

    #[test]
    fn whoever_opens_a_file_is_told_so() {
        if !has_compiler() {
            return;
        }
        let folder = scratch("opens");
        let source = "#include <fstream>\n#include <iostream>\nint main() { std::ifstream map(\"../maps/1.map\"); std::string s; map >> s; std::cout << s; }\n";
        fs::write(folder.join("main.cpp"), source).unwrap();
        let said = stdout(&sandtable(&["judge", "goblins", text(&folder), "--stage", "1"]));
        assert!(said.contains("The program opens `../maps/1.map`"), "{said}");
        let said = stdout(&sandtable(&["judge", "goblins", text(&folder), "--stage", "1", "--lang", "zh"]));
        assert!(said.contains("程序打开文件 `../maps/1.map`"), "{said}");
    }

    #[test]
    fn a_crash_is_explained_by_a_sanitiser() {
        if !has_compiler() {
            return;
        }
        let folder = scratch("crash");
        let source = "#include <iostream>\nint* dangling() { int x[4] = {1, 2, 3, 4}; int* p = x; return p; }\nint main() { int n; std::cin >> n; int* p = new int[2]; delete[] p; std::cout << p[1] << std::endl; p = 0; *p = n; }\n";
        fs::write(folder.join("main.cpp"), source).unwrap();
        let said = stdout(&sandtable(&["judge", "goblins", text(&folder), "--stage", "1"]));
        assert!(said.contains("SIGSEGV") && said.contains("AddressSanitizer: heap-use-after-free"), "{said}");
        assert!(said.contains("main.cpp:3") && !said.contains("behaves as if"), "{said}");
    }
}
