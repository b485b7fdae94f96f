//! A map that is being drawn: strokes, copies of them around the middle, taking back, and what is
//! wrong with it.
//!
//! What a map may be is the game's to say: it is written as its file, and that is checked as
//! `sandtable map check` checks it.

use crate::protocol::{BrushRow, DraftDeed, Editor, NumberRow, ProblemRow, Symmetry, cell, number};
use crate::screen::in_words;
use board::{Cell, Size};
use face::film::{Film, Frame, NONE, Piece, Placed, Recorder};
use face::{Brush, DraftPiece, MapDraft, MapDrawing};
use game::{DynGame, GameEntry, Lang, Problem, Session, Words};
use games::{HostedGame, Task};

/// Strokes that can be taken back.
const MOST_UNDONE: usize = 500;

/// Letters of a name.
const LONGEST_NAME: usize = 40;

const USABLE: Words = Words("This map can be played.", "这张地图可以使用。");
const UNUSABLE: Words = Words("This map cannot be played yet:", "这张地图还不能使用：");
const FAIR: Words = Words("Both sides have equal access to everything.", "双方到各目标的距离相等。");
const UNREADABLE: Words = Words("This is no map of this game:", "这不是本游戏的地图：");
const MORE: Words = Words("and more like these", "以及更多类似问题");

/// A map that is being drawn.
#[derive(Clone)]
pub(crate) struct Drawing {
    entry: &'static dyn GameEntry,
    rules: &'static str,
    drawing: &'static dyn MapDrawing,
    pub(crate) name: String,
    draft: MapDraft,
    before: Vec<MapDraft>,
    after: Vec<MapDraft>,
    notice: Option<String>,
}

impl std::fmt::Debug for Drawing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Drawing").field("name", &self.name).field("size", &self.draft.size).finish()
    }
}

impl Drawing {
    /// Begins with a map, or with nothing. None if nobody draws maps of this game.
    pub(crate) fn new(
        entry: &'static dyn GameEntry,
        rules: &'static str,
        map: Option<(&str, &str)>,
    ) -> Option<Self> {
        let drawing = drawing_of(entry)?;
        let read = map.and_then(|(_, text)| drawing.read(text.as_bytes()));
        let name = map.map_or("my-map".into(), |(name, _)| format!("my-{name}"));
        let draft = read.unwrap_or_else(|| drawing.blank());
        Some(Self { entry, rules, drawing, name, draft, before: Vec::new(), after: Vec::new(), notice: None })
    }

    /// The map as its file has it.
    pub(crate) fn text(&self) -> String {
        self.drawing.text(&self.draft).text
    }

    /// Whether it can be played.
    pub(crate) fn is_usable(&self) -> bool {
        self.entry.start(self.text().as_bytes(), self.rules, 0).is_ok()
    }

    /// Does what was asked for, but for playing and leaving.
    pub(crate) fn take(&mut self, deed: &DraftDeed, lang: Lang) {
        self.notice = None;
        match deed {
            DraftDeed::Paint { cells, brush, symmetry } => {
                let brush = self.drawing.brushes(&self.draft).get(*brush).cloned();
                if let Some(brush) = brush {
                    self.change(|draft, drawing| paint(draft, drawing, cells, &brush, *symmetry));
                }
            }
            DraftDeed::Resize { rows, cols } => {
                let sides = self.drawing.sides();
                let side = |wanted: u8| wanted.clamp(*sides.start(), *sides.end());
                let size = Size::new(side(*rows), side(*cols));
                self.change(|draft, _| draft.resize(size));
            }
            DraftDeed::Number { which, value } => {
                let range = self.drawing.numbers().get(*which).map(|number| number.range.clone());
                self.change(|draft, _| {
                    if let (Some(number), Some(range)) = (draft.numbers.get_mut(*which), range) {
                        *number = (*value).clamp(*range.start(), *range.end());
                    }
                });
            }
            DraftDeed::Read { name, text } => self.read(name, text, lang),
            DraftDeed::Name { name } => self.name = plain(name),
            DraftDeed::Undo => self.travel(true),
            DraftDeed::Redo => self.travel(false),
            DraftDeed::Try | DraftDeed::Leave => {}
        }
    }

    fn change(&mut self, change: impl FnOnce(&mut MapDraft, &dyn MapDrawing)) {
        let before = self.draft.clone();
        change(&mut self.draft, self.drawing);
        if before != self.draft {
            self.before.push(before);
            self.after.clear();
            if self.before.len() > MOST_UNDONE {
                self.before.remove(0);
            }
        }
    }

    fn travel(&mut self, back: bool) {
        let (from, to) = match back {
            true => (&mut self.before, &mut self.after),
            false => (&mut self.after, &mut self.before),
        };
        if let Some(draft) = from.pop() {
            to.push(std::mem::replace(&mut self.draft, draft));
        }
    }

