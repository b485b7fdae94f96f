//! Drawing a game: the board, the panel beside it, the bars above and below, and what covers them.

use crate::grid::Grid;
use crate::interaction::{Interaction, Overlay};
use crate::lang::wrap;
use crate::look::Styles;
use crate::panel::{self, Panel};
use crate::words;
use board::Cell;
use face::{Choice, GameResult};
use face::{cut, pad, width};
use game::Words;
use games::HostedGame;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};

/// The smallest screen on which a game can be played.
pub(crate) const SMALLEST: (u16, u16) = (80, 24);

/// Columns that the panel beside the board has at least.
const PANEL: u16 = 31;

impl<G: HostedGame> Interaction<G> {
    /// Draws the whole screen.
    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
            return panel::too_small(frame, &self.look, SMALLEST);
        }
        let [top, middle, notice, bottom] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Fill(1),
            Constraint::Length(1),
            Constraint::Length(1),
        ])
        .areas(area);
        self.follow_game();
        self.draw_top(frame, top);
        self.draw_middle(frame, middle);
        self.draw_notice(frame, notice);
        self.draw_keys(frame, bottom);
        self.draw_overlay(frame, middle);
    }

    fn draw_top(&self, frame: &mut Frame<'_>, area: Rect) {
        let lang = self.look.lang;
        let left = format!(
            " {} {} {} {} {}",
            lang.pick(G::TITLE),
            self.look.sign("·", "-"),
            self.map_title,
            self.look.sign("·", "-"),
            self.now().headline(self.seat, lang)
        );
        let right = format!("{} ", lang.pick(words::HELP_HINT));
        let room = usize::from(area.width).saturating_sub(width(&right));
        frame.render_widget(Line::styled(pad(&left, room) + &right, self.look.bar()), area);
    }

    fn draw_middle(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let origin = self.grid.map_or(Cell::new(0, 0), |grid| grid.origin());
        let room = Rect { width: area.width.saturating_sub(PANEL + 1), ..area };
        let size = self.now().extent();
        let grid = Grid::fit(room, size, G::CELL_SIZES, self.cursor, origin);
        self.grid = Some(grid);
        let marks = self.marks();
        let tile = self.now().tiles(self.seat, &self.look);
        grid.draw(frame.buffer_mut(), &self.look, self.cursor, |cell| (tile(cell), marks.at(cell)));
        let left = grid.width() + 1;
        let beside = Rect { x: area.x + left, width: area.width - left, ..area };
        self.panel(beside.width.into()).draw(frame, beside);
    }

    /// What stands beside the board.
    fn panel(&self, columns: usize) -> Panel {
        let mut panel = Panel::new(&self.look, columns);
        for (seat, line) in self.now().scores(self.seat, self.look.lang) {
            panel.styled(&line, self.look.seat(seat));
        }
        panel.section(words::HERE, self.now().facts(self.seat, self.cursor, &self.look));
        panel.section(words::COACH, self.coached());
        let considered = self.considered();
        if !considered.is_empty() {
            panel.section(words::IF_DONE, considered);
        }
        if self.is_solo() && !self.is_over() {
            panel.optional(words::IF_ENDED, self.foretold(), "v");
        }
        panel.last(words::HAPPENED, self.logged());
        panel
    }

    /// What the order under the cursor would cause.
    fn considered(&self) -> Vec<String> {
        let lang = self.look.lang;
        let mut lines = self.now().advice(self.seat, &self.hand, self.cursor, lang);
        match self.choice_at(self.cursor) {
            Choice::Give { orders, .. } => {
                let events = self.preview(&orders);
                lines.extend(
                    events.iter().filter(|event| G::is_news(event)).map(|event| self.now().tell(event, lang)),
                );
            }
            Choice::Refuse(why) if self.hand != G::Hand::default() => lines.push(why),
            _ => {}
        }
        lines
    }

    fn foretold(&self) -> Vec<String> {
        let lang = self.look.lang;
        let news = self.foresight.iter().filter(|event| G::is_news(event));
        let mut lines: Vec<String> = news.map(|event| self.now().tell(event, lang)).collect();
        if lines.is_empty() {
            lines.push(lang.pick(words::NOTHING_WILL_HAPPEN).into());
        }
        lines
    }

    fn logged(&self) -> Vec<String> {
        let lang = self.look.lang;
        let news = self.history.log().iter().filter(|entry| G::is_news(&entry.event));
        news.map(|entry| format!("{}: {}", entry.turn, self.now().tell(&entry.event, lang))).collect()
    }

    fn draw_notice(&self, frame: &mut Frame<'_>, area: Rect) {
        if self.is_busy() {
            let line =
                Line::styled(format!(" {}", self.look.lang.pick(words::FAST_FORWARD)), self.look.heading());
            return frame.render_widget(line, area);
        }
        if let Some(notice) = &self.notice {
            let style = if notice.warning { self.look.warning() } else { self.look.cheer() };
            let text = cut(&format!(" {}", notice.text), area.width.into());
            frame.render_widget(Line::styled(text, style), area);
        }
    }

    /// What can be done when the game is over.
    fn after_end(&self) -> Words {
        if self.is_solo() { words::AFTER_SOLO } else { words::AFTER_BATTLE }
    }

    fn draw_keys(&self, frame: &mut Frame<'_>, area: Rect) {
        if self.is_over() {
            let hint = format!(" {}", self.look.lang.pick(self.after_end()));
            return frame.render_widget(Line::styled(hint, self.look.key()), area);
        }
        let hints = self.now().hints(self.seat, &self.hand);
        let mut spans = vec![Span::raw(" ")];
        let mut used = 1;
        for (key, what) in hints {
            let what = format!(" {}  ", self.look.lang.pick(what));
            used += width(key) + width(&what);
            if used > usize::from(area.width) {
                break;
            }
            spans.push(Span::styled(key, self.look.key()));
            spans.push(Span::raw(what));
        }
        frame.render_widget(Line::from(spans), area);
    }

    fn draw_overlay(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let columns = usize::from(area.width.min(76)).saturating_sub(4);
        match &self.overlay {
            Overlay::None => {}
            Overlay::Over => self.draw_end(frame, area),
            Overlay::Offers { title, offers, marked } => {
                let entry = |(number, offer): (usize, &face::Offer<G>)| {
                    let label = format!("{}  {}", number + 1, offer.label);
                    match &offer.refused {
                        Some(why) => format!("{label}  ({why})"),
                        None => label,
                    }
                };
                let lines: Vec<String> = offers.iter().enumerate().map(entry).collect();
                self.listed = Some(panel::list(frame, area, &self.look, title, &lines, *marked));
            }
            Overlay::Help(at) => {
                let at = panel::text(frame, area, &self.look, words::HELP_TITLE, &self.help(columns), *at);
                self.overlay = Overlay::Help(at);
            }
            Overlay::Log(at) => {
                let lines: Vec<String> =
                    self.logged().iter().flat_map(|line| wrap(line, columns, 2)).collect();
                let at = panel::text(frame, area, &self.look, words::LOG_TITLE, &lines, *at);
                self.overlay = Overlay::Log(at);
            }
            Overlay::Foresight(at) => {
                let lines: Vec<String> =
                    self.foretold().iter().flat_map(|line| wrap(line, columns, 2)).collect();
                let at = panel::text(frame, area, &self.look, words::FORESIGHT_TITLE, &lines, *at);
                self.overlay = Overlay::Foresight(at);
            }
        }
    }

    fn help(&self, columns: usize) -> Vec<String> {
        let lang = self.look.lang;
        let mut lines = Vec::new();
        for paragraph in G::HELP {
            lines.extend(wrap(lang.pick(*paragraph), columns, 0));
            lines.push(String::new());
        }
        lines.push(lang.pick(words::KEYS_TITLE).into());
        for (key, what) in G::KEYS.iter().chain(&words::COMMON_KEYS) {
            lines.extend(wrap(&format!("{} {}", pad(key, 18), lang.pick(*what)), columns, 19));
        }
        lines.extend([String::new(), lang.pick(words::SIGNS_TITLE).into()]);
        for (mark, what) in words::SIGNS {
            lines.push(format!("{} {}", pad(self.look.mark(mark), 18), lang.pick(what)));
        }
        lines
    }

    fn draw_end(&self, frame: &mut Frame<'_>, area: Rect) {
        let lang = self.look.lang;
        let verdict = self.now().result(self.seat);
        let (title, style) = match verdict {
            GameResult::Won => (words::WON, self.look.cheer()),
            GameResult::Drawn => (words::DRAWN, self.look.heading()),
            GameResult::Lost => (words::LOST, self.look.warning()),
        };
        let mut lines = Vec::new();
        let turns = self.history.turns_ended();
        if self.is_solo() && verdict == GameResult::Won {
            lines.push(format!("{} {turns}", lang.pick(words::WON_IN)));
            lines.extend(self.par.map(|par| words::par(lang, par)));
            if let Some(best) = self.best {
                let new = if turns as u32 <= best { lang.pick(words::NEW_BEST) } else { "" };
                lines.push(format!("{} {best}  {new}", lang.pick(words::BEST_SO_FAR)));
            }
        }
        lines.extend(self.now().scores(self.seat, lang).into_iter().map(|(_, line)| line));
        panel::window(
            frame,
            area,
            &self.look,
            (lang.pick(title), style),
            &lines,
            lang.pick(self.after_end()),
        );
    }
}
