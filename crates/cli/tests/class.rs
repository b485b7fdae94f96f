//! `sandtable class` on real programs: a class is graded once, also if it is killed; copies are
//! found; hostile submissions cost their own marks.
//!
//! Students are made of the right programs and their mutants in `crates/judge/tests/mutants`, each
//! with statements of its own sprinkled over it, as if different people had written them.

#![allow(clippy::print_stdout, reason = "a skipped test says why")]

use std::fs;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const SANDTABLE: &str = env!("CARGO_BIN_EXE_sandtable");

/// A folder of a test's own, with what was handed in and what is made of it.
struct Site {
    root: PathBuf,
    game: &'static str,
}

impl Site {
    fn new(name: &str, game: &'static str) -> Self {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("class").join(name);
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(root.join("in")).unwrap();
        Self { root, game }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// A folder with one file.
    fn hand_in(&self, name: &str, file: &str, text: &[u8]) {
        let path = self.at("in").join(name).join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// A zip with these files, inside as many others.
    fn hand_in_zip(&self, name: &str, files: &[(&str, &[u8])], layers: usize) {
        let mut bytes = zipped(files);
        for _ in 0..layers {
            bytes = zipped(&[("hand-in/inner.zip", &bytes)]);
        }
        fs::write(self.at("in").join(name), bytes).unwrap();
    }

    /// The command, with a cache and a report of this name.
    fn command(&self, report: &str) -> Command {
        let mut command = Command::new(SANDTABLE);
        command.args(["class", self.game, "--stage", "4", "--json", "--lang", "en"]);
        command.arg(self.at("in")).arg("-o").arg(self.at(report));
        if self.at("roster.csv").exists() {
            command.arg("--roster").arg(self.at("roster.csv"));
        }
        command.env("XDG_CACHE_HOME", self.at(&format!("{report}-cache")));
        command
    }

    fn grade(&self, report: &str) -> Output {
        let output = self.command(report).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        output
    }

    /// Starts grading, and kills it as soon as so many submissions are done.
    fn kill_after(&self, done: usize, report: &str) {
        let mut child = self.command(report).stdout(Stdio::null()).spawn().unwrap();
        let kept = || fs::read_dir(self.at(report).join(".kept")).map_or(0, Iterator::count);
        while kept() < done && child.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }

    fn read(&self, report: &str, file: &str) -> String {
        fs::read_to_string(self.at(report).join(file)).unwrap()
    }

    /// What stands in `marks.csv` for a submission: its state and its points.
    fn mark(&self, report: &str, name: &str) -> (String, String) {
        let marks = self.read(report, "marks.csv");
        let row = marks.lines().find(|line| line.contains(name)).unwrap_or_else(|| panic!("{name}: {marks}"));
        let cells: Vec<&str> = row.split(',').collect();
        (cells[3].to_string(), cells[6].to_string())
    }

    /// The pairs that are alike, the most alike first, by the names of their pages.
    fn pairs(&self, report: &str) -> Vec<String> {
        let page = self.read(report, "class.html");
        let links = page.split("href=\"similar/").skip(1);
        links.map(|rest| rest[..rest.find(".html").unwrap()].to_string()).collect()
    }
}

fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in files {
        archive.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// Every file of a report by its name, without the times.
fn without_times(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(here) = open.pop() {
        for path in fs::read_dir(&here).unwrap().map(|entry| entry.unwrap().path()) {
            let is_hidden = path.file_name().unwrap().to_string_lossy().starts_with('.');
            if path.is_dir() && !is_hidden {
                open.push(path);
            } else if !is_hidden {
                let text = fs::read_to_string(&path).unwrap();
                files.push((path.strip_prefix(folder).unwrap().to_path_buf(), timeless(&text)));
            }
        }
    }
    files.sort();
    files
}

/// A text without times: the table of the slowest, fields of JSON, and seconds in sentences.
fn timeless(text: &str) -> String {
    let text = text.split("<h2 id=\"slowest\">").next().unwrap();
    let is_number = |sign: char| sign.is_ascii_digit() || sign == '.';
    let in_fields = text.split("\"cpu_seconds\":").map(|part| part.trim_start_matches(is_number));
    let text = in_fields.collect::<Vec<_>>().join("\"cpu_seconds\":");
    let in_sentences = text.split(" s CPU").map(|part| part.trim_end_matches(is_number));
    in_sentences.collect::<Vec<_>>().join(" s CPU")
}

fn assert_same_reports(one: &Path, two: &Path) {
    let (one, two) = (without_times(one), without_times(two));
    let names = |files: &[(PathBuf, String)]| files.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&one), names(&two));
    for ((name, first), (_, second)) in one.iter().zip(&two) {
        assert!(first == second, "{} differs:\n{first}\n{second}", name.display());
    }
}

/// Numbers that are the same in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

fn mutants(file: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../judge/tests/mutants");
    fs::read_to_string(folder.join(file)).unwrap()
}

/// The right program and then the wrong ones, each with its mistake.
fn programs(game: &str) -> Vec<(String, String)> {
    let right = mutants(&format!("{game}.cpp"));
    let mut programs = vec![("right".to_string(), right.clone())];
    for line in mutants(&format!("{game}.txt")).lines().filter(|line| !line.starts_with('#')) {
        let parts: Vec<&str> = line.split('|').collect();
        // Those with bars or escapes of their own are left to the test of the mutants.
        if let [names, old, new] = parts[..]
            && !line.contains('\\')
        {
            programs.push((names.to_string(), right.replacen(old, new, 1)));
        }
    }
    programs
}

/// Somebody's own way of writing a program: statements that change nothing.
fn in_own_words(text: &str, student: u64) -> String {
    const SHAPES: [&str; 8] = [
        "int $ = A; if ($ > B) $ = A - $; (void)$;",
        "for (int $ = 0; $ < A; $++) { if ($ == B) break; }",
        "string $ = \"A\"; if ($.size() > B) $.clear();",
        "vector<int> $; $.push_back(A); $.push_back(B); $.pop_back();",
        "bool $ = A > B && A != 7; if (!$) { $ = true; }",
        "int $ = A * B + A; while ($ > B) { $ -= B; if ($ % 2) $--; }",
        "double $ = A; $ = $ * B - 1; (void)$;",
        "char $ = 'x'; switch ($) { case 'y': $ = 'z'; break; default: break; }",
    ];
    let mut chance = Chance(student * 7919 + 1);
    let mut inside = false;
    let mut lines = Vec::new();
    for line in text.lines() {
        lines.push(line.to_string());
        let word = line.trim_start().split(|sign: char| !sign.is_alphanumeric()).next().unwrap_or_default();
        let plain = !["return", "if", "else", "for", "while", "case", "default"].contains(&word);
        let at_top = line.starts_with("    ") && !line.starts_with("     ");
        while inside && plain && at_top && line.ends_with(';') && chance.below(10) < 6 {
            let shape = SHAPES[chance.below(8) as usize];
            let name = format!("q{}", chance.below(1_000_000));
            let number = |chance: &mut Chance| (chance.below(7) + 2).to_string();
            let (a, b) = (number(&mut chance), number(&mut chance));
            lines.push(format!("    {}", shape.replace('A', &a).replace('B', &b).replace('$', &name)));
        }
        let opens = line.ends_with(") {") && !line.starts_with(' ');
        inside = opens || inside && !line.starts_with('}');
    }
    lines.join("\n") + "\n"
}

/// A copy by somebody who does not want it to be found: other names, functions in another order.
fn disguised(text: &str, student: u64) -> String {
    const NAMES: [&str; 19] = [
        "inside",
        "ours",
        "flies",
        "costOf",
        "reach",
        "bury",
        "attack",
        "countSide",
        "grow",
        "draw",
        "freeAt",
        "mageAt",
        "fire",
        "tornado",
        "besideMage",
        "strike",
        "patrol",
        "track",
        "ground",
    ];
    let is_part = |sign: char| sign.is_alphanumeric() || sign == '_';
    let renamed = |word: &str| {
        let bare = word.trim_end_matches(|sign| !is_part(sign));
        let new = NAMES.iter().position(|name| *name == bare).map(|at| format!("fn{student}x{at}"));
        new.map_or_else(|| word.to_string(), |new| word.replacen(bare, &new, 1))
    };
    let text: String = text.split_inclusive(|sign| !is_part(sign)).map(renamed).collect();
    let (mut functions, mut rest): (Vec<String>, Vec<&str>) = (Vec::new(), Vec::new());
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let kinds = ["bool ", "void ", "int ", "string ", "Mask "];
        let is_function = kinds.iter().any(|kind| line.starts_with(kind)) && line.contains(") {");
        if !is_function || line.starts_with("int main") {
            rest.push(line);
            continue;
        }
        let mut function = vec![line];
        while !line.ends_with('}') && function.last() != Some(&"}") {
            function.push(lines.next().unwrap());
        }
        functions.push(function.join("\n"));
    }
    let declared = |function: &String| format!("{};", function.split(" {").next().unwrap());
    let declarations: Vec<String> = functions.iter().map(declared).collect();
    functions.reverse();
    let main = rest.iter().position(|line| line.starts_with("int main")).unwrap();
    let parts =
        [rest[..main].join("\n"), declarations.join("\n"), functions.join("\n"), rest[main..].join("\n")];
    parts.join("\n") + "\n"
}

