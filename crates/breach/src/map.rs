//! The map file.

use crate::kinds::{Kind, Stage, Terrain};
use crate::state::SIZE;
use alloc::format;
use alloc::string::{String, ToString};
use board::{Cell, Mask8};
use core::fmt::Write;
use game::console::{DialogueIo, NotANumber, Transcript};
use game::{Diagnostics, ProblemsWanted};

/// A valid map, with the stage it is played in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Setup {
    pub(crate) stage: Stage,
    pub(crate) mountains: Mask8,
    pub(crate) oceans: Mask8,
    pub(crate) forests: Mask8,
    pub(crate) units: [Mask8; 5],
}

impl Setup {
    /// Reads a map from a file's contents. What follows the last entry is ignored.
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

    /// Reads a map from the beginning of a dialogue, up to its last entry.
    pub fn read(
        talk: &mut DialogueIo<'_>,
        stage: Stage,
        patience: ProblemsWanted,
        report: &mut Diagnostics,
    ) -> Option<Self> {
        let setup = Self { stage, ..Self::default() };
        let mut reader = Reader { talk, patience, report, setup };
        // The reader has reported why it gave up; whether the map is usable is the report's to say.
        let _ = reader.map();
        let setup = reader.setup;
        report.is_usable().then_some(setup)
    }

