//! The bundled puzzles: maps on which exactly one first turn wins in time. `sandtable puzzle` makes
//! such maps.

/// Name and map, from easy to hard.
pub(crate) const PUZZLES: &[(&str, &str)] = &[
    ("puzzle-01", include_str!("../../../maps/goblins/puzzles/puzzle-01.map")),
    ("puzzle-02", include_str!("../../../maps/goblins/puzzles/puzzle-02.map")),
    ("puzzle-03", include_str!("../../../maps/goblins/puzzles/puzzle-03.map")),
    ("puzzle-04", include_str!("../../../maps/goblins/puzzles/puzzle-04.map")),
    ("puzzle-05", include_str!("../../../maps/goblins/puzzles/puzzle-05.map")),
    ("puzzle-06", include_str!("../../../maps/goblins/puzzles/puzzle-06.map")),
    ("puzzle-07", include_str!("../../../maps/goblins/puzzles/puzzle-07.map")),
    ("puzzle-08", include_str!("../../../maps/goblins/puzzles/puzzle-08.map")),
    ("puzzle-09", include_str!("../../../maps/goblins/puzzles/puzzle-09.map")),
    ("puzzle-10", include_str!("../../../maps/goblins/puzzles/puzzle-10.map")),
    ("puzzle-11", include_str!("../../../maps/goblins/puzzles/puzzle-11.map")),
    ("puzzle-12", include_str!("../../../maps/goblins/puzzles/puzzle-12.map")),
    ("puzzle-13", include_str!("../../../maps/goblins/puzzles/puzzle-13.map")),
    ("puzzle-14", include_str!("../../../maps/goblins/puzzles/puzzle-14.map")),
    ("puzzle-15", include_str!("../../../maps/goblins/puzzles/puzzle-15.map")),
    ("puzzle-16", include_str!("../../../maps/goblins/puzzles/puzzle-16.map")),
    ("puzzle-17", include_str!("../../../maps/goblins/puzzles/puzzle-17.map")),
    ("puzzle-18", include_str!("../../../maps/goblins/puzzles/puzzle-18.map")),
    ("puzzle-19", include_str!("../../../maps/goblins/puzzles/puzzle-19.map")),
    ("puzzle-20", include_str!("../../../maps/goblins/puzzles/puzzle-20.map")),
    ("puzzle-21", include_str!("../../../maps/goblins/puzzles/puzzle-21.map")),
    ("puzzle-22", include_str!("../../../maps/goblins/puzzles/puzzle-22.map")),
    ("puzzle-23", include_str!("../../../maps/goblins/puzzles/puzzle-23.map")),
    ("puzzle-24", include_str!("../../../maps/goblins/puzzles/puzzle-24.map")),
    ("puzzle-25", include_str!("../../../maps/goblins/puzzles/puzzle-25.map")),
];
