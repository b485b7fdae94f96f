//! What fills the terminal at one time: a game or the choice of maps.

use crate::input::Input;
use crate::interaction::{Flow, Interaction};
use crate::page_file;
use crate::save::{SavedSetup, save, text};
use crate::store::Store;
use crate::{old_save, words};
use face::GameResult;
use game::GameEntry;
use games::HostedGame;
use ratatui::Frame;
use replays::Replay;
use std::fmt::Debug;
use std::fs;
use std::io::Cursor;
use std::path::PathBuf;

/// A game on the screen, whichever game it is.
pub(crate) trait Screen: Debug {
    fn draw(&mut self, frame: &mut Frame<'_>);
    fn input(&mut self, input: Input) -> Flow;
    /// Whether the game goes on without the player's doing: [`tick`](Self::tick) is to be called again and again.
    fn is_busy(&self) -> bool;
    fn tick(&mut self) -> Flow;
    /// Writes the game down, at the end of turns and before the screen goes away.
    fn keep(&mut self);
    /// Shows a line to the player.
    fn warn(&mut self, text: String);
}

/// A game with where it is kept.
#[derive(Debug)]
pub(crate) struct Sitting<G: HostedGame> {
    pub(crate) interaction: Interaction<G>,
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
pub(crate) enum SaveFile {
    /// In the user's folder: it is gone when the game is over.
    Own(PathBuf),
    /// Where the player said: it stays.
    Named(PathBuf),
}

impl<G: HostedGame> Screen for Sitting<G> {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        self.interaction.draw(frame);
    }

    fn input(&mut self, input: Input) -> Flow {
        let flow = self.interaction.input(input);
        self.after(flow)
    }

    fn is_busy(&self) -> bool {
        self.interaction.is_busy()
    }

    fn tick(&mut self) -> Flow {
        let flow = self.interaction.tick();
        self.after(flow)
    }

    fn keep(&mut self) {
        let kept = match &self.file {
            None => Ok(()),
            // What is over cannot be played on; a file that is not there is as good as one that was removed.
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
            self.warn(format!("{}: {error}", self.interaction.pick(words::SAVE_FAILED)));
        }
    }

    fn warn(&mut self, text: String) {
        self.interaction.warn(text);
    }
}

impl<G: HostedGame> Sitting<G> {
    fn after(&mut self, flow: Flow) -> Flow {
        match flow {
            Flow::Save => {
                self.keep();
                self.count_win();
            }
            Flow::WritePage => self.write_page(),
            Flow::KeepSettings => {
                if let Err(error) = self.store.keep_settings(self.interaction.settings) {
                    self.warn(format!("{}: {error}", self.interaction.pick(words::SAVE_FAILED)));
                }
            }
            Flow::Stay | Flow::ToMaps | Flow::Quit => {}
        }
        flow
    }

    fn write_page(&mut self) {
        let replay = text(&self.table, &self.interaction.history);
        let written = Replay::read(Cursor::new(replay.into_bytes()))
            .and_then(|replay| page_file::write(self.entry, replay, &self.pages));
        match written {
            Ok(path) => {
                self.interaction.say(format!(
                    "{} {}",
                    self.interaction.pick(words::PAGE_WRITTEN),
                    path.display()
                ));
            }
            Err(why) => self.warn(format!("{} {why}", self.interaction.pick(words::NO_PAGE))),
        }
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
