//! A table kept in a file: what is fixed in the first line, then what happened, one entry per line,
//! only ever added to.

use super::entry::{Entry, Journal};
use super::setup::TableSetup;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// The version of the format.
const VERSION: u32 = 1;

/// The secret parts of a table's links.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Links {
    /// One per seat; none where a bot sits.
    pub seats: Vec<Option<String>>,
    /// For spectators.
    pub watch: Option<String>,
}

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    table: u32,
    setup: TableSetup,
    links: Links,
    port: u16,
}

/// A table as it was found in a file.
#[derive(Debug)]
pub struct KeptTable {
    /// What is fixed.
    pub setup: TableSetup,
    /// Its links, which stay the same.
    pub links: Links,
    /// The port at which it was served.
    pub port: u16,
    /// What happened so far.
    pub entries: Vec<Entry>,
    /// What happens from now on goes here.
    pub journal: FileJournal,
}

/// A journal in a file.
#[derive(Debug)]
pub struct FileJournal {
    file: File,
}

impl FileJournal {
    /// Begins a file; whatever was there is replaced. Others on this machine cannot read it: it
    /// holds the links.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn create(path: &Path, setup: &TableSetup, links: &Links, port: u16) -> io::Result<Self> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let head = Head { table: VERSION, setup: setup.clone(), links: links.clone(), port };
        let mut file = OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(path)?;
        alone(&file)?;
        file.set_len(0)?;
        file.write_all(line(&head)?.as_bytes())?;
        file.sync_data()?;
        Ok(Self { file })
    }
}

impl Journal for FileJournal {
    fn append(&mut self, entry: &Entry) -> Result<(), String> {
        let written = line(entry).and_then(|line| self.file.write_all(line.as_bytes()));
        written.map_err(|error| error.to_string())
    }
}

impl KeptTable {
    /// The table in a file; none if there is no file.
    ///
    /// A last line without an end was being written when the program was killed: it is cut off.
    ///
    /// # Errors
    /// If there is a file that is no table or cannot be read, and why.
    pub fn read(path: &Path) -> Result<Option<Self>, String> {
        let wrong = |why: String| format!("{}: {why}", path.display());
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(wrong(error.to_string())),
        };
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines();
        let head: Head = lines
            .next()
            .and_then(|line| serde_json::from_str(line).ok())
            .filter(|head: &Head| head.table == VERSION)
            .ok_or_else(|| wrong("this is no table of this program; --new starts over".into()))?;
        let mut entries = Vec::new();
        for (number, line) in (2..).zip(lines) {
            let entry = serde_json::from_str(line);
            entries.push(entry.map_err(|error| wrong(format!("line {number}: {error}; --new starts over")))?);
        }
        let file = OpenOptions::new().append(true).open(path).map_err(|error| wrong(error.to_string()))?;
        alone(&file).map_err(|error| wrong(error.to_string()))?;
        file.set_len(whole as u64).map_err(|error| wrong(error.to_string()))?;
        let Head { setup, links, port, .. } = head;
        Ok(Some(Self { setup, links, port, entries, journal: FileJournal { file } }))
    }
}

/// Takes a file for as long as it is open: two programs at one table would write into each other.
fn alone(file: &File) -> io::Result<()> {
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => io::Error::other("another program is serving this table"),
        TryLockError::Error(error) => error,
    })
}

fn line(value: &impl Serialize) -> io::Result<String> {
    Ok(serde_json::to_string(value).map_err(io::Error::other)? + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::Sitter;
    use crate::tests::scratch;

    fn setup() -> TableSetup {
        TableSetup {
            game: "deepblue".into(),
            map_name: "training".into(),
            map: "map".into(),
            rules: "document".into(),
            seed: 7,
            seats: vec![Sitter::Person, Sitter::Bot("greedy".into())],
            clock: None,
            watching: None,
            lesson: false,
        }
    }

    #[test]
    fn a_file_is_read_up_to_what_was_being_written() {
        let path = scratch("table-file").join("tables/one.jsonl");
        assert!(KeptTable::read(&path).unwrap().is_none());
        let links = Links { seats: vec![Some("secret".into()), None], watch: None };
        let mut journal = FileJournal::create(&path, &setup(), &links, 4000).unwrap();
        let entry = Entry::Seat { seat: 0, sitter: Sitter::Bot("easy".into()) };
        journal.append(&entry).unwrap();
        assert!(KeptTable::read(&path).unwrap_err().contains("another program"));
        drop(journal);
        let whole = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{whole}{{\"is\":\"ac")).unwrap();
        let mut kept = KeptTable::read(&path).unwrap().unwrap();
        assert_eq!((&kept.setup, &kept.links, kept.port), (&setup(), &links, 4000));
        assert_eq!(kept.entries, std::slice::from_ref(&entry));
        kept.journal.append(&entry).unwrap();
        drop(kept);
        assert_eq!(KeptTable::read(&path).unwrap().unwrap().entries, [entry.clone(), entry]);
    }

    #[test]
    fn what_is_no_table_is_left_alone() {
        let path = scratch("no-table").join("x.jsonl");
        for (text, said) in [("", "no table"), ("{}\n", "no table"), ("no\n", "no table")] {
            fs::write(&path, text).unwrap();
            assert!(KeptTable::read(&path).unwrap_err().contains(said));
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        let links = Links { seats: vec![], watch: None };
        FileJournal::create(&path, &setup(), &links, 1).unwrap();
        let whole = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{whole}nonsense\n")).unwrap();
        assert!(KeptTable::read(&path).unwrap_err().contains("line 2"));
    }
}
