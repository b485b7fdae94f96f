//! Compilers and interpreters of this machine.
//!
//! They are asked where they really live and what version they are. This runs them without
//! containment: they are the organiser's own. What they are asked must not depend on the folder
//! somebody stands in, which may be a stranger's: stand-ins such as rustup's read there which
//! program they are to run. So they are called by absolute paths, from `/`, with an environment of
//! our own making.

use crate::layers::system;
use crate::sandbox::Sandbox;
use serde::Serialize;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A kind of tool.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ToolKind {
    /// A compiler for C++.
    Cxx,
    /// A compiler for C.
    C,
    /// The compiler for Rust.
    Rust,
    /// The Go tools.
    Go,
    /// An interpreter for Python.
    Python,
    /// An interpreter for JavaScript.
    Node,
    /// The Java machine.
    Java,
    /// The compiler for Java.
    Javac,
}

impl ToolKind {
    /// All kinds.
    pub const ALL: [Self; 8] =
        [Self::Cxx, Self::C, Self::Rust, Self::Go, Self::Python, Self::Node, Self::Java, Self::Javac];

    /// Names under which it is looked for, the usual one first.
    #[must_use]
    pub fn names(self) -> &'static [&'static str] {
        match self {
            Self::Cxx => &["g++", "c++", "clang++"],
            Self::C => &["gcc", "cc", "clang"],
            Self::Rust => &["rustc"],
            Self::Go => &["go"],
            Self::Python => &["python3", "python"],
            Self::Node => &["node", "nodejs"],
            Self::Java => &["java"],
            Self::Javac => &["javac"],
        }
    }

    /// The kind of tool behind the name of a program: the tool itself, or one that comes with it.
    #[must_use]
    pub fn behind(program: &str) -> Option<Self> {
        match program {
            "cargo" => Some(Self::Rust),
            _ => Self::ALL.into_iter().find(|kind| kind.names().contains(&program)),
        }
    }

    /// How to get it where it is missing.
    #[must_use]
    pub const fn remedy(self) -> &'static str {
        match self {
            Self::Cxx => "install g++ (on Debian and Ubuntu: apt-get install g++) or clang++",
            Self::C => "install gcc (on Debian and Ubuntu: apt-get install gcc) or clang",
            Self::Rust => "install Rust with rustup, or on Debian and Ubuntu: apt-get install cargo",
            Self::Go => "install Go (on Debian and Ubuntu: apt-get install golang)",
            Self::Python => "install Python 3 (on Debian and Ubuntu: apt-get install python3)",
            Self::Node => "install Node.js (on Debian and Ubuntu: apt-get install nodejs)",
            Self::Java | Self::Javac => "install a JDK (on Debian and Ubuntu: apt-get install default-jdk)",
        }
    }

    /// What makes it print its version, on standard output or error.
    fn version_argument(self) -> &'static str {
        if self == Self::Go { "version" } else { "--version" }
    }

    /// What makes it print paths: its own first, where what stands in the search path may be a
    /// stand-in, then folders it needs.
    fn where_arguments(self) -> Option<&'static [&'static str]> {
        match self {
            Self::Python => {
                Some(&["-c", "import sys; print(sys.executable); print(sys.prefix); print(sys.base_prefix)"])
            }
            Self::Node => Some(&["-p", "process.execPath"]),
            Self::Rust => Some(&["--print", "sysroot"]),
            Self::Go => Some(&["env", "GOROOT"]),
            Self::Cxx | Self::C | Self::Java | Self::Javac => None,
        }
    }
}

impl fmt::Display for ToolKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cxx => "C++",
            Self::C => "C",
            Self::Rust => "Rust",
            Self::Go => "Go",
            Self::Python => "Python",
            Self::Node => "Node.js",
            Self::Java => "Java",
            Self::Javac => "Java compiler",
        })
    }
}

/// A compiler or interpreter of this machine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Tool {
    /// What it is.
    pub kind: ToolKind,
    /// The program itself.
    pub path: PathBuf,
    /// The first line it says about its version.
    pub version: String,
    /// What a program that uses it must be able to read beside the system's folders.
    pub readable: Vec<PathBuf>,
}

impl Tool {
    /// Finds a tool in the search path.
    ///
    /// Root prefers one that everybody can reach, because the programs it starts run as a user
    /// without rights.
    #[must_use]
    pub fn find(kind: ToolKind) -> Option<Self> {
        let mut candidates = candidates(kind);
        if rustix::process::geteuid().is_root() {
            candidates.sort_by_key(|file| !everybody_can_reach(file));
        }
        candidates.iter().find_map(|file| Self::look_at(kind, file))
    }

    /// Finds the tool that programs in this sandbox are to use: the first in the search path, as
    /// its user would get it.
    ///
    /// With namespaces its folders are put where it expects them, whoever may reach them outside.
    #[must_use]
    pub fn find_for(kind: ToolKind, sandbox: &Sandbox) -> Option<Self> {
        let enforced = sandbox.enforced();
        match enforced.own_user && !enforced.namespaces {
            true => Self::find(kind),
            false => candidates(kind).iter().find_map(|file| Self::look_at(kind, file)),
        }
    }

