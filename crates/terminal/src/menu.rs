//! The choice of maps.

use crate::input::Input;
use crate::interaction_draw::SMALLEST;
use crate::key_hints::Buttons;
use crate::look::Styles;
use crate::map_drawing::draw_map;
use crate::{panel, words};
use face::{Look, pad, width};
use game::{GameEntry, Seat, Words};
use interaction::{Arrow, MapEntry, Options, of_game};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

/// The choice of the maps of a game.
#[derive(Debug)]
pub(crate) struct Menu {
    game: &'static dyn GameEntry,
    rules: &'static str,
    seat: Seat,
    look: Look,
    entries: Vec<MapEntry>,
    marked: usize,
    /// The first entry on the screen.
    first: usize,
    /// Where the entries were last drawn.
    area: Rect,
    buttons: Buttons,
    pub(crate) notice: Option<String>,
    /// A key that must be pressed again, because the player was asked whether it is meant.
    asked: Option<char>,
}

/// What the player chose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pick {
    Nothing,
    Quit,
    /// A map, by name: to go on with the saved game, if there is one, or anew.
    Play {
        name: &'static str,
        anew: bool,
    },
    /// A replay page of the game in progress on a map.
    Page {
        name: &'static str,
    },
}

/// Columns of the list.
const LIST: u16 = 46;
/// Rows below it.
const ABOUT: u16 = 3;

impl Menu {
    /// The maps of a game, then its puzzles; the mark is on this one, or on the first that is not
    /// solved.
    pub(crate) fn new(options: &Options, at: Option<&str>) -> Self {
        let entries = MapEntry::all(options);
        let marked = MapEntry::first(&entries, at);
        Self {
            game: options.entry,
            rules: options.rules,
            seat: Seat(options.seat),
            look: options.look,
            entries,
            marked,
            first: 0,
            area: Rect::ZERO,
            buttons: Buttons::default(),
            notice: None,
            asked: None,
        }
    }

    pub(crate) fn input(&mut self, input: Input) -> Pick {
        let last = self.entries.len().saturating_sub(1);
        if let Input::Hover(at) = input {
            self.marked = self.entry_at(at).unwrap_or(self.marked);
            return Pick::Nothing;
        }
        let asked = self.asked.take();
        self.notice = None;
        let input = match input {
            Input::Click(at) => self.buttons.at(at).unwrap_or(input),
            _ => input,
        };
        match input {
            Input::Leave | Input::Back | Input::Letter('q') => return Pick::Quit,
            Input::Arrow(Arrow::Down) | Input::Letter('j') | Input::Next => {
                self.marked = (self.marked + 1).min(last)
            }
            Input::Arrow(Arrow::Up) | Input::Letter('k') | Input::Previous => {
                self.marked = self.marked.saturating_sub(1);
            }
            Input::Leap(Arrow::Down | Arrow::Right) => self.marked = (self.marked + 5).min(last),
            Input::Leap(Arrow::Up | Arrow::Left) => self.marked = self.marked.saturating_sub(5),
            Input::Click(at) => {
                if let Some(entry) = self.entry_at(at) {
                    self.marked = entry;
                    return self.pick(false);
                }
            }
            Input::Enter => return self.pick(false),
            Input::Letter('n') => return self.start_over(asked),
            Input::Letter('w') => return self.page(asked),
            _ => {}
        }
        Pick::Nothing
    }

    /// A game in progress is not given up without asking.
    fn start_over(&mut self, asked: Option<char>) -> Pick {
        let in_progress = self.entries.get(self.marked).is_some_and(|entry| entry.in_progress);
        if in_progress && asked != Some('n') {
            self.ask('n', words::START_OVER);
            return Pick::Nothing;
        }
        self.pick(true)
    }

