//! The program on the screen: the choice of maps, games, and the way between them.

use crate::input::Input;
use crate::menu::{Menu, Pick};
use crate::screen::{OnScreen, Screen};
use crate::shell::Program;
use interaction::{Flow, OpenError, Opening, Options, open};
use ratatui::Frame;

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
        let showing = match options.opening()? {
            Opening::Game(request) => Showing::Game(open(*request, OnScreen)?),
            Opening::Maps => Showing::Maps(Menu::new(&options, None)),
        };
        Ok(Self { options, showing })
    }

    fn follow(&mut self, flow: Flow) -> Next {
        match flow {
            Flow::Stay | Flow::Save | Flow::WritePage | Flow::KeepSettings => Next::Stay,
            Flow::Quit => Next::Quit,
            Flow::ToNext => {
                self.keep();
                if let Some(name) = self.options.next_map() {
                    self.play(name, false);
                }
                Next::Stay
            }
            Flow::ToMaps => {
                self.keep();
                let at = self.options.map.as_ref().map(|(name, _)| name.as_str());
                self.showing = Showing::Maps(Menu::new(&self.options, at));
                Next::Stay
            }
        }
    }

    fn play(&mut self, name: &'static str, anew: bool) {
        let Some(request) = self.options.choose(name, anew) else { return };
        match open(request, OnScreen) {
            Ok(screen) => self.showing = Showing::Game(screen),
            Err(problem) => {
                if let Showing::Maps(menu) = &mut self.showing {
                    menu.notice = Some(problem.to_string());
                }
            }
        }
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