    /// The map as text, one entry a line, in row-major order.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        let mut counts = (0, 0);
        for cell in SIZE.cells() {
            if let Some(letter) = self.terrain(cell).letter() {
                let _ = writeln!(text, "{} {} {}", cell.row, cell.col, letter as char);
                counts.0 += 1;
            }
        }
        for cell in SIZE.cells() {
            if let Some(kind) = Kind::ALL.into_iter().find(|kind| self.units[*kind as usize].has(cell)) {
                let letter = kind.figures().letter as char;
                let _ = writeln!(text, "{} {} {letter}", cell.row, cell.col);
                counts.1 += 1;
            }
        }
        format!("{} {}\n{text}", counts.0, counts.1)
    }

    pub(crate) fn terrain(&self, cell: Cell) -> Terrain {
        let mut laid = Terrain::NAMED.into_iter().zip([self.mountains, self.oceans, self.forests]);
        laid.find(|(_, set)| set.has(cell)).map_or(Terrain::Plain, |(terrain, _)| terrain)
    }

    fn lay(&mut self, cell: Cell, terrain: Terrain) {
        for (set, its) in [
            (&mut self.mountains, Terrain::Mountain),
            (&mut self.oceans, Terrain::Ocean),
            (&mut self.forests, Terrain::Forest),
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

struct Reader<'a, 'b> {
    talk: &'a mut DialogueIo<'b>,
    patience: ProblemsWanted,
    report: &'a mut Diagnostics,
    setup: Setup,
}

/// One line of a map: a cell and a letter, and the line it stands on.
struct Entry {
    line: u32,
    cell: Cell,
    letter: u8,
}

impl Reader<'_, '_> {
    fn map(&mut self) -> Result<(), GaveUp> {
        let terrains = self.count("terrain entries")?;
        let units = self.count("units")?;
        for number in 1..=terrains {
            if let Some(entry) = self.entry("terrain", number, terrains)? {
                self.add_terrain(&entry)?;
            }
        }
        for number in 1..=units {
            if let Some(entry) = self.entry("unit", number, units)? {
                self.add_unit(&entry)?;
            }
        }
        Ok(())
    }

    fn count(&mut self, what: &str) -> Result<i32, GaveUp> {
        self.talk.skip_white();
        let line = self.talk.line();
        match self.talk.integer() {
            Ok(count) if count < 0 => {
                self.report.warning(line, format!("the number of {what} is {count}; it is taken as 0"));
                Ok(0)
            }
            Ok(count) => Ok(count),
            // Without the counts nobody knows what the rest means.
            Err(error) => {
                self.bad_number(line, &format!("the number of {what}"), error);
                Err(GaveUp)
            }
        }
    }

    /// Reads one entry; none if there is something wrong with it.
    fn entry(&mut self, what: &str, number: i32, of: i32) -> Result<Option<Entry>, GaveUp> {
        self.talk.skip_white();
        let line = self.talk.line();
        if self.talk.peek().is_none() {
            self.report.problem(line, format!("the map ends before {what} {number} of {of}"));
            return Err(GaveUp);
        }
        let name = format!("{what} {number} of {of}");
        let Some((row, col)) = self.coordinates(&name)? else {
            // The next line is the best guess of where the next entry begins.
            self.talk.skip_line();
            return Ok(None);
        };
        self.talk.skip_white();
        let line = self.talk.line();
        let word = self.talk.word();
        let Some(&[letter]) = word.short() else {
            let found = if word.short() == Some(b"") { "nothing".to_string() } else { format!("`{word}`") };
            self.problem(line, format!("{name}: expected one letter, found {found}"))?;
            return Ok(None);
        };
        let Some(cell) = SIZE.cell(row, col) else {
            let text = format!("{name}: ({row}, {col}) is off the board: rows and columns go from 0 to 7");
            self.problem(line, text)?;
            return Ok(None);
        };
        Ok(Some(Entry { line, cell, letter }))
    }

    fn coordinates(&mut self, entry: &str) -> Result<Option<(i32, i32)>, GaveUp> {
        let Some(row) = self.number(entry, "row")? else { return Ok(None) };
        Ok(self.number(entry, "column")?.map(|col| (row, col)))
    }

    fn number(&mut self, entry: &str, what: &str) -> Result<Option<i32>, GaveUp> {
        self.talk.skip_white();
        let line = self.talk.line();
        match self.talk.integer() {
            Ok(number) => Ok(Some(number)),
            Err(error) => {
                self.bad_number(line, &format!("{entry}: the {what}"), error);
                self.go_on().map(|()| None)
            }
        }
    }

    fn add_terrain(&mut self, entry: &Entry) -> Result<(), GaveUp> {
        let Entry { line, cell, letter } = *entry;
        let letters = if self.setup.stage >= Terrain::Forest.since() { "M, O or W" } else { "M or O" };
        let Some(terrain) =
            Terrain::from_letter(letter).filter(|terrain| terrain.since() <= self.setup.stage)
        else {
            let found = letter.escape_ascii();
            return self.problem(line, format!("`{found}` is no terrain of this stage; expected {letters}"));
        };
        let before = self.setup.terrain(cell);
        if before != Terrain::Plain {
            self.report.warning(line, format!("{cell} was {before} already; it becomes {terrain}"));
        }
        self.setup.lay(cell, terrain);
        Ok(())
    }

    fn add_unit(&mut self, entry: &Entry) -> Result<(), GaveUp> {
        let Entry { line, cell, letter } = *entry;
        let stage = self.setup.stage;
        let Some(kind) = Kind::from_letter(letter).filter(|kind| kind.figures().since <= stage) else {
            let known = Kind::ALL.into_iter().filter(|kind| kind.figures().since <= stage);
            let letters = known.map(|kind| kind.figures().letter as char).collect::<String>();
            let found = letter.escape_ascii();
            return self.problem(
                line,
                format!("`{found}` is no unit of this stage; expected one letter of {letters}"),
            );
        };
        if self.setup.units.iter().any(|set| set.has(cell)) {
            self.report.warning(line, format!("there is a unit at {cell} already; this {kind} is left out"));
        } else {
            self.setup.units[kind as usize].insert(cell);
        }
        Ok(())
    }

    fn bad_number(&mut self, line: u32, what: &str, error: NotANumber) {
        let text = match error {
            NotANumber::TooLarge => format!("{what} does not fit 32 bits"),
            NotANumber::Missing if self.talk.peek().is_none() => {
                format!("{what} is missing: the map ends here")
            }
            NotANumber::Missing => format!("{what} should be a number, found `{}`", self.talk.word()),
        };
        self.report.problem(line, text);
    }

    fn problem(&mut self, line: u32, text: String) -> Result<(), GaveUp> {
        self.report.problem(line, text);
        self.go_on()
    }

    fn go_on(&self) -> Result<(), GaveUp> {
        match self.patience {
            ProblemsWanted::FirstProblem => Err(GaveUp),
            ProblemsWanted::AllProblems => Ok(()),
        }
    }
}
