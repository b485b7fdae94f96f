//! The games of a block: one map and one seed, with the seats exchanged.

/// Who sits where: for each seat, the number of the entrant among those of the block.
pub type Seating = Vec<usize>;

/// Every order in which the entrants of a block can sit, one entrant a seat, in lexicographic
/// order.
///
/// Two games for two seats, 24 for four.
#[must_use]
pub fn all_orders(seats: usize) -> Vec<Seating> {
    let mut orders = vec![Vec::new()];
    for _ in 0..seats {
        orders = orders
            .into_iter()
            .flat_map(|order: Seating| {
                let free: Vec<usize> = (0..seats).filter(|entrant| !order.contains(entrant)).collect();
                free.into_iter().map(move |entrant| [&order[..], &[entrant]].concat())
            })
            .collect();
    }
    orders
}

/// Every entrant once in every seat: the smallest set in which no seat is anybody's advantage.
#[must_use]
pub fn rotations(seats: usize) -> Vec<Seating> {
    (0..seats).map(|first| (0..seats).map(|seat| (first + seat) % seats).collect()).collect()
}

/// The first games of a block when there is no time for all orders, balanced as far as the number
/// allows.
///
/// Rotations of different orders come one after the other, so that every multiple of the number of
/// seats has everybody in every seat equally often, and neighbours change from one set of rotations
/// to the next.
#[must_use]
pub fn balanced(seats: usize, games: usize) -> Vec<Seating> {
    let starts = all_orders(seats).into_iter().filter(|order| order.first() == Some(&0));
    let sets = starts.map(|order| {
        rotations(seats).into_iter().map(move |places| places.iter().map(|place| order[*place]).collect())
    });
    sets.flat_map(Iterator::collect::<Vec<Seating>>).take(games).collect()
}

/// Two entrants in a game for many, half of the seats each: every way to share them.
///
/// Six games for four seats. The entrants are 0 and 1; with an odd number of seats 0 has one less.
#[must_use]
pub fn two_teams(seats: usize) -> Vec<Seating> {
    (0_u32..1 << seats)
        .filter(|taken| taken.count_ones() as usize == seats.div_ceil(2))
        .map(|taken| (0..seats).map(|seat| (taken >> seat & 1) as usize).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_have_the_games_that_they_should() {
        assert_eq!(all_orders(1), [[0]]);
        assert_eq!(all_orders(2), [[0, 1], [1, 0]]);
        assert_eq!(all_orders(4).len(), 24);
        assert_eq!(two_teams(2), [[1, 0], [0, 1]]);
        assert_eq!(two_teams(4).len(), 6);
    }

    #[test]
    fn every_multiple_of_the_seats_is_balanced() {
        let all = balanced(4, usize::MAX);
        let mut sorted = all.clone();
        sorted.sort();
        assert_eq!(sorted, all_orders(4));
        for games in [4, 8, 12, 24] {
            for (entrant, seat) in (0..4).flat_map(|entrant| (0..4).map(move |seat| (entrant, seat))) {
                let times = all[..games].iter().filter(|seating| seating[seat] == entrant).count();
                assert_eq!(times, games / 4);
            }
        }
    }

    #[test]
    fn teams_sit_in_every_seat_equally_often() {
        for seat in 0..4 {
            assert_eq!(two_teams(4).iter().filter(|seating| seating[seat] == 0).count(), 3);
        }
    }
}
