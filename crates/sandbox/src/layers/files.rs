//! Landlock: which files a program may open, whom it may signal, which sockets it may reach.

use super::system;
use crate::program::{Author, Program};
use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, PathBeneath, PathFd, PathFdError, Ruleset, RulesetAttr,
    RulesetCreated, RulesetCreatedAttr, RulesetError, Scope,
};
use std::io;
use std::path::{Path, PathBuf};

/// The newest version of the interface that we know; an older kernel enforces what it knows.
const NEWEST: ABI = ABI::V9;

/// The first version that covers truncation: before it, files could be emptied that cannot be
/// written.
pub(crate) const OLDEST_USEFUL: u32 = 3;

/// The first version that keeps signals and abstract sockets inside.
pub(crate) const SCOPES: u32 = 6;

/// What a program may do with its files, ready to be enforced.
#[derive(Debug)]
pub(crate) struct FileRules(RulesetCreated);

/// Where a program runs, as far as files go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ground<'a> {
    pub(crate) program: &'a Program,
    pub(crate) scratch: &'a Path,
    /// Whether it has a file system and processes of its own.
    pub(crate) namespaces: bool,
}

impl FileRules {
    /// Read its folder, the system and what else was named; write its scratch folder; nothing else.
    pub(crate) fn new(ground: Ground<'_>) -> io::Result<Self> {
        let Ground { program, scratch, namespaces } = ground;
        let mut rules = Self(base().map_err(io::Error::other)?);
        let read = AccessFs::ReadFile | AccessFs::ReadDir;
        let named = program.readable.iter().chain([&program.folder]).cloned();
        for path in system::FOLDERS.iter().map(PathBuf::from).chain(named) {
            rules.allow(&path, read | AccessFs::Execute)?;
        }
        for path in system::settings() {
            rules.allow(&path, read)?;
        }
        for path in system::DEVICES {
            rules.allow(Path::new(path), AccessFs::ReadFile | AccessFs::WriteFile)?;
        }
        rules.allow(scratch, in_scratch(namespaces, program.author))?;
        rules.allow_proc(namespaces)?;
        Ok(rules)
    }

    /// Everything about processes where only its own exist; elsewhere what the machine is made of.
    fn allow_proc(&mut self, namespaces: bool) -> io::Result<()> {
        let paths: &[&str] = if namespaces { &["/proc"] } else { &["/proc/cpuinfo", "/proc/meminfo"] };
        paths.iter().try_for_each(|path| self.allow(Path::new(path), AccessFs::ReadFile | AccessFs::ReadDir))
    }

    /// Enforces the rules on this process, for good. Where others can be seen, what concerns this
    /// process stays readable.
    pub(crate) fn enforce(mut self, namespaces: bool) -> io::Result<()> {
        if !namespaces {
            self.allow(Path::new("/proc/self"), AccessFs::ReadFile | AccessFs::ReadDir)?;
        }
        self.0.restrict_self().map(|_| ()).map_err(io::Error::other)
    }

    /// Allows something on a path and below it. What does not exist needs no rule.
    fn allow(&mut self, path: &Path, access: BitFlags<AccessFs>) -> io::Result<()> {
        let beneath = match PathFd::new(path) {
            Ok(beneath) => beneath,
            Err(PathFdError::OpenCall { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
                return Ok(());
            }
            Err(error) => return Err(io::Error::other(error)),
        };
        let access = if path.is_dir() { access } else { access & AccessFs::from_file(NEWEST) };
        (&mut self.0).add_rule(PathBeneath::new(beneath, access)).map_err(io::Error::other)?;
        Ok(())
    }
}

fn base() -> Result<RulesetCreated, RulesetError> {
    Ruleset::default()
        .handle_access(AccessFs::from_all(NEWEST))?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()
}

/// What may be done in the scratch folder.
///
/// Where it is a folder on disk, a watch adds up its files; a stranger's program may not remove any
/// there, because a file that is open and has no name is seen by nobody.
fn in_scratch(namespaces: bool, author: Author) -> BitFlags<AccessFs> {
    let make = AccessFs::ReadFile
        | AccessFs::ReadDir
        | AccessFs::WriteFile
        | AccessFs::Truncate
        | AccessFs::MakeReg
        | AccessFs::MakeDir;
    let change = AccessFs::RemoveFile | AccessFs::RemoveDir | AccessFs::MakeSym | AccessFs::Refer;
    match (author, namespaces) {
        // Builds run what they have made.
        (Author::Tool, _) => make | change | AccessFs::Execute,
        (Author::Stranger, true) => make | change,
        (Author::Stranger, false) => make,
    }
}
