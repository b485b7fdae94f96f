//! The map file.

use crate::kinds::{GOBLINS_ACT_SINCE, Kind, Stage, Terrain, direction_from_letter, letter_of};
use crate::mistakes::{
    GoblinWord, MistakeKind, goblin_word, map_letter, mistaken_direction, mistaken_facing_in_map,
    mistaken_terrain, stays_on_board,
};
use crate::state::{MAX_SIDE, Squares};
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use board::{Cell, Direction, Size};
use core::fmt::Write;
use game::console::{DialogueIo, NotANumber, Transcript};
use game::mistakes::{Adherence, AsWritten};
use game::{Diagnostics, ProblemsWanted};

/// A valid map, with the stage it is played in. Cheap to copy: all states of a game share it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup(pub(crate) Arc<Map>);

/// What never changes during a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Map {
    pub(crate) stage: Stage,
    pub(crate) size: Size,
    pub(crate) plain: Squares,
    pub(crate) water: Squares,
    pub(crate) mountains: Squares,
    /// The units in the order of acting, mages first.
    pub(crate) units: Vec<(Cell, Kind)>,
    /// Number of mages.
    pub(crate) mages: u16,
}

impl Setup {
    /// Reads a map from a file's contents. What follows the last line of the map is ignored.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn parse(map: &[u8], stage: Stage) -> Result<Self, Diagnostics> {
        let (setup, report) = Self::inspect(map, stage);
        setup.ok_or(report)
    }

    /// Reads a map and reports all that is wrong or odd about it.
    #[must_use]
    pub fn inspect(map: &[u8], stage: Stage) -> (Option<Self>, Diagnostics) {
        let mut report = Diagnostics::default();
        let mut port = Transcript::new(map);
        let setup =
            Self::read(&mut DialogueIo::new(&mut port), stage, ProblemsWanted::AllProblems, &mut report);
        (setup, report)
    }

    /// Reads a map from the beginning of a dialogue, up to and including its last line.
    pub fn read(
        talk: &mut DialogueIo<'_>,
        stage: Stage,
        patience: ProblemsWanted,
        report: &mut Diagnostics,
    ) -> Option<Self> {
        Self::read_under(AsWritten, talk, stage, patience, report)
    }

    /// Reads a map from the beginning of a dialogue under these rules.
    pub(crate) fn read_under(
        rules: impl Adherence<MistakeKind>,
        talk: &mut DialogueIo<'_>,
        stage: Stage,
        patience: ProblemsWanted,
        report: &mut Diagnostics,
    ) -> Option<Self> {
        let map = Map::empty(stage, Size::default());
        let mut reader =
            Reader { rules, talk, patience, report, map, laid: Squares::EMPTY, units: Vec::new() };
        // The reader has reported why it gave up; whether the map is usable is the report's to say.
        let _ = reader.map();
        let map = reader.units_on_plain();
        report.is_usable().then(|| Self(Arc::new(map)))
    }

    /// The map as text: terrain in row-major order, units in the order of acting.
    #[must_use]
    pub fn to_text(&self) -> String {
        let map = &*self.0;
        let rough = || map.size.cells().filter(|cell| map.terrain(*cell) != Terrain::Plain);
        let goblins = map.units.len() - usize::from(map.mages);
        let Size { rows, cols } = map.size;
        let mut text = format!("{rows} {cols} {} {} {goblins}\n", rough().count(), map.mages);
        for cell in rough() {
            let _ = writeln!(text, "{} {} {}", cell.row, cell.col, map.terrain(cell).letter() as char);
        }
        for (Cell { row, col }, kind) in &map.units {
            let _ = match kind {
                Kind::Mage => writeln!(text, "{row} {col}"),
                Kind::Patrol { facing, steps } => {
                    writeln!(text, "{row} {col} PG {} {steps}", letter_of(*facing) as char)
                }
                Kind::Tracker { sight } => writeln!(text, "{row} {col} TG {sight}"),
            };
        }
        text
    }
}

impl Map {
    pub(crate) fn empty(stage: Stage, size: Size) -> Self {
        Self {
            stage,
            size,
            plain: size.cells().collect(),
            water: Squares::EMPTY,
            mountains: Squares::EMPTY,
            units: Vec::new(),
            mages: 0,
        }
    }

    /// What the square is made of; beyond the board nothing is plain.
    #[inline]
    pub(crate) fn terrain(&self, cell: Cell) -> Terrain {
        if self.plain.has(cell) {
            Terrain::Plain
        } else if self.water.has(cell) {
            Terrain::Water
        } else {
            Terrain::Mountain
        }
    }

