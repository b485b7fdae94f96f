//! Everybody against everybody, one against all, and groups for games with many seats.

/// Rounds in which everybody meets everybody once; nobody plays twice in a round.
///
/// By the circle method: with an odd number one has a rest each round.
#[must_use]
pub fn round_robin(entrants: usize) -> Vec<Vec<(usize, usize)>> {
    let seats = entrants + entrants % 2;
    let rounds = seats.saturating_sub(1);
    (0..rounds)
        .map(|round| {
            let at = |place: usize| if place == 0 { 0 } else { 1 + (round + place - 1) % rounds };
            (0..seats / 2)
                .map(|place| (at(place), at(seats - 1 - place)))
                .filter(|(one, two)| *one < entrants && *two < entrants)
                .map(|(one, two)| (one.min(two), one.max(two)))
                .collect()
        })
        .collect()
}

/// The first against everybody else.
#[must_use]
pub fn gauntlet(entrants: usize) -> Vec<(usize, usize)> {
    (1..entrants).map(|other| (0, other)).collect()
}

/// Groups for a game with `seats` seats in which every two meet about equally often and everybody
/// plays about equally often.
///
/// Each group is filled from those who played least, with whoever met its members least; ties go to
/// the smaller number. All groups there are come up before one is repeated if `count` allows it;
/// with fewer entrants than seats there are none.
#[must_use]
pub fn groups(entrants: usize, seats: usize, count: usize) -> Vec<Vec<usize>> {
    if entrants < seats || seats == 0 {
        return Vec::new();
    }
    let mut played = vec![0_u32; entrants];
    let mut met = vec![vec![0_u32; entrants]; entrants];
    let mut list: Vec<Vec<usize>> = Vec::new();
    for _ in 0..count {
        let mut group: Vec<usize> = Vec::with_capacity(seats);
        while group.len() < seats {
            let cost = |one: usize| {
                let meetings: u32 = group.iter().map(|other| met[one][*other]).sum();
                (played[one], meetings)
            };
            let free = (0..entrants).filter(|one| !group.contains(one));
            // Who played least comes first; among equals, who met the group least.
            if let Some(next) = free.min_by_key(|one| cost(*one)) {
                group.push(next);
            }
        }
        group.sort_unstable();
        for one in &group {
            played[*one] += 1;
            group.iter().for_each(|other| met[*one][*other] += 1);
        }
        list.push(group);
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn everybody_meets_everybody_once() {
        for entrants in 0..12 {
            let rounds = round_robin(entrants);
            let mut met = BTreeSet::new();
            for round in &rounds {
                let players: BTreeSet<usize> = round.iter().flat_map(|(one, two)| [*one, *two]).collect();
                assert_eq!(players.len(), 2 * round.len(), "nobody plays twice in a round");
                round.iter().for_each(|pair| assert!(met.insert(*pair)));
            }
            assert_eq!(met.len(), entrants * entrants.saturating_sub(1) / 2);
        }
    }

    #[test]
    fn groups_are_balanced() {
        for entrants in 4..10 {
            let list = groups(entrants, 4, 3 * entrants);
            let times = |one: usize| list.iter().filter(|group| group.contains(&one)).count();
            let counts: Vec<usize> = (0..entrants).map(times).collect();
            assert!(counts.iter().max().unwrap() - counts.iter().min().unwrap() <= 1, "{counts:?}");
            let meetings = |one: usize, two: usize| {
                list.iter().filter(|group| group.contains(&one) && group.contains(&two)).count()
            };
            let pairs = (0..entrants).flat_map(|one| (0..one).map(move |two| (one, two)));
            let met: Vec<usize> = pairs.map(|(one, two)| meetings(one, two)).collect();
            assert!(met.iter().min().unwrap() > &0, "{entrants}: {met:?}");
        }
        assert!(groups(3, 4, 5).is_empty());
    }
}
