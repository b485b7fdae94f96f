//! Finding submissions in a folder, and whose they are.

use crate::roster::Roster;
use jiff::Timestamp;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Something handed in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandIn {
    /// Its name in the folder.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
    /// What its files are called in the report: the student number, or its own name made harmless.
    /// No two are equal.
    pub slug: String,
    /// The student it belongs to, by place in the roster.
    pub owner: Option<usize>,
    /// When it was last changed.
    pub changed: Option<Timestamp>,
}

/// What a folder of submissions holds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Collection {
    /// What is graded, in the order of the roster, then by name.
    pub entries: Vec<HandIn>,
    /// What is not, and why.
    pub left_out: Vec<LeftOut>,
}

/// Something in the folder that is not graded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftOut {
    /// Its name.
    pub name: String,
    /// Why.
    pub why: Why,
}

/// Why something in the folder is not graded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// It is neither a folder, nor an archive, nor a source.
    NoSubmission,
    /// It is a link: what it leads to was not handed in.
    Link,
    /// The same student has a newer one, of this name.
    Superseded(String),
}

/// Looks at everything directly in a folder.
///
/// # Errors
/// If the folder cannot be read.
pub fn collect(folder: &Path, roster: Option<&Roster>) -> io::Result<Collection> {
    let mut collection = Collection::default();
    let mut names: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<_>>()?;
    names.sort();
    for path in names {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // It gets into tables that are looked at in terminals.
        let name = name.replace(char::is_control, "\u{fffd}");
        if name.starts_with('.') || name == "__MACOSX" {
            continue;
        }
        let kind = fs::symlink_metadata(&path)?;
        if kind.is_symlink() {
            collection.left_out.push(LeftOut { name, why: Why::Link });
        } else if kind.is_dir() || is_submission(&path) {
            let owner = roster.and_then(|roster| roster.owner_of(&name));
            let changed = kind.modified().ok().and_then(timestamp);
            collection.entries.push(HandIn { name, path, slug: String::new(), owner, changed });
        } else {
            collection.left_out.push(LeftOut { name, why: Why::NoSubmission });
        }
    }
    collection.keep_newest();
    collection.put_in_order(roster);
    Ok(collection)
}

impl Collection {
    /// A collection of what is known to count, one submission a student.
    #[must_use]
    pub fn of(entries: Vec<HandIn>, roster: &Roster) -> Self {
        let mut collection = Self { entries, left_out: Vec::new() };
        collection.put_in_order(Some(roster));
        collection
    }

    /// The order of the roster, then by name; and names for files.
    fn put_in_order(&mut self, roster: Option<&Roster>) {
        self.entries.sort_by_key(|entry| (entry.owner.unwrap_or(usize::MAX), entry.name.clone()));
        self.name_files(roster);
    }

    /// Keeps one submission a student: the newest, and of equally new ones the last by name.
    fn keep_newest(&mut self) {
        let age = |entry: &HandIn| (entry.changed, entry.name.clone());
        let newest = |owner: usize| {
            self.entries.iter().filter(|entry| entry.owner == Some(owner)).max_by_key(|entry| age(entry))
        };
        let beaten_by = |entry: &HandIn| {
            let newest = newest(entry.owner?)?;
            (newest.path != entry.path).then(|| newest.name.clone())
        };
        let beaten: Vec<Option<String>> = self.entries.iter().map(beaten_by).collect();
        let mut kept = Vec::new();
        for (entry, beaten) in std::mem::take(&mut self.entries).into_iter().zip(beaten) {
            match beaten {
                None => kept.push(entry),
                Some(by) => self.left_out.push(LeftOut { name: entry.name, why: Why::Superseded(by) }),
            }
        }
        self.entries = kept;
    }