    fn read(&mut self, name: &str, text: &str, lang: Lang) {
        match self.drawing.read(text.as_bytes()) {
            Some(read) => {
                self.change(|draft, _| *draft = read);
                self.name = plain(name);
            }
            None => {
                let report = self.entry.check_map(text.as_bytes(), self.rules).unwrap_or_default();
                self.notice = Some(format!("{} {}", lang.pick(UNREADABLE), report.first()));
            }
        }
    }

    /// Everything that a page shows of it.
    pub(crate) fn shown(&self, lang: Lang) -> Editor {
        let film = self.film();
        let text = self.drawing.text(&self.draft);
        let report = self.entry.check_map(text.text.as_bytes(), self.rules).unwrap_or_default();
        let size = self.draft.size;
        let about = |line: u32| text.cells.get((line as usize).checked_sub(1)?).copied().flatten();
        let row = |problem: &Problem, odd: bool| ProblemRow {
            text: problem.text.clone(),
            cell: about(problem.line).filter(|cell| size.contains(*cell)).map(|cell| number(size, cell)),
            odd,
        };
        let wrong = report.problems.iter().map(|problem| row(problem, false));
        let mut problems: Vec<ProblemRow> =
            wrong.chain(report.warnings.iter().map(|problem| row(problem, true))).collect();
        if report.unlisted > 0 {
            problems.push(ProblemRow { text: lang.pick(MORE).into(), cell: None, odd: true });
        }
        let usable = self.is_usable();
        let described = described(&film, lang);
        let (brushes, numbers) = (self.brushes(lang), self.numbers(lang));
        Editor {
            name: self.name.clone(),
            film: page::html::film_data(&film),
            rows: size.rows,
            cols: size.cols,
            sides: [*self.drawing.sides().start(), *self.drawing.sides().end()],
            brushes,
            numbers,
            verdict: self.verdict(usable, &problems, lang),
            problems,
            usable,
            text: text.text,
            can_undo: !self.before.is_empty(),
            can_redo: !self.after.is_empty(),
            notice: self.notice.clone(),
            described,
        }
    }

    /// Whether it can be played, and whether it is fair, where the check knows of fairness.
    fn verdict(&self, usable: bool, problems: &[ProblemRow], lang: Lang) -> String {
        match usable {
            false => lang.pick(UNUSABLE).into(),
            true if self.drawing.checks_fairness() && problems.is_empty() => {
                format!("{} {}", lang.pick(USABLE), lang.pick(FAIR))
            }
            true => lang.pick(USABLE).into(),
        }
    }

    fn brushes(&self, lang: Lang) -> Vec<BrushRow> {
        let row = |brush: Brush| BrushRow {
            name: lang.pick(brush.name),
            ground: brush.ground.filter(|_| brush.piece.is_none()),
            piece: brush.piece.map(|piece| [piece.kind, piece.side]),
        };
        self.drawing.brushes(&self.draft).into_iter().map(row).collect()
    }

    fn numbers(&self, lang: Lang) -> Vec<NumberRow> {
        let numbers = self.drawing.numbers().into_iter().zip(&self.draft.numbers);
        let row = |(number, value): (face::DraftNumber, &i32)| NumberRow {
            name: lang.pick(number.name),
            value: *value,
            least: *number.range.start(),
            most: *number.range.end(),
        };
        numbers.map(row).collect()
    }

    /// The draft as a film of one frame.
    fn film(&self) -> Film {
        struct Cast;

        impl Task for Cast {
            type Output = face::film::Cast;

            fn run<G: HostedGame>(self, session: &Session<G>) -> Self::Output {
                G::Recorder::default().cast(session.game())
            }
        }

        let size = self.draft.size;
        let usual = self.entry.maps().first().and_then(|(_, map)| {
            let table: Box<dyn DynGame> = self.entry.start(map.as_bytes(), self.rules, 0).ok()?;
            games::at_table(&*table, Cast)
        });
        let cast = face::film::Cast {
            rows: size.rows.into(),
            cols: size.cols.into(),
            fog: false,
            measures: Vec::new(),
            sources: Vec::new(),
            ..usual.unwrap_or_default()
        };
        let figures = cast.figures.len();
        let mut film = Film::new(cast);
        let placed =
            (0..).zip(&self.draft.pieces).map(|(id, piece)| placed(&mut film, id, piece, size, figures));
        let placed = placed.collect();
        film.frames.push(Frame { terrain: self.draft.ground.clone(), placed, ..Frame::default() });
        film
    }
}

fn placed(film: &mut Film, id: i32, piece: &DraftPiece, size: Size, figures: usize) -> Placed {
    let mut shown = piece.figures.clone();
    shown.resize(figures, NONE);
    Placed {
        piece: film.piece(id.into(), Piece { id, kind: piece.kind, span: piece.span }),
        cell: number(size, piece.at) as u32,
        side: piece.side.min(film.cast.sides.len() as u8),
        level: NONE,
        health: NONE,
        full: NONE,
        known: Vec::new(),
        figures: shown,
    }
}

