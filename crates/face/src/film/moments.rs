//! The key moments of a match: at most twenty, found when it is over.

use super::{Contest, Event, Film};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use game::Words;
use game::sentence::Weight;

/// The most key moments of a film.
pub const MOST_MOMENTS: usize = 20;

/// A moment that a reader should see.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moment {
    /// Which frame.
    pub frame: u32,
    /// What happened: one of the frame's events, or who took the lead and where the match was
    /// decided, which no event tells.
    pub event: Event,
    /// Why it matters.
    pub kind: MomentKind,
}

/// Why a moment matters. From what matters least to what matters most.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum MomentKind {
    /// Somebody is lost, in a game without scores.
    Loss,
    /// Something changes hands for the last time, or is gone for good.
    ForGood,
    /// Somebody else takes the lead, and keeps it for a while.
    Lead,
    /// The first loss.
    FirstBlood,
    /// The stretch in which the winner gained most on the next.
    Swing,
    /// Somebody is out, or the match is decided.
    Decision,
}

impl MomentKind {
    /// All kinds, in order.
    pub const ALL: [Self; 6] =
        [Self::Loss, Self::ForGood, Self::Lead, Self::FirstBlood, Self::Swing, Self::Decision];

    /// What people call it.
    #[must_use]
    pub const fn words(self) -> Words {
        match self {
            Self::Loss => Words("loss", "损失"),
            Self::ForGood => Words("lost for good", "永久失去"),
            Self::Lead => Words("lead change", "领先易主"),
            Self::FirstBlood => Words("first blood", "首次损失"),
            Self::Swing => Words("decisive swing", "决定性转折"),
            Self::Decision => Words("decision", "胜负"),
        }
    }
}

/// Chooses the key moments, in the order in which they happened.
pub(super) fn find(film: &Film) -> Vec<Moment> {
    let mut candidates = told(film);
    if let Some(contest) = film.cast.contest {
        candidates.extend(lead_changes(film, contest).into_iter().map(|change| {
            let event = change.event(film, contest);
            (Moment { frame: change.frame as u32, event, kind: MomentKind::Lead }, change.lasts)
        }));
        candidates.extend(swing(film, contest).map(|moment| (moment, 0)));
    }
    // The most important first; of equals what lasts longest.
    candidates.sort_by_key(|(moment, worth)| core::cmp::Reverse((moment.kind, *worth)));
    candidates.truncate(MOST_MOMENTS);
    let mut moments: Vec<Moment> = candidates.into_iter().map(|(moment, _)| moment).collect();
    moments.sort_by_key(|moment| (moment.frame, moment.kind));
    moments
}

/// Key moments among what was told, each with how long its effect lasts.
fn told(film: &Film) -> Vec<(Moment, usize)> {
    let mut found = Vec::new();
    let mut blood = false;
    // The last time that each piece changed hands.
    let mut hands: BTreeMap<i32, Moment> = BTreeMap::new();
    let frames = film.frames.len();
    let events = film
        .frames
        .iter()
        .enumerate()
        .flat_map(|(frame, shown)| shown.events.iter().map(move |told| (frame, told)));
    for (frame, told) in events {
        let Some(kind) = film.cast.events.get(usize::from(told.kind)) else { continue };
        let moment = |kind| Moment { frame: frame as u32, event: told.clone(), kind };
        let worth = frames - frame;
        let owner = loser(film, frame, told);
        match kind.mark {
            Weight::Decision => found.push((moment(MomentKind::Decision), worth)),
            // What belonged to nobody is nobody's loss, and may have been somebody's before.
            Weight::Capture if owner.is_some_and(|side| usize::from(side) >= film.cast.sides.len()) => {
                told.args.first().map(|piece| hands.remove(piece));
            }
            Weight::Loss | Weight::Capture if !blood => {
                blood = true;
                found.push((moment(MomentKind::FirstBlood), worth));
            }
            Weight::Capture => {
                if let Some(piece) = told.args.first() {
                    hands.insert(*piece, moment(MomentKind::ForGood));
                }
            }
            Weight::Loss if film.cast.contest.is_none() => {
                // Who plays wants to know of its own losses first.
                let own = owner.is_some_and(|side| side < film.cast.seats);
                found.push((moment(MomentKind::Loss), if own { worth + frames } else { worth }));
            }
            _ => {}
        }
    }
    found.extend(hands.into_values().map(|moment| {
        let worth = frames - moment.frame as usize;
        (moment, worth)
    }));
    found
}

