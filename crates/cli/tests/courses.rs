//! A course in the arena, from the roster to the marks: killed while it grades, and asked for what
//! is hidden.
#![cfg(feature = "server")]
#![allow(clippy::print_stdout, reason = "a skipped test says why")]

mod arena_client;

use arena_client::{Client, PASSWORD, Served};
use serde_json::{Value, json};
use std::fs;
use std::io::{Cursor, Read, Write};
use std::path::Path;
use std::process::Command;

const RIGHT: &str = include_str!("../../judge/tests/mutants/goblins.cpp");

/// A part of the name of a hidden case, which no student may ever read.
const SECRET: &str = "xyzzy";

const POLICY: &str = "[points]\ngrading = \"partial\"\n[feedback]\nhidden = \"verdict\"\n";

/// A case that comes with the program.
fn case(number: u32, ending: &str) -> Vec<u8> {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../judge/cases/goblins/stage4");
    fs::read(cases.join(format!("{number}.{ending}"))).unwrap()
}

/// A zip file of cases, by their names and numbers.
fn cases(list: &[(&str, u32)]) -> Vec<u8> {
    let files: Vec<(String, Vec<u8>)> = list
        .iter()
        .flat_map(|(name, number)| {
            ["in", "out"].map(|ending| (format!("{name}.{ending}"), case(*number, ending)))
        })
        .collect();
    zipped(&files)
}

