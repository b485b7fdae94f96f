//! Keys and what they do, at the edge of the screen. Each can be clicked instead of pressed.

use crate::input::Input;
use crate::look::Styles;
use face::{Look, width};
use interaction::KeyHint;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

/// What can be clicked, and which key that stands for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Buttons {
    places: Vec<(Rect, Input)>,
}

impl Buttons {
    pub(crate) fn clear(&mut self) {
        self.places.clear();
    }

    pub(crate) fn add(&mut self, place: Rect, input: Input) {
        self.places.push((place, input));
    }

    /// What a click at a place stands for; nothing if there is no button.
    pub(crate) fn at(&self, at: Position) -> Option<Input> {
        self.places.iter().find(|(place, _)| place.contains(at)).map(|(_, input)| *input)
    }

    /// Draws hints from left to right, the first rows at the bottom of the area; those that find no
    /// room are left out.
    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, look: &Look, hints: &[KeyHint]) {
        let (mut row, mut x) = (area.bottom(), area.right());
        for (key, what) in hints {
            let what = format!(" {}", look.lang.pick(*what));
            let columns = (width(key) + width(&what)) as u16;
            if x + columns > area.right() {
                if row == area.y {
                    return;
                }
                (row, x) = (row - 1, area.x + 1);
            }
            let place = Rect { x, y: row, width: columns.min(area.right().saturating_sub(x)), height: 1 };
            let line = Line::from(vec![Span::styled(*key, look.key()), Span::raw(what)]);
            frame.render_widget(line, place);
            if let Some(input) = Input::of_key(key) {
                self.add(place, input);
            }
            x += columns + GAP;
        }
    }
}

/// Columns between two hints.
const GAP: u16 = 2;

/// Rows that hints take in this many columns.
pub(crate) fn rows(hints: &[KeyHint], look: &Look, columns: u16) -> u16 {
    let (mut rows, mut x) = (1, 1);
    for (key, what) in hints {
        let length = (width(key) + 1 + width(look.lang.pick(*what))) as u16;
        if x + length > columns {
            (rows, x) = (rows + 1, 1);
        }
        x += length + GAP;
    }
    rows
}

/// Columns that hints take in one row.
pub(crate) fn columns(hints: &[KeyHint], look: &Look) -> usize {
    let length = |(key, what): &KeyHint| width(key) + 1 + width(look.lang.pick(*what)) + usize::from(GAP);
    hints.iter().map(length).sum()
}
