//! Unpacking zip files, without trusting them.
//!
//! An archive is unpacked by this very program, started again in the sandbox: nothing that is done
//! to our reader of archives gets further than what a stranger's program can do.

use crate::bundle::CAPS;
use crate::{Bounds, Ending, Sandbox, Snapshot, StartError};
use encoding_rs::GBK;
use std::ffi::OsString;
use std::fs::{self, File, Permissions};
use std::io::{self, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use thiserror::Error;
use zip::ZipArchive;

/// Why an archive was not unpacked.
#[derive(Debug, Error)]
pub enum ArchiveError {
    /// It is no zip file, or a damaged one.
    #[error("it is no readable zip file: {0}")]
    Unreadable(#[from] zip::result::ZipError),
    /// A file wants to be put outside.
    #[error("it is not to be trusted: it holds a file with the path `{0}`, which leads out of its folder")]
    Escapes(String),
    /// A name that would deceive whoever reads it.
    #[error("it holds a file whose name has control characters, `{}`: give it another one", .0.escape_debug())]
    Name(String),
    /// It has folders in folders in folders.
    #[error("it holds folders that are nested more than {} deep, or paths longer than {} bytes", CAPS.depth, CAPS.path)]
    TooDeep,
    /// Two files have the same name, or a file is also a folder.
    #[error("it holds `{0}` twice")]
    Twice(String),
    /// It holds too much.
    #[error("it holds more than {} files", CAPS.entries)]
    TooManyFiles,
    /// It is larger unpacked than anybody would pack.
    #[error("it is larger than {} MB when unpacked", CAPS.bytes >> 20)]
    TooLarge,
    /// The file system failed.
    #[error("it cannot be unpacked: {0}")]
    Files(#[from] io::Error),
    /// What it was refused for in the sandbox.
    #[error("{0}")]
    Refused(String),
    /// The sandbox could not be used.
    #[error("it cannot be unpacked: {0}")]
    Sandbox(#[from] StartError),
}

/// The first argument that makes this program unpack an archive.
pub(crate) const ARGUMENT: &str = "__unpack";

impl Sandbox {
    /// Unpacks the only file of a snapshot, a zip file, behind this sandbox's walls, into a
    /// snapshot of its own.
    ///
    /// # Errors
    /// If it cannot be read, is too large, or holds something that does not belong into an archive.
    pub fn unpack(&self, archive: &Snapshot) -> Result<Snapshot, ArchiveError> {
        let bounds =
            Bounds { cpu: Duration::from_secs(20), wall: Duration::from_secs(60), ..Bounds::default() };
        let (finished, made) = self.run_self(&[ARGUMENT], archive, &bounds)?;
        match (&finished.ending, made) {
            (Ending::Exited(0), Some(Ok(made))) => Ok(made),
            (Ending::Exited(0), Some(Err(error))) => Err(ArchiveError::Refused(error.to_string())),
            (Ending::Exited(1), _) => {
                let said = String::from_utf8_lossy(&finished.stderr);
                Err(ArchiveError::Refused(said.lines().next().unwrap_or("it cannot be unpacked").to_owned()))
            }
            (ending, _) => Err(ArchiveError::Refused(format!("it cannot be unpacked: {ending}"))),
        }
    }
}

/// Whether a file is a zip file, by its first bytes.
#[must_use]
pub fn is_zip(path: &Path) -> bool {
    let mut head = [0; 4];
    File::open(path).and_then(|mut file| file.read_exact(&mut head)).is_ok() && head == *b"PK\x03\x04"
}

/// What the program does when it is started again with [`ARGUMENT`], a folder that holds an
/// archive, and the name of the folder to make.
pub(crate) fn unpack_as_asked(mut arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let (Some(folder), Some(name)) = (arguments.next(), arguments.next()) else {
        return ExitCode::from(2);
    };
    match unpack_only_file(Path::new(&folder), &std::env::temp_dir().join(name)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}

fn unpack_only_file(folder: &Path, into: &Path) -> Result<(), ArchiveError> {
    let only = fs::read_dir(folder)?.next().ok_or(io::Error::from(io::ErrorKind::NotFound))?;
    fs::create_dir(into)?;
    unpack(&only?.path(), into)
}

/// Unpacks a zip file into a folder.
///
/// Sizes are counted while unpacking, because what an archive says about itself need not be true.
/// Links and what operating systems add are left out.
///
/// # Errors
/// If it cannot be read, is too large, or holds something that does not belong into one.
fn unpack(archive: &Path, into: &Path) -> Result<(), ArchiveError> {
    let mut zip = ZipArchive::new(File::open(archive)?)?;
    if zip.len() > CAPS.entries as usize {
        return Err(ArchiveError::TooManyFiles);
    }
    let (mut left, mut folders_left) = (CAPS.bytes, CAPS.entries as usize - zip.len());
    for number in 0..zip.len() {
        let mut entry = zip.by_index(number)?;
        let name = readable_name(entry.name_raw());
        let path = safe_path(&name).ok_or(ArchiveError::Escapes(name.clone()))?;
        if is_clutter(&path) || entry.is_symlink() {
            continue;
        }
        check_name(&name, &path)?;
        let target = into.join(&path);
        if entry.is_dir() || name.ends_with('/') {
            make_folders(&target, &mut folders_left)?;
            continue;
        }
        if let Some(parent) = target.parent() {
            make_folders(parent, &mut folders_left)?;
        }
        let can_be_run = entry.unix_mode().is_some_and(|mode| mode & 0o111 != 0);
        let mut file = File::create_new(&target).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => ArchiveError::Twice(name),
            _ => error.into(),
        })?;
        let copied = io::copy(&mut entry.by_ref().take(left + 1), &mut file)?;
        left = left.checked_sub(copied).ok_or(ArchiveError::TooLarge)?;
        if can_be_run {
            file.set_permissions(Permissions::from_mode(0o755))?;
        }
    }
    Ok(())
}

/// A name with slashes. Old tools wrote names in GBK.
fn readable_name(raw: &[u8]) -> String {
    let text = std::str::from_utf8(raw).map_or_else(|_| GBK.decode(raw).0.into_owned(), str::to_owned);
    text.replace('\\', "/")
}

/// The path below the folder; none if it leads out of it.
fn safe_path(name: &str) -> Option<PathBuf> {
    let has_drive = name.as_bytes().get(1) == Some(&b':');
    if name.is_empty() || name.starts_with('/') || name.contains('\0') || has_drive {
        return None;
    }
    let mut path = PathBuf::new();
    for part in Path::new(name).components() {
        match part {
            Component::Normal(part) => path.push(part),
            Component::CurDir => {}
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(path)
}

/// Whether a path is one that comes out of the sandbox.
fn check_name(name: &str, path: &Path) -> Result<(), ArchiveError> {
    if name.chars().any(char::is_control) {
        return Err(ArchiveError::Name(name.to_owned()));
    }
    let is_deep = path.components().count() > CAPS.depth as usize || path.as_os_str().len() > CAPS.path;
    if is_deep { Err(ArchiveError::TooDeep) } else { Ok(()) }
}

/// Makes a folder with those on the way to it: they count, too.
fn make_folders(folder: &Path, left: &mut usize) -> Result<(), ArchiveError> {
    let missing = folder.ancestors().take_while(|folder| !folder.exists()).count();
    *left = left.checked_sub(missing).ok_or(ArchiveError::TooManyFiles)?;
    Ok(fs::create_dir_all(folder)?)
}

/// What operating systems and editors put into archives by themselves.
fn is_clutter(path: &Path) -> bool {
    path.components().any(|part| {
        let part = part.as_os_str();
        part == "__MACOSX" || part == ".DS_Store" || part == "Thumbs.db" || part == ".git"
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    fn zip_of(files: &[(&str, &[u8])]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let mut writer = ZipWriter::new(File::create(folder.path().join("x.zip")).unwrap());
        for (name, contents) in files {
            writer.start_file(*name, SimpleFileOptions::default()).unwrap();
            writer.write_all(contents).unwrap();
        }
        writer.finish().unwrap();
        folder
    }

    fn unpacked(files: &[(&str, &[u8])]) -> Result<tempfile::TempDir, ArchiveError> {
        let folder = zip_of(files);
        let into = tempfile::tempdir().unwrap();
        unpack(&folder.path().join("x.zip"), into.path())?;
        Ok(into)
    }

    #[test]
    fn an_honest_archive_with_windows_paths_and_clutter() {
        let into = unpacked(&[
            ("1_task1\\main.cpp", b"int main() {}"),
            ("2_task2/./sub/a.h", b""),
            ("__MACOSX/1_task1/._main.cpp", b"x"),
        ])
        .unwrap();
        assert_eq!(fs::read(into.path().join("1_task1/main.cpp")).unwrap(), b"int main() {}");
        assert!(into.path().join("2_task2/sub/a.h").exists());
        assert!(!into.path().join("__MACOSX").exists());
    }

    #[test]
    fn nothing_is_put_outside() {
        for name in ["../evil", "/etc/evil", "a/../../evil", "..\\evil", "C:\\evil", "C:evil"] {
            let refused = unpacked(&[(name, b"x")]);
            assert!(matches!(refused, Err(ArchiveError::Escapes(_))), "{name}: {refused:?}");
        }
    }

    #[test]
    fn a_bomb_is_not_unpacked() {
        let zeros = vec![0; (CAPS.bytes + 1) as usize];
        assert!(matches!(unpacked(&[("bomb", &zeros)]), Err(ArchiveError::TooLarge)));
    }

    #[test]
    fn names_that_do_not_come_out_are_refused() {
        for name in ["a\u{1b}[2J", "a\nb", "folder\u{7}/b", "a\u{9b}b"] {
            let refused = unpacked(&[(name, b"x")]);
            assert!(matches!(refused, Err(ArchiveError::Name(_))), "{name:?}: {refused:?}");
        }
        let deep = "d/".repeat(40) + "x";
        let long = "d".repeat(250) + "/";
        for name in [deep, long.repeat(5) + "x"] {
            let refused = unpacked(&[(&name, b"x")]);
            assert!(matches!(refused, Err(ArchiveError::TooDeep)), "{refused:?}");
        }
        let many: Vec<String> = (0..5001).map(|number| format!("{number}/f")).collect();
        let many: Vec<(&str, &[u8])> = many.iter().map(|name| (name.as_str(), &b""[..])).collect();
        assert!(matches!(unpacked(&many), Err(ArchiveError::TooManyFiles)));
    }

    #[test]
    fn a_file_cannot_be_there_twice() {
        // Windows separators make two names of one file.
        let refused = unpacked(&[("a/b", b"1"), ("a\\b", b"2")]);
        assert!(matches!(refused, Err(ArchiveError::Twice(_))), "{refused:?}");
    }

    #[test]
    fn what_is_no_archive() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("x.zip"), "hello").unwrap();
        let refused = unpack(&folder.path().join("x.zip"), folder.path());
        assert!(matches!(refused, Err(ArchiveError::Unreadable(_))));
    }
}
