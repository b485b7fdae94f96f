//! Running an attack in the sandbox, as the referee and the judge do.

use crate::marks;
use crate::scene::{Scene, Stage};
use crate::table::{Attack, Watch};
use crate::uncontained::burnt;
use crate::verdict::{Account, Verdict, result, spoken};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use sandbox::{Bounds, Finished, Input, Limits, Process, Program, Sandbox, StartError};
use std::io;
use std::time::{Duration, Instant};

/// What every attack may use: less than it is after.
fn limits() -> Limits {
    Limits { memory: 256 << 20, ..Limits::default() }
}

/// What a whole run may use.
fn bounds() -> Bounds {
    Bounds { cpu: Duration::from_secs(10), wall: Duration::from_secs(60), stdout: 1 << 20, stderr: 64 << 10 }
}

/// What a turn may use, for those who never answer.
fn short_bounds() -> Bounds {
    Bounds { cpu: Duration::from_millis(200), wall: Duration::from_millis(1500), ..bounds() }
}

/// How long we wait for a line of a program, also on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long we look whether something still happens.
const GLANCE: Duration = Duration::from_millis(50);

/// Runs an attack and says what came of it.
pub(crate) fn run(sandbox: &Sandbox, stage: &Stage, scene: &Scene, attack: &Attack) -> io::Result<Verdict> {
    let cage = Cage { sandbox, stage, scene };
    let before = scene.snapshot()?;
    let verdict =
        cage.verdict_when_closed(attack).unwrap_or_else(|error| Verdict::Unclear(error.to_string()));
    if let Some(path) = before.difference(&scene.snapshot()?) {
        return Ok(Verdict::Succeeded(format!("{} was changed", path.display())));
    }
    let survivors = marks::living(&scene.mark);
    marks::end(&survivors);
    if !survivors.is_empty() {
        return Ok(Verdict::Succeeded(format!("{} processes are left", survivors.len())));
    }
    Ok(verdict)
}

/// The verdict on what is no attack: the reverse.
pub(crate) fn works(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Succeeded(_) => Verdict::stopped("works"),
        Verdict::Stopped(_) => Verdict::stopped("does not work"),
        unclear => unclear,
    }
}

/// The number of the user that contained programs run as, as this machine counts users.
pub(crate) fn user(sandbox: &Sandbox, stage: &Stage, scene: &Scene) -> Result<Option<u32>, StartError> {
    let cage = Cage { sandbox, stage, scene };
    let mut process = Conversation::start(&cage)?;
    let _ = process.line("READY");
    Ok(marks::living(&scene.mark).first().map(|process| process.user))
}

struct Cage<'a> {
    sandbox: &'a Sandbox,
    stage: &'a Stage,
    scene: &'a Scene,
}