/// What stands where, in words.
fn described(film: &Film, lang: Lang) -> Vec<String> {
    let cols = u32::from(film.cast.cols).max(1);
    let said = |placed: &Placed| {
        let kind = usize::from(film.pieces[placed.piece as usize].kind);
        let name = film.cast.kinds.get(kind).map_or_else(String::new, |kind| in_words(&kind.name, lang));
        let side = film.cast.sides.get(usize::from(placed.side));
        let side = side.map_or_else(String::new, |side| in_words(side, lang));
        format!("({}, {}) {name} {side}", placed.cell / cols, placed.cell % cols)
    };
    film.frames.iter().flat_map(|frame| frame.placed.iter().map(said)).collect()
}

/// Paints cells and their copies, as far as they lie on the board.
fn paint(draft: &mut MapDraft, drawing: &dyn MapDrawing, cells: &[usize], brush: &Brush, symmetry: Symmetry) {
    let size = draft.size;
    let span = brush.piece.as_ref().map_or(1, |piece| piece.span);
    for at in cells.iter().take(size.area()).filter_map(|at| cell(size, *at)) {
        let copies = copies(size, at, span, symmetry);
        let of = copies.len() as u8;
        for (copy, at) in (0..).zip(&copies) {
            // What is its own copy stays as it was painted.
            if copies[..usize::from(copy)].contains(at) {
                continue;
            }
            let mut brush = brush.clone();
            if let Some(piece) = &mut brush.piece {
                piece.side = drawing.side_of_copy(piece.side, copy, of);
            }
            draft.paint(*at, &brush);
        }
    }
}

/// The upper-left cells of a square and of its copies, the square itself first.
fn copies(size: Size, at: Cell, span: u8, symmetry: Symmetry) -> Vec<Cell> {
    let across = |place: u8, side: u8| side.checked_sub(place + span);
    let cell = |row: Option<u8>, col: Option<u8>| Some(Cell::new(row?, col?));
    let (row, col) = (Some(at.row), Some(at.col));
    let (below, right) = (across(at.row, size.rows), across(at.col, size.cols));
    let others: &[Option<Cell>] = match symmetry {
        Symmetry::None => &[],
        Symmetry::LeftRight => &[cell(row, right)],
        Symmetry::TopBottom => &[cell(below, col)],
        Symmetry::QuarterTurns if size.rows == size.cols => {
            &[cell(col, below), cell(below, right), cell(right, row)]
        }
        Symmetry::HalfTurn | Symmetry::QuarterTurns => &[cell(below, right)],
    };
    std::iter::once(at).chain(others.iter().flatten().copied()).collect()
}

/// A name that files and links can have.
fn plain(name: &str) -> String {
    let letters = name.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, '-' | '_' | ' '));
    let name: String = letters.take(LONGEST_NAME).collect();
    if name.trim().is_empty() { "my-map".into() } else { name.trim().into() }
}

