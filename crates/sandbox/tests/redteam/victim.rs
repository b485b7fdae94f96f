//! The victim: a process of the attackers' user with sockets, shared memory and secrets, which
//! notices when it is hit.

use std::fs;
use std::io::{self, BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};

/// A running victim. It ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Victim {
    process: Child,
    /// Its standard input: it ends when this does.
    life: Option<ChildStdin>,
    pub(crate) weak_spots: WeakSpots,
    hits: Receiver<String>,
}

/// Where a victim can be hit.
#[derive(Debug)]
pub(crate) struct WeakSpots {
    /// Its sockets and its secret.
    pub(crate) folder: PathBuf,
    /// Everything else, as arguments for attacks.
    pub(crate) targets: Vec<String>,
}

impl Victim {
    /// Starts a victim whose folder is `folder`, as the user with this number if one is given.
    pub(crate) fn start(program: &Path, folder: &Path, token: &str, user: Option<u32>) -> io::Result<Self> {
        let mut command = Command::new(program);
        command
            .arg(folder)
            .arg(token)
            .env("REDTEAM_TOKEN", token)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        if let Some(user) = user {
            command.uid(user).gid(user);
        }
        let mut process = command.spawn()?;
        let life = process.stdin.take();
        let stdout = process.stdout.take().ok_or_else(|| io::Error::other("the victim has no output"))?;
        let mut lines = BufReader::new(stdout).lines();
        let mut targets = Vec::new();
        for line in lines.by_ref() {
            match line? {
                line if line == "ready" => break,
                line => targets.push(line),
            }
        }
        let weak_spots = WeakSpots { folder: folder.to_owned(), targets };
        let (sender, hits) = channel();
        std::thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Ok(Self { process, life, weak_spots, hits })
    }

    /// What has happened to it since it was last asked, with how the system treats it now.
    pub(crate) fn noticed(&mut self) -> Vec<String> {
        let mut noticed: Vec<String> = self.hits.try_iter().collect();
        match self.process.try_wait() {
            Ok(Some(status)) => noticed.push(format!("the victim ended: {status}")),
            Ok(None) => {}
            Err(error) => noticed.push(error.to_string()),
        }
        noticed.extend(self.ill_treatment());
        noticed
    }

    /// Whether somebody changed its priority, tied it to a processor or traces it.
    fn ill_treatment(&self) -> Option<String> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.process.id())).ok()?;
        // After the name, which may hold anything: state is the first field, nice the seventeenth.
        let fields: Vec<&str> = stat.rsplit_once(") ")?.1.split(' ').collect();
        let own = fs::read_to_string("/proc/self/stat").ok()?;
        let own_nice = own.rsplit_once(") ")?.1.split(' ').nth(16)?.to_owned();
        (fields[0] == "T" || fields[0] == "t" || fields[16] != own_nice)
            .then(|| format!("the victim is in state {} with priority {}", fields[0], fields[16]))
    }
}

impl Drop for Victim {
    fn drop(&mut self) {
        self.life = None;
        let _ = self.process.wait();
    }
}