    pub(crate) fn lay(&mut self, cell: Cell, terrain: Terrain) {
        for (set, its) in [
            (&mut self.plain, Terrain::Plain),
            (&mut self.water, Terrain::Water),
            (&mut self.mountains, Terrain::Mountain),
        ] {
            set.remove(cell);
            if its == terrain {
                set.insert(cell);
            }
        }
    }
}

/// The reader gave up: the input is over, or the first problem was enough.
struct GaveUp;

/// A line that is no good, and why.
struct BadLine(String);

struct Reader<'a, 'b, R> {
    rules: R,
    talk: &'a mut DialogueIo<'b>,
    patience: ProblemsWanted,
    report: &'a mut Diagnostics,
    map: Map,
    /// The squares that a terrain line has named.
    laid: Squares,
    /// All units of the map, also those that the terrain will not bear, with their lines.
    units: Vec<(u32, Cell, Kind)>,
}

/// The numbers of lines of each sort, from the header.
struct Counts {
    terrains: i32,
    mages: i32,
    goblins: i32,
}

impl<R: Adherence<MistakeKind>> Reader<'_, '_, R> {
    fn map(&mut self) -> Result<(), GaveUp> {
        let counts = self.line("the header", Self::header)?.ok_or(GaveUp)?;
        for number in 1..=counts.terrains {
            self.line(&format!("terrain {number} of {}", counts.terrains), Self::terrain)?;
        }
        for number in 1..=counts.mages {
            self.line(&format!("mage {number} of {}", counts.mages), Self::mage)?;
        }
        for number in 1..=counts.goblins {
            self.line(&format!("goblin {number} of {}", counts.goblins), Self::goblin)?;
        }
        Ok(())
    }

    /// Reads one whole line; none if there is something wrong with it.
    fn line<T>(
        &mut self,
        what: &str,
        read: fn(&mut Self) -> Result<T, BadLine>,
    ) -> Result<Option<T>, GaveUp> {
        if self.rules.errs(MistakeKind::SkipsBlankLines) {
            self.talk.skip_white();
        }
        let number = self.talk.line();
        if self.talk.peek().is_none() {
            if self.rules.errs(MistakeKind::ShortMapLoads) && self.map.size.area() > 0 {
                return Err(GaveUp);
            }
            self.report.problem(number, format!("the map ends before {what}"));
            return Err(GaveUp);
        }
        let item = read(self);
        match item {
            Ok(item) => {
                self.talk.skip_line();
                Ok(Some(item))
            }
            Err(BadLine(why)) => {
                self.report.problem(number, format!("{what}: {why}"));
                match self.patience {
                    ProblemsWanted::FirstProblem => Err(GaveUp),
                    ProblemsWanted::AllProblems => {
                        self.talk.skip_line();
                        Ok(None)
                    }
                }
            }
        }
    }

    fn header(&mut self) -> Result<Counts, BadLine> {
        let (mut rows, mut cols) = (self.number("the height")?, self.number("the width")?);
        if self.rules.errs(MistakeKind::SidesSwapped) {
            (rows, cols) = (cols, rows);
        }
        let terrains = self.count("terrain lines")?;
        let mages = self.count("mages")?;
        let goblins = self.count("goblins")?;
        let side =
            |length: i32| u8::try_from(length).ok().filter(|length| (1..=MAX_SIDE as u8).contains(length));
        let (Some(rows), Some(cols)) = (side(rows), side(cols)) else {
            return Err(BadLine(format!(
                "a board of {rows} x {cols}; height and width go from 1 to {MAX_SIDE}"
            )));
        };
        self.map = Map::empty(self.map.stage, Size::new(rows, cols));
        Ok(Counts { terrains, mages, goblins })
    }

    fn count(&mut self, what: &str) -> Result<i32, BadLine> {
        let count = self.number(&format!("the number of {what}"))?;
        if count < 0 {
            self.report
                .warning(self.talk.line(), format!("the number of {what} is {count}; it is taken as 0"));
        }
        Ok(count.max(0))
    }

