//! The files of a report.

use crate::failure::Failure;
use class::Roster;
use class::report::{ClassReport, pages, tables};
use class::run::write_whole;
use class::similarity::SourceFile;
use judge::Language;
use std::fmt::Display;
use std::fs;
use std::path::Path;

/// Writes all files of a report, each whole or not at all, and removes those of an earlier run that
/// no longer belong to it.
pub(super) fn write(
    output: &Path,
    report: &ClassReport,
    roster: Option<&Roster>,
    sources: &[Vec<SourceFile>],
    language: Language,
) -> Result<(), Failure> {
    let files = Files { output };
    for folder in ["feedback", "similar", "gradescope"] {
        files.clear(folder)?;
    }
    for row in report.rows.iter().filter(|row| row.entry.is_some()) {
        let page = pages::feedback_page(report, row, language).map_err(Failure::failed)?;
        files.put(&pages::feedback_file(row), page.as_bytes())?;
        let results = format!("{:#}\n", tables::gradescope(report, row));
        files.put(&format!("gradescope/{}/results.json", row.slug), results.as_bytes())?;
    }
    for pair in report.pairs.iter().take(pages::MOST_PAIRS) {
        let both = (&sources[pair.pair.0][..], &sources[pair.pair.1][..]);
        let page = pages::pair_page(report, pair, both, language).map_err(Failure::failed)?;
        files.put(&pages::pair_file(report, pair), page.as_bytes())?;
    }
    files.put("marks.csv", &tables::marks_csv(report, roster).map_err(Failure::failed)?)?;
    files.put("junit.xml", tables::junit(report).map_err(Failure::failed)?.as_bytes())?;
    files.put("submissions.jsonl", tables::json_lines(report).map_err(Failure::failed)?.as_bytes())?;
    let page = pages::class_page(report, roster, language).map_err(Failure::failed)?;
    files.put("class.html", page.as_bytes())
}

struct Files<'a> {
    output: &'a Path,
}

impl Files<'_> {
    fn put(&self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        let path = self.output.join(name);
        write_whole(&path, bytes).map_err(|error| failed(&path, &error))
    }

    fn clear(&self, folder: &str) -> Result<(), Failure> {
        let path = self.output.join(folder);
        match fs::remove_dir_all(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(failed(&path, &error)),
            _ => Ok(()),
        }
    }
}

fn failed(path: &Path, error: &dyn Display) -> Failure {
    Failure::failed(format!("{}: {error}", path.display()))
}
