//! Drawing a game: the board, the panel beside it, the bars above and below, and what covers them.

use crate::grid::Grid;
use crate::input::Input;
use crate::interaction::{Foresight, Interaction, Overlay};
use crate::key_hints::{self, KeyHint};
use crate::lang::wrap;
use crate::look::Styles;
use crate::panel::{self, Panel};
use crate::words;
use board::Cell;
use face::{Choice, GameResult};
use face::{pad, width};
use games::HostedGame;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;

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
        self.places.buttons.clear();
        self.draw_top(frame, top);
        self.draw_middle(frame, middle);
        self.draw_keys(frame, notice, bottom);
        self.draw_overlay(frame, middle);
        self.draw_notice(frame, middle.union(notice));
    }

    fn draw_top(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let lang = self.look.lang;
        let left = format!(
            " {} {} {} {} {}",
            lang.pick(G::TITLE),
            self.look.sign("·", "-"),
            self.map_title,
            self.look.sign("·", "-"),
            self.now().headline(&self.viewpoint())
        );
        let right = format!("{} ", lang.pick(words::HELP_HINT));
        let room = usize::from(area.width).saturating_sub(width(&right));
        frame.render_widget(Line::styled(pad(&left, room) + &right, self.look.bar()), area);
        let help = Rect { x: area.x + room as u16, width: area.width - room as u16, ..area };
        self.places.buttons.add(help, Input::Letter('?'));
    }

    fn draw_middle(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let origin = self.places.grid.map_or(Cell::new(0, 0), |grid| grid.origin());
        let room = Rect { width: area.width.saturating_sub(PANEL + 1), ..area };
        let size = self.now().extent();
        let grid = Grid::fit(room, size, G::CELL_SIZES, self.cursor, origin);
        self.places.grid = Some(grid);
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
        let from = self.viewpoint();
        for (ink, line) in self.now().scores(&from) {
            panel.styled(&line, self.look.side(ink));
        }
        if let Some(name) = self.now().hand_name(&from, &self.hand) {
            panel.styled(&format!("{} {name}", self.pick(words::IN_HAND)), self.look.heading());
        }
        let mut facts = self.now().facts(&from, self.cursor);
        let standing = self.standing_at(self.cursor);
        facts.extend(standing.into_iter().map(|(_, facts)| format!("{}: {}", facts.whose, facts.what)));
        panel.section(words::HERE, facts);
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
        let mut lines = self.now().advice(&self.viewpoint(), &self.hand, self.cursor);
        match self.choice_at(self.cursor) {
            Choice::Give { orders, .. } => lines.extend(self.told(&self.preview(&orders))),
            Choice::Refuse(why) if self.hand != G::Hand::default() => lines.push(why),
            _ => {}
        }
        lines
    }

    fn foretold(&self) -> Vec<String> {
        let mut lines = self.told(&self.foresight);
        if lines.is_empty() {
            lines.push(self.pick(words::NOTHING_WILL_HAPPEN).into());
        }
        lines
    }

    /// What is foreseen, in words.
    fn told(&self, foresight: &Foresight<G>) -> Vec<String> {
        let from = self.viewpoint();
        let after = foresight.after.as_ref().unwrap_or(self.now());
        let news = foresight.events.iter().filter(|event| G::is_news(event));
        news.map(|event| G::tell(event, self.now(), after, &from)).collect()
    }

    fn logged(&self) -> Vec<String> {
        let log = self.history.log().iter();
        log.filter_map(|entry| Some(format!("{}: {}", G::shown_turn(entry.turn), entry.said.as_ref()?)))
            .collect()
    }

    fn draw_notice(&self, frame: &mut Frame<'_>, area: Rect) {
        if self.is_busy() {
            panel::notice(frame, area, self.pick(words::FAST_FORWARD), self.look.heading());
        } else if let Some(notice) = &self.notice {
            let style = if notice.warning { self.look.warning() } else { self.look.cheer() };
            panel::notice(frame, area, &notice.text, style);
        }
    }

    /// What can be done when the game is over.
    fn after_end(&self) -> &'static [KeyHint] {
        if self.is_solo() { &words::AFTER_SOLO } else { &words::AFTER_BATTLE }
    }

    /// What can be done now. The end of the turn is always at the same place.
    fn key_hints(&self) -> Vec<KeyHint> {
        if self.is_over() {
            return self.after_end().to_vec();
        }
        let last: &[KeyHint] = if self.is_solo() { &words::SOLO_HINTS } else { &words::BATTLE_HINTS };
        [&[words::END_TURN], &*self.now().hints(self.seat, &self.hand), last].concat()
    }

    /// The keys are in the last row; those that find no room there are in the row of notices, while there is none.
    fn draw_keys(&mut self, frame: &mut Frame<'_>, notice: Rect, bottom: Rect) {
        let hints = self.key_hints();
        let is_free = self.notice.is_none() && !self.is_busy();
        let area = match is_free && key_hints::rows(&hints, &self.look, bottom.width) > 1 {
            true => notice.union(bottom),
            false => bottom,
        };
        self.places.buttons.draw(frame, area, &self.look, &hints);
    }

    fn draw_overlay(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let columns = usize::from(area.width.min(76)).saturating_sub(4);
        match &self.overlay {
            Overlay::None => {}
            Overlay::Over => self.draw_end(frame, area),
            Overlay::List { title, entries, marked, hint } => {
                let labels = (1..).zip(entries).map(|(number, entry)| format!("{number}  {}", entry.label));
                let lines: Vec<String> = labels.collect();
                self.places.listed =
                    Some(panel::list(frame, area, &self.look, (title, *hint), &lines, *marked));
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
        let (keys, signs): (&[KeyHint], &[_]) = match self.is_solo() {
            true => (&words::SOLO_KEYS, &words::SOLO_SIGNS),
            false => (&words::BATTLE_KEYS, &words::BATTLE_SIGNS),
        };
        let last =
            words::LAST_KEYS.iter().filter(|(key, _)| !G::KEYS.iter().any(|(own, _)| own.contains(key)));
        for (key, what) in G::KEYS.iter().chain(&words::COMMON_KEYS).chain(keys).chain(last) {
            lines.extend(wrap(&format!("{} {}", pad(key, 18), lang.pick(*what)), columns, 19));
        }
        lines.extend([String::new(), lang.pick(words::SIGNS_TITLE).into()]);
        for (mark, what) in words::SIGNS.iter().chain(signs) {
            lines.push(format!("{} {}", pad(self.look.mark(*mark), 18), lang.pick(*what)));
        }
        lines
    }

    fn draw_end(&mut self, frame: &mut Frame<'_>, area: Rect) {
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
        lines.extend(self.now().scores(&self.viewpoint()).into_iter().map(|(_, line)| line));
        let hints = self.after_end();
        let columns = key_hints::columns(hints, &self.look);
        let last = panel::window(frame, area, &self.look, (lang.pick(title), style), &lines, columns);
        self.places.buttons.draw(frame, last, &self.look, hints);
    }
}
