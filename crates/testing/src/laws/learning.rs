//! Orders as numbers, views as arrays, states as bytes.

use super::{Lawful, is_the_same, some};
use core::ops::ControlFlow;
use game::{Actions, Layout, Log, Numbering, Paint, Picture, Seat, Silent};

/// A state comes back from the bytes it was saved as; bytes that somebody changed are refused or
/// are those of another state.
pub(super) fn saves<G: Lawful>(setup: &G::Setup, state: &G, spot: u32) -> G {
    let mut bytes = Vec::new();
    state.save(&mut bytes);
    let twin = G::load(setup, &bytes).expect("every state that was saved can be loaded");
    assert!(G::load(setup, &bytes[..spot as usize % bytes.len()]) != Some(twin.clone()), "cut off");
    let place = spot as usize * 7 % bytes.len();
    bytes[place] ^= 1 << (spot % 8);
    if let Some(other) = G::load(setup, &bytes) {
        let mut again = Vec::new();
        other.save(&mut again);
        is_the_same(&G::load(setup, &again).expect("what was loaded can be saved"), &other);
    }
    twin
}

/// The mask holds exactly the numbers of the menu and the end of the turn, and numbers mean what
/// they should.
pub(super) fn numbers_are_the_menu<G: Lawful>(setup: &G::Setup, state: &G, seat: Seat, thorough: bool) {
    let numbering = G::numbering(setup);
    let menu = menu(state, seat);
    let number = |order: &G::Order| {
        let number = state.number(numbering, seat, *order);
        number.unwrap_or_else(|| panic!("{order:?} is on the menu and has no number"))
    };
    let mut wanted: Vec<u32> = menu.iter().map(number).chain([numbering.end_of_turn()]).collect();
    wanted.sort_unstable();
    wanted.dedup();
    let found = numbers(numbering, &mask(numbering, state, seat));
    assert_eq!(found, wanted, "the mask is not the menu and the end of the turn");
    for chosen in found.iter().filter(|chosen| **chosen != numbering.end_of_turn()) {
        let order =
            state.numbered(numbering, seat, *chosen).expect("a number that may be chosen is an order's");
        assert_eq!(state.number(numbering, seat, order), Some(*chosen), "{order:?}");
        assert!(state.check(seat, order).is_ok(), "{order:?} may be chosen and is refused");
    }
    if thorough {
        numbers_come_back(numbering, state, seat);
        some(&menu, 12).for_each(|order| plays_like_its_number(numbering, state, seat, *order));
    }
}

fn numbers_come_back<G: Actions>(numbering: Numbering, state: &G, seat: Seat) {
    let all: Vec<u32> = (0..numbering.count() + 2).chain([u32::MAX]).collect();
    for number in some(&all, 5000) {
        if let Some(order) = state.numbered(numbering, seat, *number) {
            assert_eq!(state.number(numbering, seat, order), Some(*number), "{order:?}");
            assert!(*number < numbering.end_of_turn(), "{number} ends the turn or is none");
        }
    }
}

/// An order and the order of its number lead to the same state.
fn plays_like_its_number<G: Lawful>(numbering: Numbering, state: &G, seat: Seat, order: G::Order) {
    let number = state.number(numbering, seat, order);
    let other = number.and_then(|number| state.numbered(numbering, seat, number)).expect("it is on the menu");
    let after = |order| {
        let mut state = state.clone();
        state.play(seat, order, &mut Silent);
        state
    };
    assert_eq!(after(order).digest(), after(other).digest(), "{order:?} has the number of {other:?}");
}

/// The order of one of the numbers that may be chosen; none if there is none but the end of the
/// turn.
pub(super) fn choose<G: Lawful>(setup: &G::Setup, state: &G, seat: Seat, nth: u32) -> Option<G::Order> {
    let numbering = G::numbering(setup);
    let mut numbers = numbers(numbering, &mask(numbering, state, seat));
    numbers.retain(|number| *number != numbering.end_of_turn());
    let number = *numbers.get(nth as usize % numbers.len().max(1))?;
    state.numbered(numbering, seat, number)
}

