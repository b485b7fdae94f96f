//! Sentences about what happens, as data: one table per game, in both languages.

use crate::{Lang, Speak, Words};
use alloc::string::String;
use core::fmt;

/// A kind of sentence about something that happened.
///
/// In the text `{0p}` stands for the first thing it names, a piece. Other letters: `n` a number,
/// `c` a cell, `s` a side, `k` a kind, `t` a terrain, `w` a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SentenceKind {
    /// How much it matters.
    pub weight: Weight,
    /// How it is drawn.
    pub trace: EventDrawing,
    /// The text.
    pub text: Words,
}

/// How much an event matters, and as what.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "formats", derive(serde::Serialize))]
#[cfg_attr(feature = "formats", serde(rename_all = "snake_case"))]
pub enum Weight {
    /// Happens all the time: not listed unless everything is asked for.
    Routine,
    /// Worth a line.
    News,
    /// Somebody attacked somebody.
    Battle,
    /// Something was lost for good.
    Loss,
    /// Something changed hands.
    Capture,
    /// Somebody is out, or the game is decided.
    Decision,
}

/// How an event is drawn, from its cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "formats", derive(serde::Serialize))]
#[cfg_attr(feature = "formats", serde(rename_all = "snake_case"))]
pub enum EventDrawing {
    /// Not at all.
    None,
    /// The first argument, a piece, goes along the cells.
    Way,
    /// The first argument, a piece, is moved along the cells by somebody else.
    Slide,
    /// A shot from the first cell to the last.
    Shot,
    /// Something is given by the first cell to the last.
    Gift,
    /// The first cell is hit.
    Burst,
    /// Something good happens on the first cell.
    Glow,
}

impl SentenceKind {
    /// Writes the sentence; `name` writes what it names, by number.
    ///
    /// # Errors
    /// Those of the formatter.
    pub fn write(
        &self,
        lang: Lang,
        f: &mut fmt::Formatter<'_>,
        mut name: impl FnMut(usize, &mut fmt::Formatter<'_>) -> fmt::Result,
    ) -> fmt::Result {
        let mut rest = lang.pick(self.text);
        while let Some((before, after)) = rest.split_once('{') {
            f.write_str(before)?;
            let (slot, after) = after.split_once('}').unwrap_or((after, ""));
            let digits = slot.trim_end_matches(char::is_alphabetic);
            name(digits.parse().unwrap_or(usize::MAX), f)?;
            rest = after;
        }
        f.write_str(rest)
    }

    /// The sentence, with what it names in words of the caller's choice.
    #[must_use]
    pub fn filled(&self, lang: Lang, said: &[String]) -> String {
        struct Filled<'a>(&'a SentenceKind, Lang, &'a [String]);

        impl fmt::Display for Filled<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let Self(kind, lang, said) = *self;
                kind.write(lang, f, |number, f| said.get(number).map_or(Ok(()), |word| f.write_str(word)))
            }
        }

        alloc::format!("{}", Filled(self, lang, said))
    }
}

/// Writes a sentence about these things.
///
/// # Errors
/// Those of the formatter.
pub fn speak<N: Speak>(
    kind: &SentenceKind,
    nouns: &[N],
    lang: Lang,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    kind.write(lang, f, |number, f| nouns.get(number).map_or(Ok(()), |noun| noun.speak(lang, f)))
}

/// Has a type speak the sentence that its `sentence` names, with what it says of what.
#[macro_export]
macro_rules! spoken_as_sentence {
    ($spoken:ty) => {
        impl $crate::Speak for $spoken {
            fn speak(&self, lang: $crate::Lang, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let (sentence, nouns) = self.sentence();
                $crate::sentence::speak(sentence.kind(), &nouns, lang, f)
            }
        }

        $crate::display_in_english!($spoken);
    };
}

/// Names what can happen in a game: each with its weight, its trace, and its sentence in both
/// languages.
///
/// The enum's `kind` is the sentence, `TABLE` is all of them, in the order of the enum.
#[macro_export]
macro_rules! sentences {
    ($(#[$about:meta])* $visible:vis enum $enum:ident {
        $($name:ident: $weight:ident, $trace:ident, $en:literal, $zh:literal;)*
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs, reason = "each is its sentence")]
        $visible enum $enum { $($name),* }

        impl $enum {
            /// All sentences, in order.
            $visible const TABLE: &'static [$crate::sentence::SentenceKind] = &[$($crate::sentence::SentenceKind {
                weight: $crate::sentence::Weight::$weight,
                trace: $crate::sentence::EventDrawing::$trace,
                text: $crate::Words($en, $zh),
            }),*];

            /// The sentence.
            #[must_use]
            $visible const fn kind(self) -> &'static $crate::sentence::SentenceKind {
                &Self::TABLE[self as usize]
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    sentences! {
        /// What happens in this test.
        enum Happening {
            Hit: Battle, Shot, "{0p} hits {1p}: {2n}", "{1p}被{0p}击中：{2n}";
        }
    }

    struct Noun(&'static str);

    impl Speak for Noun {
        fn speak(&self, _: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }
    }

    struct Hit;

    impl Speak for Hit {
        fn speak(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            speak(Happening::Hit.kind(), &[Noun("a"), Noun("b"), Noun("3")], lang, f)
        }
    }

    #[test]
    fn each_language_has_its_own_order() {
        assert_eq!(Hit.said_in(Lang::En), "a hits b: 3");
        assert_eq!(Hit.said_in(Lang::Zh).to_string(), "b被a击中：3");
        assert_eq!(Happening::TABLE.len(), 1);
    }
}
