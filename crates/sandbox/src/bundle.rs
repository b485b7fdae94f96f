//! A folder as one file: how what a build made comes out of the sandbox.
//!
//! The launcher packs a folder of the scratch folder when nothing that the program started lives
//! any more; the runner unpacks it into a folder of its own. Both count: whoever forges a folder,
//! or a bundle, gets no further than the caps. A bundle is a series of entries, each a letter (`d`
//! folder, `f` file, `x` file that can be run), the length of the path, the path, and for files the
//! length of the contents and the contents; numbers are of 8 bytes, the least first. The letter `e`
//! ends it.

use crate::snapshot::Caps;
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{Dir, FileType, Mode, OFlags, ResolveFlags, fstat, openat, openat2};
use std::ffi::{CString, OsStr};
use std::fs::{self, DirBuilder, File, Permissions};
use std::io::{self, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Component, Path, PathBuf};

/// What a bundle may hold.
pub(crate) const CAPS: Caps = Caps {
    entries: 10_000,
    bytes: 256 << 20,
    depth: 32,
    path: 1024,
    time: std::time::Duration::from_secs(60),
};

/// Packs an open folder. Links to files inside become those files; everything else that is neither
/// file nor folder is left out.
pub(crate) fn pack(folder: &OwnedFd, to: &mut impl Write) -> io::Result<()> {
    let mut packing = Packing { root: folder, to, entries: CAPS.entries, bytes: CAPS.bytes };
    packing.folder(folder, Path::new(""), CAPS.depth)?;
    packing.to.write_all(b"e")
}

struct Packing<'a, W> {
    root: &'a OwnedFd,
    to: &'a mut W,
    entries: u32,
    bytes: u64,
}

impl<W: Write> Packing<'_, W> {
    fn folder(&mut self, folder: &OwnedFd, path: &Path, depth: u32) -> io::Result<()> {
        let deeper = depth.checked_sub(1).ok_or_else(|| too_much("folders in folders"))?;
        let mut names: Vec<CString> = Vec::new();
        for entry in Dir::read_from(folder)? {
            let name = entry?.file_name().to_owned();
            if !matches!(name.to_bytes(), b"." | b"..") {
                self.entries = self.entries.checked_sub(1).ok_or_else(|| too_much("files"))?;
                names.push(name);
            }
        }
        names.sort();
        for name in names {
            self.entry(folder, &name, &path.join(OsStr::from_bytes(name.to_bytes())), deeper)?;
        }
        Ok(())
    }

    fn entry(&mut self, folder: &OwnedFd, name: &CString, path: &Path, depth: u32) -> io::Result<()> {
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        let opened = openat(folder, name, flags | OFlags::NOFOLLOW, Mode::empty()).or_else(|_| {
            let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_MAGICLINKS | ResolveFlags::NO_XDEV;
            openat2(self.root.as_fd(), path, flags, Mode::empty(), resolve)
        });
        let Ok(opened) = opened else { return Ok(()) };
        let stat = fstat(&opened)?;
        match FileType::from_raw_mode(stat.st_mode) {
            FileType::Directory if !is_link(folder, name) => {
                self.begin(b'd', path)?;
                self.folder(&opened, path, depth)
            }
            FileType::RegularFile => {
                let length = u64::try_from(stat.st_size).unwrap_or(u64::MAX);
                self.bytes = self.bytes.checked_sub(length).ok_or_else(|| too_much("bytes"))?;
                self.begin(if stat.st_mode & 0o111 == 0 { b'f' } else { b'x' }, path)?;
                self.to.write_all(&length.to_le_bytes())?;
                let copied = io::copy(&mut File::from(opened).take(length), self.to)?;
                if copied == length {
                    Ok(())
                } else {
                    Err(io::Error::other("a file changed while it was packed"))
                }
            }
            _ => Ok(()),
        }
    }

    fn begin(&mut self, letter: u8, path: &Path) -> io::Result<()> {
        let path = path.as_os_str().as_bytes();
        self.to.write_all(&[letter])?;
        self.to.write_all(&(path.len() as u64).to_le_bytes())?;
        self.to.write_all(path)
    }
}

fn is_link(folder: &OwnedFd, name: &CString) -> bool {
    let stat = rustix::fs::statat(folder, name.as_c_str(), rustix::fs::AtFlags::SYMLINK_NOFOLLOW);
    stat.is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::Symlink)
}

fn too_much(of: &str) -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, format!("more {of} than are taken out of the sandbox"))
}

/// Unpacks a bundle into an empty folder of ours.
pub(crate) fn unpack(from: &mut impl Read, to: &Path) -> io::Result<()> {
    unpack_within(&CAPS, from, to)
}

