//! Servers and workers in processes of their own, and what runs below them.

use super::proxy::{Line, Proxy};
use crate::steps::Stop;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// A server or a worker.
#[derive(Debug)]
pub(super) struct Machine {
    pub(super) name: String,
    /// Where a server answers.
    pub(super) port: Option<u16>,
    /// Where its files are.
    files: String,
    line: Proxy,
    /// Between it and the server that it asks for files, if it does.
    files_line: Option<Proxy>,
    program: PathBuf,
    folder: PathBuf,
    child: Option<Child>,
}

/// Where a machine has its files.
#[derive(Clone, Debug)]
pub(super) enum Files {
    /// In this folder.
    Folder(String),
    /// With the server at this port.
    Server(u16),
}

impl Machine {
    pub(super) fn new(
        name: String,
        port: Option<u16>,
        files: Files,
        postgres: u16,
        (program, folder): (&Path, &Path),
    ) -> Result<Self, Stop> {
        let proxy = |port| Proxy::to(port).map_err(|error| Stop::Failed(error.to_string()));
        let line = proxy(postgres)?;
        let (files, files_line) = match files {
            Files::Folder(files) => (files, None),
            Files::Server(port) => {
                let line = proxy(port)?;
                (format!("http://127.0.0.1:{}", line.port), Some(line))
            }
        };
        let (program, folder) = (program.to_owned(), folder.to_owned());
        Ok(Self { name, port, files, line, files_line, program, folder, child: None })
    }

    /// Starts it, in the folder that it had before.
    pub(super) fn start(&mut self) -> Result<(), Stop> {
        let said = |error: std::io::Error| Stop::Failed(error.to_string());
        let log = File::options().create(true).append(true).open(self.log()).map_err(said)?;
        let address = format!("postgres://postgres@127.0.0.1:{}/arena", self.line.port);
        let mut command = Command::new(&self.program);
        match self.port {
            Some(port) => {
                command.args(["serve", "--listen", &format!("127.0.0.1:{port}")]);
            }
            None => _ = command.args(["worker", "--builds", "--name", &self.name]),
        }
        command.args(["--files", &self.files, "--jobs", "1", "--grace", "5", "--database", &address]);
        command.arg("--data").arg(self.folder.join("disk").join(&self.name));
        command.env("SANDTABLE_TEST_CLOCK", self.clock());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        self.child = Some(command.spawn().map_err(said)?);
        Ok(())
    }

    pub(super) fn log(&self) -> PathBuf {
        self.folder.join(format!("{}.log", self.name))
    }

    /// The file that says how wrong its clock is.
    fn clock(&self) -> PathBuf {
        self.folder.join(format!("{}.clock", self.name))
    }

    /// Puts its clock forward or back, from what is right.
    pub(super) fn set_clock(&self, seconds: i64) {
        let _ = fs::write(self.clock(), (seconds * 1000).to_string());
    }

    pub(super) fn set_line(&self, line: Line) {
        self.line.set(line);
    }

    /// Does this to the line to its files; false if there is none.
    pub(super) fn set_files_line(&self, line: Line) -> bool {
        self.files_line.iter().for_each(|proxy| proxy.set(line));
        self.files_line.is_some()
    }

    pub(super) fn id(&self) -> Option<u32> {
        self.child.as_ref().map(Child::id)
    }

    /// Kills it as a power cut would.
    pub(super) fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Starts it again if it has ended by itself; says whether it had.
    pub(super) fn revive(&mut self) -> Result<bool, Stop> {
        let has_ended = match &mut self.child {
            Some(child) => child.try_wait().is_ok_and(|status| status.is_some()),
            None => true,
        };
        if has_ended {
            self.start()?;
        }
        Ok(has_ended)
    }

    pub(super) fn ask_to_stop(&self) {
        if let Some(id) = self.id() {
            signal(id, "TERM");
        }
    }

    /// Waits until it has ended; none if it does not.
    pub(super) fn ended(&mut self, within: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + within;
        let child = self.child.as_mut()?;
        while Instant::now() < deadline {
            if let Ok(Some(status)) = child.try_wait() {
                self.child = None;
                return Some(status);
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        None
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        self.kill();
    }
}

pub(super) fn signal(process: u32, name: &str) {
    let _ =
        Command::new("kill").args([&format!("-{name}"), &process.to_string()]).stderr(Stdio::null()).status();
}

/// A process, as the system lists it.
#[derive(Clone, Debug)]
pub(super) struct Process {
    pub(super) id: u32,
    parent: u32,
    pub(super) name: String,
}

/// All processes that have not ended.
fn processes() -> Vec<Process> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(id) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
        let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else { continue };
        let Some((head, rest)) = stat.rsplit_once(')') else { continue };
        let name = head.split_once('(').map_or("", |(_, name)| name).to_owned();
        let mut fields = rest.split_whitespace();
        let state = fields.next().unwrap_or("Z");
        let parent = fields.next().and_then(|text| text.parse().ok()).unwrap_or(0);
        if state != "Z" {
            found.push(Process { id, parent, name });
        }
    }
    found
}

/// What runs below a process.
pub(super) fn below(top: u32) -> Vec<Process> {
    let all = processes();
    let parents: BTreeMap<u32, u32> = all.iter().map(|one| (one.id, one.parent)).collect();
    let is_below = |mut id: u32| {
        for _ in 0..64 {
            match parents.get(&id) {
                Some(parent) if *parent == top => return true,
                Some(parent) => id = *parent,
                None => return false,
            }
        }
        false
    };
    all.into_iter().filter(|one| is_below(one.id)).collect()
}

/// Those of them below which nothing runs.
pub(super) fn leaves(all: &[Process]) -> Vec<u32> {
    let ids = all.iter().map(|one| one.id);
    ids.filter(|id| all.iter().all(|one| one.parent != *id)).collect()
}