fn has_compiler() -> bool {
    let found = Command::new("g++").arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        println!("skipped: there is no g++ on this machine");
    }
    found
}

/// Hands in a class of so many, the last copies of the first; the pairs of pages that copies must
/// make.
fn hand_in_class(site: &Site, count: u64, copies: u64) -> Vec<String> {
    let programs = programs(site.game);
    let own = |student: u64| {
        let wrong = if student.is_multiple_of(3) { 0 } else { (student * 7) as usize % programs.len() };
        in_own_words(&programs[wrong].1, student)
    };
    let number = |student: u64| 2_026_010_000 + student;
    let mut roster = String::from("number,name\n");
    for student in 0..count {
        let copied = (student + copies >= count).then(|| student + copies - count);
        let text = copied.map_or_else(|| own(student), |of| disguised(&own(of), student));
        let (id, text) = (number(student), text.as_bytes());
        roster.push_str(&format!("{id},Student {student}\n"));
        match student % 4 {
            0 => fs::write(site.at("in").join(format!("{id}_hw.cpp")), text).unwrap(),
            1 => site.hand_in(&format!("{id} Student"), "4_task4/main.cpp", text),
            2 => {
                site.hand_in_zip(&format!("hw_{id}.zip"), &[("src/main.cpp", text), ("readme.txt", b"x")], 0)
            }
            _ => site.hand_in_zip(&format!("{id}.zip"), &[("4_task4/main.cpp", text)], 2),
        }
    }
    fs::write(site.at("roster.csv"), roster).unwrap();
    (0..copies).map(|of| format!("{}--{}", number(of), number(count - copies + of))).collect()
}

