//! A player at a screen that is only memory.
#![allow(dead_code, reason = "each test uses a part of it")]

use game::GameEntry;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::Position;
use std::path::PathBuf;
use terminal::{App, Arrow, Input, Lang, Look, Next, OpenError, Options, Program, Store};

pub(crate) struct Player {
    pub(crate) app: App,
    pub(crate) terminal: Terminal<TestBackend>,
    pub(crate) left: bool,
}

/// A folder of its own for a test, empty at first.
pub(crate) fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

pub(crate) fn options(entry: &'static dyn GameEntry, map: Option<&str>) -> Options {
    let text = |name: &str| {
        let (_, text) = entry.maps().iter().find(|(other, _)| *other == name).unwrap();
        (name.to_string(), (*text).to_string())
    };
    Options {
        entry,
        map: map.map(text),
        rules: entry.profiles()[0],
        seed: 7,
        seat: 0,
        // Screens must not change when bots learn.
        opponents: vec!["idle".into(); 3],
        save: None,
        anew: false,
        store: Store::default(),
        look: Look { lang: Lang::En, ascii: false, colour: true },
        pages: PathBuf::from(env!("CARGO_TARGET_TMPDIR")),
    }
}

impl Player {
    pub(crate) fn sit(options: Options) -> Result<Self, OpenError> {
        let app = App::new(options)?;
        let terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        let mut player = Self { app, terminal, left: false };
        player.look();
        Ok(player)
    }

    pub(crate) fn at(entry: &'static dyn GameEntry, map: &str) -> Self {
        Self::sit(options(entry, Some(map))).unwrap()
    }

    fn look(&mut self) {
        self.terminal.draw(|frame| self.app.draw(frame)).unwrap();
    }

    pub(crate) fn input(&mut self, input: Input) {
        self.left |= self.app.input(input) == Next::Quit;
        while self.app.is_busy() && !self.left {
            self.left |= self.app.tick() == Next::Quit;
        }
        self.look();
    }

    /// Presses keys: a letter each, or a name in angle brackets.
    pub(crate) fn press(&mut self, keys: &str) -> &mut Self {
        let mut rest = keys;
        while let Some(first) = rest.chars().next() {
            let end =
                if first == '<' && rest.len() > 1 { rest.find('>').unwrap() + 1 } else { first.len_utf8() };
            let (key, others) = rest.split_at(end);
            rest = others;
            self.input(match key {
                "<Enter>" => Input::Enter,
                "<Esc>" => Input::Back,
                "<Tab>" => Input::Next,
                "<Up>" => Input::Arrow(Arrow::Up),
                "<Down>" => Input::Arrow(Arrow::Down),
                "<Left>" => Input::Arrow(Arrow::Left),
                "<Right>" => Input::Arrow(Arrow::Right),
                "<PageDown>" => Input::Leap(Arrow::Down),
                _ => Input::Letter(first),
            });
        }
        self
    }

    /// Moves the cursor to a cell with the arrow keys, by way of the upper left corner.
    pub(crate) fn go(&mut self, row: usize, col: usize) -> &mut Self {
        for (key, count) in [(Arrow::Up, 80), (Arrow::Left, 80), (Arrow::Down, row), (Arrow::Right, col)] {
            for _ in 0..count {
                self.app.input(Input::Arrow(key));
            }
        }
        self.look();
        self
    }

    pub(crate) fn click(&mut self, x: u16, y: u16) -> &mut Self {
        self.input(Input::Hover(Position::new(x, y)));
        self.input(Input::Click(Position::new(x, y)));
        self
    }

    /// Clicks on a text that is on the screen.
    #[track_caller]
    pub(crate) fn click_on(&mut self, text: &str) -> &mut Self {
        let screen = self.screen();
        let found = (0..).zip(screen.lines()).find_map(|(row, line)| Some((row, line.find(text)?, line)));
        let (row, at, line) = found.unwrap_or_else(|| panic!("`{text}` is not on the screen:\n{screen}"));
        self.click(line[..at].chars().count() as u16, row)
    }

    /// All lines of the help, one below the other.
    pub(crate) fn whole_help(&mut self) -> String {
        self.resize(80, 100).press("?");
        let help = self.screen();
        self.press("<Esc>").resize(80, 24);
        let inside = |line: &str| Some(line.split('│').nth(1)?.trim_start().to_string());
        help.lines().filter_map(inside).collect::<Vec<_>>().join("\n")
    }

    pub(crate) fn resize(&mut self, columns: u16, rows: u16) -> &mut Self {
        self.terminal.backend_mut().resize(columns, rows);
        self.terminal.autoresize().unwrap();
        self.look();
        self
    }

    /// What is on the screen, line by line.
    pub(crate) fn screen(&self) -> String {
        let buffer = self.terminal.backend().buffer();
        let mut text = String::new();
        for row in buffer.area.rows() {
            let mut line = String::new();
            let mut skip = 0;
            for at in row.positions() {
                let symbol = buffer[at].symbol();
                if skip > 0 {
                    skip -= 1;
                    continue;
                }
                skip = ratatui::text::Span::raw(symbol).width().saturating_sub(1);
                line.push_str(symbol);
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    #[track_caller]
    pub(crate) fn sees(&self, text: &str) {
        assert!(self.screen().contains(text), "`{text}` is not on the screen:\n{}", self.screen());
    }

    #[track_caller]
    pub(crate) fn does_not_see(&self, text: &str) {
        assert!(!self.screen().contains(text), "`{text}` is on the screen:\n{}", self.screen());
    }
}
