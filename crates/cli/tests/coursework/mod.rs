//! A class for tests: a roster, programs in goblins, public and hidden cases.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::fs;
use std::io::{Cursor, Read, Write};
use std::path::Path;
use std::process::Command;

pub(crate) const RIGHT: &str = include_str!("../../../judge/tests/mutants/goblins.cpp");

/// A part of the name of a hidden case, which no student may ever read.
pub(crate) const SECRET: &str = "xyzzy";

pub(crate) const POLICY: &str = "[points]\ngrading = \"partial\"\n[feedback]\nhidden = \"verdict\"\n";

/// How many students a course has.
pub(crate) const ON_ROSTER: usize = 60;

/// The numbers of the public and the hidden cases.
const PUBLIC: [u32; 2] = [1, 6];
const HIDDEN: [u32; 2] = [4, 3];

/// A roster of so many students.
pub(crate) fn roster(students: usize) -> String {
    let line = |number: usize| format!("2026{number:03},学生{number}\n");
    std::iter::once("学号,姓名\n".to_owned()).chain((1..=students).map(line)).collect()
}

/// The right program with a mistake.
pub(crate) fn wrong() -> String {
    let wrong = RIGHT.replace("int points = 3;", "int points = 2;");
    assert_ne!(wrong, RIGHT);
    wrong
}

/// A case that comes with the program.
pub(crate) fn case(number: u32, ending: &str) -> Vec<u8> {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../judge/cases/goblins/stage4");
    fs::read(cases.join(format!("{number}.{ending}"))).unwrap()
}

/// A zip file of cases, by their names and numbers.
pub(crate) fn cases(list: &[(&str, u32)]) -> Vec<u8> {
    let files: Vec<(String, Vec<u8>)> = list
        .iter()
        .flat_map(|(name, number)| {
            ["in", "out"].map(|ending| (format!("{name}.{ending}"), case(*number, ending)))
        })
        .collect();
    zipped(&files)
}

pub(crate) fn zipped(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        archive.start_file(name.as_str(), zip::write::SimpleFileOptions::default()).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

pub(crate) fn unzipped(bytes: &[u8], folder: &Path) {
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

/// Lines of hidden cases that are in no public one: whoever reads one has been told.
pub(crate) fn telling() -> Vec<String> {
    let text = |number: &u32, ending| String::from_utf8(case(*number, ending)).unwrap();
    let public: String = PUBLIC.iter().map(|number| text(number, "out")).collect();
    let hidden: Vec<String> =
        HIDDEN.iter().flat_map(|number| ["in", "out"].map(|ending| text(number, ending))).collect();
    let is_telling = |line: &&str| line.trim().len() >= 8 && !public.contains(*line);
    let telling: Vec<String> =
        hidden.iter().flat_map(|text| text.lines()).filter(is_telling).map(str::to_owned).collect();
    assert!(telling.len() > 10);
    telling
}

/// The marks that `sandtable class` makes of all that counts, as the arena gives it.
pub(crate) fn marks_of(class: &Path) -> String {
    for which in ["cases", "hidden"] {
        let zip = fs::read(class.join(format!("{which}.zip"))).unwrap();
        unzipped(&zip, &class.join(which));
    }
    let graded = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args(["class", "goblins", "handed-in", "--stage", "4", "--roster", "roster.csv", "--policy"])
        .args(["policy.toml", "--cases", "cases", "--hidden", "hidden", "-o", "report"])
        .current_dir(class)
        .output()
        .unwrap();
    assert!(graded.status.success(), "{}", String::from_utf8_lossy(&graded.stderr));
    fs::read_to_string(class.join("report/marks.csv")).unwrap()
}
