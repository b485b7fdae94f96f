//! What page and server say to each other, as JSON.

use crate::forecast::Forecast;
use board::{Cell, Size};
use game::{Lang, Seat};
use interaction::{Arrow, Input, Pointed};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// As whom somebody comes to a table. Each role has a link of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Plays in this seat.
    Player(Seat),
    /// Watches, and is spoken to in this language.
    Spectator(Lang),
}

/// What the player did.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Deed {
    /// A key was pressed, or a button that stands for it.
    Key { key: String },
    /// The pointer is on a cell, by its number.
    Hover { cell: usize },
    /// A cell was clicked.
    Click { cell: usize },
    /// A cell was touched. A finger does not hover, so that an order is shown first and given when
    /// it is touched again.
    Touch { cell: usize },
    /// An entry of a list was chosen.
    Entry { number: usize },
    /// A map is looked at before it is chosen.
    Look {
        map: String,
        #[serde(default)]
        lesson: bool,
    },
    /// A map was chosen: to go on with the game there, or to start over; against whom, in which
    /// seat, and whether as a lesson.
    Play {
        map: String,
        anew: bool,
        #[serde(default)]
        against: Vec<String>,
        #[serde(default)]
        seat: u8,
        #[serde(default)]
        lesson: bool,
    },
    /// A table with other people is wanted on a map.
    Invite { map: String, seats: Vec<String>, clock: bool, watch: bool },
    /// A map is to be changed, or drawn from nothing.
    Draw { map: Option<String> },
    /// Something is done to the map that is drawn.
    Draft(DraftDeed),
    /// Everything is to be said in this language.
    Speak { lang: String },
    /// A seat at a table with several people is to be played by a bot of this name, or by its
    /// person again.
    Seat { seat: u8, who: String },
}

/// What is done to a map that is being drawn.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum DraftDeed {
    /// These cells are painted, in one stroke.
    Paint { cells: Vec<usize>, brush: usize, symmetry: Symmetry },
    /// The board gets another extent.
    Resize { rows: u8, cols: u8 },
    /// One of the map's numbers is set.
    Number { which: usize, value: i32 },
    /// A map from a file or a link is to be changed.
    Read { name: String, text: String },
    /// It gets another name.
    Name { name: String },
    /// The last stroke is taken back, or done again.
    Undo,
    /// Likewise.
    Redo,
    /// It is played.
    Try,
    /// Back to the choice of maps.
    Leave,
}

/// Where a stroke is copied to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Symmetry {
    /// Nowhere.
    #[default]
    None,
    /// To the other side of the middle column.
    LeftRight,
    /// To the other side of the middle row.
    TopBottom,
    /// Around the middle, by half a turn.
    HalfTurn,
    /// Around the middle, by quarters of a turn; on boards that are not square by half a turn.
    QuarterTurns,
}

impl Deed {
    /// What it means to a game on a board of this size; nothing if it means nothing.
    pub(crate) fn input(&self, size: Size) -> Option<Input> {
        let cell = |number: usize| cell(size, number).map(Pointed::Cell);
        match self {
            Self::Key { key } => key_input(key),
            Self::Hover { cell: number } => cell(*number).map(Input::Hover),
            Self::Click { cell: number } | Self::Touch { cell: number } => cell(*number).map(Input::Click),
            Self::Entry { number } => Some(Input::Click(Pointed::Entry(*number))),
            Self::Look { .. }
            | Self::Play { .. }
            | Self::Invite { .. }
            | Self::Draw { .. }
            | Self::Draft(_)
            | Self::Speak { .. }
            | Self::Seat { .. } => None,
        }
    }
}

/// What a key means, by the name that browsers have for it.
fn key_input(key: &str) -> Option<Input> {
    let arrow = |name: &str| match name {
        "ArrowUp" => Some(Arrow::Up),
        "ArrowDown" => Some(Arrow::Down),
        "ArrowLeft" => Some(Arrow::Left),
        "ArrowRight" => Some(Arrow::Right),
        _ => None,
    };
    if let Some(leap) = key.strip_prefix("Shift+") {
        return match leap {
            "Tab" => Some(Input::Previous),
            _ => arrow(leap).map(Input::Leap),
        };
    }
    match key {
        " " => Some(Input::Enter),
        "Escape" => Some(Input::Back),
        "Backspace" => Some(Input::Letter('u')),
        // Leaving is closing the tab.
        "q" => None,
        _ => arrow(key).map(Input::Arrow).or_else(|| Input::of_key(key)),
    }
}