/// Whose piece an event is about.
fn loser(film: &Film, frame: usize, told: &Event) -> Option<u8> {
    let piece = u32::try_from(*told.args.first()?).ok()?;
    let before = film.frames.get(frame.checked_sub(1)?)?;
    before.placed.iter().find(|placed| placed.piece == piece).map(|placed| placed.side)
}

/// Somebody else takes the lead.
struct LeadChange {
    frame: usize,
    to: usize,
    from: usize,
    /// For how many frames nobody else leads.
    lasts: usize,
}

impl LeadChange {
    fn event(&self, film: &Film, contest: Contest) -> Event {
        let value = |seat| clamp(value(film, contest, self.frame, seat));
        let args = [self.to as i32, self.from as i32, value(self.to), value(self.from)];
        Event::new(contest.lead, &args, &[])
    }
}

/// The changes of lead that last: longer than one frame in fifty.
fn lead_changes(film: &Film, contest: Contest) -> Vec<LeadChange> {
    let least = film.frames.len() / 50 + 2;
    // Who leads from which frame on; where nobody does alone, whoever did before still counts as
    // leading.
    let mut leads: Vec<(usize, usize)> = Vec::new();
    for frame in 0..film.frames.len() {
        if let Some(leader) = leader(film, contest, frame)
            && leads.last().is_none_or(|(_, before)| *before != leader)
        {
            leads.push((frame, leader));
        }
    }
    let ends = leads.iter().skip(1).map(|(frame, _)| *frame).chain([film.frames.len()]).collect::<Vec<_>>();
    let mut changes = Vec::new();
    let mut from: Option<usize> = None;
    for ((frame, to), end) in leads.into_iter().zip(ends) {
        // The lead with which a match ends counts however short it is.
        if end - frame < least && end < film.frames.len() {
            continue;
        }
        if let Some(from) = from.replace(to).filter(|from| *from != to) {
            changes.push(LeadChange { frame, to, from, lasts: end - frame });
        }
    }
    changes
}

/// The seat that has more than any other.
fn leader(film: &Film, contest: Contest, frame: usize) -> Option<usize> {
    let seats = 0..usize::from(film.cast.seats);
    let best = seats.clone().max_by_key(|seat| value(film, contest, frame, *seat))?;
    let most = value(film, contest, frame, best);
    (seats.filter(|seat| value(film, contest, frame, *seat) == most).count() == 1).then_some(best)
}

fn value(film: &Film, contest: Contest, frame: usize, seat: usize) -> i64 {
    film.frames
        .get(frame)
        .and_then(|frame| frame.measures.get(contest.measure)?.get(seat).copied())
        .unwrap_or(0)
}

