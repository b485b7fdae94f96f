//! A closer look at a program that fails: does it fail again, which files does it open, what do
//! sanitisers say?

use crate::build::tool;
use crate::bundled::FILES;
use crate::case::Case;
use crate::diagnose::is_refusal;
use crate::grade::{ProgramGrader, run_case, run_under};
use crate::language::{Language, say};
use crate::refusal;
use crate::verdict::{Judged, SanitizerFinding};
use sandbox::{Entry, Limits, Program, Recipe, Snapshot, StartError, ToolKind};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Sanitisers make programs slower.
const SLOWDOWN: u32 = 10;

/// Runs a failed case again, with a library that tells which files are opened, and finds out why a
/// map is refused.
pub(crate) fn look_again(
    grader: &ProgramGrader<'_>,
    case: &Case,
    first: &Judged,
) -> Result<Judged, StartError> {
    let workshop = grader.workshop;
    let differs = |again: &Judged| again.verdict != first.verdict || again.output != first.output;
    let again = || run_case(workshop.sandbox, &grader.built.program, case, grader.allowance);
    let mut second = match traced(grader) {
        Some(program) => run_case(workshop.sandbox, &program, case, grader.allowance)?,
        None => again()?,
    };
    second.opened = opened_files(&second.errors);
    // With a library more a program that depends on chance may do something else every time, and
    // one that does not depend on it must not be called so.
    second.unstable = differs(&second) && differs(&again()?);
    if is_refusal(&first.output) && !is_refusal(&case.expected) {
        second.refusal = refusal::find(grader, case)?;
    }
    Ok(second)
}

/// What sanitisers say of this case.
pub(crate) fn ask_sanitizers(
    grader: &ProgramGrader<'_>,
    case: &Case,
) -> Result<SanitizerFinding, StartError> {
    let workshop = grader.workshop;
    let Some(program) = grader.built.sanitized(workshop.sandbox, workshop.cache) else {
        return Ok(SanitizerFinding::Nothing);
    };
    let options =
        "detect_stack_use_after_return=1:handle_abort=1:detect_leaks=0:color=never:abort_on_error=0";
    let mut program = program.clone();
    program.env.push(("ASAN_OPTIONS".into(), options.into()));
    program.env.push(("UBSAN_OPTIONS".into(), "print_stacktrace=1:color=never".into()));
    let limits = Limits { memory: grader.allowance.memory.max(1 << 30), sparse: true, ..Limits::default() };
    let allowance = crate::Allowance {
        cpu: grader.allowance.cpu * SLOWDOWN,
        wall: grader.allowance.wall + Duration::from_secs(20),
        ..grader.allowance.clone()
    };
    let finished = run_under(workshop.sandbox, &program, &case.input, &limits, &allowance)?;
    let report = first_report(&String::from_utf8_lossy(&finished.stderr));
    Ok(report.map_or(SanitizerFinding::Nothing, SanitizerFinding::Report))
}

/// The head of the first report: what happened, and the calls that led there, without those inside
/// libraries.
fn first_report(errors: &str) -> Option<String> {
    let lines: Vec<&str> = errors.lines().collect();
    let asan = lines.iter().position(|line| line.contains("ERROR: AddressSanitizer"));
    let ubsan = lines.iter().position(|line| line.contains(": runtime error: "));
    let first = match (asan, ubsan) {
        (Some(asan), Some(ubsan)) => asan.min(ubsan),
        (one, other) => one.or(other)?,
    };
    let said_before =
        lines[..first].iter().rev().find(|line| line.contains("Assertion") || line.contains("what():"));
    let what = lines[first].split_once("ERROR: ").map_or(lines[first], |(_, rest)| rest);
    let what = what.split(" on unknown address").next().unwrap_or(what);
    let what = what.split(" (pc 0x").next().unwrap_or(what);
    let is_frame = |line: &&&str| line.trim_start().starts_with('#');
    let frames = lines[first..].iter().skip_while(|line| !is_frame(line)).take_while(is_frame);
    let is_own = |line: &&&str| {
        !["/usr/", "libsanitizer", ".so", " in __libc_", " in _start"].iter().any(|part| line.contains(part))
    };
    let own = frames.filter(is_own).take(4);
    let mut report: Vec<String> = said_before.map(|line| line.trim().to_string()).into_iter().collect();
    report.push(without_folder(what.trim()));
    report.extend(own.map(|line| without_addresses(line)));
    Some(report.join("\n"))
}

/// A line that begins with the name of a file, without the folders before it: they are ours, and
/// other ones each time.
fn without_folder(line: &str) -> String {
    let name_ends = line.find(": ").unwrap_or(0);
    let name_begins = line[..name_ends].rfind('/').map_or(0, |slash| slash + 1);
    line[name_begins..].to_string()
}

