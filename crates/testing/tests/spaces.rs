//! The spaces of numbers and pictures are those that learners were promised.

use game::{Actions, Layout, Numbering, Paint};

fn numbers(numbering: Numbering) -> (u32, u32, u32, u32) {
    (numbering.actors, numbering.each, numbering.others, numbering.count())
}

/// Height, width, channels; rows, columns; scalars.
fn shape(layout: Layout) -> ([usize; 3], [usize; 2], usize) {
    let planes = [layout.height, layout.width, layout.channels.len()];
    (planes, [layout.rows, layout.columns.len()], layout.scalars.len())
}

fn names_differ(layout: Layout) {
    for names in [layout.channels, layout.columns, layout.scalars] {
        let mut sorted = names.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), names.len(), "{names:?}");
    }
}

#[test]
fn breach() {
    let map = b"1 4  0 0 M  3 1 T  3 2 S  4 4 F  3 6 B";
    let setup = breach::Setup::parse(map, breach::Stage::Four).unwrap();
    assert_eq!(numbers(breach::State::numbering(&setup)), (3, 128, 0, 3 * 128 + 1));
    let layout = breach::State::layout(&setup);
    assert_eq!(shape(layout), ([8, 8, 12], [0, 0], 0));
    names_differ(layout);
}

#[test]
fn goblins() {
    let setup = goblins::Setup::parse(b"5 7 0 1 1\n0 0\n4 4 TG 3\n", goblins::Stage::Four).unwrap();
    assert_eq!(numbers(goblins::State::numbering(&setup)), (1, 10, 0, 11));
    let layout = goblins::State::layout(&setup);
    assert_eq!(shape(layout), ([5, 7, 12], [0, 0], 0));
    names_differ(layout);
}

#[test]
fn fc18() {
    let map = fc18::generate::fair(fc18::CONTEST_SIZE, 7).unwrap();
    let setup = fc18::Setup::<16>::new(map, fc18::Rules::MANUAL).unwrap();
    assert_eq!(numbers(fc18::Fc18::numbering(&setup)), (30, 32, 0, 30 * 32 + 1));
    let layout = fc18::Fc18::layout(&setup);
    assert_eq!(shape(layout), ([15, 15, 42], [30, 16], 32));
    names_differ(layout);
}

#[test]
fn deepblue() {
    let map = deepblue::ENTRY.maps().iter().find(|(name, _)| *name == "training").unwrap().1;
    let setup = deepblue::formats::map_file::read(map.as_bytes(), deepblue::Rules::DOCUMENT).unwrap();
    let (actors, each, others, count) = numbers(deepblue::State::numbering(&setup));
    assert!((1..=128).contains(&actors));
    assert_eq!((each, others, count), (314 + 578, 6, actors * 892 + 6 + 1));
    let layout = deepblue::State::layout(&setup);
    let size = setup.chart().size;
    assert_eq!(shape(layout), ([size.rows.into(), size.cols.into(), 4], [256, 12], 12));
    names_differ(layout);
}