/// What the page is told.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub(crate) enum Told {
    /// Once, and after a change of language: what the page says itself.
    Hello(Hello),
    /// The choice of maps.
    Maps(Maps),
    /// How the maps to choose from look.
    Pictures(Pictures),
    /// A map that is being drawn.
    Editor(Box<Editor>),
    /// There is another page to go to, by the secret part of its link.
    Go { to: String },
    /// What is on the board now, and how it came to it.
    Clip(Clip),
    /// Everything around the board.
    Screen(Box<Screen>),
    /// Who sits at the table, if several people do.
    Seats(Seats),
    /// How many deeds of this tab have been dealt with since it was opened; 0 when it has been told
    /// everything that there was. What was to be told at once because of them has been told before.
    Heard { heard: u64 },
}

/// What the page says itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Hello {
    pub(crate) game: &'static str,
    pub(crate) title: &'static str,
    pub(crate) lang: &'static str,
    /// The player's seat; none for who sees everything.
    pub(crate) seat: Option<u8>,
    /// Whether others sit at the table, or watch.
    pub(crate) shared: bool,
    /// Whether this is somebody who only watches.
    pub(crate) watches: bool,
}

/// The choice of maps.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Maps {
    pub(crate) heading: &'static str,
    pub(crate) maps: Vec<MapRow>,
    /// The map that is looked at.
    pub(crate) marked: usize,
    pub(crate) notice: Option<String>,
    /// Who can play the other seats; empty in games for one.
    pub(crate) opponents: Vec<Opponent>,
    /// Who was chosen to play them.
    pub(crate) against: Vec<String>,
    /// The player's seat.
    pub(crate) seat: u8,
    /// Whether other people can be invited.
    pub(crate) invites: bool,
    /// Whether maps can be drawn.
    pub(crate) draws: bool,
    /// Tables with other people that are kept.
    pub(crate) tables: Vec<TableRow>,
}

/// A map to choose.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct MapRow {
    pub(crate) name: &'static str,
    /// What is learnt on it; only lessons have that.
    pub(crate) lesson: Option<&'static str>,
    pub(crate) title: &'static str,
    pub(crate) difficulty: &'static str,
    pub(crate) progress: String,
    pub(crate) solved: bool,
    /// In how many turns it was won, and the fewest turns in which it can be won, in words.
    pub(crate) par: String,
    /// Extent and rounds, in words.
    pub(crate) size: String,
    pub(crate) seats: u8,
    pub(crate) in_progress: bool,
}

/// Who can play another seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Opponent {
    pub(crate) name: &'static str,
    pub(crate) label: &'static str,
}

/// A table with other people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct TableRow {
    pub(crate) title: String,
    /// The secret part of the host's link.
    pub(crate) to: String,
}

/// How maps look.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Pictures {
    /// For each map a film of one frame: it as a game on it begins.
    pub(crate) films: BTreeMap<&'static str, String>,
}

/// A map that is being drawn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Editor {
    pub(crate) name: String,
    /// A film of one frame.
    pub(crate) film: String,
    pub(crate) rows: u8,
    pub(crate) cols: u8,
    /// The least and the greatest number of rows and columns.
    pub(crate) sides: [u8; 2],
    pub(crate) brushes: Vec<BrushRow>,
    pub(crate) numbers: Vec<NumberRow>,
    pub(crate) problems: Vec<ProblemRow>,
    /// Whether it can be played.
    pub(crate) usable: bool,
    /// The verdict, in words.
    pub(crate) verdict: String,
    /// The map as its file has it.
    pub(crate) text: String,
    pub(crate) can_undo: bool,
    pub(crate) can_redo: bool,
    /// What went wrong with what was asked for.
    pub(crate) notice: Option<String>,
    /// The board in words.
    pub(crate) described: Vec<String>,
}

