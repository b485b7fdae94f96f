//! A map as its lines, to take things out of it.

use crate::exercise::{Exercise, MapHeader};

/// A map with one entry a line, and what follows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct MapText {
    /// Height and width, where the map gives them.
    pub(crate) size: Option<(usize, usize)>,
    /// The entries, by sort, in the order of the header's counts.
    pub(crate) sorts: Vec<Vec<String>>,
    /// The answers, as they are.
    pub(crate) answers: Vec<Vec<u8>>,
    /// Whether the last line has a line feed.
    newline: bool,
}

impl MapText {
    /// Takes an input apart, if its map is in order and has one entry a line.
    pub(crate) fn read(exercise: &Exercise, input: &[u8]) -> Option<Self> {
        let newline = input.ends_with(b"\n");
        let text = input.strip_suffix(b"\n").unwrap_or(input);
        let mut lines = text.split(|byte| *byte == b'\n').map(<[u8]>::to_vec);
        let numbers: Vec<usize> = String::from_utf8(lines.next()?)
            .ok()?
            .split_whitespace()
            .map(|word| word.parse().ok())
            .collect::<Option<_>>()?;
        let (size, counts) = match (exercise.header, &numbers[..]) {
            (MapHeader::Counts, counts) => (None, counts),
            (MapHeader::SizeAndCounts, [rows, cols, counts @ ..]) => (Some((*rows, *cols)), counts),
            (MapHeader::SizeAndCounts, _) => return None,
        };
        if counts.len() != exercise.sorts.len() {
            return None;
        }
        let mut sorts = Vec::new();
        for count in counts {
            let entries: Vec<String> = lines
                .by_ref()
                .take(*count)
                .map(|line| String::from_utf8(line).ok())
                .collect::<Option<_>>()?;
            if entries.len() != *count || entries.iter().any(|entry| place(entry).is_none()) {
                return None;
            }
            sorts.push(entries);
        }
        Some(Self { size, sorts, answers: lines.collect(), newline })
    }

    /// The first line.
    pub(crate) fn header(&self) -> String {
        let size = self.size.iter().flat_map(|(rows, cols)| [*rows, *cols]);
        let numbers = size.chain(self.sorts.iter().map(Vec::len)).map(|number| number.to_string());
        numbers.collect::<Vec<_>>().join(" ")
    }

    /// The whole input.
    pub(crate) fn to_input(&self) -> Vec<u8> {
        let mut lines: Vec<Vec<u8>> = vec![self.header().into_bytes()];
        lines.extend(self.sorts.iter().flatten().map(|entry| entry.clone().into_bytes()));
        lines.extend(self.answers.iter().cloned());
        let mut input = lines.join(&b'\n');
        if self.newline || self.answers.is_empty() {
            input.push(b'\n');
        }
        input
    }

    /// How many entries there are.
    pub(crate) fn entries(&self) -> usize {
        self.sorts.iter().map(Vec::len).sum()
    }

    /// An entry by its place among all.
    pub(crate) fn entry(&self, at: usize) -> &str {
        self.sorts.iter().flatten().nth(at).map_or("", String::as_str)
    }

    /// The map without an entry.
    pub(crate) fn without(&self, at: usize) -> Self {
        let mut less = self.clone();
        let mut left = at;
        for entries in &mut less.sorts {
            if left < entries.len() {
                entries.remove(left);
                break;
            }
            left -= entries.len();
        }
        less
    }

    /// The map without anything on the board.
    pub(crate) fn without_entries(&self) -> Self {
        let mut less = self.clone();
        less.sorts.iter_mut().for_each(Vec::clear);
        less
    }

    /// Whether there are entries of a sort.
    pub(crate) fn has_sort(&self, sort: usize) -> bool {
        self.sorts.get(sort).is_some_and(|entries| !entries.is_empty())
    }

    /// The map without the entries of a sort.
    pub(crate) fn without_sort(&self, sort: usize) -> Self {
        let mut less = self.clone();
        less.sorts[sort].clear();
        less
    }

    /// Sides of square boards worth trying: the shorter of this board's, the longer, and a small
    /// one.
    pub(crate) fn square_sides(&self) -> Vec<usize> {
        let (rows, cols) = self.size.unwrap_or((8, 8));
        let mut sides = vec![rows.max(cols), rows.min(cols), 3];
        sides.dedup();
        sides
    }

    /// An empty square board.
    pub(crate) fn empty_square(&self, side: usize) -> Self {
        let mut board = self.without_entries();
        board.size = board.size.map(|_| (side, side));
        board
    }
}

/// The row and column of an entry.
pub(crate) fn place(entry: &str) -> Option<(usize, usize)> {
    let mut words = entry.split_whitespace().map(|word| word.parse().ok());
    Some((words.next()??, words.next()??))
}
