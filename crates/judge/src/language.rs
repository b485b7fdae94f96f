//! The language in which a student is told what is wrong.

use serde::{Deserialize, Serialize};

/// A language that explanations are written in.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English.
    #[default]
    En,
    /// Chinese.
    Zh,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 2] = [Self::En, Self::Zh];

    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Zh => "zh",
        }
    }

    /// The language of a locale such as `zh_CN.UTF-8`; English for all that we do not speak.
    #[must_use]
    pub fn of_locale(locale: &str) -> Self {
        if locale.to_ascii_lowercase().starts_with("zh") { Self::Zh } else { Self::En }
    }

    /// The one of two texts that is in this language.
    #[must_use]
    pub(crate) fn pick<T>(self, en: T, zh: T) -> T {
        match self {
            Self::En => en,
            Self::Zh => zh,
        }
    }
}

/// Formats the same sentence in one of two languages: `say!(language, "English {}", "中文 {}")`.
macro_rules! say {
    ($language:expr, $en:literal, $zh:literal $(, $rest:expr)* $(,)?) => {
        match $language {
            $crate::language::Language::En => format!($en $(, $rest)*),
            $crate::language::Language::Zh => format!($zh $(, $rest)*),
        }
    };
}
pub(crate) use say;
