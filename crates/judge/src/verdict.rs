//! What became of one run.

use crate::case::Case;
use crate::compare::{Difference, difference};
use crate::examine::OpenedFile;
use crate::language::Language;
use crate::refusal::MapRefusal;
use sandbox::{Ending, Exceeded, Finished};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// What became of one run, as the course counts it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "snake_case")]
pub enum CaseVerdict {
    /// The right text and the right exit status.
    Correct,
    /// The right exit status, and another text.
    WrongAnswer,
    /// The wrong exit status, whatever was printed.
    RuntimeError {
        /// The status that the case asks for.
        expected: u8,
        /// The status the program ended with.
        status: i32,
    },
    /// A signal ended it.
    Crashed {
        /// The number of the signal.
        signal: i32,
        /// Its name, such as `SIGSEGV`.
        name: String,
    },
    /// It used too much CPU time, or was not done when the far larger limit on the wall was
    /// reached.
    TimedOut {
        /// CPU time in seconds.
        cpu: f64,
        /// Time on the wall in seconds.
        wall: f64,
        /// Whether it was waiting and not working.
        idle: bool,
    },
    /// It printed too much.
    Flooded {
        /// Bytes that it printed before it was stopped.
        bytes: usize,
    },
    /// It used too much memory.
    OutOfMemory,
    /// It was stopped for another reason.
    Stopped {
        /// One sentence.
        why: String,
    },
    /// It was not run: the program was stopped for using too much in every case that was tried
    /// first.
    NotRun {
        /// How many those were.
        tried: usize,
    },
}

impl fmt::Display for CaseVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Correct => "Correct",
            Self::WrongAnswer => "Wrong answer",
            Self::RuntimeError { .. } | Self::Crashed { .. } => "Runtime error",
            Self::TimedOut { .. } => "Timed out",
            Self::Flooded { .. } => "Output limit exceeded",
            Self::OutOfMemory => "Memory limit exceeded",
            Self::Stopped { .. } => "Stopped",
            Self::NotRun { .. } => "Not run",
        })
    }
}

/// A run that has been looked at.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Judged {
    /// What became of it.
    pub verdict: CaseVerdict,
    /// Where its text differs from the expected one, whatever the verdict.
    pub difference: Option<Difference>,
    /// What it printed.
    #[serde(with = "printed")]
    pub output: Vec<u8>,
    /// What it printed on standard error.
    #[serde(with = "printed")]
    pub errors: Vec<u8>,
    /// CPU time.
    pub cpu: Duration,
    /// Time on the wall.
    pub wall: Duration,
    /// Whether another run of the same case gave something else.
    pub unstable: bool,
    /// What sanitisers say.
    pub sanitizer: SanitizerFinding,
    /// Why it refuses its map, found out by trying.
    pub refusal: Option<MapRefusal>,
    /// The files that it opens.
    pub opened: Vec<OpenedFile>,
}

/// What programs print is nearly always text, and as a text it takes a quarter of the room.
mod printed {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum Printed<T, B> {
        Text(T),
        Bytes(B),
    }

    pub(super) fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        let printed = str::from_utf8(bytes).map_or(Printed::Bytes(bytes), Printed::Text);
        printed.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        Ok(match Printed::<String, Vec<u8>>::deserialize(deserializer)? {
            Printed::Text(text) => text.into_bytes(),
            Printed::Bytes(bytes) => bytes,
        })
    }
}

impl Judged {
    /// A case that was not run, after so many others that were stopped.
    #[must_use]
    pub fn not_run(tried: usize) -> Self {
        Self {
            verdict: CaseVerdict::NotRun { tried },
            difference: None,
            output: Vec::new(),
            errors: Vec::new(),
            cpu: Duration::ZERO,
            wall: Duration::ZERO,
            unstable: false,
            sanitizer: SanitizerFinding::NotAsked,
            refusal: None,
            opened: Vec::new(),
        }
    }

    /// Whether it was stopped for using too much: then the reason is known, and another run costs
    /// as much again.
    #[must_use]
    pub const fn is_stopped(&self) -> bool {
        matches!(
            self.verdict,
            CaseVerdict::TimedOut { .. }
                | CaseVerdict::Flooded { .. }
                | CaseVerdict::OutOfMemory
                | CaseVerdict::Stopped { .. }
                | CaseVerdict::NotRun { .. }
        )
    }
}