    /// A page shows everything: where others play that is asked about, because the game goes on.
    fn page(&mut self, asked: Option<char>) -> Pick {
        let Some(entry) = self.entries.get(self.marked).filter(|entry| entry.in_progress) else {
            return Pick::Nothing;
        };
        let name = entry.name;
        if entry.par().is_none() && asked != Some('w') {
            self.ask('w', words::PAGE_SHOWS_ALL);
            return Pick::Nothing;
        }
        Pick::Page { name }
    }

    fn ask(&mut self, letter: char, question: Words) {
        self.asked = Some(letter);
        self.notice = Some(self.look.lang.pick(question).into());
    }

    fn pick(&self, anew: bool) -> Pick {
        self.entries.get(self.marked).map_or(Pick::Nothing, |entry| Pick::Play { name: entry.name, anew })
    }

    fn entry_at(&self, at: Position) -> Option<usize> {
        if !self.area.contains(at) {
            return None;
        }
        let entry = usize::from(at.y - self.area.y) + self.first;
        (entry < self.entries.len()).then_some(entry)
    }

    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
            return panel::too_small(frame, &self.look, SMALLEST);
        }
        let rows = Layout::vertical([
            Constraint::Length(1),
            Constraint::Length(1),
            Constraint::Fill(1),
            Constraint::Length(1),
            Constraint::Length(1),
        ]);
        let [top, _, middle, notice, bottom] = rows.areas(area);
        let lang = self.look.lang;
        let heading = format!(
            " {} {} {}",
            lang.pick(of_game(self.game.name()).title),
            self.look.sign("·", "-"),
            lang.pick(words::MENU_TITLE)
        );
        frame.render_widget(Line::styled(pad(&heading, top.width.into()), self.look.bar()), top);
        let [list, _, beside] =
            Layout::horizontal([Constraint::Length(LIST), Constraint::Length(1), Constraint::Fill(1)])
                .areas(middle);
        let [list, about] = Layout::vertical([Constraint::Fill(1), Constraint::Length(ABOUT)]).areas(list);
        self.draw_list(frame, list);
        self.draw_about(frame, about);
        if let Some(entry) = self.entries.get(self.marked) {
            draw_map((self.game, entry.map, self.rules), self.seat, frame, beside, &self.look);
        }
        if let Some(text) = &self.notice {
            panel::notice(frame, middle.union(notice), text, self.look.warning());
        }
        self.buttons.clear();
        self.buttons.draw(frame, bottom, &self.look, &words::MENU_KEYS);
    }

    fn draw_list(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let rows = usize::from(area.height).max(1);
        self.first = self.first.clamp((self.marked + 1).saturating_sub(rows), self.marked);
        self.area = area;
        for (row, (number, entry)) in self.entries.iter().enumerate().skip(self.first).take(rows).enumerate()
        {
            let style = if number == self.marked { self.look.bar() } else { Style::new() };
            let line = pad(&self.line(number, entry), area.width.into());
            let place = Rect { y: area.y + row as u16, height: 1, ..area };
            frame.render_widget(Line::styled(line, style), place);
        }
    }

    /// What more there is to say of the map that is marked.
    fn draw_about(&self, frame: &mut Frame<'_>, area: Rect) {
        let Some(entry) = self.entries.get(self.marked) else { return };
        let lang = self.look.lang;
        let mut lines =
            vec![Line::raw(""), Line::styled(format!("  --map {}", entry.name), self.look.faint())];
        if let Some(par) = entry.par() {
            lines.push(Line::raw(format!("  {} {par}", lang.pick(words::PAR))));
        }
        frame.render_widget(Paragraph::new(lines), area);
    }

    fn line(&self, number: usize, entry: &MapEntry) -> String {
        let lang = self.look.lang;
        let sign = if number == self.marked { ">" } else { " " };
        let (title, difficulty) = (entry.title(lang), pad(entry.difficulty(lang), 11));
        debug_assert!(width(title) <= 16, "{title} is too long for the list");
        format!("{sign} {:>2} {} {difficulty} {}", number + 1, pad(title, 16), entry.progress(lang))
    }
}
