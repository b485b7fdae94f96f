//! Bubblewrap: a file system, a network, processes and a host name of the program's own.

use super::namespaces::{HOST_NAME, SCRATCH};
use super::system;
use crate::launcher;
use crate::program::Program;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the launcher is.
const LAUNCHER: &str = "/.launcher";

/// What the launcher needs of root's powers, in its namespaces: to set the size of the scratch
/// folder; as root also to become nobody, to signal that user's processes, to see how much memory
/// they share, and to read the files they leave.
const POWERS: [&str; 1] = ["CAP_SYS_ADMIN"];
const POWERS_OF_ROOT: [&str; 5] =
    ["CAP_SETUID", "CAP_SETGID", "CAP_KILL", "CAP_SYS_PTRACE", "CAP_DAC_READ_SEARCH"];

/// Where bubblewrap is installed.
pub(crate) fn find() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_else(|| OsString::from("/usr/bin:/bin"));
    std::env::split_paths(&path).map(|folder| folder.join("bwrap")).find(|file| file.is_file())
}

/// What is to be put into the namespaces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contents<'a> {
    pub(crate) launcher: &'a Path,
    pub(crate) program: &'a Program,
    /// Where the files of the program's folder really are.
    pub(crate) folder: &'a Path,
    pub(crate) as_root: bool,
}

/// The command that makes the namespaces and runs the launcher as their process 1.
///
/// Not `--die-with-parent`: it means the thread that started it, which may end before the program
/// does. The launcher sees the runner's end itself.
pub(crate) fn command(bubblewrap: &Path, contents: Contents<'_>) -> Command {
    let mut command = Command::new(bubblewrap);
    command.args([
        "--unshare-ipc",
        "--unshare-pid",
        "--unshare-net",
        "--unshare-uts",
        "--unshare-cgroup-try",
    ]);
    command.args(["--hostname", HOST_NAME, "--as-pid-1", "--clearenv"]);
    if contents.as_root {
        add_powers(&mut command, &POWERS_OF_ROOT);
    } else {
        command.arg("--unshare-user");
    }
    add_powers(&mut command, &POWERS);
    add_system(&mut command);
    command.args(["--proc", "/proc", "--perms", "1777", "--tmpfs", SCRATCH]);
    for path in contents.program.readable.iter().filter(|path| !system::covers(path)) {
        bind(&mut command, path, path);
    }
    bind(&mut command, contents.folder, &contents.program.folder);
    bind(&mut command, contents.launcher, Path::new(LAUNCHER));
    command.args(["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/"]);
    command.args(["--", LAUNCHER, launcher::ARGUMENT]);
    command
}

fn add_powers(command: &mut Command, powers: &[&str]) {
    for power in powers {
        command.args(["--cap-add", power]);
    }
}

fn add_system(command: &mut Command) {
    for folder in system::FOLDERS {
        match fs::read_link(folder) {
            Ok(target) => command.args([OsStr::new("--symlink"), target.as_os_str(), OsStr::new(folder)]),
            Err(_) => command.args(["--ro-bind-try", folder, folder]),
        };
    }
    for path in system::settings().filter(|path| path.exists()) {
        bind(command, &path, &path);
    }
    command.args(["--perms", "0755", "--tmpfs", "/dev"]);
    for device in system::DEVICES {
        command.args(["--dev-bind-try", device, device]);
    }
    for (target, name) in [("", "fd"), ("/0", "stdin"), ("/1", "stdout"), ("/2", "stderr")] {
        command.args(["--symlink", &format!("/proc/self/fd{target}"), &format!("/dev/{name}")]);
    }
}

/// Shows a path inside, where it can be read.
fn bind(command: &mut Command, from: &Path, to: &Path) {
    // As root, bubblewrap would make folders on the way that nobody but root can pass.
    let mut way: Vec<&Path> = to.ancestors().skip(1).filter(|folder| folder.parent().is_some()).collect();
    way.reverse();
    for folder in way {
        command.args([OsStr::new("--perms"), OsStr::new("0755"), OsStr::new("--dir"), folder.as_os_str()]);
    }
    command.args([OsStr::new("--ro-bind"), from.as_os_str(), to.as_os_str()]);
}