/// A brush, and how it is drawn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct BrushRow {
    pub(crate) name: &'static str,
    /// The place of the ground in the cast, if it lays only ground.
    pub(crate) ground: Option<u8>,
    /// The place of the kind in the cast, and the side.
    pub(crate) piece: Option<[u8; 2]>,
}

/// A number of a map.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct NumberRow {
    pub(crate) name: &'static str,
    pub(crate) value: i32,
    pub(crate) least: i32,
    pub(crate) most: i32,
}

/// Something that is wrong or odd about a map.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct ProblemRow {
    pub(crate) text: String,
    /// The cell that it is about.
    pub(crate) cell: Option<usize>,
    /// Whether the map can be played nevertheless.
    pub(crate) odd: bool,
}

/// What is on the board, as the player's seat sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Clip {
    /// A film in base64: the last frame is now, those before it are shown on the way there.
    pub(crate) film: String,
    /// The board in words, one line for each cell on which something stands.
    pub(crate) described: Vec<String>,
}

/// Everything around the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Screen {
    pub(crate) map: String,
    /// How the game stands, in one line.
    pub(crate) headline: String,
    pub(crate) scores: Vec<Score>,
    /// What is in hand, in words.
    pub(crate) hand: Option<String>,
    /// The cell that is looked at.
    pub(crate) cursor: Option<usize>,
    pub(crate) marks: Vec<MarkedCells>,
    /// Orders that are still to be carried out.
    pub(crate) orders: Vec<OrderDrawn>,
    /// What the other side will do when the turn ends, in games against fixed rules.
    pub(crate) threat: Forecast,
    /// What the order under the cursor would cause.
    pub(crate) considered: Forecast,
    /// What the coach would do next.
    pub(crate) hint: Forecast,
    pub(crate) sections: Vec<Lines>,
    pub(crate) notice: Option<Notice>,
    /// What the game's own keys do now.
    pub(crate) keys: Vec<Key>,
    /// What the keys of all games do.
    pub(crate) tools: Vec<Key>,
    pub(crate) overlay: Option<Overlay>,
    /// What to do next in a lesson.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) lesson: Option<LessonTold>,
    /// Units that wait for orders.
    pub(crate) waiting: usize,
    pub(crate) busy: bool,
    pub(crate) over: bool,
    /// What happened; left out if it is as it was in the last message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) log: Option<Vec<LogLine>>,
}

/// What to do next in a lesson.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct LessonTold {
    pub(crate) title: &'static str,
    pub(crate) say: &'static str,
    pub(crate) number: usize,
    pub(crate) of: usize,
    pub(crate) cells: Vec<usize>,
    /// The key whose button is to be pressed; empty if none is.
    pub(crate) key: &'static str,
}

/// How a side stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Score {
    /// The side, for its colour.
    pub(crate) side: Option<u8>,
    pub(crate) text: String,
}

/// Cells that have a mark, by their numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct MarkedCells {
    pub(crate) mark: &'static str,
    pub(crate) cells: Vec<usize>,
}

/// An order as an arrow.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct OrderDrawn {
    pub(crate) kind: &'static str,
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// Lines under a heading.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Lines {
    pub(crate) heading: &'static str,
    pub(crate) lines: Vec<String>,
}

/// A line to the player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Notice {
    pub(crate) text: String,
    pub(crate) warning: bool,
}

/// A key and what it does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Key {
    /// Empty if it cannot be pressed by a click: several keys at once.
    pub(crate) key: &'static str,
    pub(crate) shown: &'static str,
    pub(crate) label: &'static str,
}

/// What covers the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Overlay {
    /// Text.
    Text {
        title: &'static str,
        lines: Vec<String>,
        rows: Vec<[String; 2]>,
        /// Pieces to show with what they are for.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pieces: Vec<PieceShown>,
    },
    /// A list to choose from.
    List { title: String, entries: Vec<String>, marked: usize },
    /// The end of the game.
    Over {
        result: &'static str,
        title: &'static str,
        lines: Vec<String>,
        /// Why it ended so.
        why: Vec<String>,
        chart: Option<Chart>,
        keys: Vec<Key>,
    },
}

