//! A game as a replay page in a file.

use game::GameEntry;
use replays::Replay;
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Pages of one name that may lie in one folder.
const MOST: u32 = 1000;

/// Makes a page of a replay and writes it into a folder, under a name that nothing there has.
///
/// # Errors
/// One sentence, if the replay cannot be shown or the file cannot be written.
pub(crate) fn write(entry: &dyn GameEntry, mut replay: Replay, folder: &Path) -> Result<PathBuf, String> {
    let header = replay.header.clone();
    let (film, _) = page::replay::film(entry, &header, &mut replay)?;
    let name: String = header.map_name.chars().map(plain).collect();
    write_new(folder, &format!("{}-{name}", header.game), &page::render(&film))
}

/// Whatever a map is called, the name of its page is one of a file in that folder.
fn plain(letter: char) -> char {
    if letter.is_alphanumeric() || letter == '-' { letter } else { '_' }
}

fn write_new(folder: &Path, name: &str, page: &str) -> Result<PathBuf, String> {
    for number in 1..=MOST {
        let name = if number == 1 { format!("{name}.html") } else { format!("{name}-{number}.html") };
        let path = folder.join(name);
        // A new file: what lies there, also a link, is left alone.
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(mut file) => {
                let written = file.write_all(page.as_bytes());
                return written
                    .map(|()| path.clone())
                    .map_err(|error| format!("{}: {error}", path.display()));
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(format!("{}: {error}", path.display())),
        }
    }
    Err(format!("{}: there are too many pages called {name}", folder.display()))
}
