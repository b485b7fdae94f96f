//! The languages in which people are spoken to.

use alloc::string::String;
use core::fmt;

/// A language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Chinese, in simplified characters.
    Zh,
}

impl Lang {
    /// The language of a locale such as `zh_CN.UTF-8`: Chinese for Chinese ones, English for all
    /// others.
    #[must_use]
    pub fn of_locale(locale: &str) -> Self {
        if locale.starts_with("zh") { Self::Zh } else { Self::En }
    }

    /// The words in this language.
    #[must_use]
    pub const fn pick(self, words: Words) -> &'static str {
        match self {
            Self::En => words.0,
            Self::Zh => words.1,
        }
    }
}

/// The same in English and in Chinese.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Words(pub &'static str, pub &'static str);

/// Something that can be said in both languages. `Display` is the English one.
pub trait Speak {
    /// Says it.
    ///
    /// # Errors
    /// Those of the formatter.
    fn speak(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// The sentence in a language.
    fn said_in(&self, lang: Lang) -> String
    where
        Self: Sized,
    {
        alloc::format!("{}", Said(self, lang))
    }
}

struct Said<'a, T>(&'a T, Lang);

impl<T: Speak> fmt::Display for Said<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.speak(self.1, f)
    }
}

/// Writes one of two texts, by the language: `say!(f, lang, "English {x}", "Chinese {x}")`.
#[macro_export]
macro_rules! say {
    ($f:expr, $lang:expr, $en:literal, $zh:literal $(, $argument:expr)* $(,)?) => {
        match $lang {
            $crate::Lang::En => ::core::write!($f, $en $(, $argument)*),
            $crate::Lang::Zh => ::core::write!($f, $zh $(, $argument)*),
        }
    };
}

/// Makes `Display` of a type what it [says](Speak) in English.
#[macro_export]
macro_rules! display_in_english {
    ($spoken:ty) => {
        impl ::core::fmt::Display for $spoken {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                $crate::Speak::speak(self, $crate::Lang::En, f)
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales() {
        assert_eq!(Lang::of_locale("zh_CN.UTF-8"), Lang::Zh);
        assert_eq!(Lang::of_locale("zh"), Lang::Zh);
        assert_eq!(Lang::of_locale("de_DE.UTF-8"), Lang::En);
        assert_eq!(Lang::of_locale(""), Lang::En);
    }
}