/// Grades a class, and once more with kills in between: the same report, with the copies first.
fn check_class(name: &str, game: &'static str, count: u64, copies: u64, kills: &[usize]) {
    let site = Site::new(name, game);
    let mut expected = hand_in_class(&site, count, copies);
    site.grade("straight");
    let mut found = site.pairs("straight");
    found.truncate(expected.len());
    found.sort();
    expected.sort();
    assert_eq!(found, expected, "{:?}", site.pairs("straight"));
    assert_eq!(site.mark("straight", "2026010000").0, "correct");
    for done in kills {
        site.kill_after(*done, "killed");
    }
    site.grade("killed");
    assert_same_reports(&site.at("straight"), &site.at("killed"));
    let again = String::from_utf8(site.grade("killed").stdout).unwrap();
    assert!(again.contains(&format!("\"kept\":{count},")), "{again}");
    assert_same_reports(&site.at("straight"), &site.at("killed"));
}

#[test]
fn a_killed_run_goes_on_and_copies_are_found() {
    if has_compiler() {
        check_class("small", "goblins", 5, 1, &[2]);
    }
}

#[test]
#[ignore = "long: grades sixty programs twice"]
fn a_class_of_sixty() {
    if has_compiler() {
        check_class("sixty-breach", "breach", 60, 3, &[7, 23, 41]);
        check_class("sixty-goblins", "goblins", 60, 3, &[1, 30, 59]);
    }
}

/// The CPU time and the time on the wall that a command takes with all it starts, in seconds.
fn times_of(command: &Command) -> (f64, f64) {
    let mut timed = Command::new("bash");
    timed.args(["-c", "TIMEFORMAT='%U %S %R'; time \"$@\" >/dev/null", "bash"]).arg(command.get_program());
    timed.args(command.get_args());
    timed.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let output = timed.output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{text}");
    let figures = text.lines().last().unwrap().split(' ').map(|figure| figure.parse().unwrap());
    let figures: Vec<f64> = figures.collect();
    (figures[0] + figures[1], figures[2])
}

