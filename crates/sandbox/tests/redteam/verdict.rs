//! What came of an attack.

use sandbox::{Ending, Exceeded};
use std::fmt;

/// What came of an attack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// It did what it set out to do.
    Succeeded(String),
    /// It was stopped; the observable result in a word or two.
    Stopped(String),
    /// The machine lacks what the attack needs.
    NotOffered(String),
    /// Nobody can say: the harness or the program is at fault.
    Unclear(String),
}

impl Verdict {
    pub(crate) fn stopped(result: impl Into<String>) -> Self {
        Self::Stopped(result.into())
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Succeeded(how) => write!(f, "succeeded ({how})"),
            Self::Stopped(result) => f.write_str(result),
            Self::NotOffered(lack) => f.write_str(lack),
            Self::Unclear(why) => write!(f, "unclear ({why})"),
        }
    }
}

/// What an attack said and how it ended, whoever ran it.
#[derive(Debug)]
pub(crate) struct Account<'a> {
    pub(crate) stdout: &'a [u8],
    pub(crate) stderr: &'a [u8],
    pub(crate) ending: Ending,
}

impl Account<'_> {
    /// The verdict by what the attack says of itself; the secret's token in its output speaks for
    /// itself.
    pub(crate) fn verdict(&self, token: &str) -> Verdict {
        let (said, complaints) = (String::from_utf8_lossy(self.stdout), String::from_utf8_lossy(self.stderr));
        if said.contains(token) || complaints.contains(token) {
            return Verdict::Succeeded("the secret came out".into());
        }
        spoken(&said).unwrap_or_else(|| match &self.ending {
            Ending::Exited(0) => Verdict::Unclear(format!("it said nothing; {}", complaints.trim())),
            Ending::Exited(2) => Verdict::Unclear(complaints.trim().into()),
            ending => Verdict::Stopped(result(ending)),
        })
    }
}

/// The verdict in the words of the attack, if it lived to say them.
pub(crate) fn spoken(said: &str) -> Option<Verdict> {
    said.lines().find_map(|line| {
        if let Some(how) = line.strip_prefix("SUCCEEDED: ") {
            return Some(Verdict::Succeeded(how.into()));
        }
        let (result, _) = line.strip_prefix("STOPPED ")?.split_once(':')?;
        Some(Verdict::Stopped(result.replace('-', " ")))
    })
}

/// An ending as it stands in the table.
pub(crate) fn result(ending: &Ending) -> String {
    match ending {
        Ending::Exited(status) => format!("exit {status}"),
        Ending::Signalled(signal) => signal_name(*signal),
        Ending::Exceeded(what) => format!("ended: {}", exceeded(*what)),
        Ending::Killed => "ended by the runner".into(),
        Ending::Lost(why) => format!("lost: {why}"),
    }
}

fn exceeded(what: Exceeded) -> &'static str {
    match what {
        Exceeded::Cpu => "CPU time",
        Exceeded::Wall => "wall time",
        Exceeded::Output => "output",
        Exceeded::Memory => "memory",
        Exceeded::FileSize => "file size",
        Exceeded::Processes => "processes",
        Exceeded::Sockets => "sockets",
        Exceeded::Scratch => "scratch",
        Exceeded::Uncounted => "uncounted",
    }
}

fn signal_name(signal: i32) -> String {
    match signal {
        libc::SIGKILL => "SIGKILL".into(),
        libc::SIGSYS => "SIGSYS".into(),
        libc::SIGSEGV => "SIGSEGV".into(),
        libc::SIGBUS => "SIGBUS".into(),
        libc::SIGABRT => "SIGABRT".into(),
        libc::SIGXFSZ => "SIGXFSZ".into(),
        libc::SIGALRM => "SIGALRM".into(),
        other => format!("signal {other}"),
    }
}
