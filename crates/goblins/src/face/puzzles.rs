//! What the bundled puzzles are called, and how hard they are: tests of the solver prove all of it.

use face::MapInfo;
use game::Words;

/// In the order in which they are offered.
pub(super) const PUZZLES: &[MapInfo] = &[
    MapInfo::puzzle("puzzle-01", Words("Puzzle 1", "残局 1"), 1, 1),
    MapInfo::puzzle("puzzle-02", Words("Puzzle 2", "残局 2"), 1, 2),
    MapInfo::puzzle("puzzle-03", Words("Puzzle 3", "残局 3"), 1, 2),
    MapInfo::puzzle("puzzle-04", Words("Puzzle 4", "残局 4"), 1, 2),
    MapInfo::puzzle("puzzle-05", Words("Puzzle 5", "残局 5"), 1, 2),
    MapInfo::puzzle("puzzle-06", Words("Puzzle 6", "残局 6"), 1, 2),
    MapInfo::puzzle("puzzle-07", Words("Puzzle 7", "残局 7"), 1, 3),
    MapInfo::puzzle("puzzle-08", Words("Puzzle 8", "残局 8"), 1, 3),
    MapInfo::puzzle("puzzle-09", Words("Puzzle 9", "残局 9"), 2, 1),
    MapInfo::puzzle("puzzle-10", Words("Puzzle 10", "残局 10"), 2, 2),
    MapInfo::puzzle("puzzle-11", Words("Puzzle 11", "残局 11"), 2, 2),
    MapInfo::puzzle("puzzle-12", Words("Puzzle 12", "残局 12"), 2, 2),
    MapInfo::puzzle("puzzle-13", Words("Puzzle 13", "残局 13"), 2, 2),
    MapInfo::puzzle("puzzle-14", Words("Puzzle 14", "残局 14"), 2, 2),
    MapInfo::puzzle("puzzle-15", Words("Puzzle 15", "残局 15"), 2, 3),
    MapInfo::puzzle("puzzle-16", Words("Puzzle 16", "残局 16"), 2, 3),
    MapInfo::puzzle("puzzle-17", Words("Puzzle 17", "残局 17"), 2, 3),
    MapInfo::puzzle("puzzle-18", Words("Puzzle 18", "残局 18"), 2, 3),
    MapInfo::puzzle("puzzle-19", Words("Puzzle 19", "残局 19"), 2, 3),
    MapInfo::puzzle("puzzle-20", Words("Puzzle 20", "残局 20"), 2, 3),
    MapInfo::puzzle("puzzle-21", Words("Puzzle 21", "残局 21"), 3, 1),
    MapInfo::puzzle("puzzle-22", Words("Puzzle 22", "残局 22"), 3, 1),
    MapInfo::puzzle("puzzle-23", Words("Puzzle 23", "残局 23"), 3, 1),
    MapInfo::puzzle("puzzle-24", Words("Puzzle 24", "残局 24"), 3, 1),
    MapInfo::puzzle("puzzle-25", Words("Puzzle 25", "残局 25"), 3, 2),
];