fn clamp(value: i64) -> i32 {
    value.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

/// Where the winner gained most on the next within a twelfth of the match.
fn swing(film: &Film, contest: Contest) -> Option<Moment> {
    let (winner, rival) = first_two(film)?;
    let last = film.frames.len().checked_sub(1)?;
    let wide = (film.frames.len() / 12).max(1);
    let margin =
        |frame| value(film, contest, frame, winner).saturating_sub(value(film, contest, frame, rival));
    let gain = |from: usize| margin(from + wide).saturating_sub(margin(from));
    // Of equal ones the first.
    let from = (0..=last.checked_sub(wide)?).rev().max_by_key(|from| gain(*from))?;
    let gained = gain(from);
    let until = film.frames[from + wide].stamp[0];
    let args = [winner as i32, rival as i32, clamp(gained), clamp(until.into())];
    (gained > 0).then(|| Moment {
        frame: from as u32 + 1,
        event: Event::new(contest.swing, &args, &[]),
        kind: MomentKind::Swing,
    })
}

/// The winner and the next, if somebody has won alone.
fn first_two(film: &Film) -> Option<(usize, usize)> {
    let mut seats: Vec<usize> = (0..film.standings.len()).collect();
    seats.sort_by_key(|seat| film.standings[*seat].0);
    let [first, next, ..] = seats[..] else { return None };
    (film.standings[first].0 < film.standings[next].0).then_some((first, next))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::film::{Cast, Frame, Known, NONE, Placed, Text, event_kinds};
    use alloc::vec;

    game::sentences! {
        enum Sentence {
            Fell: Loss, Burst, "{0p} falls", "{0p}阵亡";
            Taken: Capture, Glow, "{0p} is taken", "{0p}被占领";
            Won: Decision, None, "{0s} wins", "{0s}获胜";
            Lead: News, None, "{0s} leads {1s}, {2n} to {3n}", "{0s}领先{1s}，{2n} 比 {3n}";
            Swing: News, None, "{0s} gains {2n} on {1s} until {3n}", "{0s}多得{1s} {2n} 分，到 {3n}";
        }
    }

    /// A match of two by these scores.
    fn film(scores: &[[i64; 2]]) -> Film {
        let contest = Contest { measure: 0, lead: Sentence::Lead as u8, swing: Sentence::Swing as u8 };
        let cast = Cast {
            seats: 2,
            sides: vec![Text::name("a"), Text::name("b")],
            events: event_kinds(Sentence::TABLE),
            contest: Some(contest),
            ..Cast::default()
        };
        let frame = |(number, scores): (u32, &[i64; 2])| Frame {
            stamp: [number, 0],
            measures: vec![scores.to_vec()],
            ..Frame::default()
        };
        let last = scores.last().copied().unwrap_or_default();
        let place = |seat: usize| if last[seat] >= last[1 - seat] { 1 } else { 2 };
        Film {
            frames: (0..).zip(scores).map(frame).collect(),
            standings: vec![(place(0), last[0]), (place(1), last[1])],
            ..Film::new(cast)
        }
    }

    /// The frames and kinds of the key moments.
    fn kinds(film: &Film) -> Vec<(u32, MomentKind)> {
        find(film).iter().map(|moment| (moment.frame, moment.kind)).collect()
    }

    #[test]
    fn a_lead_must_last_to_be_a_key_moment() {
        let mut scores = vec![[1, 0]; 10];
        // Somebody else for one frame, then nobody, then somebody else for good.
        scores.extend([[1, 2], [3, 2], [3, 3]]);
        scores.extend(vec![[3, 5]; 10]);
        let found = find(&film(&scores));
        let leads: Vec<&Moment> = found.iter().filter(|moment| moment.kind == MomentKind::Lead).collect();
        assert_eq!(leads.len(), 1, "{found:?}");
        assert_eq!((leads[0].frame, &leads[0].event.args[..]), (13, &[1, 0, 5, 3][..]));
    }

    #[test]
    fn the_swing_is_where_the_winner_gained_most() {
        let mut scores: Vec<[i64; 2]> = (0..24).map(|turn| [turn, turn]).collect();
        scores[12..].iter_mut().for_each(|scores| scores[1] += 40);
        let found = find(&film(&scores));
        let swing = found.iter().find(|moment| moment.kind == MomentKind::Swing).unwrap();
        assert!((11..=12).contains(&swing.frame), "{swing:?}");
        assert_eq!(swing.event.args[..3], [1, 0, 40]);
    }

    #[test]
    fn only_the_last_change_of_hands_counts() {
        let mut film = film(&[[0, 0], [1, 0], [1, 0], [2, 0], [3, 0]]);
        let event = |sentence: Sentence, piece| Event::new(sentence as u8, &[piece], &[]);
        film.frames[1].events = vec![event(Sentence::Fell, 9), event(Sentence::Taken, 4)];
        film.frames[2].events = vec![event(Sentence::Taken, 4), event(Sentence::Fell, 8)];
        film.frames[4].events = vec![event(Sentence::Won, 0)];
        let wanted = [
            (1, MomentKind::FirstBlood),
            (1, MomentKind::Swing),
            (2, MomentKind::ForGood),
            (4, MomentKind::Decision),
        ];
        assert_eq!(kinds(&film), wanted);
    }

    #[test]
    fn what_was_nobodys_is_not_lost() {
        let mut film = film(&[[0, 0], [0, 0], [0, 0]]);
        film.frames[0].placed.push(Placed {
            piece: 4,
            cell: 0,
            side: 2,
            level: NONE,
            health: NONE,
            full: NONE,
            known: vec![Known::Seen; 2],
            figures: vec![],
        });
        film.frames[1].events.push(Event::new(Sentence::Taken as u8, &[4], &[]));
        assert_eq!(kinds(&film), []);
    }

    #[test]
    fn there_are_never_more_than_twenty() {
        let mut film = film(&vec![[1, 0]; 100]);
        for (piece, frame) in (0..).zip(&mut film.frames) {
            frame.events.push(Event::new(Sentence::Taken as u8, &[piece], &[]));
        }
        film.frames[99].events.push(Event::new(Sentence::Won as u8, &[0], &[]));
        assert_eq!(find(&film).len(), MOST_MOMENTS);
        assert_eq!(kinds(&film).last(), Some(&(99, MomentKind::Decision)), "the end is among them");
    }
}
