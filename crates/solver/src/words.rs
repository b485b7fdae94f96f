//! Answers in words, and as JSON.

use crate::answer::{Answer, Verdict};
use crate::games::{AnyAnswer, AnyOrder};
use crate::meter::Halt;
use serde_json::{Value, json};

impl<O> Answer<O> {
    /// What is known, in a sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let known = match self.verdict() {
            Verdict::Solved(1) => "a win in 1 turn".to_owned(),
            Verdict::Solved(most) => format!("a win in {}; no win in {} (proven)", turns(most), most - 1),
            Verdict::NotWithin(most) => format!("no win in {} (proven)", turns(most)),
            Verdict::Between { none_within: 0, known: None } => {
                "nothing is proven; no win is known".to_owned()
            }
            Verdict::Between { none_within: 0, known: Some(most) } => {
                format!("nothing is proven; a win in {most} is known")
            }
            Verdict::Between { none_within, known: None } => {
                format!("no win in {}; no win is known", turns(none_within))
            }
            Verdict::Between { none_within, known: Some(most) } => {
                format!("no win in {}; a win in {most} is known", turns(none_within))
            }
        };
        let losses = self.win.as_ref().map_or(String::new(), |win| match (win.losses, self.fewest_losses) {
            (0, _) => "; no unit is lost".to_owned(),
            (lost, true) => format!("; {lost} lost, no win as short loses fewer (proven)"),
            (lost, false) => format!("; {lost} lost"),
        });
        let halt = self.halt.map_or("", |halt| match halt {
            Halt::Memory => "; the memory is up",
            Halt::Nodes | Halt::Asked => "; the time is up",
        });
        known + &losses + halt
    }
}

impl AnyAnswer {
    /// The answer as JSON: what `sandtable solve --json` prints.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let answer = &self.answer;
        let orders = |turn: &Vec<AnyOrder>| -> Vec<Value> {
            turn.iter().map(|order| serde_json::from_str(order.json.get()).unwrap_or_default()).collect()
        };
        json!({
            "verdict": answer.sentence(),
            "proven": matches!(answer.verdict(), Verdict::Solved(_) | Verdict::NotWithin(_)),
            "turns": answer.win.as_ref().map(|win| win.turns.len()),
            "no_win_within": answer.no_win_within,
            "losses": answer.win.as_ref().map(|win| win.losses),
            "fewest_losses": answer.fewest_losses,
            "line": answer.win.as_ref().map(|win| win.turns.iter().map(orders).collect::<Vec<_>>()),
            "dialogue": self.dialogue,
            "positions": answer.nodes,
        })
    }
}

/// "1 turn", "2 turns".
#[must_use]
pub fn turns(count: u32) -> String {
    if count == 1 { "1 turn".to_owned() } else { format!("{count} turns") }
}
