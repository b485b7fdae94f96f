//! A game on the screen, whichever game it is.

use crate::grid::Grid;
use crate::input::Input;
use crate::key_hints::Buttons;
use crate::panel::ListPlace;
use games::HostedGame;
use interaction::{Flow, Overlay, Pointed, Seated, Sitting};
use ratatui::Frame;
use ratatui::layout::Position;
use std::fmt::Debug;

/// A game on the screen, whichever game it is.
pub(crate) trait Screen: Debug {
    fn draw(&mut self, frame: &mut Frame<'_>);
    fn input(&mut self, input: Input) -> Flow;
    /// Whether something runs without input: [`tick`](Self::tick) is to be called again and again.
    fn is_busy(&self) -> bool;
    fn tick(&mut self) -> Flow;
    /// Writes the game down, before the screen goes away.
    fn keep(&mut self);
}

/// Puts a game on the screen.
pub(crate) struct OnScreen;

impl Seated for OnScreen {
    type Output = Box<dyn Screen>;

    fn seated<G: HostedGame>(self, sitting: Sitting<G>) -> Box<dyn Screen> {
        Box::new(GameScreen { sitting, places: Places::default() })
    }
}

/// A game, and where on the screen it is.
#[derive(Debug)]
pub(crate) struct GameScreen<G: HostedGame> {
    pub(crate) sitting: Sitting<G>,
    /// What was drawn where: what the mouse points at.
    pub(crate) places: Places,
}

/// What was drawn where.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    /// The board.
    pub(crate) grid: Option<Grid>,
    /// A list to choose from.
    pub(crate) listed: Option<ListPlace>,
    /// Hints that can be clicked.
    pub(crate) buttons: Buttons,
}

impl<G: HostedGame> Screen for GameScreen<G> {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        self.draw_game(frame);
    }

    fn input(&mut self, input: Input) -> Flow {
        let input = self.button(input).at(|at| self.pointed(at));
        self.sitting.input(input)
    }

    fn is_busy(&self) -> bool {
        self.sitting.interaction.is_busy()
    }

    fn tick(&mut self) -> Flow {
        self.sitting.tick()
    }

    fn keep(&mut self) {
        self.sitting.keep();
    }
}

impl<G: HostedGame> GameScreen<G> {
    /// A click on a hint is the key that it names.
    fn button(&self, input: Input) -> Input {
        match (input, &self.sitting.interaction.overlay) {
            (Input::Click(at), Overlay::None | Overlay::Over) => self.places.buttons.at(at).unwrap_or(input),
            _ => input,
        }
    }

    /// What is drawn at a place.
    fn pointed(&self, at: Position) -> Pointed {
        if let Overlay::List { .. } = self.sitting.interaction.overlay
            && let Some(entry) = self.places.listed.and_then(|listed| listed.entry_at(at))
        {
            return Pointed::Entry(entry);
        }
        let cell = self.places.grid.and_then(|grid| grid.cell_at(at));
        cell.map_or(Pointed::Elsewhere, Pointed::Cell)
    }
}