/// Prints what grading a class costs beside its builds; `STUDENTS=N` makes it a smaller one. Times
/// on the wall tell something only on a machine that does nothing else.
#[test]
#[ignore = "long: grades sixty programs"]
fn what_a_class_costs_beside_its_builds() {
    if !has_compiler() {
        return;
    }
    let students = std::env::var("STUDENTS").map_or(60, |count| count.parse().unwrap());
    for game in ["breach", "goblins"] {
        let site = Site::new(&format!("cost-{game}"), game);
        hand_in_class(&site, students, 3);
        let programs = programs(game);
        let mut built = 0.0;
        for student in 0..students {
            let wrong = if student.is_multiple_of(3) { 0 } else { (student * 7) as usize % programs.len() };
            fs::write(site.at("main.cpp"), in_own_words(&programs[wrong].1, student)).unwrap();
            let mut compiler = Command::new("g++");
            compiler.args(["-std=c++11", "-Wall", "-Wextra", "-Wno-return-type", "-pedantic", "-o"]);
            built += times_of(compiler.arg(site.at("program")).arg(site.at("main.cpp"))).0;
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from) as f64;
        let (cpu, wall) = times_of(&site.command("report"));
        println!(
            "{game}: {students} programs: builds {built:.1} s of CPU, the class {cpu:.1} s ({:.2} times as much); {wall:.1} s on the wall, the builds on {cores} cores {:.1} s",
            cpu / built,
            built / cores
        );
    }
}

/// A program with this as the body of its `main`.
fn with_main(body: &str) -> Vec<u8> {
    let headers = "#include <cstdio>\n#include <cstdlib>\n#include <fstream>\n#include <iostream>\n#include <unistd.h>\n";
    format!("{headers}using namespace std;\nint main() {{ {body} }}\n").into_bytes()
}

#[test]
fn hostile_submissions_cost_their_own_marks_only() {
    if !has_compiler() {
        return;
    }
    let site = Site::new("hostile", "goblins");
    let right = programs("goblins").remove(0).1;
    site.hand_in("honest", "main.cpp", right.as_bytes());
    let long = "长".repeat(80);
    site.hand_in(&format!("{long}1"), "main.cpp", in_own_words(&right, 1).as_bytes());
    site.hand_in(&format!("{long}2"), "main.cpp", in_own_words(&right, 1).as_bytes());
    site.hand_in("endless-output", "main.cpp", &with_main("for (;;) puts(\"Turn 1 begins:\");"));
    site.hand_in("endless-loop", "main.cpp", &with_main("volatile int n = 0; for (;;) n++;"));
    site.hand_in("fork-bomb", "main.cpp", &with_main("for (;;) fork();"));
    let thief = format!(
        "const char* names[] = {{\"1.out\", \"../1.out\", \"{0}\", \"/proc/1/root{0}\"}}; \
         for (auto name : names) {{ ifstream file(name); if (file) cout << file.rdbuf(); }}",
        site.at("secret.out").display()
    );
    fs::write(site.at("secret.out"), "SECRET\n").unwrap();
    site.hand_in("thief", "main.cpp", &with_main(&thief));
    symlink(site.at("secret.out"), site.at("in/thief/1.out")).unwrap();
    site.hand_in_zip("slip.zip", &[("../escaped.cpp", b"int main() {}")], 0);
    site.hand_in_zip("bomb.zip", &[("main.cpp", &vec![b' '; 300 << 20])], 0);
    site.hand_in("many-files", "main.cpp", b"int main() {}");
    (0..10_001).for_each(|n| fs::write(site.at(&format!("in/many-files/{n}")), "").unwrap());
    site.hand_in("sparse", "main.cpp", b"int main() {}");
    fs::File::create(site.at("in/sparse/huge.bin")).unwrap().set_len(10 << 30).unwrap();
    site.hand_in("control\u{1b}[2J", "main.cpp", b"int main() { oops }");
    site.hand_in("control-inside", "a\u{7}.cpp", b"int main() {}");
    let odd = std::ffi::OsStr::from_bytes(b"in/odd-\xff\xfe.zip");
    fs::write(site.root.join(odd), b"PK").unwrap();
    symlink("/etc", site.at("in/linked")).unwrap();

    let output = site.grade("report");
    assert!(!output.stdout.contains(&0x1b) && !output.stderr.contains(&0x1b));
    assert_eq!(site.mark("report", "honest"), ("correct".to_string(), "5".to_string()));
    for name in ["endless-output", "endless-loop", "fork-bomb", "thief"] {
        assert_eq!(site.mark("report", name).0, "incorrect", "{name}");
    }
    for name in ["slip.zip", "bomb.zip", "many-files", "sparse", "control-inside", "odd-"] {
        assert_eq!(site.mark("report", name).0, "unusable", "{name}");
    }
    assert!(!site.at("escaped.cpp").exists() && !site.at("in/escaped.cpp").exists());
    assert!(site.pairs("report").iter().any(|pair| pair.matches('长').count() == 60));
    for (name, text) in without_times(&site.at("report")) {
        assert!(!text.contains("SECRET") && !text.contains('\u{1b}'), "{}", name.display());
    }
    let endless = site.read("report", "feedback/endless-loop.html");
    assert!(endless.contains("It was not run: your program was stopped"), "{endless}");
}