    fn terrain(&mut self) -> Result<(), BadLine> {
        let cell = self.cell(MistakeKind::TerrainCellsSwapped)?;
        self.talk.skip_blanks();
        let word = self.talk.word();
        let found = match word.short() {
            Some(&[letter]) => Terrain::from_letter(map_letter(self.rules, letter)),
            _ => None,
        };
        let known = found.and_then(|terrain| mistaken_terrain(self.rules, terrain));
        let is_plain = self.rules.errs(MistakeKind::UnknownTerrainIsPlain);
        let known = known.or_else(|| is_plain.then_some(Terrain::Plain));
        let terrain = known.ok_or_else(|| BadLine(format!("expected W, M or P, found `{word}`")))?;
        if !(self.rules.errs(MistakeKind::FirstTerrainCounts) && self.laid.has(cell)) {
            self.map.lay(cell, terrain);
        }
        self.laid.insert(cell);
        Ok(())
    }

    fn mage(&mut self) -> Result<(), BadLine> {
        let cell = self.cell(MistakeKind::UnitCellsSwapped)?;
        self.place(cell, Kind::Mage)
    }

    fn goblin(&mut self) -> Result<(), BadLine> {
        let cell = self.cell(MistakeKind::UnitCellsSwapped)?;
        self.talk.skip_blanks();
        let word = self.talk.word();
        let kind = match goblin_word(self.rules, word.short().unwrap_or_default()) {
            GoblinWord::Patrol => self.patrol()?,
            GoblinWord::Tracker => Kind::Tracker { sight: self.number("the sight")? },
            GoblinWord::Unknown => return Err(BadLine(format!("expected PG or TG, found `{word}`"))),
        };
        self.place(cell, kind)
    }

    /// Before goblins act, what follows `PG` means nothing.
    fn patrol(&mut self) -> Result<Kind, BadLine> {
        if self.map.stage < GOBLINS_ACT_SINCE {
            return Ok(Kind::Patrol { facing: Direction::Up, steps: 0 });
        }
        self.talk.skip_blanks();
        let letter = self.talk.peek().filter(|byte| *byte != b'\n');
        let Some(letter) = letter else {
            return Err(BadLine("the direction is missing; expected W, A, S or D".into()));
        };
        self.talk.bump();
        let facing = direction_from_letter(map_letter(self.rules, letter)).ok_or_else(|| {
            let found = letter.escape_ascii();
            BadLine(format!("expected a direction (W, A, S or D), found `{found}`"))
        })?;
        let facing = mistaken_facing_in_map(self.rules, mistaken_direction(self.rules, facing));
        Ok(Kind::Patrol { facing, steps: self.number("the number of steps")? })
    }

    /// Reads a square; what `swapped` says is one mistake that there may be in that.
    fn cell(&mut self, swapped: MistakeKind) -> Result<Cell, BadLine> {
        let (mut row, mut col) = (self.number("the row")?, self.number("the column")?);
        if self.rules.errs(MistakeKind::CellsSwapped) || self.rules.errs(swapped) {
            (row, col) = (col, row);
        }
        self.map.size.cell(row, col).ok_or_else(|| {
            let Size { rows, cols } = self.map.size;
            BadLine(format!("({row}, {col}) is outside the board of {rows} x {cols}"))
        })
    }

    fn place(&mut self, cell: Cell, kind: Kind) -> Result<(), BadLine> {
        if self.units.iter().any(|(_, other, _)| *other == cell) {
            return Err(BadLine(format!("there is a unit at {cell} already")));
        }
        self.units.push((self.talk.line(), cell, kind));
        Ok(())
    }

    /// The map without the units on water or mountain, which are gone before the first turn.
    fn units_on_plain(mut self) -> Map {
        for (line, cell, kind) in self.units {
            let terrain = self.map.terrain(cell);
            if terrain != Terrain::Plain && self.rules.errs(MistakeKind::TerrainRefusesUnits) {
                self.report.problem(line, format!("the {kind} at {cell} stands on {terrain}"));
            }
            if stays_on_board(self.rules, kind, terrain) {
                self.map.mages += u16::from(kind == Kind::Mage);
                self.map.units.push((cell, kind));
            } else {
                self.report.warning(line, format!("the {kind} at {cell} stands on {terrain} and is removed"));
            }
        }
        self.map
    }

    fn number(&mut self, what: &str) -> Result<i32, BadLine> {
        self.talk.skip_blanks();
        let number = self.talk.integer();
        if self.rules.errs(MistakeKind::MissingIsZero) && number.is_err() {
            return Ok(0);
        }
        number.map_err(|error| {
            BadLine(match error {
                NotANumber::TooLarge => format!("{what} does not fit 32 bits"),
                NotANumber::Missing if matches!(self.talk.peek(), None | Some(b'\n')) => {
                    format!("{what} is missing")
                }
                NotANumber::Missing => format!("{what} should be a number, found `{}`", self.talk.word()),
            })
        })
    }
}
