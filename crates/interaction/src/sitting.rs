//! A game with where it is kept.

use crate::input::Input;
use crate::interaction::{Flow, Interaction};
use crate::page_file;
use crate::save::{SavedSetup, save, text};
use crate::store::Store;
use crate::{old_save, words};
use face::GameResult;
use game::GameEntry;
use games::HostedGame;
use replays::Replay;
use std::fs;
use std::io::Cursor;
use std::path::PathBuf;

/// A game with where it is kept.
#[derive(Debug)]
pub struct Sitting<G: HostedGame> {
    /// The game.
    pub interaction: Interaction<G>,
    pub(crate) table: SavedSetup,
    pub(crate) file: Option<SaveFile>,
    pub(crate) store: Store,
    pub(crate) entry: &'static dyn GameEntry,
    /// Where replay pages go.
    pub(crate) pages: PathBuf,
    /// Whether wins on this map are counted: it is a bundled one, with the usual rules.
    pub(crate) counts: bool,
}

/// Where a game is saved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SaveFile {
    /// In the user's folder: it is gone when the game is over.
    Own(PathBuf),
    /// Where the player said: it stays.
    Named(PathBuf),
}

impl<G: HostedGame> Sitting<G> {
    /// The name of the map.
    #[must_use]
    pub fn map_name(&self) -> &str {
        &self.table.map_name
    }

    /// Does what the player asked for, and keeps what is to be kept.
    pub fn input(&mut self, input: Input) -> Flow {
        let flow = self.interaction.input(input);
        self.after(flow)
    }

    /// Advances what runs without input.
    pub fn tick(&mut self) -> Flow {
        let flow = self.interaction.tick();
        self.after(flow)
    }

    /// Writes the game down, at the end of turns and before it goes away.
    pub fn keep(&mut self) {
        let kept = match &self.file {
            None => Ok(()),
            // What is over cannot be played on; a file that is not there is as good as one that was
            // removed.
            Some(SaveFile::Own(path)) if self.interaction.is_over() => {
                let _ = fs::remove_file(path);
                let _ = fs::remove_file(old_save::name(path));
                Ok(())
            }
            // What the first format had under another name goes when it is written anew.
            Some(SaveFile::Own(path)) => save(path, &self.table, &self.interaction.history).map(|()| {
                let _ = fs::remove_file(old_save::name(path));
            }),
            Some(SaveFile::Named(path)) => save(path, &self.table, &self.interaction.history),
        };
        if let Err(error) = kept {
            self.interaction.warn(format!("{}: {error}", self.interaction.pick(words::SAVE_FAILED)));
        }
    }

    fn after(&mut self, flow: Flow) -> Flow {
        match flow {
            Flow::Save => {
                self.keep();
                self.count_win();
            }
            Flow::WritePage => self.write_page(),
            Flow::KeepSettings => {
                if let Err(error) = self.store.keep_settings(self.interaction.settings) {
                    self.interaction.warn(format!("{}: {error}", self.interaction.pick(words::SAVE_FAILED)));
                }
            }
            Flow::Stay | Flow::ToMaps | Flow::ToNext | Flow::Quit => {}
        }
        flow
    }

    fn write_page(&mut self) {
        let said = match self.page() {
            Ok(path) => {
                let said = self.interaction.pick(words::PAGE_WRITTEN);
                return self.interaction.say(format!("{said} {}", path.display()));
            }
            Err(why) => format!("{} {why}", self.interaction.pick(words::NO_PAGE)),
        };
        self.interaction.warn(said);
    }

    /// Makes a page of the game, in a file.
    fn page(&self) -> Result<PathBuf, String> {
        let replay = text(&self.table, &self.interaction.history);
        let replay = Replay::read(Cursor::new(replay.into_bytes()))?;
        page_file::write(self.entry, replay, &self.pages)
    }

    fn count_win(&mut self) {
        let interaction = &mut self.interaction;
        if !self.counts
            || !interaction.is_over()
            || interaction.now().result(interaction.seat) != GameResult::Won
        {
            return;
        }
        let turns = interaction.history.turns_ended() as u32;
        match self.store.note_win(G::NAME, &self.table.map_name, turns) {
            Ok(best) => interaction.best = Some(best),
            Err(error) => {
                interaction.warn(format!("{}: {error}", interaction.look.lang.pick(words::SAVE_FAILED)))
            }
        }
    }
}
