//! Why a program refuses a map that is in order, found out by trying smaller maps on it.

use crate::case::Case;
use crate::diagnose::is_refusal;
use crate::grade::{ProgramGrader, run_under};
use crate::language::{Language, say};
use crate::map_text::MapText;
use sandbox::{Limits, StartError};
use serde::{Deserialize, Serialize};

/// What makes a program refuse a map.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MapRefusal {
    /// Without this line the map is accepted.
    Line {
        /// Its number, from 1.
        number: usize,
        /// What it says.
        text: String,
    },
    /// Without all lines of this sort it is accepted, and not without any one of them.
    Sort {
        /// Its name in English.
        en: String,
        /// Its name in Chinese.
        zh: String,
    },
    /// It is refused even without anything on the board.
    Header {
        /// The first line.
        text: String,
        /// The sides of the largest square board that is accepted with nothing on it.
        accepted: Option<usize>,
    },
}

impl MapRefusal {
    /// The cause, in a sentence.
    #[must_use]
    pub fn in_words(&self, language: Language) -> String {
        match self {
            Self::Line { number, text } => say!(
                language,
                "It is line {} of the map, `{}`: without it the program accepts the map.",
                "原因在地图第 {} 行 `{}`：去掉它程序就接受这张地图。",
                number,
                text
            ),
            Self::Sort { en, zh } => say!(
                language,
                "It is the {} lines: without them the program accepts the map.",
                "原因在{}的行：去掉它们程序就接受这张地图。",
                language.pick(en, zh)
            ),
            Self::Header { text, accepted: Some(side) } => say!(
                language,
                "It is the header `{}`: the program refuses it with nothing on the board, and accepts a board of {} x {}.",
                "原因在首行 `{}`：棋盘上什么都没有时程序也拒绝，而 {} x {} 的棋盘被接受。",
                text,
                side,
                side
            ),
            Self::Header { text, accepted: None } => say!(
                language,
                "It is the header `{}`, or the program refuses every map: it does so with nothing on the board.",
                "原因在首行 `{}`，或者程序拒绝所有地图：棋盘上什么都没有时也拒绝。",
                text
            ),
        }
    }
}

/// More lines than this are not tried one by one.
const MOST_TRIED: usize = 60;

/// Finds out which part of the map a program refuses.
pub(crate) fn find(grader: &ProgramGrader<'_>, case: &Case) -> Result<Option<MapRefusal>, StartError> {
    let Some(map) = MapText::read(grader.exercise, &case.input) else { return Ok(None) };
    let limits = Limits { memory: grader.allowance.memory, ..Limits::default() };
    let refuses = |map: &MapText| {
        let input = map.to_input();
        let run =
            run_under(grader.workshop.sandbox, &grader.built.program, &input, &limits, grader.allowance)?;
        Ok::<bool, StartError>(is_refusal(&run.stdout))
    };
    if refuses(&map.without_entries())? {
        let text = map.header();
        let square = map.square_sides().into_iter().map(|side| (side, map.empty_square(side)));
        for (side, board) in square {
            if !refuses(&board)? {
                return Ok(Some(MapRefusal::Header { text, accepted: Some(side) }));
            }
        }
        return Ok(Some(MapRefusal::Header { text, accepted: None }));
    }
    for at in 0..map.entries().min(MOST_TRIED) {
        if !refuses(&map.without(at))? {
            let text = map.entry(at).to_string();
            return Ok(Some(MapRefusal::Line { number: at + 2, text }));
        }
    }
    for (place, sort) in grader.exercise.sorts.iter().enumerate() {
        if map.has_sort(place) && !refuses(&map.without_sort(place))? {
            return Ok(Some(MapRefusal::Sort { en: sort.en.to_string(), zh: sort.zh.to_string() }));
        }
    }
    Ok(None)
}
