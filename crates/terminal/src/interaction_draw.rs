//! Drawing a game: the board, the panel beside it, the bars above and below, and what covers them.

use crate::grid::Grid;
use crate::input::Input;
use crate::key_hints;
use crate::lang::wrap;
use crate::look::Styles;
use crate::panel::{self, Panel};
use crate::screen::GameScreen;
use crate::words;
use board::Cell;
use face::GameResult;
use face::{pad, width};
use games::HostedGame;
use interaction::{Interaction, Overlay};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;

/// The smallest screen on which a game can be played.
pub(crate) const SMALLEST: (u16, u16) = (80, 24);

/// Columns that the panel beside the board has at least.
const PANEL: u16 = 31;

impl<G: HostedGame> GameScreen<G> {
    /// Draws the whole screen.
    pub(crate) fn draw_game(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
            return panel::too_small(frame, &self.sitting.interaction.look, SMALLEST);
        }
        let [top, middle, notice, bottom] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Fill(1),
            Constraint::Length(1),
            Constraint::Length(1),
        ])
        .areas(area);
        self.sitting.interaction.follow_game();
        self.places.buttons.clear();
        self.draw_top(frame, top);
        self.draw_middle(frame, middle);
        self.draw_keys(frame, notice, bottom);
        self.draw_overlay(frame, middle);
        self.draw_notice(frame, middle.union(notice));
    }

    fn draw_top(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let game = &self.sitting.interaction;
        let (look, lang) = (game.look, game.look.lang);
        let left = format!(
            " {} {} {} {} {}",
            lang.pick(G::TITLE),
            look.sign("·", "-"),
            game.map_title,
            look.sign("·", "-"),
            game.now().headline(&game.viewpoint())
        );
        let right = format!("{} ", lang.pick(words::HELP_HINT));
        let room = usize::from(area.width).saturating_sub(width(&right));
        frame.render_widget(Line::styled(pad(&left, room) + &right, look.bar()), area);
        let help = Rect { x: area.x + room as u16, width: area.width - room as u16, ..area };
        self.places.buttons.add(help, Input::Letter('?'));
    }

    fn draw_middle(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let game = &self.sitting.interaction;
        let origin = self.places.grid.map_or(Cell::new(0, 0), |grid| grid.origin());
        let room = Rect { width: area.width.saturating_sub(PANEL + 1), ..area };
        let grid = Grid::fit(room, game.now().extent(), G::CELL_SIZES, game.cursor, origin);
        self.places.grid = Some(grid);
        let marks = game.marks();
        let tile = game.now().tiles(game.seat, &game.look);
        grid.draw(frame.buffer_mut(), &game.look, game.cursor, |cell| (tile(cell), marks.at(cell)));
        let left = grid.width() + 1;
        let beside = Rect { x: area.x + left, width: area.width - left, ..area };
        panel_of(game, beside.width.into()).draw(frame, beside);
    }

    fn draw_notice(&self, frame: &mut Frame<'_>, area: Rect) {
        let game = &self.sitting.interaction;
        if game.is_busy() {
            panel::notice(frame, area, game.pick(words::FAST_FORWARD), game.look.heading());
        } else if let Some(notice) = &game.notice {
            let style = if notice.warning { game.look.warning() } else { game.look.cheer() };
            panel::notice(frame, area, &notice.text, style);
        }
    }

    /// The keys are in the last row; those that find no room there are in the row of notices, while
    /// there is none.
    fn draw_keys(&mut self, frame: &mut Frame<'_>, notice: Rect, bottom: Rect) {
        let game = &self.sitting.interaction;
        let hints = game.key_hints();
        let is_free = game.notice.is_none() && !game.is_busy();
        let area = match is_free && key_hints::rows(&hints, &game.look, bottom.width) > 1 {
            true => notice.union(bottom),
            false => bottom,
        };
        self.places.buttons.draw(frame, area, &game.look, &hints);
    }

    fn draw_overlay(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let game = &mut self.sitting.interaction;
        let look = game.look;
        let columns = usize::from(area.width.min(76)).saturating_sub(4);
        let wrapped = |lines: Vec<String>| -> Vec<String> {
            lines.iter().flat_map(|line| wrap(line, columns, 2)).collect()
        };
        match &game.overlay {
            Overlay::None => {}
            Overlay::Over => self.draw_end(frame, area),
            Overlay::List { title, entries, marked, hint } => {
                let labels = (1..).zip(entries).map(|(number, entry)| format!("{number}  {}", entry.label));
                let lines: Vec<String> = labels.collect();
                self.places.listed = Some(panel::list(frame, area, &look, (title, *hint), &lines, *marked));
            }
            Overlay::Help(at) => {
                let at = panel::text(frame, area, &look, words::HELP_TITLE, &help(game, columns), *at);
                game.overlay = Overlay::Help(at);
            }
            Overlay::Log(at) => {
                let at = panel::text(frame, area, &look, words::LOG_TITLE, &wrapped(logged(game)), *at);
                game.overlay = Overlay::Log(at);
            }
            Overlay::Foresight(at) => {
                let lines = wrapped(game.foretold_lines());
                let at = panel::text(frame, area, &look, words::FORESIGHT_TITLE, &lines, *at);
                game.overlay = Overlay::Foresight(at);
            }
        }
    }

    fn draw_end(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let game = &self.sitting.interaction;
        let ending = game.ending();
        let style = match ending.result {
            GameResult::Won => game.look.cheer(),
            GameResult::Drawn => game.look.heading(),
            GameResult::Lost => game.look.warning(),
        };
        let hints = game.after_end();
        let columns = key_hints::columns(hints, &game.look);
        let title = (game.pick(ending.title), style);
        let last = panel::window(frame, area, &game.look, title, &ending.lines, columns);
        self.places.buttons.draw(frame, last, &game.look, hints);
    }
}

/// What stands beside the board.
fn panel_of<G: HostedGame>(game: &Interaction<G>, columns: usize) -> Panel {
    let mut panel = Panel::new(&game.look, columns);
    for (ink, line) in game.now().scores(&game.viewpoint()) {
        panel.styled(&line, game.look.side(ink));
    }
    if let Some(line) = game.in_hand() {
        panel.styled(&line, game.look.heading());
    }
    for section in game.sections() {
        panel.section(section.heading, section.lines);
    }
    if let Some(section) = game.foretold() {
        panel.optional(section.heading, section.lines, "v");
    }
    panel.last(words::HAPPENED, logged(game));
    panel
}

fn logged<G: HostedGame>(game: &Interaction<G>) -> Vec<String> {
    game.logged().map(|(turn, said)| format!("{turn}: {said}")).collect()
}

fn help<G: HostedGame>(game: &Interaction<G>, columns: usize) -> Vec<String> {
    let lang = game.look.lang;
    let mut lines = Vec::new();
    for paragraph in G::HELP {
        lines.extend(wrap(lang.pick(*paragraph), columns, 0));
        lines.push(String::new());
    }
    lines.push(lang.pick(words::KEYS_TITLE).into());
    for (key, what) in game.help_keys() {
        lines.extend(wrap(&format!("{} {}", pad(key, 18), lang.pick(what)), columns, 19));
    }
    lines.extend([String::new(), lang.pick(words::SIGNS_TITLE).into()]);
    for (mark, what) in game.help_marks() {
        lines.push(format!("{} {}", pad(game.look.mark(mark), 18), lang.pick(what)));
    }
    lines
}