/// A kind of piece, with what it is for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct PieceShown {
    /// What the skin calls it.
    pub(crate) key: &'static str,
    pub(crate) side: u8,
    pub(crate) name: String,
    pub(crate) about: String,
}

/// How the game went.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Chart {
    /// What is counted.
    pub(crate) name: String,
    pub(crate) sides: Vec<String>,
    /// The numbers of every side.
    pub(crate) points: Vec<Vec<i64>>,
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct LogLine {
    pub(crate) turn: u32,
    /// The side whose doing it is, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) side: Option<u8>,
    pub(crate) text: String,
}

/// Who sits at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Seats {
    pub(crate) seats: Vec<SeatRow>,
    /// The secret part of the link for spectators, for the host.
    pub(crate) watch: Option<String>,
    /// The bots that may take a seat that was left, for the host.
    pub(crate) bots: &'static [&'static str],
}

/// A seat, and who sits there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct SeatRow {
    pub(crate) seat: u8,
    pub(crate) name: String,
    /// Whether it is the reader's own.
    pub(crate) own: bool,
    /// Whether a person plays there now.
    pub(crate) person: bool,
    /// Whether its link is open in a browser; always so for bots.
    pub(crate) here: bool,
    /// Whether the game waits for it.
    pub(crate) awaited: bool,
    /// Whether a person's seat is played by a bot for now, and whether the reader may change that.
    pub(crate) stand_in: bool,
    pub(crate) may_change: bool,
    pub(crate) clock: Option<ClockRow>,
    /// What went wrong with the bot there.
    pub(crate) trouble: Option<String>,
    /// The secret part of its link, for the host.
    pub(crate) link: Option<String>,
}

/// What is left on a person's clock, in milliseconds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct ClockRow {
    pub(crate) turn: u64,
    pub(crate) bank: u64,
    pub(crate) runs: bool,
}

/// The language that a page calls so.
pub(crate) fn language(name: &str) -> Lang {
    if name == "zh" { Lang::Zh } else { Lang::En }
}

/// What a page calls a language.
pub(crate) const fn language_name(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "en",
        Lang::Zh => "zh",
    }
}

/// The number of a cell.
pub(crate) fn number(size: Size, cell: Cell) -> usize {
    size.index(cell)
}

/// The cell with this number; none if there is no such cell.
pub(crate) fn cell(size: Size, number: usize) -> Option<Cell> {
    let (row, col) = (number / usize::from(size.cols), number % usize::from(size.cols));
    size.cell(i32::try_from(row).ok()?, i32::try_from(col).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Deed> {
        serde_json::from_str(text).ok()
    }

    #[test]
    fn what_a_page_may_say() {
        let size = Size::new(8, 9);
        let input = |text: &str| read(text).and_then(|deed| deed.input(size));
        let cell = Pointed::Cell(Cell::new(1, 2));
        assert_eq!(input(r#"{"do":"click","cell":11}"#), Some(Input::Click(cell)));
        assert_eq!(input(r#"{"do":"hover","cell":11}"#), Some(Input::Hover(cell)));
        assert_eq!(input(r#"{"do":"key","key":"Shift+ArrowUp"}"#), Some(Input::Leap(Arrow::Up)));
        assert_eq!(input(r#"{"do":"key","key":"Shift+Tab"}"#), Some(Input::Previous));
        assert_eq!(input(r#"{"do":"key","key":"火"}"#), Some(Input::Letter('火')));
        assert_eq!(input(r#"{"do":"entry","number":3}"#), Some(Input::Click(Pointed::Entry(3))));
    }

    #[test]
    fn nonsense_means_nothing() {
        let size = Size::new(8, 9);
        for text in [
            r#"{"do":"click","cell":72}"#,
            r#"{"do":"click","cell":18446744073709551615}"#,
            r#"{"do":"key","key":"F5"}"#,
            r#"{"do":"key","key":""}"#,
            r#"{"do":"key","key":"q"}"#,
        ] {
            assert_eq!(read(text).unwrap().input(size), None, "{text}");
        }
        for text in ["", "{}", "[]", r#"{"do":"click","cell":-1}"#, r#"{"do":"win"}"#, r#"{"do":"click"}"#] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
