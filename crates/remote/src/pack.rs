//! What is sent of a bot: a file as it is, a folder as a zip.

use std::fs::{self, File};
use std::io::{self, Cursor, Read, Write};
use std::path::Path;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// More than this no arena takes, in bytes before they are compressed.
const LARGEST: u64 = 32 << 20;

/// More files than this are no bot.
const MOST_FILES: usize = 2_000;

/// Folders that tools make and no bot needs.
const LEFT_OUT: [&str; 7] = [".git", ".hg", ".svn", "__pycache__", "node_modules", "target", ".venv"];

/// What is sent, and what it is called.
#[derive(Clone, Debug)]
pub struct Package {
    /// The name, which says what kind of file it is.
    pub name: String,
    /// The contents.
    pub bytes: Vec<u8>,
}

/// Reads a bot's file or folder.
///
/// # Errors
/// One sentence, with the path.
pub fn packed(path: &Path) -> Result<Package, String> {
    let said = |error: io::Error| format!("{}: {error}", path.display());
    let name = path.canonicalize().map_err(said)?;
    let name = name.file_name().and_then(|name| name.to_str()).unwrap_or("bot").to_owned();
    if path.is_dir() {
        return Ok(Package { name: format!("{name}.zip"), bytes: zipped(path)? });
    }
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes)).map_err(said)?;
    match bytes.len() as u64 > LARGEST {
        true => Err(format!("{}: it has more than {} MB", path.display(), LARGEST >> 20)),
        false => Ok(Package { name, bytes }),
    }
}

fn zipped(root: &Path) -> Result<Vec<u8>, String> {
    let mut archive = Archive { writer: ZipWriter::new(Cursor::new(Vec::new())), files: 0, left: LARGEST };
    archive.add_folder(root, "")?;
    if archive.files == 0 {
        return Err(format!("{}: there is nothing in it", root.display()));
    }
    let finished = archive.writer.finish().map_err(|error| format!("{}: {error}", root.display()))?;
    Ok(finished.into_inner())
}

struct Archive {
    writer: ZipWriter<Cursor<Vec<u8>>>,
    files: usize,
    /// How many bytes may still be added.
    left: u64,
}

impl Archive {
    /// Adds what is in a folder, by name, so that the same folder gives the same zip.
    fn add_folder(&mut self, folder: &Path, prefix: &str) -> Result<(), String> {
        let said = |error: io::Error| format!("{}: {error}", folder.display());
        let mut entries: Vec<_> = fs::read_dir(folder).and_then(Iterator::collect).map_err(said)?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let path = entry.path();
            let Ok(name) = entry.file_name().into_string() else {
                return Err(format!("{}: its name is not UTF-8", path.display()));
            };
            let kind = entry.file_type().map_err(said)?;
            if kind.is_dir() {
                if !LEFT_OUT.contains(&name.as_str()) {
                    self.add_folder(&path, &format!("{prefix}{name}/"))?;
                }
            } else if kind.is_file() {
                self.add_file(&path, &format!("{prefix}{name}"))?;
            } else {
                return Err(format!("{}: links and special files are not sent", path.display()));
            }
        }
        Ok(())
    }

    fn add_file(&mut self, path: &Path, name: &str) -> Result<(), String> {
        self.files += 1;
        if self.files > MOST_FILES {
            return Err(format!("more than {MOST_FILES} files are no bot"));
        }
        let mut bytes = Vec::new();
        let file = File::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
        file.take(self.left + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        let rest = self.left.checked_sub(bytes.len() as u64);
        self.left =
            rest.ok_or_else(|| format!("{}: the folder has more than {} MB", path.display(), LARGEST >> 20))?;
        let said = |error: zip::result::ZipError| format!("{}: {error}", path.display());
        self.writer.start_file(name, SimpleFileOptions::default()).map_err(said)?;
        self.writer.write_all(&bytes).map_err(|error| format!("{}: {error}", path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn a_folder_becomes_the_same_zip_each_time() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("my-bot");
        fs::create_dir_all(root.join("sub/__pycache__")).unwrap();
        assert!(packed(&root).unwrap_err().contains("nothing in it"));
        fs::write(root.join("main.py"), "print()").unwrap();
        fs::write(root.join("sub/x.py"), "1").unwrap();
        fs::write(root.join("sub/__pycache__/x.pyc"), "2").unwrap();
        let package = packed(&root).unwrap();
        assert_eq!((package.name.as_str(), &package.bytes), ("my-bot.zip", &packed(&root).unwrap().bytes));
        let mut archive = zip::ZipArchive::new(Cursor::new(package.bytes)).unwrap();
        let names: Vec<String> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
        assert_eq!(names, ["main.py", "sub/x.py"]);
        let mut text = String::new();
        archive.by_name("main.py").unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, "print()");
        symlink("/etc/passwd", root.join("link")).unwrap();
        assert!(packed(&root).unwrap_err().contains("links"));
        assert_eq!(packed(&root.join("main.py")).unwrap().name, "main.py");
    }
}
