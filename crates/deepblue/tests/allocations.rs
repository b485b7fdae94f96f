//! A settled round allocates nothing once the ways are known.
#![allow(unsafe_code, reason = "counting allocations means being the allocator")]

mod common;

use board::SplitMix64;
use common::{World, random_order};
use deepblue::{Order, State, View};
use game::{Game, Seat, Silent, Viewer};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, counting for each thread.
struct Counting;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: everything is handed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller keeps the contract of `alloc`, which is the system's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the memory came from `alloc` above, that is, from the system.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations() -> u64 {
    COUNT.with(Cell::get)
}

/// Plays recorded orders, and fills a view for each seat after every round.
fn play(state: &mut State, rounds: &[Vec<(Seat, Order)>], views: &mut [View; 2]) {
    for round in rounds {
        for (seat, order) in round {
            let _ = state.submit(*seat, *order, &mut Silent);
        }
        for seat in [Seat(0), Seat(1)] {
            state.end_turn(seat, &mut Silent);
        }
        for seat in [Seat(0), Seat(1)] {
            state.view(Viewer::Seat(seat), &mut views[seat.index()]);
        }
    }
}

#[test]
fn a_warm_round_allocates_nothing() {
    for seed in 0..20 {
        let start = World::new(seed).state();
        let mut random = SplitMix64::new(seed);
        let mut order = || (Seat(random.below(2) as u8), random_order(&start, &mut random));
        let rounds: Vec<Vec<_>> = (0..20).map(|_| (0..40).map(|_| order()).collect()).collect();
        let mut views = [View::default(), View::default()];
        play(&mut start.clone(), &rounds, &mut views);
        let mut state = start.clone();
        let before = allocations();
        play(&mut state, &rounds, &mut views);
        assert_eq!(allocations() - before, 0, "seed {seed}");
    }
    let start = World::new(1).state();
    let before = allocations();
    std::hint::black_box(start.clone());
    assert_eq!(allocations() - before, 0, "a copy");
}