    /// Gives every submission a name for its files that no other has, also where upper and lower
    /// case are one.
    fn name_files(&mut self, roster: Option<&Roster>) {
        let mut taken = BTreeSet::new();
        for entry in &mut self.entries {
            let student = entry.owner.and_then(|owner| roster?.students.get(owner));
            let wanted = slug(student.map_or_else(|| stem(&entry.name), |student| &student.number));
            let mut slug = wanted.clone();
            let mut number = 2;
            while !taken.insert(slug.to_lowercase()) {
                slug = format!("{wanted}-{number}");
                number += 1;
            }
            entry.slug = slug;
        }
    }
}

fn is_submission(path: &Path) -> bool {
    const ENDINGS: [&str; 6] = ["zip", "cpp", "cc", "cxx", "c++", "c"];
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|its| ENDINGS.iter().any(|known| its.eq_ignore_ascii_case(known)))
}

fn stem(name: &str) -> &str {
    name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()).map_or(name, |(stem, _)| stem)
}

/// A name that is safe as that of a file, on any system and in an address.
fn slug(name: &str) -> String {
    // In bytes: the page of a pair has the names of two, and systems allow 255.
    const LONGEST: usize = 90;
    let harmless = |sign: char| if sign.is_alphanumeric() || "-_".contains(sign) { sign } else { '_' };
    let mut slug: String = name.trim_start_matches('.').chars().map(harmless).collect();
    slug.truncate(slug.floor_char_boundary(LONGEST));
    if slug.is_empty() { "unnamed".to_string() } else { slug }
}

fn timestamp(time: SystemTime) -> Option<Timestamp> {
    Timestamp::try_from(time).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn a_folder_is_understood() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str| fs::write(folder.path().join(name), "x").unwrap();
        write("2001_Ann.zip");
        write("2002 Bob.cpp");
        write("ANN.zip");
        write("ann.zip");
        write("marks.xlsx");
        write("odd\u{1b}[2J\u{9b}.txt");
        write(".DS_Store");
        fs::create_dir(folder.path().join("..odd name")).unwrap();
        symlink("/etc", folder.path().join("2003")).unwrap();
        let roster = Roster::read("id,name\n2002,Bob\n2001,Anna\n2003,Cy\n".as_bytes()).unwrap();
        let found = collect(folder.path(), Some(&roster)).unwrap();
        let slugs: Vec<_> = found.entries.iter().map(|entry| (entry.slug.as_str(), entry.owner)).collect();
        assert_eq!(slugs, [("2002", Some(0)), ("2001", Some(1)), ("ANN", None), ("ann-2", None)]);
        let why: Vec<_> = found.left_out.iter().map(|left| (left.name.as_str(), left.why.clone())).collect();
        let odd = "odd\u{fffd}[2J\u{fffd}.txt";
        let expected = [("2003", Why::Link), ("marks.xlsx", Why::NoSubmission), (odd, Why::NoSubmission)];
        assert_eq!(why, expected);
    }

    #[test]
    fn of_several_submissions_the_newest_counts() {
        let folder = tempfile::tempdir().unwrap();
        for (name, seconds) in [("7-a.zip", 50), ("7-b.zip", 90), ("7-c.zip", 70)] {
            let file = fs::File::create(folder.path().join(name)).unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(seconds)).unwrap();
        }
        let roster = Roster::read("id\n7\n".as_bytes()).unwrap();
        let found = collect(folder.path(), Some(&roster)).unwrap();
        assert_eq!(found.entries.iter().map(|entry| &entry.name[..]).collect::<Vec<_>>(), ["7-b.zip"]);
        assert_eq!(found.left_out.len(), 2);
        assert_eq!(found.left_out[0].why, Why::Superseded("7-b.zip".to_string()));
    }

    #[test]
    fn slugs_are_harmless() {
        assert_eq!(slug("../../x y"), "____x_y");
        assert_eq!(slug("张三<script>"), "张三_script_");
        assert_eq!(slug("..."), "unnamed");
        assert_eq!(slug(&"x".repeat(500)).len(), 90);
        assert_eq!(slug(&"张".repeat(500)), "张".repeat(30));
        assert_eq!(slug(&format!("x{}", "张".repeat(500))).len(), 88);
    }
}
