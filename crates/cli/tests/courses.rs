//! A course in the arena, from the roster to the marks: killed while it grades, and asked for what
//! is hidden.
#![cfg(feature = "server")]
#![allow(clippy::print_stdout, reason = "a skipped test says why")]

mod arena_client;
mod coursework;

use arena_client::{Client, PASSWORD, Served};
use coursework::{
    ON_ROSTER, POLICY, RIGHT, SECRET, cases, marks_of, roster, telling, unzipped, wrong, zipped,
};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// What each of some students hands in: a file's name and its bytes.
fn programs() -> Vec<(&'static str, Vec<u8>)> {
    let wrong = wrong();
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
        let csv = [("Content-Type", "text/csv")];
        let read = teacher.request("PUT", &format!("{course}/roster"), &csv, roster(on_roster).as_bytes());
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
        self.count("graded")
    }

    /// How many of those that count are in a state.
    fn count(&self, state: &str) -> usize {
        let list: Vec<Value> = self.teacher.get(&format!("/api/v1{}/submissions", self.assignment)).json();
        assert!(list.iter().all(|one| one["state"] != "failed"), "{list:?}");
        list.iter().filter(|one| one["state"] == state).count()
    }

    /// The marks, and what `sandtable class` makes of the same files.
    fn both_marks(&self, folder: &Path) -> (String, String) {
        let _ = fs::remove_dir_all(folder);
        unzipped(&self.teacher.get(&format!("/api/v1{}/class", self.assignment)).body, folder);
        let here = self.teacher.get(&format!("/api/v1{}/marks", self.assignment));
        assert_eq!(here.status, 200, "{}", here.text());
        (here.text(), marks_of(folder))
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
    let mut school = School::found(&served, ON_ROSTER, programs.len());
    let mine: Vec<String> = school
        .students
        .iter()
        .zip(&programs)
        .map(|(student, (name, bytes))| school.hand_in(student, (name, bytes)))
        .collect();
    // Killed while something is being graded, as soon as something else is, and once more.
    let mut served = served;
    let mut while_grading = 0;
    for wanted in [1, 3] {
        let in_the_middle = || {
            let (graded, grading) = (school.count("graded"), school.count("grading"));
            (graded >= wanted && grading > 0 || graded == programs.len()).then_some(grading)
        };
        while_grading += served.until(in_the_middle);
        let before = school.graded();
        served = served.kill_and_restart();
        school.teacher = served.guest().with_bearer(school.teacher.bearer().unwrap());
        let again = |student: &Client| served.guest().with_bearer(student.bearer().unwrap());
        school.students = school.students.iter().map(again).collect();
        assert!(school.graded() >= before, "what was graded still is");
    }
    served.until(|| (school.graded() == programs.len()).then_some(()));
    assert!(while_grading > 0, "something was being graded when it was killed");
    for student in &school.students {
        let path = format!("/api/v1{}/submissions", school.assignment);
        assert_eq!(student.get(&path).json::<Vec<Value>>().len(), 1, "nothing lost, nothing twice");
        let news: Vec<Value> = student.get("/api/v1/me/notices").json();
        assert_eq!(news.iter().filter(|one| one["kind"] == "graded").count(), 1, "{news:?}");
    }
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
    let telling = telling();
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
            let told = telling.iter().find(|line| said.contains(line.as_str()));
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
    what_was_handed_out_is_nobodys(served, school);
}

/// With the right program as the handout nobody has anything of their own.
fn what_was_handed_out_is_nobodys(served: &Served, school: &School) {
    let api = |rest: &str| format!("/api/v1{}{rest}", school.assignment);
    let put = |bytes: &[u8]| school.teacher.request("PUT", &api("/handout"), &[], bytes);
    for (wrong, said) in
        [(zipped(&[("words.txt".to_owned(), b"words".to_vec())]), "no sources"), (b"PK".to_vec(), "zip")]
    {
        let refused = put(&wrong);
        assert!(refused.status == 400 && refused.text().contains(said), "{}", refused.text());
    }
    let body = json!({ "title": "Stage 4", "policy": format!("handout = \"../given\"\n{POLICY}") });
    assert_eq!(school.teacher.send("PUT", &api(""), &body).status, 204);
    let page = |client: &Client, path: &str| client.get(path).text();
    let lacks = "the policy names a handout";
    assert!(page(&school.teacher, &school.assignment).to_lowercase().contains(lacks));
    let handout = zipped(&[("given/main.cpp".to_owned(), RIGHT.as_bytes().to_vec())]);
    assert_eq!(put(&handout).status, 204);
    assert!(!page(&school.teacher, &school.assignment).to_lowercase().contains(lacks));
    assert_eq!(school.students[0].get(&api("/handout")).body, handout, "students have it, too");
    assert_eq!(school.teacher.get(&api("/similarity")).text(), "[]");
    // The command line comes to the same, with the policy and the folder that it gets.
    let folder = served.data.with_file_name("course-handout");
    let (here, there) = school.both_marks(&folder);
    assert_eq!(here, there);
    assert!(!folder.join("report/similar").exists(), "nothing is alike");
    let policy = fs::read_to_string(folder.join("policy.toml")).unwrap();
    assert!(policy.starts_with("handout = \"handout\"\n[points]"), "{policy}");
    assert!(folder.join("handout/given/main.cpp").is_file());
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
    let school = School::found(&served, ON_ROSTER, ON_ROSTER);
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