fn menu<G: Actions>(state: &G, seat: Seat) -> Vec<G::Order> {
    let mut orders = Vec::new();
    let _ = state.menu(seat, |order| {
        orders.push(order);
        ControlFlow::Continue(())
    });
    orders
}

/// A mask written over garbage; the word behind it must stay.
pub(super) fn mask<G: Actions>(numbering: Numbering, state: &G, seat: Seat) -> Vec<u64> {
    let mut words = vec![0x5555_5555_5555_5555; numbering.words() + 1];
    state.mask(numbering, seat, &mut words);
    assert_eq!(words.pop(), Some(0x5555_5555_5555_5555), "written behind the mask");
    words
}

fn numbers(numbering: Numbering, mask: &[u64]) -> Vec<u32> {
    let all = 0..mask.len() as u32 * 64;
    let set: Vec<u32> = all.filter(|number| mask[(number / 64) as usize] >> (number % 64) & 1 != 0).collect();
    assert!(set.iter().all(|number| *number < numbering.count()), "a bit behind the last number");
    set
}

/// The arrays of one seat's picture.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Canvas {
    planes: Vec<u8>,
    table: Vec<i16>,
    scalars: Vec<i32>,
}

impl Canvas {
    /// Arrays full of garbage.
    fn dirty(layout: &Layout, dirt: u8) -> Self {
        Self {
            planes: vec![dirt; layout.planes_len()],
            table: vec![dirt.into(); layout.table_len()],
            scalars: vec![dirt.into(); layout.scalars.len()],
        }
    }

    fn picture(&mut self) -> Picture<'_> {
        Picture { planes: &mut self.planes, table: &mut self.table, scalars: &mut self.scalars }
    }

    /// What a seat sees, painted in full.
    pub(super) fn of<G: Paint>(layout: &Layout, state: &G, seat: Seat, dirt: u8) -> Self {
        let mut canvas = Self::dirty(layout, dirt);
        state.paint(seat, &mut canvas.picture());
        canvas
    }
}

/// A picture a seat, brought up to date through a game.
pub(super) struct Easel<G: Paint> {
    layout: Layout,
    pictures: Vec<(Canvas, G::Shown)>,
}

impl<G: Lawful> Easel<G> {
    pub(super) fn new(setup: &G::Setup, seats: u8) -> Self {
        let layout = G::layout(setup);
        let nothing = (Canvas::dirty(&layout, 77), G::Shown::default());
        Self { layout, pictures: vec![nothing; seats.into()] }
    }

    /// Bringing a picture up to date after some events and painting it anew come to the same,
    /// whatever was in the arrays.
    pub(super) fn paints(&mut self, state: &G, events: &[G::Event], moves: u32) {
        for (seat, (canvas, shown)) in (0..).map(Seat).zip(&mut self.pictures) {
            events.iter().for_each(|event| shown.tell(event.clone()));
            // Now and then a state is not painted, and the next one has more to make up for.
            if moves % 5 == 3 {
                continue;
            }
            state.repaint(seat, shown, &mut canvas.picture());
            let painted = Canvas::of(&self.layout, state, seat, moves as u8);
            if *canvas != painted {
                panic!(
                    "repainted for {seat} it is not what is painted anew: {}",
                    difference(&self.layout, canvas, &painted)
                );
            }
        }
    }
}

fn difference(layout: &Layout, one: &Canvas, two: &Canvas) -> String {
    let first = |differs: Option<usize>, names: &[&str]| {
        differs.map(|at| format!("{} at {}", names[at % names.len()], at / names.len()))
    };
    let planes = one.planes.iter().zip(&two.planes).position(|(one, two)| one != two);
    let table = one.table.iter().zip(&two.table).position(|(one, two)| one != two);
    let scalars = one.scalars.iter().zip(&two.scalars).position(|(one, two)| one != two);
    let found =
        [first(planes, layout.channels), first(table, layout.columns), first(scalars, layout.scalars)];
    format!("{found:?}")
}
