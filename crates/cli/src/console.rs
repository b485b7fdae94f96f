//! `sandtable console`.

use crate::args::Console;
use crate::failure::Failure;
use crate::out;
use crate::{maps, registry};
use game::console::{DialogueOptions, Port, RemarkDetail, Stage};
use game::mistakes::MistakeSet;
use std::fmt;
use std::io::{self, ErrorKind, IsTerminal, Read, StdinLock, StdoutLock, Write};
use std::process::ExitCode;

pub(crate) fn run(options: &Console) -> Result<ExitCode, Failure> {
    let entry = registry::find(&options.game)?;
    let console = entry.console().ok_or_else(|| Failure::usage("this game has no dialogue"))?;
    let map = options.map.as_ref().map(|file| maps::read(entry, file)).transpose()?;
    let detail = match options.debug {
        0 => RemarkDetail::Quiet,
        1 => RemarkDetail::Events,
        _ => RemarkDetail::Figures,
    };
    let stage = Stage::from_number(options.stage).unwrap_or_default();
    let mistakes = mistakes(console, stage, &options.mistake)?;
    let mut port = StandardPort::new();
    let status = console.run(&mut port, DialogueOptions { stage, map: map.as_deref(), detail, mistakes });
    port.flush();
    match port.write_error {
        // Whoever read the output has seen enough.
        Some(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::failed(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(ExitCode::from(status)),
    }
}

/// The mistakes of these names.
fn mistakes(
    console: &dyn game::console::Console,
    stage: Stage,
    names: &[String],
) -> Result<MistakeSet, Failure> {
    let known =
        || console.mistakes().iter().enumerate().filter(|(_, mistake)| mistake.stages.contains(&stage));
    let mut set = MistakeSet::NONE;
    for name in names {
        let (place, _) = known().find(|(_, mistake)| mistake.name == name).ok_or_else(|| {
            let all =
                known().map(|(_, mistake)| format!("  {}: as if {}", mistake.name, mistake.behaves_as_if));
            let all = all.collect::<Vec<_>>().join("\n");
            Failure::usage(format!("stage {} has no mistake `{name}`; it has\n{all}", stage as u8))
        })?;
        set = set.with(place);
    }
    Ok(set)
}

/// Standard input, output and error.
struct StandardPort {
    stdin: StdinLock<'static>,
    stdout: StdoutLock<'static>,
    terminal: bool,
    input: Vec<u8>,
    /// The part of `input` that is not consumed yet.
    unread: std::ops::Range<usize>,
    input_ended: bool,
    output: Vec<u8>,
    write_error: Option<io::Error>,
}

const CHUNK: usize = 1 << 16;

impl StandardPort {
    fn new() -> Self {
        let stdin = io::stdin();
        Self {
            terminal: stdin.is_terminal(),
            stdin: stdin.lock(),
            stdout: out::raw().lock(),
            input: vec![0; CHUNK],
            unread: 0..0,
            input_ended: false,
            output: Vec::with_capacity(2 * CHUNK),
            write_error: None,
        }
    }

    fn read_more(&mut self) {
        self.flush();
        if self.input_ended {
            return;
        }
        self.unread = 0..0;
        let count = loop {
            match self.stdin.read(&mut self.input) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    self.remark(format_args!("error: cannot read standard input: {error}"));
                    break 0;
                }
                Ok(count) => break count,
            }
        };
        self.unread = 0..count;
        self.input_ended = count == 0;
    }

    fn flush(&mut self) {
        let written = match &self.write_error {
            None => self.stdout.write_all(&self.output).and_then(|()| self.stdout.flush()),
            Some(_) => Ok(()),
        };
        self.output.clear();
        if let Err(error) = written {
            self.write_error = Some(error);
            // Nobody is listening any more: let the dialogue come to its end.
            self.input_ended = true;
            self.unread = 0..0;
        }
    }
}

impl Port for StandardPort {
    fn fill(&mut self) -> &[u8] {
        if self.unread.is_empty() && !self.input_ended {
            self.read_more();
        }
        &self.input[self.unread.clone()]
    }

    fn consume(&mut self, count: usize) {
        self.unread.start = self.unread.end.min(self.unread.start + count);
    }

    fn write(&mut self, text: &[u8]) {
        self.output.extend_from_slice(text);
        if self.output.len() >= CHUNK {
            self.flush();
        }
    }

    fn remark(&mut self, line: fmt::Arguments<'_>) {
        self.flush();
        // A closed standard error is no reason to stop the game.
        errln!("{line}");
    }

    fn is_terminal(&self) -> bool {
        self.terminal
    }
}