fn zipped(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        archive.start_file(name.as_str(), zip::write::SimpleFileOptions::default()).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

fn unzipped(bytes: &[u8], folder: &Path) {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    for at in 0..archive.len() {
        let mut file = archive.by_index(at).unwrap();
        let path = folder.join(file.name().unwrap().as_ref());
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let mut contents = Vec::new();
        file.read_to_end(&mut contents).unwrap();
        fs::write(path, contents).unwrap();
    }
}

/// What each of some students hands in: a file's name and its bytes.
fn programs() -> Vec<(&'static str, Vec<u8>)> {
    let wrong = RIGHT.replace("int points = 3;", "int points = 2;");
    assert_ne!(wrong, RIGHT);
    let cpp = |text: &str| text.as_bytes().to_vec();
    vec![
        ("main.cpp", cpp(RIGHT)),
        ("work.zip", zipped(&[("4_task4/main.cpp".to_owned(), cpp(RIGHT))])),
        ("main.cpp", cpp(&wrong)),
        ("wrong.cpp", cpp(&wrong.replace("units", "people"))),
        ("main.cpp", b"int main() { return }".to_vec()),
        ("broken.zip", b"PK\x03\x04 and no more".to_vec()),
    ]
}

/// A course with a teacher, students of a roster, and an assignment.
struct School {
    teacher: Client,
    students: Vec<Client>,
    assignment: String,
}

impl School {
    /// A course with so many on the roster, of whom the first `joined` have accounts.
    fn found(served: &Served, on_roster: usize, joined: usize) -> Self {
        let root = served.first_administrator("root");
        let teacher = served.sign_up("teacher");
        assert_eq!(root.form("/admin/users/2/role", &[("role", "organiser")]).status, 303);
        let teacher = teacher.token();
        let made = teacher.send("POST", "/api/v1/courses", &json!({ "name": "Programming 1" }));
        assert_eq!(made.status, 201, "{}", made.text());
        let course = format!("/api/v1/courses/{}", made.json::<Value>()["id"]);
        let mut roster = "学号,姓名\n".to_owned();
        (1..=on_roster).for_each(|number| roster.push_str(&format!("2026{number:03},学生{number}\n")));
        let csv = [("Content-Type", "text/csv")];
        let read = teacher.request("PUT", &format!("{course}/roster"), &csv, roster.as_bytes());
        assert_eq!(read.status, 204, "{}", read.text());
        let links: Vec<Value> = teacher.send("POST", &format!("{course}/links"), &json!({})).json();
        assert_eq!(links.len(), on_roster);
        let students: Vec<Client> = links.iter().take(joined).map(|row| joins(served, row)).collect();
        let out = teacher.get(&format!("{course}/roster")).text();
        assert_eq!(out.lines().filter(|line| line.contains("s2026")).count(), joined, "{out}");
        let body =
            json!({ "title": "Stage 4", "game": "goblins", "stage": 4, "policy": POLICY, "language": "en" });
        let made = teacher.send("POST", &format!("{course}/assignments"), &body);
        assert_eq!(made.status, 201, "{}", made.text());
        let assignment = format!("/assignments/{}", made.json::<Value>()["id"]);
        let school = Self { teacher, students, assignment };
        school.set_cases("cases", &cases(&[("first", 1), ("second", 6)]));
        school.set_cases(
            "hidden-cases",
            &cases(&[(&format!("{SECRET}-one"), 4), (&format!("{SECRET}-two"), 3)]),
        );
        school
    }

    fn set_cases(&self, which: &str, zip: &[u8]) {
        let path = format!("/api/v1{}/{which}", self.assignment);
        let set = self.teacher.request("PUT", &path, &[], zip);
        assert_eq!(set.status, 204, "{}", set.text());
    }

    /// Hands in; the way to what becomes of it.
    fn hand_in(&self, student: &Client, (name, bytes): (&str, &[u8])) -> String {
        let path = format!("/api/v1{}/submissions?file={name}", self.assignment);
        let sent = student.request("POST", &path, &[], bytes);
        assert_eq!(sent.status, 202, "{}", sent.text());
        format!("/submissions/{}", sent.json::<Value>()["id"])
    }

    fn graded(&self) -> usize {
        let list: Vec<Value> = self.teacher.get(&format!("/api/v1{}/submissions", self.assignment)).json();
        assert!(list.iter().all(|one| one["state"] != "failed"), "{list:?}");
        list.iter().filter(|one| one["state"] == "graded").count()
    }

    /// The marks, and what `sandtable class` makes of the same files.
    fn both_marks(&self, folder: &Path) -> (String, String) {
        let _ = fs::remove_dir_all(folder);
        unzipped(&self.teacher.get(&format!("/api/v1{}/class", self.assignment)).body, folder);
        for which in ["cases", "hidden"] {
            let zip = fs::read(folder.join(format!("{which}.zip"))).unwrap();
            unzipped(&zip, &folder.join(which));
        }
        let graded = Command::new(env!("CARGO_BIN_EXE_sandtable"))
            .args(["class", "goblins", "handed-in", "--stage", "4", "--roster", "roster.csv", "--policy"])
            .args(["policy.toml", "--cases", "cases", "--hidden", "hidden", "-o", "report"])
            .current_dir(folder)
            .output()
            .unwrap();
        assert!(graded.status.success(), "{}", String::from_utf8_lossy(&graded.stderr));
        let here = self.teacher.get(&format!("/api/v1{}/marks", self.assignment));
        assert_eq!(here.status, 200, "{}", here.text());
        (here.text(), fs::read_to_string(folder.join("report/marks.csv")).unwrap())
    }
}

/// A student opens the link and makes an account.
fn joins(served: &Served, row: &Value) -> Client {
    let client = served.guest();
    let link = row["link"].as_str().unwrap();
    let name = format!("s{}", row["number"].as_str().unwrap());
    let made = client.form(link, &[("name", &name), ("password", PASSWORD)]);
    assert_eq!(made.status, 303, "{}", made.text());
    assert_eq!(served.guest().get(link).status, 404, "a link works once");
    client.token()
}

#[test]
fn a_class_is_graded_as_the_command_line_does_it_also_when_killed() {
    let served = Served::start("course");
    if let Some(why) = served.no_uploads() {
        println!("skipped: {why}");
        return;
    }
    let programs = programs();
    let mut school = School::found(&served, 60, programs.len());
    let mine: Vec<String> = school
        .students
        .iter()
        .zip(&programs)
        .map(|(student, (name, bytes))| school.hand_in(student, (name, bytes)))
        .collect();
    // Killed as soon as something is graded, and once more.
    let mut served = served;
    for wanted in [1, 3] {
        served.until(|| (school.graded() >= wanted).then_some(()));
        let before = school.graded();
        served = served.kill_and_restart();
        school.teacher = served.guest().with_bearer(school.teacher.bearer().unwrap());
        let again = |student: &Client| served.guest().with_bearer(student.bearer().unwrap());
        school.students = school.students.iter().map(again).collect();
        assert!(school.graded() >= before, "what was graded still is");
    }
    served.until(|| (school.graded() == programs.len()).then_some(()));
    let (here, there) = school.both_marks(&served.data.with_file_name("course-class"));
    assert_eq!(here, there);
    assert_eq!(here.lines().count(), 61, "{here}");
    assert!(here.contains("2026001.cpp,correct") && here.contains("2026005.cpp,not-built"), "{here}");

    nothing_hidden_is_told(&served, &school, &mine);
    hands_in_again_and_comes_late(&served, &school);
    assert_eq!(served.stop().code(), Some(0));
}

/// Everything a student can ask for, looked through for what only the hidden cases hold.
fn nothing_hidden_is_told(served: &Served, school: &School, submissions: &[String]) {
    let public: String = [1, 6].map(|number| String::from_utf8(case(number, "out")).unwrap()).concat();
    let hidden: Vec<String> = [4, 3]
        .iter()
        .flat_map(|number| ["in", "out"].map(|ending| String::from_utf8(case(*number, ending)).unwrap()))
        .collect();
    let is_telling = |line: &&str| line.trim().len() >= 8 && !public.contains(*line);
    let telling: Vec<&str> = hidden.iter().flat_map(|text| text.lines()).filter(is_telling).collect();
    assert!(telling.len() > 10);
    let document: Value = served.guest().get("/api/v1/openapi.json").json();
    let gets =
        document["paths"].as_object().unwrap().iter().filter(|(_, methods)| methods.get("get").is_some());
    let assignment = school.assignment.rsplit('/').next().unwrap();
    for (student, own) in school.students.iter().zip(submissions) {
        let submission = own.rsplit('/').next().unwrap();
        let filled = |path: &String| {
            let path = path.replace("{assignment}", assignment).replace("{submission}", submission);
            path.replace("{course}", "1").replace("{game}", "goblins").replace(['{', '}'], "")
        };
        let pages = ["", "/marks.csv", "/class.zip", "/report/class.html"]
            .map(|page| format!("{}{page}", school.assignment));
        for path in gets.clone().map(|(path, _)| filled(path)).chain(pages).chain([own.clone()]) {
            let said = student.get(&path).text();
            assert!(!said.contains(SECRET), "{path}: {said}");
            let told = telling.iter().find(|line| said.contains(*line));
            assert!(told.is_none() || path.ends_with("/source"), "{path} tells {told:?}");
        }
    }
    // The policy lets the verdict be seen, and another's submission not at all.
    let wrong: Value = school.students[2].get(&format!("/api/v1{}", submissions[2])).json();
    let stages = wrong["feedback"]["stages"].as_array().unwrap();
    assert_eq!(stages[1]["groups"][0]["detail"], Value::Null, "{wrong}");
    assert_eq!(school.students[0].get(&format!("/api/v1{}", submissions[2])).status, 404);
    assert_eq!(school.students[0].get(&format!("/api/v1{}/source", submissions[2])).status, 404);
    let pairs: Vec<Value> = school.teacher.get(&format!("/api/v1{}/similarity", school.assignment)).json();
    assert!(!pairs.is_empty(), "copies are found");
}

fn hands_in_again_and_comes_late(served: &Served, school: &School) {
    let [_, _, wrong, ..] = &school.students[..] else { unreachable!() };
    school.hand_in(wrong, ("better.cpp", RIGHT.as_bytes()));
    let list = format!("/api/v1{}/submissions", school.assignment);
    let history = served.until(|| {
        let list: Vec<Value> = wrong.get(&list).json();
        (list.len() == 2 && list[0]["state"] == "graded").then_some(list)
    });
    let points = |one: &Value| one["feedback"]["points"].as_f64().unwrap();
    assert!(points(&history[0]) > points(&history[1]), "{history:?}");
    let news: Vec<Value> = wrong.get("/api/v1/me/notices").json();
    assert_eq!(news.iter().filter(|one| one["kind"] == "graded").count(), 2, "{news:?}");
    let set_policy = |text: &str| {
        let body = json!({ "title": "Stage 4", "policy": format!("{POLICY}{text}") });
        let changed = school.teacher.send("PUT", &format!("/api/v1{}", school.assignment), &body);
        assert_eq!(changed.status, 204, "{}", changed.text());
    };
    let send = || wrong.request("POST", &format!("{list}?file=a.cpp"), &[], RIGHT.as_bytes());
    set_policy("[deadline]\nat = 2020-01-01T00:00:00Z\n");
    let refused = send();
    assert!(refused.status == 409 && refused.text().contains("deadline"), "{}", refused.text());
    set_policy("[deadline]\nat = 2020-01-01T00:00:00Z\nlate-factor = 0.5\n");
    assert_eq!(send().status, 202, "it comes late, and counts half");
    let newest = served.until(|| {
        let list: Vec<Value> = wrong.get(&list).json();
        (list[0]["state"] == "graded").then(|| list[0].clone())
    });
    assert_eq!(
        (newest["feedback"]["late"].as_bool(), points(&newest) * 2.0),
        (Some(true), points(&history[0]))
    );
    // A regrade runs everything again, and comes to the same.
    let marks = || school.teacher.get(&format!("/api/v1{}/marks", school.assignment));
    let before = served.until(|| Some(marks()).filter(|marks| marks.status == 200)).text();
    let again = school.teacher.send("POST", &format!("/api/v1{}/regrade", school.assignment), &json!({}));
    assert_eq!(again.json::<Value>()["submissions"], 6);
    assert_eq!(served.until(|| Some(marks()).filter(|marks| marks.status == 200)).text(), before);
}

/// Everybody at once: nobody gets an error, everybody sees a place in the queue, and all are
/// graded.
#[test]
#[ignore = "long: sixty programs are built and graded"]
fn sixty_hand_in_at_once() {
    let served = Served::start("sixty");
    if let Some(why) = served.no_uploads() {
        println!("skipped: {why}");
        return;
    }
    let school = School::found(&served, 60, 60);
    let programs = programs();
    std::thread::scope(|scope| {
        for (at, student) in school.students.iter().enumerate() {
            let (student, school) = (student.clone(), &school.assignment);
            let (name, bytes) = &programs[at % programs.len()];
            scope.spawn(move || {
                let path = format!("/api/v1{school}/submissions?file={name}");
                let sent = student.request("POST", &path, &[], bytes);
                assert_eq!(sent.status, 202, "{}", sent.text());
                let own: Value =
                    student.get(&format!("/api/v1/submissions/{}", sent.json::<Value>()["id"])).json();
                assert!(own["place"].is_i64() || own["state"] != "waiting", "{own}");
            });
        }
    });
    served.until(|| (school.graded() == 60).then_some(()));
    let (here, there) = school.both_marks(&served.data.with_file_name("sixty-class"));
    assert_eq!(here, there);
}
