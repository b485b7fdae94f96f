//! What the scores were made of, in words.

use super::{Film, Text};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Sentences about the final scores: what each seat has its points from, the best first, and where
/// the winner has more than the next.
///
/// Empty where the score has no sources.
pub(super) fn reasons(film: &Film) -> Vec<Text> {
    let Some(parts) = film.frames.last().map(|frame| &frame.sources).filter(|parts| !parts.is_empty()) else {
        return Vec::new();
    };
    let ranking = ranking(film, parts);
    let mut reasons: Vec<Text> = ranking.iter().map(|seat| made_of(film, parts, *seat)).collect();
    if let [first, next, ..] = ranking[..]
        && film.standings.get(first).zip(film.standings.get(next)).is_some_and(|(one, two)| one.0 < two.0)
    {
        reasons.insert(0, compared(film, parts, first, next));
    }
    reasons
}

/// The seats from the best to the last.
fn ranking(film: &Film, parts: &[Vec<i64>]) -> Vec<usize> {
    let mut seats: Vec<usize> = (0..usize::from(film.cast.seats)).collect();
    let place = |seat: usize| film.standings.get(seat).map_or(0, |standing| standing.0);
    seats.sort_by_key(|seat| (place(*seat), core::cmp::Reverse(total(parts, *seat))));
    seats
}

fn part(parts: &[Vec<i64>], source: usize, seat: usize) -> i64 {
    parts.get(source).and_then(|values| values.get(seat)).copied().unwrap_or(0)
}

fn total(parts: &[Vec<i64>], seat: usize) -> i64 {
    (0..parts.len()).fold(0, |sum: i64, source| sum.saturating_add(part(parts, source, seat)))
}

/// What one seat has its points from.
fn made_of(film: &Film, parts: &[Vec<i64>], seat: usize) -> Text {
    let all = total(parts, seat);
    let (en, zh) = listed(film, parts.len(), |source| part(parts, source, seat), |value| format!("{value}"));
    let name = &film.cast.sides[seat];
    let join =
        |list: Vec<String>, between: &str| if list.is_empty() { "0".into() } else { list.join(between) };
    Text {
        en: format!("{}: {all} points = {}", name.en, join(en, " + ")),
        zh: format!("{}：{all} 分 = {}", name.zh, join(zh, " + ")),
    }
}

/// Where the first has more, or less, than the next.
fn compared(film: &Film, parts: &[Vec<i64>], first: usize, next: usize) -> Text {
    let more = total(parts, first).saturating_sub(total(parts, next));
    let gap = |source| part(parts, source, first).saturating_sub(part(parts, source, next));
    let (en, zh) = listed(film, parts.len(), gap, |value| format!("{value:+}"));
    let (one, other) = (&film.cast.sides[first], &film.cast.sides[next]);
    let (en, zh) = (en.join(", "), zh.join("，"));
    let less = more.unsigned_abs();
    match more {
        1.. => Text {
            en: format!("{} is {more} points ahead of {}: {en}", one.en, other.en),
            zh: format!("{}比{}多 {more} 分：{zh}", one.zh, other.zh),
        },
        0 => Text {
            en: format!("{} and {} have the same score", one.en, other.en),
            zh: format!("{}与{}积分相同", one.zh, other.zh),
        },
        _ => Text {
            en: format!("{} has won with {less} points less than {}: {en}", one.en, other.en),
            zh: format!("{}获胜，但比{}少 {less} 分：{zh}", one.zh, other.zh),
        },
    }
}

/// The sources that are not zero, with their values, largest first, in both languages.
fn listed(
    film: &Film,
    sources: usize,
    value: impl Fn(usize) -> i64,
    write: impl Fn(i64) -> String,
) -> (Vec<String>, Vec<String>) {
    let mut list: Vec<(i64, &Text)> = (0..sources)
        .filter_map(|source| Some((value(source), &film.cast.sources.get(source)?.name)))
        .filter(|(value, _)| *value != 0)
        .collect();
    list.sort_by_key(|(value, _)| core::cmp::Reverse(value.unsigned_abs()));
    list.iter()
        .map(|(value, name)| {
            (format!("{} {}", name.en, write(*value)), format!("{} {}", name.zh, write(*value)))
        })
        .unzip()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::film::{Cast, Frame, Measure, text};
    use alloc::vec;
    use game::Words;

    fn film(sources: [[i64; 2]; 2], standings: Vec<(u8, i64)>) -> Film {
        let source = |en, zh| Measure::new(Words(en, zh), Words("", ""));
        let cast = Cast {
            seats: 2,
            sides: vec![text("Red", "红方"), text("Blue", "蓝方")],
            sources: vec![source("damage", "伤害"), source("forts", "据点")],
            ..Cast::default()
        };
        let frame = Frame { sources: sources.map(|values| values.to_vec()).to_vec(), ..Frame::default() };
        Film { frames: vec![frame], standings, ..Film::new(cast) }
    }

    fn english(film: &Film) -> Vec<String> {
        reasons(film).into_iter().map(|text| text.en).collect()
    }

    #[test]
    fn the_winner_comes_first_and_is_compared_with_the_next() {
        let film = film([[5, 30], [40, 60]], vec![(2, 45), (1, 90)]);
        assert_eq!(
            english(&film),
            [
                "Blue is 45 points ahead of Red: damage +25, forts +20",
                "Blue: 90 points = forts 60 + damage 30",
                "Red: 45 points = forts 40 + damage 5",
            ]
        );
        assert_eq!(reasons(&film)[0].zh, "蓝方比红方多 45 分：伤害 +25，据点 +20");
    }

    #[test]
    fn who_won_otherwise_may_have_less() {
        let film = film([[5, 30], [0, 0]], vec![(1, 5), (2, 30)]);
        assert_eq!(english(&film)[0], "Red has won with 25 points less than Blue: damage -25");
    }

    #[test]
    fn nobody_is_compared_in_a_tie_or_before_the_end() {
        let even = [[5, 5], [0, 0]];
        assert_eq!(english(&film(even, vec![(1, 5), (1, 5)])).len(), 2);
        assert_eq!(english(&film(even, vec![])), ["Red: 5 points = damage 5", "Blue: 5 points = damage 5"]);
    }
}
