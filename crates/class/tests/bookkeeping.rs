//! A class is graded once, whatever happens in the middle, and its files are a function of what was
//! found.

use class::collect::{HandIn, collect};
use class::policy::StageKey;
use class::report::{ClassReport, pages, tables};
use class::results::{CaseResults, Results, StageResults};
use class::run::{GradedClass, KeptResults, OpenedSubmission, SubmissionGrader, Unfinished, grade_class};
use class::{Policy, Roster};
use judge::Language;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Finds a program correct if it says so.
#[derive(Default)]
struct ByTheWord {
    graded: AtomicUsize,
}

impl SubmissionGrader for ByTheWord {
    type Snapshot = String;

    fn open(&self, entry: &HandIn) -> Result<OpenedSubmission<String>, String> {
        let text = fs::read_to_string(&entry.path).map_err(|error| error.to_string())?;
        if text.contains("broken") {
            return Err("the archive is damaged".to_string());
        }
        Ok(OpenedSubmission { key: text.clone(), snapshot: text, sources: Vec::new() })
    }

    fn grade(&self, text: &String) -> Result<Results, String> {
        self.graded.fetch_add(1, Ordering::Relaxed);
        if text.contains("machine fails") {
            return Err("no processes left".to_string());
        }
        let correct = text.contains("right");
        let case = |name: &str| CaseResults {
            name: name.to_string(),
            correct,
            verdict: if correct { "Correct" } else { "Wrong answer" }.to_string(),
            cpu_seconds: 0.01,
            explanation: (!correct).then(|| format!("secret expectation of {name} <b>")),
            first_line: (!correct).then(|| "printed <this>".to_string()),
            mistake: (!correct).then(|| "push-first".to_string()),
        };
        let stage = |stage, cases| StageResults {
            stage,
            not_built: None,
            out_of: 5.0,
            cases,
            robustness: Vec::new(),
        };
        let open = stage(StageKey::One, vec![case("1"), case("2")]);
        let hidden = stage(StageKey::Hidden, vec![case("the-trap")]);
        Ok(Results { unusable: None, stages: vec![open, hidden] })
    }
}

struct Class {
    folder: tempfile::TempDir,
}

impl Class {
    fn new(submissions: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("in")).unwrap();
        for (name, text) in submissions {
            fs::write(folder.path().join("in").join(name), text).unwrap();
        }
        Self { folder }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn grade(&self, grader: &ByTheWord, jobs: usize) -> Result<GradedClass, Unfinished> {
        let entries = collect(&self.path().join("in"), None).unwrap().entries;
        let kept = KeptResults::open(&self.path().join("kept")).unwrap();
        grade_class(&entries, grader, &kept, jobs, &AtomicBool::new(false), &|_, _| {})
    }
}

fn report(class: &Class, graded: GradedClass, policy: &str) -> ClassReport {
    let collection = collect(&class.path().join("in"), None).unwrap();
    let policy = Policy::parse(policy).unwrap();
    ClassReport::new("breach", policy, (&collection, None), graded.results, Vec::new(), false)
}

#[test]
fn what_did_not_change_is_not_graded_again() {
    let class = Class::new(&[("a.cpp", "right"), ("b.cpp", "wrong"), ("c.cpp", "broken")]);
    let grader = ByTheWord::default();
    let first = class.grade(&grader, 2).unwrap();
    assert_eq!((grader.graded.load(Ordering::Relaxed), first.kept), (2, 0));
    fs::write(class.path().join("in/b.cpp"), "right now").unwrap();
    let again = class.grade(&grader, 2).unwrap();
    assert_eq!((grader.graded.load(Ordering::Relaxed), again.kept), (3, 1));
    assert!(again.results[1].stages[0].is_correct());
    assert_eq!(again.results[2].unusable.as_deref(), Some("the archive is damaged"));
}

#[test]
fn damaged_results_are_graded_again() {
    let class = Class::new(&[("a.cpp", "right")]);
    let grader = ByTheWord::default();
    class.grade(&grader, 1).unwrap();
    fs::write(class.path().join("kept/a.json"), "{\"key\":\"right\",\"resu").unwrap();
    class.grade(&grader, 1).unwrap();
    assert_eq!(grader.graded.load(Ordering::Relaxed), 2);
}

