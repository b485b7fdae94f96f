//! Rules got wrong on purpose.
//!
//! A judge that wants to say which rule a program has misunderstood plays the game with that rule
//! wrong and compares. So the engines of graded games are written over [`Adherence`]: [`AsWritten`]
//! makes no mistake and takes no room and no time, a [`MistakeSet`] makes those it holds.

use crate::console::Stage;
use core::fmt::Debug;
use core::hash::Hash;
use core::ops::RangeInclusive;

/// A rule of a game in plain words, for somebody whose program does not follow it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "formats", derive(serde::Serialize))]
pub struct Rule {
    /// What it is about, in a word or two.
    pub title: &'static str,
    /// The rule, in whole sentences.
    pub text: &'static str,
}

/// A way to get a rule wrong, described.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Mistake {
    /// Its name on the command line and in files.
    pub name: &'static str,
    /// Completes the sentence "your program behaves as if …".
    pub behaves_as_if: &'static str,
    /// The rule as it should be.
    pub rule: &'static Rule,
    /// The stages in which it can show.
    pub stages: RangeInclusive<Stage>,
}

/// Mistakes by name, with what completes "你的程序表现得好像……".
pub type MistakeTexts = &'static [(&'static str, &'static str)];

/// Rules by their English titles, with the title and text in Chinese.
pub type RuleTexts = &'static [(&'static str, &'static str, &'static str)];

/// The rules and mistakes of a game in Chinese.
#[derive(Clone, Copy, Debug)]
pub struct Translation {
    /// Its mistakes.
    pub mistakes: MistakeTexts,
    /// Its rules.
    pub rules: RuleTexts,
}

impl Translation {
    /// What completes "你的程序表现得好像……" for the mistake of this name.
    #[must_use]
    pub fn mistake(&self, name: &str) -> Option<&'static str> {
        self.mistakes.iter().find(|(its, _)| *its == name).map(|(_, text)| *text)
    }

    /// Title and text of the rule with this English title.
    #[must_use]
    pub fn rule(&self, title: &str) -> Option<(&'static str, &'static str)> {
        self.rules.iter().find(|(its, _, _)| *its == title).map(|(_, title, text)| (*title, *text))
    }
}

/// How an engine follows the rules; `S` names the game's mistakes.
pub trait Adherence<S>: Copy + Default + Eq + Hash + Debug + Send + Sync + 'static {
    /// Whether no mistake is ever made. What only mistakes need is guarded by this and compiled
    /// away.
    const FAULTLESS: bool;

    /// Whether this mistake is made.
    fn errs(self, mistake: S) -> bool;
}

/// The rules as they are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct AsWritten;

impl<S> Adherence<S> for AsWritten {
    const FAULTLESS: bool = true;

    #[inline(always)]
    fn errs(self, _: S) -> bool {
        false
    }
}

/// Some of a game's mistakes, by their place in its list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct MistakeSet([u128; 2]);

/// More mistakes than any game has.
const MOST: usize = 256;

impl MistakeSet {
    /// No mistake.
    pub const NONE: Self = Self([0; 2]);

    /// The set with one more mistake.
    ///
    /// # Panics
    /// If the place is 256 or more: no game has as many mistakes.
    #[must_use]
    pub const fn with(mut self, place: usize) -> Self {
        assert!(place < MOST, "a game has at most 256 mistakes");
        self.0[place / 128] |= 1 << (place % 128);
        self
    }

    /// Whether no mistake is in it.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0[0] == 0 && self.0[1] == 0
    }

    /// Whether the mistake at this place is in it.
    #[must_use]
    pub const fn has(self, place: usize) -> bool {
        place < MOST && self.0[place / 128] >> (place % 128) & 1 != 0
    }
}

impl<S: Into<usize>> Adherence<S> for MistakeSet {
    const FAULTLESS: bool = false;

    fn errs(self, mistake: S) -> bool {
        self.has(mistake.into())
    }
}

/// Declares a game's mistakes: an enum and, in the same order, the list of their descriptions.
///
/// ```
/// use game::console::Stage;
/// use game::mistakes::Rule;
/// static MOVES: Rule = Rule { title: "Moves", text: "A unit moves once." };
/// game::mistakes! {
///     /// The mistakes of this game.
///     pub enum MistakeKind, MISTAKES {
///         MovesTwice "moves-twice" "a unit could move twice" MOVES Stage::Two..=Stage::Four,
///     }
/// }
/// assert_eq!(MISTAKES[MistakeKind::MovesTwice as usize].name, "moves-twice");
/// ```
#[macro_export]
macro_rules! mistakes {
    (
        $(#[$meta:meta])*
        pub enum $mistake:ident, $list:ident {
            $($name:ident $word:literal $behaves:literal $rule:ident $stages:expr,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u8)]
        pub enum $mistake {
            $(#[doc = concat!("As if ", $behaves, ".")] $name,)*
        }

        impl From<$mistake> for usize {
            fn from(mistake: $mistake) -> Self {
                mistake as Self
            }
        }

        /// The mistakes that students make, in the order of their enum.
        pub static $list: &[$crate::mistakes::Mistake] = &[
            $($crate::mistakes::Mistake { name: $word, behaves_as_if: $behaves, rule: &$rule, stages: $stages },)*
        ];
    };
}
