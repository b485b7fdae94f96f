//! Text on the screen: sections beside the board, windows over it.

use crate::lang::wrap;
use crate::look::Styles;
use crate::words;
use face::Look;
use face::{cut, width};
use game::Words;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Block, BorderType, Clear, Paragraph};

/// Sections of text one below the other.
#[derive(Debug)]
pub(crate) struct Panel {
    look: Look,
    columns: usize,
    lines: Vec<Line<'static>>,
    /// Sections that are shortened where there is no room: heading, lines, the key that shows them
    /// all.
    optional: Option<(String, Vec<String>, &'static str)>,
    /// What fills the rest; its end is shown.
    last: Option<(String, Vec<String>)>,
}

/// Rows that the last section has at least, its heading included.
const LAST_ROWS: usize = 4;

impl Panel {
    pub(crate) const fn new(look: &Look, columns: usize) -> Self {
        Self { look: *look, columns, lines: Vec::new(), optional: None, last: None }
    }

    /// A line in a style of its own, broken where it is too long.
    pub(crate) fn styled(&mut self, line: &str, style: Style) {
        self.lines.extend(wrap(line, self.columns, 2).into_iter().map(|line| Line::styled(line, style)));
    }

    /// A heading with lines below it; nothing if there are none.
    pub(crate) fn section(&mut self, heading: Words, lines: Vec<String>) {
        if lines.is_empty() {
            return;
        }
        self.lines.push(self.heading(self.look.lang.pick(heading)));
        for line in self.wrapped(&lines) {
            self.lines.push(Line::raw(line));
        }
    }

    /// A section that is shortened where there is no room; the key shows all of it.
    pub(crate) fn optional(&mut self, heading: Words, lines: Vec<String>, key: &'static str) {
        self.optional = Some((self.look.lang.pick(heading).into(), self.wrapped(&lines), key));
    }

    /// A section that takes the rest of the room and shows its end.
    pub(crate) fn last(&mut self, heading: Words, lines: Vec<String>) {
        let lines =
            if lines.is_empty() { vec![self.look.lang.pick(words::NOTHING_YET).into()] } else { lines };
        self.last = Some((self.look.lang.pick(heading).into(), self.wrapped(&lines)));
    }

    fn heading(&self, text: &str) -> Line<'static> {
        Line::styled(cut(text, self.columns), self.look.heading())
    }

    fn wrapped(&self, lines: &[String]) -> Vec<String> {
        lines.iter().flat_map(|line| wrap(line, self.columns, 2)).collect()
    }

    pub(crate) fn draw(mut self, frame: &mut Frame<'_>, area: Rect) {
        let rows = usize::from(area.height);
        if let Some((heading, lines, key)) = self.optional.take() {
            let room = rows.saturating_sub(self.lines.len() + LAST_ROWS).max(2);
            let heading = self.heading(&heading);
            self.lines.push(heading);
            let whole = lines.len() < room;
            let shown = if whole { lines.len() } else { room - 2 };
            self.lines.extend(lines.into_iter().take(shown).map(Line::raw));
            if !whole {
                let more = format!("{} {key}", self.look.lang.pick(words::MORE_LINES));
                self.lines.push(Line::styled(more, self.look.faint()));
            }
        }
        if let Some((heading, lines)) = self.last.take() {
            let room = rows.saturating_sub(self.lines.len() + 1);
            if room > 0 {
                let heading = self.heading(&heading);
                self.lines.push(heading);
                let first = lines.len().saturating_sub(room);
                self.lines.extend(lines.into_iter().skip(first).map(Line::raw));
            }
        }
        frame.render_widget(Paragraph::new(self.lines), area);
    }
}

/// A window in the middle of an area, as large as its lines need, and its inside.
fn open(frame: &mut Frame<'_>, area: Rect, look: &Look, title: &str, rows: usize, columns: usize) -> Rect {
    let columns = (columns.max(width(title) + 2) + 4).min(area.width.into()) as u16;
    let rows = (rows + 2).min(area.height.into()) as u16;
    let place = Rect {
        x: area.x + (area.width - columns) / 2,
        y: area.y + (area.height - rows) / 2,
        width: columns,
        height: rows,
    };
    frame.render_widget(Clear, place);
    let title = if title.is_empty() { String::new() } else { format!(" {title} ") };
    let block = Block::bordered().title(title).title_style(look.heading());
    let block =
        if look.ascii { block.border_set(ASCII_BORDER) } else { block.border_type(BorderType::Rounded) };
    let inside = block.inner(place);
    frame.render_widget(block, place);
    Rect { x: inside.x + 1, width: inside.width.saturating_sub(2), ..inside }
}

const ASCII_BORDER: ratatui::symbols::border::Set<'_> = ratatui::symbols::border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

