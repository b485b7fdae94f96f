//! The chapter of the book that shows the table of attacks: made from it, and checked against it.

use crate::table::{Attack, Kind, Real, Watch, attacks};
use std::fs;
use std::path::{Path, PathBuf};

/// Rewrites the chapter if `REDTEAM_WRITE` is set; otherwise fails if it is not what the table
/// says.
pub(crate) fn check_or_write() -> Result<(), String> {
    let (path, chapter) = (path(), render(&attacks()));
    if std::env::var_os("REDTEAM_WRITE").is_some() {
        let folder = path.parent().map(fs::create_dir_all).transpose();
        return folder.and_then(|_| fs::write(&path, chapter)).map_err(|error| error.to_string());
    }
    match fs::read_to_string(&path) {
        Ok(written) if written == chapter => Ok(()),
        Ok(_) => Err(format!(
            "{} is not what attacks.tsv says; run the suite with REDTEAM_WRITE=1",
            path.display()
        )),
        Err(error) => Err(format!("{}: {error}; run the suite with REDTEAM_WRITE=1", path.display())),
    }
}

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/sandbox-redteam.md")
}

const INTRODUCTION: &str = "\
# What the sandbox is tried with

Every line is a program of the suite `crates/sandbox/tests/redteam`: @HOSTILE@ hostile ones, and before them a few harmless ones that must work. The suite runs each
once uncontained, where its attack must succeed, and then behind every combination of layers the machine offers, as root and as an ordinary user, and compares
what happened with these tables. Run it with `cargo test -p sandtable-sandbox --test redteam`; as root it tries both identities. It prints everything it ran.

- *All layers* is namespaces with Landlock, a filter of system calls and limits inside. They are tried twice: with the namespaces that the launcher makes itself, and with
  those of bubblewrap; the results must be the same. *No namespaces* is the rest alone, which only `--sandbox auto` accepts. The results are error codes that the program
  gets, signals that end it, or what is done to it.
- Where a slash stands in *stopped by*, what is before it stops the attack behind all layers, what is after it without namespaces.
- An attack is *real* where it must succeed uncontained: *always*, for *root* only, for ordinary *users* only, or *where offered* by the kernel or the machine. Where a
  machine refuses an attack even uncontained, the suite says so.
";

fn render(attacks: &[Attack]) -> String {
    let harmless = attacks.iter().filter(|attack| attack.watch == Watch::Works).count();
    let mut text = INTRODUCTION.replace("@HOSTILE@", &(attacks.len() - harmless).to_string());
    for part in attacks.chunk_by(|one, next| one.subject == next.subject) {
        text += &format!("\n## {}\n\n{HEADING}", part[0].subject);
        part.iter().for_each(|attack| text += &line(attack));
    }
    text
}

const HEADING: &str = "\
| program | it tries to | stopped by | all layers | no namespaces | real |
|---|---|---|---|---|---|
";

fn line(attack: &Attack) -> String {
    let Attack { name, tries, stopped_by, full, inner, .. } = attack;
    let (language, real) = (language(attack.program), real(attack.real));
    format!("| `{name}`{language} | {tries} | {stopped_by} | {full} | {inner} | {real} |\n")
}

fn language(program: Kind) -> &'static str {
    match program {
        Kind::Hostile => "",
        Kind::Python => " (Python)",
        Kind::Compile => " (source)",
    }
}

fn real(real: Real) -> &'static str {
    match real {
        Real::Always => "always",
        Real::ForRoot => "root",
        Real::ForUser => "users",
        Real::WhereOffered => "where offered",
    }
}