fn unpack_within(caps: &Caps, from: &mut impl Read, to: &Path) -> io::Result<()> {
    let (mut entries, mut bytes) = (caps.entries, caps.bytes);
    loop {
        let letter = read_array::<1>(from)?;
        if letter == *b"e" {
            return Ok(());
        }
        entries = entries.checked_sub(1).ok_or_else(|| too_much("files"))?;
        let path = to.join(read_path(from)?);
        match letter[0] {
            b'd' => {
                DirBuilder::new().mode(0o700).create(&path)?;
                fs::set_permissions(&path, Permissions::from_mode(0o755))?;
            }
            b'f' | b'x' => {
                let length = u64::from_le_bytes(read_array(from)?);
                bytes = bytes.checked_sub(length).ok_or_else(|| too_much("bytes"))?;
                let mut file = File::options().write(true).create_new(true).mode(0o600).open(&path)?;
                if io::copy(&mut from.take(length), &mut file)? != length {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
                let mode = if letter[0] == b'x' { 0o555 } else { 0o444 };
                file.set_permissions(Permissions::from_mode(mode))?;
            }
            _ => return Err(io::Error::new(io::ErrorKind::InvalidData, "this is no bundle")),
        }
    }
}

fn read_array<const N: usize>(from: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    from.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// A path that stays inside, from names without control characters.
fn read_path(from: &mut impl Read) -> io::Result<PathBuf> {
    let wrong =
        || io::Error::new(io::ErrorKind::InvalidData, "a path that leads elsewhere, or cannot be shown");
    let length = usize::try_from(u64::from_le_bytes(read_array(from)?)).map_err(|_| wrong())?;
    if length == 0 || length > CAPS.path {
        return Err(wrong());
    }
    let mut bytes = vec![0; length];
    from.read_exact(&mut bytes)?;
    let path = Path::new(OsStr::from_bytes(&bytes));
    let plain = path.components().all(|part| matches!(part, Component::Normal(_)));
    let deep = path.components().count() > CAPS.depth as usize;
    if !plain || deep || bytes.iter().any(u8::is_ascii_control) {
        return Err(wrong());
    }
    Ok(path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::private::PrivateFolder;
    use std::os::unix::fs::symlink;

    fn packed(folder: &Path) -> Vec<u8> {
        let mut bundle = Vec::new();
        pack(&File::open(folder).unwrap().into(), &mut bundle).unwrap();
        bundle
    }

    #[test]
    fn files_folders_and_what_can_be_run_come_back() {
        let (from, to) = (PrivateFolder::new().unwrap(), PrivateFolder::new().unwrap());
        fs::create_dir(from.path().join("a")).unwrap();
        fs::write(from.path().join("a/program"), "#!").unwrap();
        fs::set_permissions(from.path().join("a/program"), Permissions::from_mode(0o4755)).unwrap();
        fs::write(from.path().join("text"), "text").unwrap();
        symlink("a/program", from.path().join("inside")).unwrap();
        symlink("/etc/passwd", from.path().join("absolute")).unwrap();
        symlink("../../../etc/passwd", from.path().join("outside")).unwrap();
        symlink("a", from.path().join("folder")).unwrap();
        unpack(&mut packed(from.path()).as_slice(), to.path()).unwrap();
        let mode = |name: &str| fs::symlink_metadata(to.path().join(name)).unwrap().permissions().mode();
        assert_eq!(mode("a/program") & 0o7777, 0o555);
        assert_eq!(mode("inside"), mode("a/program"));
        assert_eq!(fs::read(to.path().join("text")).unwrap(), b"text");
        for gone in ["absolute", "outside", "folder"] {
            assert!(!to.path().join(gone).exists(), "{gone}");
        }
    }

    #[test]
    fn a_forged_bundle_gets_nowhere() {
        let entry = |letter: u8, path: &str| {
            [&[letter][..], &(path.len() as u64).to_le_bytes(), path.as_bytes()].concat()
        };
        let few = Caps { entries: 20, ..CAPS };
        let many: Vec<u8> = (0..=few.entries).flat_map(|number| entry(b'd', &format!("{number}"))).collect();
        let large = [entry(b'f', "large"), (CAPS.bytes + 1).to_le_bytes().to_vec()].concat();
        let long = [&b"f"[..], &u64::MAX.to_le_bytes()].concat();
        let twice = [entry(b'd', "a"), entry(b'd', "a")].concat();
        for forged in [
            entry(b'd', "../evil"),
            entry(b'd', "/tmp/evil"),
            entry(b'd', "a/../../evil"),
            entry(b'd', ""),
            entry(b'd', "new\nline"),
            entry(b'q', "a"),
            many,
            large,
            long,
            twice,
            Vec::new(),
        ] {
            let to = PrivateFolder::new().unwrap();
            assert!(
                unpack_within(&few, &mut forged.as_slice(), to.path()).is_err(),
                "{:?}",
                &forged[..forged.len().min(40)]
            );
            assert!(fs::read_dir(to.path()).unwrap().count() <= few.entries as usize);
        }
    }
}
