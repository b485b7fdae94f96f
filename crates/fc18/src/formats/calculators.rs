//! The calculators behind JSON.

use crate::combat::{Fate, Forecast, Target};
use crate::kinds::Task;
use crate::order::Order;
use crate::roster::CorpsId;
use crate::state::State;
use crate::towers::TowerId;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use board::{Cell, Direction};
use game::calculators::{Calculators, Value, json, read_question};
use game::{Game, Seat};
use serde::Deserialize;

/// What can be asked.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case", deny_unknown_fields)]
enum Question {
    /// What an attack or a shot would do, if the fighter had gone to a cell first.
    Forecast { order: Order, origin: Option<Cell> },
    /// Where a corps can get to this turn.
    Reach { unit: CorpsId },
    /// What a step would cost.
    StepCost { unit: CorpsId, direction: Direction },
    /// Turns of work until a tower finishes a task.
    TurnsUntil { tower: TowerId, task: Task },
    /// Whose land it would be if the seat had one more tower on a cell.
    Territory { at: Cell },
}

impl<const SIDE: usize> Calculators for State<SIDE> {
    fn calculate(&self, seat: Seat, question: Value) -> Result<Value, String> {
        if seat.0 >= self.seats() {
            return Err(format!("there is no seat {}", seat.0));
        }
        match read_question(question)? {
            Question::Forecast { order, origin: Some(origin) } => {
                let found = self.forecast_from(origin, order).map(as_json);
                found.ok_or_else(|| format!("this is no attack that can be made from {origin}"))
            }
            Question::Forecast { order, origin: None } => {
                let found = self.forecast(seat, order).map_err(|refusal| refusal.to_string())?;
                found.map(as_json).ok_or_else(|| "this is no attack and no shot".to_string())
            }
            Question::Reach { unit } => {
                let reach = self.reach(unit).ok_or_else(|| format!("there is no corps {}", unit.0))?;
                let cells = self.size().cells();
                let reached = cells.filter_map(|cell| Some(json!([cell, reach.points_left(cell)?])));
                Ok(reached.collect())
            }
            Question::StepCost { unit, direction } => {
                self.step_cost(unit, direction).map(Value::from).map_err(|refusal| refusal.to_string())
            }
            Question::TurnsUntil { tower, task } => {
                let turns = self.turns_until(tower, task).map(Value::from);
                turns.ok_or_else(|| format!("there is no tower {}", tower.0))
            }
            Question::Territory { at } if !self.size().contains(at) => {
                Err(format!("{at} is not on the board"))
            }
            Question::Territory { at } => {
                let land = self.territory_with(at, seat);
                let own = land.filter(|(_, owner)| owner.seat() == Some(seat)).map(|(cell, _)| cell);
                Ok(json!(own.collect::<Vec<Cell>>()))
            }
        }
    }
}

fn as_json(forecast: Forecast) -> Value {
    let Forecast { target, inflicted, suffered, attacker_falls, target_falls, fate, .. } = forecast;
    let (corps, tower) = match target {
        Target::Corps(corps) => (Some(corps), None),
        Target::Tower(tower) => (None, Some(tower)),
    };
    let fate = fate.map(|fate| match fate {
        Fate::Destroyed => "destroyed",
        Fate::Captured => "captured",
        Fate::Kept => "kept",
    });
    json!({
        "corps": corps,
        "tower": tower,
        "inflicted": inflicted,
        "suffered": suffered,
        "attacker_falls": attacker_falls,
        "target_falls": target_falls,
        "fate": fate,
        "garrison_dies": forecast.garrison_dies,
        "taken": forecast.taken.map(|taken| taken.corps),
        "taken_vanishes": forecast.taken.is_some_and(|taken| taken.vanishes),
        "advances": forecast.advances,
    })
}
