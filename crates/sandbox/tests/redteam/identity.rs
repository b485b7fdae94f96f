//! The suite as root and as an ordinary user.
//!
//! Each identity is a process of its own, with what attackers hope to find in a careless runner: a
//! terminal, a secret in its environment, descriptors that are inherited.

use crate::campaign;
use crate::scene::Stage;
use crate::summary::{self, Row};
use crate::table::{Attack, attacks};
use crate::workshop::Workshop;
use rustix::fd::OwnedFd;
use rustix::fs::{Mode, OFlags};
use std::collections::BTreeSet;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Who runs the suite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Identity {
    Root,
    User,
}

impl Identity {
    pub(crate) const ALL: [Self; 2] = [Self::Root, Self::User];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Root => "root",
            Self::User => "user",
        }
    }

    fn own() -> Self {
        if rustix::process::getuid().is_root() { Self::Root } else { Self::User }
    }
}

/// The ordinary user that root becomes: a number nobody has.
const ORDINARY: u32 = 61_234;
/// The word that makes this program serve as one identity.
const SERVE: &str = "__serve";

/// What one identity is to do.
#[derive(Debug)]
pub(crate) struct Order {
    identity: Identity,
    workshop: PathBuf,
    wanted: String,
}

impl Order {
    pub(crate) fn from_words(words: &[String]) -> Option<Self> {
        let [serve, identity, workshop, wanted] = words else { return None };
        let identity = Identity::ALL.into_iter().find(|each| each.name() == identity)?;
        (serve == SERVE).then(|| Self { identity, workshop: workshop.into(), wanted: wanted.clone() })
    }

    fn folder(&self) -> PathBuf {
        self.workshop.join(self.identity.name())
    }

    fn rows_file(&self) -> PathBuf {
        self.folder().join("rows.tsv")
    }
}

/// Runs the attacks with `wanted` in their names in every identity we can take, and reports.
pub(crate) fn run_all(wanted: &str) -> ExitCode {
    match in_all_identities(wanted) {
        Ok(rows) => summary::print(&rows),
        Err(error) => {
            eprintln!("the red team could not be set up: {error}");
            ExitCode::FAILURE
        }
    }
}

fn in_all_identities(wanted: &str) -> io::Result<Vec<(Identity, Vec<Row>)>> {
    let workshop = Workshop::build()?;
    check_table(&workshop, wanted)?;
    leave_setuid_program(&workshop)?;
    let mut all = Vec::new();
    for identity in Identity::ALL {
        if identity == Identity::Root && Identity::own() != Identity::Root {
            println!(
                "as root: not run, because this is an ordinary user's process; start the suite as root to run both"
            );
            continue;
        }
        let order = Order { identity, workshop: workshop.folder.clone(), wanted: wanted.into() };
        all.push((identity, carry_out(&order)?));
    }
    Ok(all)
}

/// The table and the programs must name the same attacks, and some of them must be wanted.
fn check_table(workshop: &Workshop, wanted: &str) -> io::Result<()> {
    let table: BTreeSet<String> = attacks().iter().map(|attack| attack.name.to_owned()).collect();
    if !table.iter().any(|name| name.contains(wanted)) {
        return Err(io::Error::other(format!("no attack has \"{wanted}\" in its name")));
    }
    match table.symmetric_difference(&workshop.inventory()?).next() {
        Some(name) => {
            Err(io::Error::other(format!("{name} is not both in attacks.tsv and among the programs")))
        }
        None => Ok(()),
    }
}

/// What an attack runs to become root. If this process is an ordinary user's, nobody becomes root
/// by it.
fn leave_setuid_program(workshop: &Workshop) -> io::Result<()> {
    let folder = workshop.folder.join("setuid");
    fs::create_dir(&folder)?;
    fs::copy(workshop.folder.join("hostile"), folder.join("hostile"))?;
    fs::set_permissions(folder.join("hostile"), Permissions::from_mode(0o4755))
}