/// What sanitisers say of a program on a case.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SanitizerFinding {
    /// They were not asked.
    NotAsked,
    /// Nothing.
    Nothing,
    /// Their first report.
    Report(String),
}

impl SanitizerFinding {
    /// The report, if there is one.
    #[must_use]
    pub fn report(&self) -> Option<&str> {
        match self {
            Self::NotAsked | Self::Nothing => None,
            Self::Report(report) => Some(report),
        }
    }
}

/// Looks at a run of a case.
#[must_use]
pub fn judge(case: &Case, mut run: Finished) -> Judged {
    let printed = run.stdout.len();
    if run.ending == Ending::Exceeded(Exceeded::Output) {
        // What follows tells nothing more, and there may be millions of lines of it.
        run.stdout.truncate(case.expected.len() * 2 + (64 << 10));
    }
    let difference = difference(case.compare, &case.expected, &run.stdout);
    let verdict = verdict(case, &run, difference.is_some(), printed);
    Judged {
        verdict,
        difference,
        output: run.stdout,
        errors: run.stderr,
        cpu: run.cpu,
        wall: run.wall,
        unstable: false,
        sanitizer: SanitizerFinding::NotAsked,
        refusal: None,
        opened: Vec::new(),
    }
}

fn verdict(case: &Case, run: &Finished, differs: bool, printed: usize) -> CaseVerdict {
    match &run.ending {
        Ending::Exited(status) if *status != i32::from(case.exit_status) => {
            CaseVerdict::RuntimeError { expected: case.exit_status, status: *status }
        }
        Ending::Exited(_) if differs => CaseVerdict::WrongAnswer,
        Ending::Exited(_) => CaseVerdict::Correct,
        Ending::Signalled(_) if ran_out_of_memory(&run.stderr) => CaseVerdict::OutOfMemory,
        Ending::Signalled(signal) => {
            CaseVerdict::Crashed { signal: *signal, name: signal_name(*signal).to_string() }
        }
        Ending::Exceeded(what @ (Exceeded::Cpu | Exceeded::Wall)) => CaseVerdict::TimedOut {
            cpu: run.cpu.as_secs_f64(),
            wall: run.wall.as_secs_f64(),
            // On a busy machine a program that works may meet the limit on the wall first.
            idle: *what == Exceeded::Wall && run.cpu < run.wall / 100,
        },
        Ending::Exceeded(Exceeded::Output) => CaseVerdict::Flooded { bytes: printed },
        Ending::Exceeded(Exceeded::Memory) => CaseVerdict::OutOfMemory,
        other => CaseVerdict::Stopped { why: other.to_string() },
    }
}

/// A C++ program that gets no memory says so before it aborts.
fn ran_out_of_memory(errors: &[u8]) -> bool {
    let said = String::from_utf8_lossy(errors);
    ["std::bad_alloc", "MemoryError", "out of memory", "memory allocation of"]
        .iter()
        .any(|word| said.contains(word))
}

/// The name of a signal that can end a program.
fn signal_name(signal: i32) -> &'static str {
    match signal {
        4 => "SIGILL",
        6 => "SIGABRT",
        7 => "SIGBUS",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        13 => "SIGPIPE",
        15 => "SIGTERM",
        24 => "SIGXCPU",
        25 => "SIGXFSZ",
        31 => "SIGSYS",
        _ => "a signal",
    }
}

/// What a signal usually means, for a beginner.
#[must_use]
pub fn meaning_of(signal: i32, language: Language) -> &'static str {
    match signal {
        6 => language.pick(
            "the program stopped itself: a failed assert, an exception nobody caught, or memory that was damaged",
            "程序自己中止：断言失败、没有捕获的异常，或内存被破坏",
        ),
        8 => language.pick("a division by zero", "除以零"),
        11 | 7 => language.pick(
            "memory was used that is not the program's: an index outside an array or vector, a null or dangling pointer, or endless recursion",
            "访问了不属于程序的内存：数组或 vector 下标越界、空指针或悬空指针，或无穷递归",
        ),
        9 => language.pick(
            "it was stopped from outside, usually for using too much memory",
            "被外部终止，通常是内存用得太多",
        ),
        31 => language.pick(
            "it asked the system for something that programs may not do here",
            "请求了这里不允许的系统功能",
        ),
        _ => language.pick("something stopped it from outside", "被外部终止"),
    }
}
