//! Rules and mistakes in the reader's language.

use crate::diagnose::Misunderstanding;
use crate::exercise::Exercise;
use crate::language::Language;
use game::mistakes::Rule;
use serde::{Deserialize, Serialize};

/// A rule in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RuleText {
    /// What it is about.
    pub title: String,
    /// The rule, in whole sentences.
    pub text: String,
}

/// A rule in this language.
#[must_use]
pub fn rule_in_words(exercise: &Exercise, rule: &Rule, language: Language) -> RuleText {
    let translated = match language {
        Language::En => None,
        Language::Zh => exercise.chinese.rule(rule.title),
    };
    let (title, text) = translated.unwrap_or((rule.title, rule.text));
    RuleText { title: title.to_string(), text: text.to_string() }
}

/// A mistake in this language.
#[must_use]
pub fn mistake_in_words(exercise: &Exercise, place: usize, language: Language) -> Misunderstanding {
    let mistake = &exercise.console.mistakes()[place];
    let translated = match language {
        Language::En => None,
        Language::Zh => exercise.chinese.mistake(mistake.name),
    };
    Misunderstanding {
        name: mistake.name.to_string(),
        behaves_as_if: translated.unwrap_or(mistake.behaves_as_if).to_string(),
        rule: rule_in_words(exercise, mistake.rule, language),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mistake_and_rule_is_translated() {
        for exercise in Exercise::all() {
            for known in exercise.console.mistakes() {
                let name = format!("{} {}", exercise.name, known.name);
                assert!(exercise.chinese.mistake(known.name).is_some(), "{name}");
                assert!(exercise.chinese.rule(known.rule.title).is_some(), "{name}");
            }
        }
    }
}