/// Starts this program again in another identity, and reads what it found.
fn carry_out(order: &Order) -> io::Result<Vec<Row>> {
    let folder = order.folder();
    for each in [&folder, &folder.join("home"), &folder.join("tmp")] {
        fs::create_dir(each)?;
        if Identity::own() != order.identity {
            chown(each, Some(ORDINARY), Some(ORDINARY))?;
        }
    }
    let mut command = Command::new(order.workshop.join("redteam"));
    command.args([SERVE, order.identity.name()]).arg(&order.workshop).arg(&order.wanted);
    command.current_dir("/").env("TMPDIR", folder.join("tmp")).env("REDTEAM_TOKEN", token(order));
    if Identity::own() != order.identity {
        command.uid(ORDINARY).gid(ORDINARY).env("HOME", folder.join("home"));
    }
    let status = command.status()?;
    if !status.success() {
        return Err(io::Error::other(format!("as {}: {status}", order.identity.name())));
    }
    Ok(fs::read_to_string(order.rows_file())?.lines().filter_map(Row::from_line).collect())
}

/// Something that stands nowhere else on this machine.
fn token(order: &Order) -> String {
    format!("treasure-of-{}-{:x}", order.identity.name(), std::process::id())
}

/// Does what it says.
pub(crate) fn serve(order: &Order) -> ExitCode {
    match run_attacks(order) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("as {}: {error}", order.identity.name());
            ExitCode::FAILURE
        }
    }
}

fn run_attacks(order: &Order) -> io::Result<()> {
    let token = std::env::var("REDTEAM_TOKEN").map_err(io::Error::other)?;
    let home = std::env::var_os("HOME").unwrap_or_else(|| "/root".into());
    let stage = Stage { workshop: order.workshop.clone(), folder: order.folder(), token, home: home.into() };
    few_descriptors()?;
    // For good: a terminal that closes ends its session, and that is us.
    std::mem::forget(Careless::take(&stage)?);
    let wanted: Vec<Attack> =
        attacks().into_iter().filter(|attack| attack.name.contains(&order.wanted)).collect();
    let rows = campaign::run(&stage, order.identity, &wanted)?;
    let lines: String = rows.iter().map(|row| row.to_line() + "\n").collect();
    fs::write(order.rows_file(), lines)
}

/// As few as most machines give to a process that does not ask for more: whoever needs one a level
/// does not get far.
fn few_descriptors() -> io::Result<()> {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = Some(limit.current.map_or(1024, |now| now.min(1024)));
    Ok(setrlimit(Resource::Nofile, limit)?)
}

/// What a careless runner has: a terminal, and open files that its children inherit.
#[derive(Debug)]
struct Careless {
    _terminal: [OwnedFd; 2],
    _inherited: [OwnedFd; 2],
}

impl Careless {
    fn take(stage: &Stage) -> io::Result<Self> {
        fs::write(stage.folder.join("secret"), &stage.token)?;
        Ok(Self {
            _terminal: controlling_terminal()?,
            _inherited: [inherited(&stage.folder.join("secret"))?, inherited(&stage.folder)?],
        })
    }
}

/// A new session with a terminal of its own; both ends of it.
fn controlling_terminal() -> io::Result<[OwnedFd; 2]> {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    rustix::process::setsid()?;
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)?;
    grantpt(&master)?;
    unlockpt(&master)?;
    let name = ptsname(&master, Vec::new())?;
    let terminal = rustix::fs::open(name, OFlags::RDWR | OFlags::CLOEXEC, Mode::empty())?;
    rustix::process::ioctl_tiocsctty(&terminal)?;
    Ok([master, terminal])
}

/// Without the flag that closes it for other programs.
fn inherited(path: &Path) -> io::Result<OwnedFd> {
    Ok(rustix::fs::open(path, OFlags::RDONLY, Mode::empty())?)
}
