//! The rules and mistakes of both games in Chinese.

mod breach;
mod goblins;

/// A list of names and what is said about each.
type Mistakes = &'static [(&'static str, &'static str)];

/// A list of titles, in English, with the title and text in Chinese.
type Rules = &'static [(&'static str, &'static str, &'static str)];

/// What a program does that makes this mistake: completes "你的程序表现得好像……".
pub(crate) fn mistake(game: &str, name: &str) -> Option<&'static str> {
    let list: Mistakes = if game == "breach" { breach::MISTAKES } else { goblins::MISTAKES };
    list.iter().find(|(its, _)| *its == name).map(|(_, text)| *text)
}

/// The title and text of a rule, by its English title.
pub(crate) fn rule(game: &str, title: &str) -> Option<(&'static str, &'static str)> {
    let list: Rules = if game == "breach" { breach::RULES } else { goblins::RULES };
    list.iter().find(|(its, _, _)| *its == title).map(|(_, title, text)| (*title, *text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exercise::Exercise;

    #[test]
    fn every_mistake_and_rule_is_translated() {
        for exercise in Exercise::all() {
            for known in exercise.console.mistakes() {
                assert!(mistake(exercise.name, known.name).is_some(), "{} {}", exercise.name, known.name);
                assert!(
                    rule(exercise.name, known.rule.title).is_some(),
                    "{} {}",
                    exercise.name,
                    known.rule.title
                );
            }
        }
    }
}