/// A window with a heading and lines; returns the row below them, of at least so many columns.
pub(crate) fn window(
    frame: &mut Frame<'_>,
    area: Rect,
    look: &Look,
    (title, style): (&str, Style),
    lines: &[String],
    last_columns: usize,
) -> Rect {
    let columns = lines.iter().map(|line| width(line)).chain([last_columns, width(title)]).max().unwrap_or(0);
    let inside = open(frame, area, look, "", lines.len() + 4, columns);
    let mut text = vec![Line::styled(title.to_string(), style).centered(), Line::raw("")];
    text.extend(lines.iter().map(|line| Line::raw(line.clone())));
    frame.render_widget(Paragraph::new(text), inside);
    Rect { y: inside.bottom().saturating_sub(1), height: 1, ..inside }
}

/// A window with text that is scrolled; returns how far it is, within what there is.
pub(crate) fn text(
    frame: &mut Frame<'_>,
    area: Rect,
    look: &Look,
    title: Words,
    lines: &[String],
    at: u16,
) -> u16 {
    let columns =
        lines.iter().map(|line| width(line)).max().unwrap_or(0).max(width(look.lang.pick(words::CLOSE_HINT)));
    let inside = open(frame, area, look, look.lang.pick(title), lines.len() + 1, columns);
    let rows = usize::from(inside.height).saturating_sub(1);
    let at = usize::from(at).min(lines.len().saturating_sub(rows));
    let mut shown: Vec<Line<'_>> =
        lines[at..].iter().take(rows).map(|line| Line::raw(line.as_str())).collect();
    let hint = if lines.len() > rows {
        format!("{}  {}-{}/{}", look.lang.pick(words::CLOSE_HINT), at + 1, at + shown.len(), lines.len())
    } else {
        look.lang.pick(words::CLOSE_HINT).into()
    };
    shown.resize(rows, Line::raw(""));
    shown.push(Line::styled(hint, look.faint()));
    frame.render_widget(Paragraph::new(shown), inside);
    at as u16
}

/// Where the entries of a list are on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ListPlace {
    area: Rect,
    /// The first entry that is seen.
    first: usize,
}

impl ListPlace {
    /// The number of the entry at a place on the screen.
    pub(crate) fn entry_at(&self, at: Position) -> Option<usize> {
        self.area.contains(at).then(|| usize::from(at.y - self.area.y) + self.first)
    }
}

/// A window with a list in which one entry is marked.
pub(crate) fn list(
    frame: &mut Frame<'_>,
    area: Rect,
    look: &Look,
    (title, hint): (&str, Words),
    lines: &[String],
    marked: usize,
) -> ListPlace {
    let hint = look.lang.pick(hint);
    let columns = lines.iter().map(|line| width(line) + 2).chain([width(hint)]).max().unwrap_or(0);
    let inside = open(frame, area, look, title, lines.len() + 2, columns);
    let rows = usize::from(inside.height).saturating_sub(2).max(1);
    let first = (marked + 1).saturating_sub(rows);
    let entries = lines.iter().enumerate().skip(first).take(rows);
    let mut shown: Vec<Line<'_>> = entries
        .map(|(number, line)| {
            let sign = if number == marked { ">" } else { " " };
            let style = if number == marked { look.bar() } else { Style::new() };
            Line::styled(cut(&format!("{sign} {line}"), inside.width.into()), style)
        })
        .collect();
    let area = Rect { height: shown.len() as u16, ..inside };
    shown.extend([Line::raw(""), Line::styled(hint, look.faint())]);
    frame.render_widget(Paragraph::new(shown), inside);
    ListPlace { area, first }
}

/// The most rows of a line to the player.
const NOTICE_ROWS: usize = 4;

/// A line to the player in the last row of an area; a long one covers the rows above.
pub(crate) fn notice(frame: &mut Frame<'_>, area: Rect, text: &str, style: Style) {
    let columns = usize::from(area.width).saturating_sub(2);
    let mut lines = wrap(text, columns, 0);
    lines.truncate(NOTICE_ROWS.min(area.height.into()));
    let rows = lines.len() as u16;
    let place = Rect { y: area.bottom() - rows, height: rows, ..area };
    frame.render_widget(Clear, place);
    let lines: Vec<Line<'_>> =
        lines.into_iter().map(|line| Line::styled(format!(" {line}"), style)).collect();
    frame.render_widget(Paragraph::new(lines), place);
}

/// Says that the screen is too small.
pub(crate) fn too_small(frame: &mut Frame<'_>, look: &Look, needed: (u16, u16)) {
    let area = frame.area();
    let lang = look.lang;
    let lines = [
        lang.pick(words::TOO_SMALL).to_string(),
        format!("{} {} x {}", lang.pick(words::NEEDED), needed.0, needed.1),
        format!("{} {} x {}", lang.pick(words::PRESENT), area.width, area.height),
    ];
    let lines: Vec<Line<'_>> = lines.into_iter().map(Line::raw).collect();
    frame.render_widget(Paragraph::new(lines), area);
}
