//! Tables with other people on one's own machine: opened from the page, kept in files, opened again
//! when the program is started again.

use crate::host::Host;
use crate::server::{Door, Doors, doors_of, new_links, token};
use crate::shared::{FileJournal, KeptTable, Links, OpenTable, TableSetup, built_in_bots};
use crate::table::Tables;
use game::{GameEntry, Lang};
use interaction::{Options, Store, map_title};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// Tables that are opened again at most: those that changed last.
const MOST: usize = 20;

/// The tables of one's own machine.
#[derive(Debug)]
pub(crate) struct OwnTables {
    entry: &'static dyn GameEntry,
    store: Store,
    lang: Lang,
    /// The port at which this program is reached: tables are found there again.
    port: u16,
    doors: Arc<Doors>,
    /// What the tables are called, and the secret part of their hosts' links.
    hosts: Mutex<Vec<(String, String)>>,
}

impl OwnTables {
    pub(crate) fn new(options: &Options, port: u16, doors: Arc<Doors>) -> Self {
        let (entry, store, lang) = (options.entry, options.store.clone(), options.look.lang);
        Self { entry, store, lang, port, doors, hosts: Mutex::default() }
    }

    /// The port at which the table was served that changed last.
    pub(crate) fn last_port(options: &Options) -> Option<u16> {
        let files = options.store.table_files(options.entry.name());
        files.iter().find_map(|file| KeptTable::read(file).ok().flatten()).map(|kept| kept.port)
    }

    /// Opens the tables again that are kept. One that cannot be opened is left alone.
    pub(crate) fn open_kept(&self) {
        for file in self.store.table_files(self.entry.name()).into_iter().take(MOST) {
            if let Ok(Some(kept)) = KeptTable::read(&file) {
                let KeptTable { setup, links, entries, journal, .. } = kept;
                let _ = self.seat(setup, links, entries, journal);
            }
        }
    }

    fn seat(
        &self,
        setup: TableSetup,
        links: Links,
        entries: Vec<crate::shared::Entry>,
        journal: FileJournal,
    ) -> Result<String, String> {
        let name = setup.map_name.clone();
        let (entry, bots, lang) = (self.entry, built_in_bots(), self.lang);
        let journal = Box::new(journal);
        let table = OpenTable { entry, setup, entries, journal, bots, links: links.clone(), lang };
        // It ends with the program: everything that happens is in its file before it is shown.
        let (host, _) = Host::of_table(table).map_err(|problem| problem.to_string())?;
        let doors = doors_of(&links, &host);
        let own = doors.first().map(|door: &Door| door.token.clone()).ok_or("nobody sits there")?;
        self.doors.add(doors);
        self.hosts.lock().unwrap_or_else(PoisonError::into_inner).push((name, own.clone()));
        Ok(own)
    }

    /// A file of its own for each table.
    fn file(&self, map: &str) -> Result<PathBuf, String> {
        let name = format!("{map}-{}", &token()?[..8]);
        let file = self.store.table_file(self.entry.name(), &name);
        file.ok_or_else(|| "there is no home folder to keep the table in".into())
    }
}

impl Tables for OwnTables {
    fn open(&self, setup: TableSetup) -> Result<String, String> {
        let links = new_links(&setup)?;
        let file = self.file(&setup.map_name)?;
        let journal = FileJournal::create(&file, &setup, &links, self.port)
            .map_err(|error| format!("{}: {error}", file.display()))?;
        self.seat(setup, links, Vec::new(), journal)
    }

    fn kept(&self, lang: Lang) -> Vec<(String, String)> {
        let hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        let titled = |(map, to): &(String, String)| (map_title(self.entry.name(), map, lang), to.clone());
        hosts.iter().rev().map(titled).collect()
    }
}