impl Cage<'_> {
    /// The verdict on a program whose file nobody is writing any more.
    ///
    /// Another thread may start a process while the program is copied; until that process executes
    /// its own program it has the copy open for writing, and the system executes no such file. Then
    /// nothing has run, and it is tried again.
    fn verdict_when_closed(&self, attack: &Attack) -> Result<Verdict, StartError> {
        const TRIES: usize = 20;
        let is_busy = |error: &StartError| error.to_string().contains("Text file busy");
        for _ in 1..TRIES {
            match self.verdict(attack) {
                Err(error) if is_busy(&error) => {}
                other => return other,
            }
        }
        self.verdict(attack)
    }

    fn program(&self) -> Program {
        Program {
            readable: vec![self.stage.workshop.join("setuid")],
            ..Program::new(self.scene.program(), self.scene.argv.iter().cloned())
        }
    }

    fn verdict(&self, attack: &Attack) -> Result<Verdict, StartError> {
        match attack.watch {
            Watch::Works => Ok(works(self.word()?)),
            Watch::Word => self.word(),
            Watch::Left => self.left(),
            Watch::Scratch => self.scratch(),
            Watch::Errors => self.errors(),
            Watch::Survivors => self.survivors(),
            Watch::Clock => self.clock(),
            Watch::Freeze => self.freeze(),
            Watch::Turn => self.turn(),
        }
    }

    fn run(&self, input: Input<'_>, bounds: &Bounds) -> Result<Finished, StartError> {
        self.sandbox.run(&self.program(), &limits(), input, bounds)
    }

    fn word(&self) -> Result<Verdict, StartError> {
        let finished = self.run(Input::Empty, &bounds())?;
        let Finished { ending, stdout, stderr, .. } = finished;
        Ok(Account { stdout: &stdout, stderr: &stderr, ending }.verdict(&self.stage.token))
    }

    /// What it thinks it left for others must not have arrived.
    fn left(&self) -> Result<Verdict, StartError> {
        let verdict = self.word()?;
        Ok(match (&self.scene.left_for_others()[..], verdict) {
            ([], Verdict::Succeeded(_)) => Verdict::stopped("stays inside"),
            ([], verdict) => verdict,
            ([first, ..], _) => Verdict::Succeeded(format!("{} is there", first.display())),
        })
    }

    /// What it did to its scratch is its own business as long as the scratch goes with it: see the
    /// check after all attacks.
    fn scratch(&self) -> Result<Verdict, StartError> {
        Ok(match self.word()? {
            Verdict::Succeeded(_) => Verdict::stopped("stays in the scratch"),
            verdict => verdict,
        })
    }

    fn errors(&self) -> Result<Verdict, StartError> {
        let finished = self.run(Input::Empty, &bounds())?;
        Ok(if finished.stderr.len() <= bounds().stderr {
            Verdict::stopped("cut off")
        } else {
            Verdict::Succeeded(format!("{} bytes were kept", finished.stderr.len()))
        })
    }

    /// The check for survivors comes after every attack; here the moment to end it is chosen.
    fn survivors(&self) -> Result<Verdict, StartError> {
        let mut conversation = Conversation::start(self)?;
        let said = conversation.line("SURVIVOR");
        drop(conversation);
        Ok(said.err().unwrap_or_else(|| Verdict::stopped("no survivor")))
    }

    /// Asks the clock at the moment the attack says what it has used.
    fn clock(&self) -> Result<Verdict, StartError> {
        let mut conversation = Conversation::start(self)?;
        let line = match conversation.line("BURNT") {
            Ok(line) => line,
            Err(verdict) => return Ok(verdict),
        };
        let at_once = conversation.process.cpu_time();
        let in_the_end = conversation.process.kill().cpu;
        let charged = at_once.min(in_the_end);
        let burnt = burnt(&line).unwrap_or(Duration::MAX);
        // The program's own clock is not finer than a tick on some machines.
        Ok(if charged * 10 >= burnt * 9 {
            Verdict::stopped("charged")
        } else {
            Verdict::Succeeded(format!("{} of {} ms charged", charged.as_millis(), burnt.as_millis()))
        })
    }

    fn freeze(&self) -> Result<Verdict, StartError> {
        let mut conversation = Conversation::start(self)?;
        if let Err(verdict) = conversation.line("READY") {
            return Ok(verdict);
        }
        conversation.process.freeze()?;
        let before = conversation.process.cpu_time();
        // What was said before does not count.
        while conversation.listen() {
            conversation.heard.clear();
        }
        std::thread::sleep(GLANCE);
        let used = conversation.process.cpu_time() - before;
        let awake = marks::living(&self.scene.mark).iter().filter(|process| process.is_awake()).count();
        let awake = awake + usize::from(conversation.listen());
        // What its processors were about to write down when they were asked to stop is no work.
        Ok(if used < Duration::from_millis(1) && awake == 0 {
            Verdict::stopped("frozen")
        } else {
            Verdict::Succeeded(format!("{awake} processes are awake and used {} µs", used.as_micros()))
        })
    }

    fn turn(&self) -> Result<Verdict, StartError> {
        // More than a pipe holds: whoever writes it all before looking at the clock waits for ever.
        let input = vec![b'\n'; 1 << 20];
        let begin = Instant::now();
        let finished = self.run(Input::Bytes(&input), &short_bounds())?;
        Ok(if begin.elapsed() > PATIENCE {
            Verdict::Succeeded("the runner waited".into())
        } else {
            Verdict::Stopped(result(&finished.ending))
        })
    }
}

/// A running attack that is listened to.
struct Conversation {
    process: Process,
    heard: Vec<u8>,
}

impl Conversation {
    fn start(cage: &Cage<'_>) -> Result<Self, StartError> {
        Ok(Self { process: cage.sandbox.start(&cage.program(), &limits())?, heard: Vec::new() })
    }

    /// The next line that begins with `word`; an attack that speaks of success or refusal first, or
    /// ends, has that verdict.
    fn line(&mut self, word: &str) -> Result<String, Verdict> {
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            while let Some(line) = self.next_heard() {
                if line.starts_with(word) {
                    return Ok(line);
                }
                if let Some(verdict) = spoken(&line) {
                    return Err(verdict);
                }
            }
            let more = self.listen();
            if !more && let Some(ended) = self.process.try_ended() {
                return Err(Verdict::Stopped(result(&ended.ending)));
            }
        }
        Err(Verdict::Unclear(format!("it did not say {word}")))
    }

    fn next_heard(&mut self) -> Option<String> {
        let end = self.heard.iter().position(|byte| *byte == b'\n')?;
        let line: Vec<u8> = self.heard.drain(..=end).collect();
        Some(String::from_utf8_lossy(&line).trim_end().to_owned())
    }

    /// Waits a moment for more; whether there was any.
    fn listen(&mut self) -> bool {
        let mut ends = [
            PollFd::from_borrowed_fd(self.process.stdout(), PollFlags::IN),
            PollFd::from_borrowed_fd(self.process.news(), PollFlags::IN),
        ];
        let moment = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };
        // Interrupted or not, everything is looked at again.
        let _ = poll(&mut ends, Some(&moment));
        let mut buffer = [0; 4096];
        match rustix::io::read(self.process.stdout(), &mut buffer) {
            Ok(length) => self.heard.extend_from_slice(&buffer[..length]),
            Err(_) => return false,
        }
        !self.heard.is_empty()
    }
}
