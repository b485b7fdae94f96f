//! What a seat may know, and what it can imagine.

use super::learning::{Canvas, mask};
use super::{Lawful, listed, some};
use board::SplitMix64;
use game::{Game, Seat, Viewer};

/// A memory is brought up to date; what the seat then imagines looks like the truth to it. Without
/// fog it is the truth. Returns it, if anybody looked.
pub(super) fn remembers<G: Lawful>(
    state: &G,
    seat: Seat,
    events: &[G::Event],
    memory: &mut G::Memory,
    thorough: bool,
) -> Option<G> {
    let told: Vec<G::Event> = events.iter().filter_map(|event| G::redact_for(event, seat)).collect();
    state.remember(&told, memory);
    if !thorough {
        return None;
    }
    let imagine = |seed| G::imagine(memory, &mut SplitMix64::new(seed));
    let imagined = imagine(state.digest());
    assert_eq!(imagined, imagine(state.digest()), "the same numbers drawn");
    if !G::FOG {
        assert_eq!(imagined, *state, "without fog one imagines what is");
    }
    looks_the_same(state, &imagined, seat);
    Some(imagined)
}

/// The views and the listed orders of two states are the same for a seat, and so are the answers to
/// those orders.
fn looks_the_same<G: Game>(one: &G, two: &G, seat: Seat) {
    assert_eq!(view(one, seat), view(two, seat), "what {seat} sees");
    let legal = listed(one, seat);
    assert_eq!(legal, listed(two, seat), "what {seat} may order");
    for order in some(&legal, 32) {
        assert_eq!(one.check(seat, *order), two.check(seat, *order), "{order:?}");
    }
}

fn view<G: Game>(state: &G, seat: Seat) -> String {
    let mut view = G::View::default();
    state.view(Viewer::Seat(seat), &mut view);
    let once = format!("{view:?}");
    state.view(Viewer::Seat(seat), &mut view);
    assert_eq!(once, format!("{view:?}"), "a view in a buffer that was used");
    once
}

/// All that a seat gets of two states that it cannot tell apart is the same: views, listed orders
/// and answers, masks, the orders of numbers, pictures, and what it imagines after sitting down at
/// either.
///
/// # Panics
/// If something is not.
pub fn same_to<G: Lawful>(seat: Seat, setup: &G::Setup, one: &G, two: &G) {
    looks_the_same(one, two, seat);
    let numbering = G::numbering(setup);
    let masks = [one, two].map(|state| mask(numbering, state, seat));
    assert_eq!(masks[0], masks[1], "what {seat} may choose");
    for number in 0..numbering.count() {
        assert_eq!(one.numbered(numbering, seat, number), two.numbered(numbering, seat, number));
    }
    let layout = G::layout(setup);
    let pictures = [one, two].map(|state| Canvas::of(&layout, state, seat, 0));
    assert_eq!(pictures[0], pictures[1], "what is painted for {seat}");
    let imagined = [one, two].map(|state| {
        let mut memory = G::memory(setup, seat);
        state.remember(&[], &mut memory);
        G::imagine(&memory, &mut SplitMix64::new(7))
    });
    assert_eq!(imagined[0], imagined[1], "what {seat} imagines");
}
