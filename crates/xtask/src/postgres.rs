//! A PostgreSQL of our own: in a folder for a while, on a free port, as an ordinary user.

use crate::process::{output, stdout};
use crate::steps::Stop;
use crate::workspace::Workspace;
use std::fs;
use std::io;
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// What the tests read to know where it is.
pub(crate) const VARIABLE: &str = "SANDTABLE_TEST_POSTGRES";

/// How long it may take to start.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running PostgreSQL; it is stopped, and its folder removed, when this goes.
#[derive(Debug)]
pub(crate) struct Postgres {
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
    settings: &'static [&'static str],
    child: Option<Child>,
}

/// What tests write may be lost with the machine.
pub(crate) const FOR_TESTS: &[&str] = &["fsync=off"];

/// As it is run where nothing may be lost; and it counts statements.
pub(crate) const AS_IN_EARNEST: &[&str] = &["shared_preload_libraries=pg_stat_statements"];

impl Postgres {
    /// Makes a cluster and starts it.
    ///
    /// # Errors
    /// Skipped, if PostgreSQL is not installed.
    pub(crate) fn start(workspace: &Workspace, settings: &'static [&'static str]) -> Result<Self, Stop> {
        let programs = programs().ok_or_else(|| {
            Stop::Skipped("PostgreSQL is not installed: in Debian, `apt-get install postgresql`".into())
        })?;
        // Not in the workspace: whoever runs it may not be allowed to look there.
        let folder = std::env::temp_dir().join(format!("sandtable-postgres-{}", std::process::id()));
        let made = fs::create_dir(&folder).and_then(|()| give_away(&folder));
        made.map_err(|error| Stop::Failed(format!("{}: {error}", folder.display())))?;
        let port = free_port().map_err(|error| Stop::Failed(error.to_string()))?;
        let mut postgres = Self { programs, folder, port, settings, child: None };
        let data = postgres.data();
        let cluster = ["--username", "postgres", "--auth", "trust", "--encoding", "UTF8", "--no-sync"];
        stdout(postgres.command("initdb").args(cluster).arg("--pgdata").arg(data))?;
        postgres.run()?;
        println!("PostgreSQL of {} on port {port}", workspace.root.display());
        Ok(postgres)
    }

    /// Its address, without a database.
    pub(crate) fn address(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}", self.port)
    }

    pub(crate) const fn port(&self) -> u16 {
        self.port
    }

    /// Its first process.
    pub(crate) fn process(&self) -> Option<u32> {
        self.child.as_ref().map(Child::id)
    }

    /// What runs a query and prints one line a row.
    pub(crate) fn psql(&self, database: &str, query: &str) -> Command {
        let mut psql = Command::new("psql");
        psql.args(["--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--command", query]);
        psql.arg(format!("{}/{database}", self.address()));
        psql
    }

    /// Kills it as a power cut would, and starts it again at once.
    pub(crate) fn kill_and_restart(&mut self) -> Result<(), Stop> {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
        self.run()
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// Starts it on the cluster that is there, and waits until it answers.
    fn run(&mut self) -> Result<(), Stop> {
        let log = fs::File::options().create(true).append(true).open(self.folder.join("log"));
        let log = log.map_err(|error| Stop::Failed(format!("{}: {error}", self.folder.display())))?;
        let mut command = self.command("postgres");
        command.arg("-D").arg(self.data()).args(["-p", &self.port.to_string()]);
        for setting in ["listen_addresses=127.0.0.1", "unix_socket_directories="].iter().chain(self.settings)
        {
            command.args(["-c", setting]);
        }
        // Each time it is started it writes to the end of the same file.
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        let spawn = |command: &mut Command| {
            command.spawn().map_err(|error| Stop::Failed(format!("postgres: {error}")))
        };
        let mut child = spawn(&mut command)?;
        let deadline = Instant::now() + PATIENCE;
        let ready = ["--host", "127.0.0.1", "--port", &self.port.to_string(), "--quiet"];
        while !output(self.command("pg_isready").args(ready))?.status.success() {
            // It refuses to start as long as processes of one that was killed are left.
            if child.try_wait().is_ok_and(|status| status.is_some()) && Instant::now() < deadline {
                child = spawn(&mut command)?;
            }
            if Instant::now() > deadline {
                let said = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
                return Err(Stop::Failed(format!("PostgreSQL does not start:\n{said}")));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        self.child = Some(child);
        Ok(())
    }

    /// One of its programs, as an ordinary user: it refuses to be run by root.
    fn command(&self, program: &str) -> Command {
        let path = self.programs.join(program);
        let mut command = match is_root() {
            true => {
                let mut command = Command::new("setpriv");
                command.args(["--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"]).arg(path);
                command
            }
            false => Command::new(path),
        };
        command.current_dir(&self.folder);
        command
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            // Killed it would leave processes behind that still write into the folder.
            let id = rustix::process::Pid::from_child(child);
            let _ = rustix::process::kill_process(id, rustix::process::Signal::QUIT);
            let _ = child.wait();
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The user and group of whom nothing is.
const NOBODY: &str = "65534";

fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0)
}

/// Gives a folder to who runs PostgreSQL.
fn give_away(folder: &Path) -> io::Result<()> {
    fs::set_permissions(folder, fs::Permissions::from_mode(0o700))?;
    match is_root() {
        true => chown(folder, Some(65534), Some(65534)),
        false => Ok(()),
    }
}

/// The programs that are used here. Some folders on the path have a few of them only.
const PROGRAMS: [&str; 3] = ["initdb", "postgres", "pg_isready"];

/// Where its programs are: on the path, or where Debian puts them, the newest version.
fn programs() -> Option<PathBuf> {
    let on_path = std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect::<Vec<_>>());
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut versions: Vec<PathBuf> = versions.map(|entry| entry.path().join("bin")).collect();
    versions.sort();
    let mut all = on_path.into_iter().flatten().chain(versions.into_iter().rev());
    all.find(|folder| PROGRAMS.iter().all(|program| folder.join(program).is_file()))
}

pub(crate) fn free_port() -> io::Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_there_for_a_while_also_after_a_power_cut_and_leaves_nothing() {
        let mut postgres = match Postgres::start(&Workspace::find().unwrap(), AS_IN_EARNEST) {
            Ok(postgres) => postgres,
            Err(Stop::Skipped(why)) => return println!("skipped: {why}"),
            Err(Stop::Failed(why)) => panic!("{why}"),
        };
        let query = |postgres: &Postgres, query| stdout(&mut postgres.psql("postgres", query)).unwrap();
        query(&postgres, "CREATE TABLE kept AS SELECT 7 AS number");
        postgres.kill_and_restart().unwrap();
        assert_eq!(query(&postgres, "SELECT number FROM kept"), "7\n");
        let folder = postgres.folder.clone();
        drop(postgres);
        assert!(!folder.exists());
    }
}
