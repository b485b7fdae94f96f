//! The program on the screen: the choice of maps, games, and the way between them.

use crate::input::Input;
use crate::interaction::Flow;
use crate::menu::{Menu, Pick};
use crate::open::{OpenError, OpenRequest, open, saved_table};
use crate::save::SavedSetup;
use crate::screen::{SaveFile, Screen};
use crate::shell::Program;
use crate::store::Store;
use crate::{page_file, words};
use face::Look;
use game::GameEntry;
use ratatui::Frame;
use replays::Replay;
use std::path::PathBuf;

/// What the player asked for when starting the program.
#[derive(Clone, Debug)]
pub struct Options {
    /// The game.
    pub entry: &'static dyn GameEntry,
    /// Name and text of a map; without one the player chooses.
    pub map: Option<(String, String)>,
    /// The rule profile.
    pub rules: &'static str,
    /// The seed of all chance.
    pub seed: u64,
    /// The player's seat.
    pub seat: u8,
    /// Names of the bots in the other seats; the last one also takes the seats that are left.
    pub opponents: Vec<String>,
    /// The file to save the game in, instead of the user's folder.
    pub save: Option<PathBuf>,
    /// Whether a saved game is not to be gone on with.
    pub anew: bool,
    /// Where games and wins are kept.
    pub store: Store,
    /// How it looks.
    pub look: Look,
    /// The folder for replay pages.
    pub pages: PathBuf,
}

/// The program on the screen.
#[derive(Debug)]
pub struct App {
    options: Options,
    showing: Showing,
}

#[derive(Debug)]
enum Showing {
    Maps(Menu),
    Game(Box<dyn Screen>),
}

/// Whether the program goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// It goes on.
    Stay,
    /// The player has left.
    Quit,
}

impl App {
    /// Sits down at the game that was asked for, or shows the choice of maps.
    ///
    /// # Errors
    /// What of the options makes no sense.
    pub fn new(options: Options) -> Result<Self, OpenError> {
        let named = options.save.clone().map(SaveFile::Named);
        let saved =
            named.as_ref().filter(|_| !options.anew).and_then(|file| saved_table(options.entry, file));
        let showing = match (&options.map, saved) {
            (Some((name, _)), Some(table)) if *name != table.map_name => {
                return Err(OpenError::Usage(format!(
                    "the saved game is on the map {}, not {name}; leave --map out, or add --new to start over",
                    table.map_name
                )));
            }
            (_, Some(table)) => Showing::Game(open(options.request(table, named, options.anew))?),
            (Some((name, map)), None) => {
                let file = named.or_else(|| options.own_file(name));
                let table = options.table(name, map);
                Showing::Game(open(options.request(table, file, options.anew))?)
            }
            (None, None) => Showing::Maps(options.menu(None)),
        };
        Ok(Self { options, showing })
    }

    fn follow(&mut self, flow: Flow) -> Next {
        match flow {
            Flow::Stay | Flow::Save | Flow::WritePage | Flow::KeepSettings => Next::Stay,
            Flow::Quit => Next::Quit,
            Flow::ToMaps => {
                self.keep();
                let at = self.options.map.as_ref().map(|(name, _)| name.as_str());
                self.showing = Showing::Maps(self.options.menu(at));
                Next::Stay
            }
        }
    }

    fn play(&mut self, name: &'static str, anew: bool) {
        let Some(map) = self.options.entry.bundled(name) else { return };
        let table = self.options.table(name, map);
        let file = self.options.file_for(name);
        match open(self.options.request(table, file, anew)) {
            Ok(screen) => self.showing = Showing::Game(screen),
            Err(problem) => {
                if let Showing::Maps(menu) = &mut self.showing {
                    menu.notice = Some(problem.to_string());
                }
            }
        }
        self.options.map = Some((name.to_string(), map.to_string()));
    }
}

impl Program for App {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        match &mut self.showing {
            Showing::Maps(menu) => menu.draw(frame),
            Showing::Game(screen) => screen.draw(frame),
        }
    }

    fn input(&mut self, input: Input) -> Next {
        match &mut self.showing {
            Showing::Game(screen) => {
                let flow = screen.input(input);
                self.follow(flow)
            }
            Showing::Maps(menu) => match menu.input(input) {
                Pick::Nothing => Next::Stay,
                Pick::Quit => Next::Quit,
                Pick::Play { name, anew } => {
                    self.play(name, anew);
                    Next::Stay
                }
                Pick::Page { name } => {
                    menu.notice = Some(self.options.write_page(name));
                    Next::Stay
                }
            },
        }
    }

    fn is_busy(&self) -> bool {
        matches!(&self.showing, Showing::Game(screen) if screen.is_busy())
    }

    fn tick(&mut self) -> Next {
        match &mut self.showing {
            Showing::Maps(_) => Next::Stay,
            Showing::Game(screen) => {
                let flow = screen.tick();
                self.follow(flow)
            }
        }
    }

    fn keep(&mut self) {
        if let Showing::Game(screen) = &mut self.showing {
            screen.keep();
        }
    }
}

impl Options {
    /// Makes a page of the game in progress on a map, and says so, or why not.
    fn write_page(&self, map_name: &str) -> String {
        let file = self.file_for(map_name).map(|(SaveFile::Own(path) | SaveFile::Named(path))| path);
        let written = file.ok_or_else(String::new).and_then(|path| {
            Replay::open(&path).and_then(|replay| page_file::write(self.entry, replay, &self.pages))
        });
        match written {
            Ok(path) => format!("{} {}", self.look.lang.pick(words::PAGE_WRITTEN), path.display()),
            Err(why) => format!("{} {why}", self.look.lang.pick(words::NO_PAGE)),
        }
    }

    fn menu(&self, at: Option<&str>) -> Menu {
        Menu::new(self, at)
    }

    fn own_file(&self, map_name: &str) -> Option<SaveFile> {
        self.store.save_file(self.entry.name(), map_name).map(SaveFile::Own)
    }

    /// Where the game on a map is kept: in the file that the player named, unless it holds a game on another map.
    pub(crate) fn file_for(&self, map_name: &str) -> Option<SaveFile> {
        let named = self.save.clone().map(SaveFile::Named);
        let is_free =
            |file: &SaveFile| saved_table(self.entry, file).is_none_or(|table| table.map_name == map_name);
        named.filter(is_free).or_else(|| self.own_file(map_name))
    }

    fn table(&self, map_name: &str, map: &str) -> SavedSetup {
        SavedSetup {
            game: self.entry.name().into(),
            map_name: map_name.into(),
            map: map.into(),
            rules: self.rules.into(),
            seed: self.seed,
            seat: self.seat,
            opponents: self.opponents.clone(),
        }
    }

    fn request(&self, table: SavedSetup, file: Option<SaveFile>, anew: bool) -> OpenRequest {
        OpenRequest {
            entry: self.entry,
            table,
            file,
            anew,
            store: self.store.clone(),
            look: self.look,
            pages: self.pages.clone(),
        }
    }
}