/// How maps of a game are drawn.
fn drawing_of(entry: &'static dyn GameEntry) -> Option<&'static dyn MapDrawing> {
    struct Find;

    impl Task for Find {
        type Output = Option<&'static dyn MapDrawing>;

        fn run<G: HostedGame>(self, _: &Session<G>) -> Self::Output {
            G::DRAWING
        }
    }

    let (_, map) = entry.maps().first()?;
    let table = entry.start(map.as_bytes(), entry.profiles()[0], 0).ok()?;
    games::at_table(&*table, Find).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A map that is read and written again is the same map.
    #[test]
    fn maps_are_read_and_written() {
        for entry in games::ALL.iter().filter(|entry| drawing_of(**entry).is_some()) {
            for (name, map) in entry.maps() {
                let drawing = Drawing::new(*entry, entry.profiles()[0], Some((name, map))).unwrap();
                assert!(drawing.is_usable(), "{name}");
                let again = drawing.drawing.read(drawing.text().as_bytes()).unwrap();
                assert_eq!(again, drawing.draft, "{} {name}", entry.name());
                let start = |map: &str| entry.start(map.as_bytes(), entry.profiles()[0], 1).unwrap();
                let drawn = |map: &str| entry.show_map(map.as_bytes(), entry.profiles()[0]).unwrap();
                assert_eq!(start(map).seats(), start(&drawing.text()).seats());
                assert_eq!(drawn(map), drawn(&drawing.text()), "{} {name}", entry.name());
            }
        }
    }

    #[test]
    fn strokes_are_copied_around_the_middle() {
        let size = Size::new(5, 7);
        let at = Cell::new(1, 2);
        let of = |symmetry| copies(size, at, 1, symmetry);
        assert_eq!(of(Symmetry::LeftRight), [at, Cell::new(1, 4)]);
        assert_eq!(of(Symmetry::TopBottom), [at, Cell::new(3, 2)]);
        assert_eq!(of(Symmetry::HalfTurn), [at, Cell::new(3, 4)]);
        assert_eq!(of(Symmetry::QuarterTurns), [at, Cell::new(3, 4)], "the board is not square");
        let square = copies(Size::new(8, 8), Cell::new(0, 1), 1, Symmetry::QuarterTurns);
        assert_eq!(square, [Cell::new(0, 1), Cell::new(1, 7), Cell::new(7, 6), Cell::new(6, 0)]);
        assert_eq!(copies(Size::new(8, 8), Cell::new(0, 1), 3, Symmetry::HalfTurn)[1], Cell::new(5, 4));
    }

    fn brush(drawing: &Drawing, name: &str) -> usize {
        let all = drawing.drawing.brushes(&drawing.draft);
        all.iter().position(|brush| brush.name.0 == name).unwrap_or_else(|| panic!("no brush {name}"))
    }

    /// A fair little war, drawn with one hand.
    #[test]
    fn a_map_is_drawn_checked_and_taken_back() {
        let mut drawing = Drawing::new(deepblue::ENTRY, deepblue::ENTRY.profiles()[0], None).unwrap();
        let wrong = drawing.shown(Lang::En);
        assert!(!wrong.usable && wrong.problems.iter().any(|problem| problem.text.contains("no base")));
        let paint = |drawing: &mut Drawing, name: &str, cells: Vec<usize>| {
            let brush = brush(drawing, name);
            let symmetry = Symmetry::HalfTurn;
            drawing.take(&DraftDeed::Paint { cells, brush, symmetry }, Lang::En);
        };
        paint(&mut drawing, "base", vec![2 * 24 + 3]);
        paint(&mut drawing, "mine", vec![6 * 24 + 9]);
        let right = drawing.shown(Lang::En);
        assert!(right.usable, "{:?}", right.problems);
        assert_eq!(right.problems, [], "both sides are equal");
        assert!(right.verdict.contains("equal"));
        assert_eq!(right.described.len(), 4);
        // A ship on land is told where it stands.
        let ship = brush(&drawing, "destroyer");
        let land = brush(&drawing, "land");
        let none = Symmetry::None;
        drawing.take(&DraftDeed::Paint { cells: vec![300], brush: ship, symmetry: none }, Lang::En);
        drawing.take(&DraftDeed::Paint { cells: vec![300], brush: land, symmetry: none }, Lang::En);
        let wrong = drawing.shown(Lang::En);
        assert!(!wrong.usable);
        assert_eq!(wrong.problems[0].cell, Some(300), "{:?}", wrong.problems);
        for _ in 0..2 {
            drawing.take(&DraftDeed::Undo, Lang::En);
        }
        assert_eq!(drawing.shown(Lang::En).text, right.text);
        drawing.take(&DraftDeed::Redo, Lang::En);
        assert_ne!(drawing.shown(Lang::En).text, right.text);
        drawing.take(&DraftDeed::Read { name: "x".into(), text: "nonsense".into() }, Lang::En);
        assert!(drawing.shown(Lang::En).notice.is_some());
    }

    /// Whatever a page sends, a draft stays a draft.
    #[test]
    fn nonsense_does_no_harm() {
        for entry in games::ALL.iter().filter(|entry| drawing_of(**entry).is_some()) {
            let mut drawing = Drawing::new(*entry, entry.profiles()[0], None).unwrap();
            for deed in [
                DraftDeed::Paint { cells: vec![usize::MAX, 0], brush: 9999, symmetry: Symmetry::HalfTurn },
                DraftDeed::Paint { cells: vec![usize::MAX], brush: 0, symmetry: Symmetry::QuarterTurns },
                DraftDeed::Resize { rows: 0, cols: 255 },
                DraftDeed::Number { which: 99, value: i32::MIN },
                DraftDeed::Number { which: 0, value: i32::MIN },
                DraftDeed::Name { name: "../../etc\u{0}".into() },
                DraftDeed::Read { name: String::new(), text: "\u{0}{{{".into() },
                DraftDeed::Undo,
                DraftDeed::Redo,
            ] {
                drawing.take(&deed, Lang::Zh);
                drawing.shown(Lang::Zh);
            }
            for brush in 0..drawing.drawing.brushes(&drawing.draft).len() {
                for cells in [vec![0], vec![drawing.draft.size.area() - 1]] {
                    let symmetry = Symmetry::QuarterTurns;
                    drawing.take(&DraftDeed::Paint { cells, brush, symmetry }, Lang::En);
                    drawing.shown(Lang::En);
                }
            }
        }
    }
}