/// A frame as `function file:line`.
fn without_addresses(frame: &str) -> String {
    let words: Vec<&str> = frame.split_whitespace().collect();
    let from = words.iter().position(|word| *word == "in").map_or(1, |at| at + 1);
    let text = words[from.min(words.len())..].join(" ");
    match text.rfind('/') {
        Some(slash) => {
            let start = text[..slash].rfind(' ').map_or(0, |at| at + 1);
            format!("  in {}{}", &text[..start], &text[slash + 1..])
        }
        None => format!("  in {text}"),
    }
}

/// A file that a program opens.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpenedFile {
    /// Its name, as the program gives it.
    pub path: String,
    /// Whether it is opened to be written.
    pub writes: bool,
}

/// What a line of the library that traces begins with.
const TOLD: &str = "sandtable-opens ";

/// The program with a library loaded into it that tells which files are opened. Programs that are
/// linked statically tell nothing.
fn traced(grader: &ProgramGrader<'_>) -> Option<Program> {
    // An interpreter opens its script, and a shell what it is told to.
    let is_command = grader.built.program.argv.first().is_some_and(|first| first == "/bin/sh");
    let library = tracing_library(grader).filter(|_| !is_command)?;
    let mut program: Program = grader.built.program.clone();
    program.env.push(("LD_PRELOAD".into(), library.folder.join(TRACER).into()));
    program.readable.push(library.folder.clone());
    Some(program)
}

/// The files that a traced program has opened, from what it wrote on standard error.
fn opened_files(errors: &[u8]) -> Vec<OpenedFile> {
    let mut opened: Vec<OpenedFile> = Vec::new();
    for line in String::from_utf8_lossy(errors).lines().filter_map(|line| line.strip_prefix(TOLD)) {
        let Some((how, path)) = line.split_once(' ') else { continue };
        let file = OpenedFile { path: path.to_string(), writes: how == "write" };
        if !is_of_system(&file.path) && !opened.contains(&file) {
            opened.push(file);
        }
    }
    opened
}

const TRACER: &str = "opens.so";

/// The library that traces, compiled once.
fn tracing_library(grader: &ProgramGrader<'_>) -> Option<Entry> {
    let workshop = grader.workshop;
    let compiler = tool(ToolKind::C)?;
    let (_, text) = FILES.iter().find(|(path, _)| *path == "tracing/opens.c")?;
    let copy = Snapshot::of_contents([("opens.c", *text)]).ok()?;
    let mut arguments: Vec<std::ffi::OsString> = ["-shared", "-fPIC", "-O1"].map(Into::into).to_vec();
    arguments.extend([copy.folder().join("opens.c").into(), "-o".into(), TRACER.into(), "-ldl".into()]);
    let recipe = Recipe::new(compiler, &copy.sources(), arguments, TRACER);
    Some(workshop.sandbox.compile(&recipe, workshop.cache).ok()?.entry)
}

/// Whether a path is opened by libraries and interpreters on their own account.
fn is_of_system(path: &str) -> bool {
    ["/usr/", "/lib", "/etc/", "/proc/", "/sys/", "/dev/", "/bin/"]
        .iter()
        .any(|start| path.starts_with(start))
}

/// What the author of a program that opens files is told.
pub(crate) fn remarks_on_files(opened: &[OpenedFile], language: Language) -> Vec<String> {
    let remark = |file: &OpenedFile| {
        let path = &file.path;
        if file.writes {
            say!(
                language,
                "The program opens `{}` to write; the course looks at standard output only.",
                "程序打开文件 `{}` 写入；课程只检查标准输出。",
                path
            )
        } else {
            say!(
                language,
                "The program opens `{}`; the course gives the map and the answers on standard input.",
                "程序打开文件 `{}`；课程从标准输入给出地图和指令。",
                path
            )
        }
    };
    opened.iter().take(3).map(remark).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_cut_to_what_matters() {
        let errors = "x\n=================================================================\n==2==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x60200 at pc 0x1 bp 0x7 sp 0x7\nREAD of size 4\n    #0 0x4 in Field::at(int) /tmp/x/source/field.cpp:12\n    #1 0x5 in main /tmp/x/source/main.cpp:5:3\n    #2 0x7 in __libc_start_main (/usr/lib/libc.so.6+0x2)\n";
        let report = first_report(errors).unwrap();
        assert!(report.starts_with("AddressSanitizer: heap-buffer-overflow"), "{report}");
        assert!(report.contains("in Field::at(int) field.cpp:12\n  in main main.cpp:5:3"), "{report}");
        assert!(!report.contains("libc"), "{report}");
        assert_eq!(first_report("Direction is missing!\n"), None);
        let errors = "/tmp/x/files/main.cpp:74:99: runtime error: store to null pointer of type 'int'\n    #0 0x5 in main /tmp/x/files/main.cpp:74\n    #1 0x6 in __libc_start_call_main ../sysdeps/libc_start_call_main.h:58\n    #2 0x7 in _start (/tmp/x/program+0x15410)\n";
        assert_eq!(
            first_report(errors).unwrap(),
            "main.cpp:74:99: runtime error: store to null pointer of type 'int'\n  in main main.cpp:74"
        );
    }
}
