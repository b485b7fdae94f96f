//! Why a match ended as it did: where the points came from, and its key moments, in words.

use face::film::{Event, Film, Moment, NONE, Text};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why a match ended as it did.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Why {
    /// What each seat has its points from, and where the winner has more than the next.
    pub(crate) reasons: Vec<Said>,
    /// At most twenty moments that mattered, in order.
    pub(crate) moments: Vec<KeyMoment>,
}

/// A sentence in both languages.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Said {
    /// In English.
    pub(crate) en: String,
    /// In Chinese.
    pub(crate) zh: String,
}

/// A moment that mattered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct KeyMoment {
    /// The frame of the replay.
    pub(crate) frame: u32,
    /// When, as the replay page names it.
    pub(crate) when: Said,
    /// Why it matters.
    pub(crate) kind: Said,
    /// What happened.
    pub(crate) what: Said,
}

impl Why {
    /// What a whole film says.
    pub(crate) fn of(film: &Film) -> Self {
        let reasons = film.reasons.iter().map(|text| Said { en: text.en.clone(), zh: text.zh.clone() });
        let moments = film.moments.iter().map(|moment| key_moment(film, moment));
        Self { reasons: reasons.collect(), moments: moments.collect() }
    }
}

fn key_moment(film: &Film, moment: &Moment) -> KeyMoment {
    let stamp = film.frames.get(moment.frame as usize).map_or([0, 0], |frame| frame.stamp);
    let stamped =
        |text: &str| text.replace("{a}", &stamp[0].to_string()).replace("{b}", &stamp[1].to_string());
    let kind = moment.kind.words();
    KeyMoment {
        frame: moment.frame,
        when: Said { en: stamped(&film.cast.stamp.en), zh: stamped(&film.cast.stamp.zh) },
        kind: Said { en: kind.0.to_owned(), zh: kind.1.to_owned() },
        what: sentence(film, &moment.event),
    }
}

/// The sentence about an event.
fn sentence(film: &Film, event: &Event) -> Said {
    let Some(kind) = film.cast.events.get(usize::from(event.kind)) else { return Said::default() };
    let named = |pick: fn(&Text) -> &str| {
        filled(pick(&kind.text), |slot, letter| name(film, event, slot, letter, pick))
    };
    Said { en: named(|text| &text.en), zh: named(|text| &text.zh) }
}

/// A text with what stands in its braces put in: `{0p}` is the first thing that it names, a piece.
fn filled(text: &str, mut name: impl FnMut(usize, &str) -> String) -> String {
    let mut said = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        said.push_str(before);
        let (slot, after) = after.split_once('}').unwrap_or((after, ""));
        let digits = slot.trim_end_matches(char::is_alphabetic);
        said.push_str(&name(digits.parse().unwrap_or(usize::MAX), &slot[digits.len()..]));
        rest = after;
    }
    said + rest
}

/// What an event names in one of its slots.
fn name(film: &Film, event: &Event, slot: usize, letter: &str, pick: fn(&Text) -> &str) -> String {
    let Some(value) = event.args.get(slot).copied() else { return "?".to_owned() };
    let at = usize::try_from(value).unwrap_or(usize::MAX);
    let cast = &film.cast;
    let text = |text: Option<&Text>| text.map_or_else(|| "?".to_owned(), |text| pick(text).to_owned());
    match letter {
        "n" if value == NONE => "?".to_owned(),
        "c" => format!("({}, {})", value / i32::from(cast.cols.max(1)), value % i32::from(cast.cols.max(1))),
        "s" => text(cast.sides.get(at)),
        "k" => text(cast.kinds.get(at).map(|kind| &kind.name)),
        "t" => text(cast.terrains.get(at).map(|kind| &kind.name)),
        "w" => text(cast.words.get(at)),
        "p" => film.pieces.get(at).map_or_else(
            || "?".to_owned(),
            |piece| {
                format!(
                    "{} {}",
                    text(cast.kinds.get(usize::from(piece.kind)).map(|kind| &kind.name)),
                    piece.id
                )
            },
        ),
        _ => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::filled;

    #[test]
    fn what_stands_in_braces_is_put_in() {
        let name = |slot: usize, letter: &str| format!("<{slot}{letter}>");
        assert_eq!(filled("{0s} takes {1p} at {12c}.", name), "<0s> takes <1p> at <12c>.");
        assert_eq!(filled("nothing", name), "nothing");
    }
}
