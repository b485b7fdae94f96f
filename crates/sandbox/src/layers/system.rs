//! The parts of the system that every program may read, because loaders, interpreters and compilers
//! live there.

use std::path::{Path, PathBuf};

/// Folders of programs and libraries. Where `/bin` and its like are links into `/usr` they stay
/// links.
pub(crate) const FOLDERS: [&str; 7] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];

/// Where programs are looked for that are called by a name alone.
pub(crate) const PROGRAMS: [&str; 3] = ["/usr/local/bin", "/usr/bin", "/bin"];

/// What loaders and interpreters read in `/etc`: it holds no secrets and names nobody.
pub(crate) const SETTINGS: [&str; 4] =
    ["/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime", "/etc/ssl/openssl.cnf"];

/// Devices that can be read and written without effect on anybody.
///
/// Not `/dev/zero`: mapped as shared memory it is memory that no limit of the process counts.
pub(crate) const DEVICES: [&str; 3] = ["/dev/null", "/dev/random", "/dev/urandom"];

/// Settings of Java, whose folder carries its version in its name.
pub(crate) fn settings() -> impl Iterator<Item = PathBuf> {
    let entries = std::fs::read_dir("/etc").into_iter().flatten().flatten();
    let java = entries.filter(|entry| entry.file_name().as_encoded_bytes().starts_with(b"java-"));
    SETTINGS.iter().map(PathBuf::from).chain(java.map(|entry| entry.path()))
}

/// Whether a path is inside the folders of programs and libraries.
pub(crate) fn covers(path: &Path) -> bool {
    FOLDERS.iter().any(|folder| path.starts_with(folder))
}
