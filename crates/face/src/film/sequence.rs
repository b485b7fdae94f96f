//! Which events of a frame are played after which.

use super::{Event, EventKind};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use game::sentence::{EventDrawing, Weight};

/// Gives every event of a frame its step: events of one step are played at once, steps one after
/// the other.
///
/// An event comes after what moved the pieces and cells it concerns. What is done *to* somebody (a
/// push, a hit, a death) also comes after the last shot or strike told before it, and after
/// everything that happened to the same piece or cell. `phase` says which part of the turn an event
/// belongs to: later phases begin when everything of the earlier ones is over.
pub fn arrange(events: &mut [Event], kinds: &[EventKind], phase: impl Fn(u8) -> u8) {
    let mut schedule = Schedule::default();
    for event in events {
        let Some(kind) = kinds.get(usize::from(event.kind)) else { continue };
        event.step = schedule.place(event, kind, phase(event.kind));
    }
}

/// Something that takes part in events: a piece or a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Thing {
    Piece(i32),
    Cell(u32),
}

/// When everything is free again; 0 is the first step.
#[derive(Default)]
struct Schedule {
    /// The step after a thing last moved, or was moved from or to.
    moved: BTreeMap<Thing, u8>,
    /// The step after a thing was last concerned.
    used: BTreeMap<Thing, u8>,
    /// The step after the last shot or strike.
    struck: u8,
    /// The step after the last event.
    end: u8,
    /// The step with which the present phase begins.
    floor: u8,
    phase: u8,
}

impl Schedule {
    fn place(&mut self, event: &Event, kind: &EventKind, phase: u8) -> u8 {
        if phase > self.phase {
            (self.phase, self.floor) = (phase, self.end);
        }
        let (moves, suffered) = (is_movement(kind.trace), is_suffered(kind.trace));
        if kind.trace == EventDrawing::None {
            return self.end.saturating_sub(1);
        }
        let things = things(event, kind);
        let free = if moves || suffered { &self.used } else { &self.moved };
        let mut step = things.iter().filter_map(|thing| free.get(thing)).copied().fold(self.floor, u8::max);
        if suffered {
            step = step.max(self.struck);
        }
        let after = step.saturating_add(1);
        for thing in things {
            raise(&mut self.used, thing, after);
            if moves {
                raise(&mut self.moved, thing, after);
            }
        }
        if kind.trace == EventDrawing::Shot || kind.mark == Weight::Battle {
            self.struck = after;
        }
        self.end = self.end.max(after);
        step
    }
}

fn raise(steps: &mut BTreeMap<Thing, u8>, thing: Thing, to: u8) {
    let step = steps.entry(thing).or_default();
    *step = to.max(*step);
}

fn is_movement(trace: EventDrawing) -> bool {
    matches!(trace, EventDrawing::Way | EventDrawing::Slide)
}

/// Whether what is drawn so is done to somebody, by what was told before.
fn is_suffered(trace: EventDrawing) -> bool {
    matches!(trace, EventDrawing::Slide | EventDrawing::Burst | EventDrawing::Glow)
}

/// The pieces that a sentence names, and the cells that it is drawn on.
fn things(event: &Event, kind: &EventKind) -> Vec<Thing> {
    let named = kind.text.en.split('{').skip(1).filter_map(|rest| rest.split('}').next());
    let pieces = named.filter_map(|slot| slot.strip_suffix('p')?.parse::<usize>().ok());
    let pieces = pieces.filter_map(|place| event.args.get(place)).map(|piece| Thing::Piece(*piece));
    pieces.chain(event.cells.iter().map(|cell| Thing::Cell(*cell))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::film::event_kinds;

    game::sentences! {
        enum Sentence {
            Moved: Routine, Way, "{0p} moves", "{0p}移动";
            Fired: Battle, Shot, "{0p} fires at {1c}", "{0p}向 {1c} 开火";
            Hurt: News, Burst, "{0p} is hurt", "{0p}受伤";
            Pushed: News, Slide, "{0p} is pushed", "{0p}被击退";
            Died: Loss, Burst, "{0p} dies", "{0p}阵亡";
            Said: Routine, None, "the turn ends", "回合结束";
        }
    }
    use Sentence::{Died, Fired, Hurt, Moved, Pushed, Said};

    /// The steps of events, each a sentence with its piece and its cells.
    fn steps(told: &[(Sentence, i32, &[u32])], phase: impl Fn(u8) -> u8) -> Vec<u8> {
        let event = |(sentence, piece, cells): &(Sentence, i32, &[u32])| {
            let args = [*piece, cells.last().map_or(0, |cell| *cell as i32)];
            Event::new(*sentence as u8, &args, cells)
        };
        let mut events: Vec<Event> = told.iter().map(event).collect();
        arrange(&mut events, &event_kinds(Sentence::TABLE), phase);
        events.iter().map(|event| event.step).collect()
    }

    #[test]
    fn a_shell_flies_lands_pushes_and_kills() {
        let told: &[(Sentence, i32, &[u32])] =
            &[(Fired, 1, &[0, 3]), (Hurt, 2, &[3]), (Pushed, 2, &[3, 4]), (Died, 2, &[4])];
        assert_eq!(steps(told, |_| 0), [0, 1, 2, 3]);
    }

    #[test]
    fn a_blast_pushes_all_around_at_once_after_it_landed() {
        let told: &[(Sentence, i32, &[u32])] =
            &[(Fired, 1, &[0, 9]), (Pushed, 2, &[8, 7]), (Pushed, 3, &[10, 11]), (Said, 0, &[])];
        assert_eq!(steps(told, |_| 0), [0, 1, 1, 1]);
    }

    #[test]
    fn what_has_nothing_to_do_with_each_other_happens_at_once() {
        let told: &[(Sentence, i32, &[u32])] = &[
            (Moved, 1, &[0, 1]),
            (Moved, 1, &[1, 2]),
            (Moved, 2, &[5, 6]),
            (Fired, 1, &[2, 9]),
            (Fired, 3, &[8, 9]),
            // Where somebody else stood a moment ago.
            (Moved, 4, &[4, 5]),
        ];
        assert_eq!(steps(told, |_| 0), [0, 1, 0, 2, 0, 1]);
    }

    #[test]
    fn a_phase_waits_for_the_one_before() {
        let told: &[(Sentence, i32, &[u32])] = &[(Fired, 1, &[0, 3]), (Died, 2, &[3]), (Moved, 3, &[7, 8])];
        let phase = |sentence| u8::from(sentence == Moved as u8);
        assert_eq!(steps(told, phase), [0, 1, 2]);
        assert_eq!(steps(&told[2..], phase), [0], "nothing to wait for");
    }

    #[test]
    fn the_longest_frame_has_steps_too() {
        let told: Vec<(Sentence, i32, &[u32])> = (0..600).map(|_| (Moved, 1, &[0, 1][..])).collect();
        assert_eq!(steps(&told, |_| 0).last(), Some(&u8::MAX));
    }
}