    /// Whether a program stands in the system's folders, which every program can read.
    #[must_use]
    pub fn is_of_system(file: &Path) -> bool {
        system::covers(file)
    }

    /// The search path of a command that may call any of these tools by name, and programs that
    /// come with them.
    #[must_use]
    pub fn search_path(tools: &[Self]) -> OsString {
        let own = tools.iter().filter_map(|tool| tool.path.parent()).filter(|folder| !system::covers(folder));
        let mut folders: Vec<&Path> = Vec::new();
        for folder in own.chain(system::PROGRAMS.map(Path::new)) {
            if !folders.contains(&folder) {
                folders.push(folder);
            }
        }
        // A folder that cannot be in a search path cannot be where its owner found the tool.
        std::env::join_paths(folders).unwrap_or_else(|_| system::PROGRAMS.join(":").into())
    }

    /// The tool that its user named.
    #[must_use]
    pub fn at(kind: ToolKind, file: &Path) -> Option<Self> {
        (file.is_absolute() && is_executable(file)).then(|| Self::look_at(kind, file)).flatten()
    }

    /// Asks what a program says it is.
    fn look_at(kind: ToolKind, file: &Path) -> Option<Self> {
        let version = ask(file, &[kind.version_argument()])?.lines().next()?.trim().to_string();
        let told = kind.where_arguments().map(|arguments| ask(file, arguments)).unwrap_or_default();
        let mut folders: Vec<PathBuf> =
            told.iter().flat_map(|text| text.lines()).map(PathBuf::from).collect();
        let path = match kind {
            ToolKind::Python | ToolKind::Node if !folders.is_empty() => folders.remove(0),
            ToolKind::Rust => folders.first().map_or(file.to_path_buf(), |sysroot| sysroot.join("bin/rustc")),
            ToolKind::Go => folders.first().map_or(file.to_path_buf(), |root| root.join("bin/go")),
            _ => fs::canonicalize(file).unwrap_or(file.to_path_buf()),
        };
        let real = fs::canonicalize(&path).unwrap_or(path.clone());
        if !system::covers(&real) {
            // Programs outside the system's folders usually stand in `bin` of a folder that holds
            // the rest.
            let home = real.parent().filter(|folder| folder.ends_with("bin")).and_then(Path::parent);
            folders.push(home.unwrap_or(&real).to_path_buf());
        }
        folders = folders.into_iter().flat_map(|folder| without_secrets(folder, &real)).collect();
        folders.retain(|folder| folder.is_absolute() && !system::covers(folder));
        folders.sort();
        folders.dedup();
        Some(Self { kind, path, version, readable: folders })
    }
}

/// Where stand-ins find what their user has installed. Nothing else of the environment reaches a
/// tool.
const OF_USER: [&str; 4] = ["HOME", "RUSTUP_HOME", "CARGO_HOME", "PYENV_ROOT"];

/// The parts of a tool's folder that programs may read. A home is not shown because a tool stands
/// in its `bin`: only the tool is, and from `.local` also what compilers have there.
fn without_secrets(folder: PathBuf, tool: &Path) -> Vec<PathBuf> {
    let homes = std::env::home_dir().into_iter().flat_map(|home| [fs::canonicalize(&home).ok(), Some(home)]);
    let homes: Vec<PathBuf> = homes.flatten().collect();
    let tool = || vec![tool.to_path_buf()];
    if folder.parent().is_none() || homes.iter().any(|home| home.starts_with(&folder)) {
        return tool();
    }
    if homes.iter().any(|home| folder == home.join(".local")) {
        let parts = ["lib", "lib64", "libexec", "include"].map(|part| folder.join(part));
        return parts.into_iter().filter(|part| part.is_dir()).chain(tool()).collect();
    }
    vec![folder]
}

/// The programs of the search path that go by the names of a tool, in its order.
fn candidates(kind: ToolKind) -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    // A relative folder is wherever somebody stands.
    let folders: Vec<PathBuf> = std::env::split_paths(&path).filter(|folder| folder.is_absolute()).collect();
    let files = kind.names().iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    files.filter(|file| is_executable(file)).collect()
}

/// What a program prints when it ends well.
fn ask(file: &Path, arguments: &[impl AsRef<OsStr>]) -> Option<String> {
    let mut command = Command::new(file);
    command.args(arguments).current_dir("/").env_clear().env("PATH", system::PROGRAMS.join(":"));
    let own = OF_USER.iter().filter_map(|name| Some((name, std::env::var_os(name)?)));
    command.envs(own.filter(|(_, value)| Path::new(value).is_absolute()));
    let output = command.stdin(Stdio::null()).output().ok()?;
    let text = if output.stdout.is_empty() { output.stderr } else { output.stdout };
    output.status.success().then(|| String::from_utf8_lossy(&text).into_owned())
}

fn is_executable(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

fn everybody_can_reach(file: &Path) -> bool {
    let real = fs::canonicalize(file).unwrap_or(file.to_path_buf());
    [file, &real]
        .iter()
        .flat_map(|path| path.ancestors().skip(1))
        .all(|folder| fs::metadata(folder).is_ok_and(|metadata| metadata.mode() & 0o001 != 0))
}
