//! Running an attack where nothing stops it, as a careless runner would.

use crate::marks;
use crate::scene::Scene;
use crate::table::{Attack, Watch};
use crate::verdict::{Account, Verdict, spoken};
use sandbox::Ending;
use std::fs;
use std::io::{self, BufRead, BufReader, Read};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// Longer than any attack takes by itself, also on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long we look whether something still happens.
const GLANCE: Duration = Duration::from_millis(100);

/// Runs an attack and says what came of it.
pub(crate) fn run(scene: &Scene, attack: &Attack, token: &str) -> io::Result<Verdict> {
    let mut runner = Runner::start(scene)?;
    let verdict = match attack.watch {
        Watch::Works | Watch::Word | Watch::Left | Watch::Scratch | Watch::Errors => {
            runner.until_the_end(token)?
        }
        Watch::Survivors => runner.survivors(scene)?,
        Watch::Clock => runner.clock()?,
        Watch::Freeze => runner.freeze(scene)?,
        Watch::Turn => runner.turn()?,
    };
    runner.process.kill()?;
    runner.process.wait()?;
    marks::end(&marks::living(&scene.mark));
    scene.left_for_others();
    Ok(verdict)
}

struct Runner {
    process: Child,
    lines: Receiver<String>,
    errors: Option<JoinHandle<Vec<u8>>>,
}

impl Runner {
    fn start(scene: &Scene) -> io::Result<Self> {
        let [program, arguments @ ..] = &scene.argv[..] else {
            return Err(io::Error::other("the attack has no command"));
        };
        let mut process = Command::new(program)
            .args(arguments)
            .arg("stand-in=1")
            .current_dir(scene.program())
            .env("TMPDIR", scene.scratch())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let missing = || io::Error::other("a pipe is missing");
        let stdout = process.stdout.take().ok_or_else(missing)?;
        let mut stderr = process.stderr.take().ok_or_else(missing)?;
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            let lines = BufReader::new(stdout).split(b'\n').map_while(Result::ok);
            lines
                .map(|line| String::from_utf8_lossy(&line).into_owned())
                .try_for_each(|line| sender.send(line))
        });
        let errors = std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = stderr.read_to_end(&mut bytes);
            bytes
        });
        Ok(Self { process, lines, errors: Some(errors) })
    }

    /// The next line that begins with `word`; an attack that speaks of success or refusal first has
    /// that verdict.
    fn line(&mut self, word: &str) -> Result<String, Verdict> {
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) if line.starts_with(word) => return Ok(line),
                Ok(line) => {
                    if let Some(verdict) = spoken(&line) {
                        return Err(verdict);
                    }
                }
                Err(_) => return Err(Verdict::Unclear(format!("it did not say {word}"))),
            }
        }
    }

    fn until_the_end(&mut self, token: &str) -> io::Result<Verdict> {
        let mut said = String::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => said = said + &line + "\n",
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => return Ok(Verdict::Unclear("it does not end".into())),
            }
        }
        let status = self.process.wait()?;
        let ending = match status.code() {
            Some(code) => Ending::Exited(code),
            None => Ending::Signalled(status.signal().unwrap_or_default()),
        };
        let stderr = self.errors.take().and_then(|errors| errors.join().ok()).unwrap_or_default();
        Ok(Account { stdout: said.as_bytes(), stderr: &stderr, ending }.verdict(token))
    }

    /// Ends the one process it knows, and looks who is left.
    fn survivors(&mut self, scene: &Scene) -> io::Result<Verdict> {
        if let Err(verdict) = self.line("SURVIVOR") {
            return Ok(verdict);
        }
        self.process.kill()?;
        self.process.wait()?;
        // What was said before does not count; who is always another says it again and again.
        self.lines.try_iter().for_each(drop);
        std::thread::sleep(GLANCE);
        let left = marks::living(&scene.mark).len().max(self.lines.try_iter().count());
        Ok(if left > 0 {
            Verdict::Succeeded(format!("{left} outlived the program"))
        } else {
            Verdict::stopped("no survivor")
        })
    }

    /// Charges what the first thread of the one process it knows has used until the first line that
    /// sounds like an answer.
    fn clock(&mut self) -> io::Result<Verdict> {
        let mut charged = None;
        loop {
            let line = match self.line("") {
                Ok(line) => line,
                Err(verdict) => return Ok(verdict),
            };
            if charged.is_none() {
                charged = Some(self.first_thread()?);
            }
            let Some(burnt) = burnt(&line) else { continue };
            let charged = charged.unwrap_or_default();
            return Ok(if charged < burnt / 2 {
                Verdict::Succeeded(format!("{} of {} ms charged", charged.as_millis(), burnt.as_millis()))
            } else {
                Verdict::stopped("charged")
            });
        }
    }

    fn first_thread(&self) -> io::Result<Duration> {
        let id = self.process.id();
        let text = fs::read_to_string(format!("/proc/{id}/task/{id}/schedstat"))?;
        let nanoseconds = text.split(' ').next().and_then(|field| field.parse().ok());
        nanoseconds
            .map(Duration::from_nanos)
            .ok_or_else(|| io::Error::other("the kernel keeps no times of threads"))
    }

    /// Stops the one process it knows, and looks who goes on.
    fn freeze(&mut self, scene: &Scene) -> io::Result<Verdict> {
        if let Err(verdict) = self.line("READY") {
            return Ok(verdict);
        }
        let id = i32::try_from(self.process.id()).ok().and_then(rustix::process::Pid::from_raw);
        let id = id.ok_or_else(|| io::Error::other("no such process"))?;
        rustix::process::kill_process(id, rustix::process::Signal::STOP)?;
        // What was said before does not count.
        self.lines.try_iter().for_each(drop);
        std::thread::sleep(GLANCE);
        let awake = marks::living(&scene.mark).iter().filter(|process| process.is_awake()).count();
        let awake = awake.max(self.lines.try_iter().count());
        Ok(if awake > 0 {
            Verdict::Succeeded(format!("{awake} did not stop"))
        } else {
            Verdict::stopped("frozen")
        })
    }

    /// Waits for an answer without looking at a clock; nothing but our own patience ends that.
    fn turn(&mut self) -> io::Result<Verdict> {
        if let Err(verdict) = self.line("READY") {
            return Ok(verdict);
        }
        std::thread::sleep(GLANCE);
        Ok(match self.process.try_wait()? {
            None => Verdict::Succeeded("no answer comes, and no end".into()),
            Some(status) => Verdict::Unclear(format!("it ended: {status}")),
        })
    }
}

/// What a line `BURNT n` says.
pub(crate) fn burnt(line: &str) -> Option<Duration> {
    line.strip_prefix("BURNT ")?.trim().parse().ok().map(Duration::from_millis)
}