#[test]
fn a_machine_that_fails_stops_the_class_and_keeps_what_is_done() {
    let class = Class::new(&[("a.cpp", "right"), ("b.cpp", "machine fails"), ("c.cpp", "right too")]);
    let grader = ByTheWord::default();
    let stopped = class.grade(&grader, 1).unwrap_err();
    assert_eq!(stopped, Unfinished::Failed("no processes left".to_string()));
    assert!(class.path().join("kept/a.json").exists());
    assert!(!class.path().join("kept/c.json").exists());
}

#[test]
fn any_number_of_threads_gives_the_same_files() {
    let class =
        Class::new(&[("a.cpp", "right"), ("b.cpp", "wrong"), ("c.cpp", "broken"), ("d.cpp", "wrong two")]);
    let files = |jobs: usize| {
        fs::remove_dir_all(class.path().join("kept")).ok();
        let report = report(&class, class.grade(&ByTheWord::default(), jobs).unwrap(), "");
        let page = pages::class_page(&report, None, Language::En).unwrap();
        (
            page,
            tables::marks_csv(&report, None).unwrap(),
            tables::json_lines(&report).unwrap(),
            tables::junit(&report).unwrap(),
        )
    };
    assert_eq!(files(1), files(4));
}

#[test]
fn students_see_of_hidden_cases_what_the_policy_allows() {
    let class = Class::new(&[("a.cpp", "wrong")]);
    let seen = |policy: &str| {
        let report = report(&class, class.grade(&ByTheWord::default(), 1).unwrap(), policy);
        let row = &report.rows[0];
        let page = pages::feedback_page(&report, row, Language::En).unwrap();
        page + &tables::gradescope(&report, row).to_string()
    };
    let nothing = seen("");
    assert!(!nothing.contains("the-trap"), "the name of a hidden case is shown");
    assert!(nothing.contains("secret expectation of 1"), "public cases are explained");
    for policy in ["", "[feedback]\nhidden = \"verdict\"\n", "[feedback]\nhidden = \"first-line\"\n"] {
        let text = seen(policy);
        assert!(!text.contains("expectation of the-trap") && !text.contains("the-trap"), "{policy}");
        let has_line = text.contains("printed &#60;this&#62;") || text.contains("printed <this>");
        assert_eq!(has_line, policy.contains("first-line"), "{policy}: {text}");
    }
    assert!(!seen("").contains("<b> "), "nothing a student wrote is a tag");
}

#[test]
fn marks_are_a_row_a_student() {
    let class = Class::new(&[("7 Ann.cpp", "right"), ("8.cpp", "wrong"), ("=cmd.cpp", "right")]);
    let roster = Roster::read("id,name\n8,Bob\n9,\"Cy, Jr\"\n7,Ann\n".as_bytes()).unwrap();
    let collection = collect(&class.path().join("in"), Some(&roster)).unwrap();
    let kept = KeptResults::open(&class.path().join("kept")).unwrap();
    let graded = grade_class(
        &collection.entries,
        &ByTheWord::default(),
        &kept,
        1,
        &AtomicBool::new(false),
        &|_, _| {},
    )
    .unwrap();
    let report = ClassReport::new(
        "breach",
        Policy::default(),
        (&collection, Some(&roster)),
        graded.results,
        Vec::new(),
        false,
    );
    let csv = String::from_utf8(tables::marks_csv(&report, Some(&roster)).unwrap()).unwrap();
    let expected = "number,name,submission,state,late,stage1,hidden,points,out_of\n\
        8,Bob,8.cpp,incorrect,no,0,0,0,10\n\
        9,\"Cy, Jr\",,missing,no,0,0,0,10\n\
        7,Ann,7 Ann.cpp,correct,no,5,5,10,10\n\
        ,,'=cmd.cpp,correct,no,5,5,10,10\n";
    assert_eq!(csv, expected);
}
