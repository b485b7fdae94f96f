//! The calculators behind JSON.

use crate::calculators::{Blow, Forecast, Hindrance};
use crate::kinds::Level;
use crate::place::Place;
use crate::state::State;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use board::Cell;
use game::calculators::{Calculators, Value, json, read_question};
use game::{Game, Seat};
use serde::Deserialize;
use std::format;

/// What can be asked.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case", deny_unknown_fields)]
enum Question {
    /// What an attack of an own element on a listed one would do, from its own cell or another.
    Forecast { unit: i32, target: i32, origin: Option<Cell> },
    /// Where a unit could end this round.
    Reach { unit: i32 },
    /// The way that a unit would take.
    Way { unit: i32, to: (i32, i32) },
    /// Who sees a place.
    Watchers { at: Cell, level: i32 },
    /// When what is being produced will be born.
    Births {},
    /// The way of a plane to the nearest thing that could refuel it.
    Refuge { unit: i32 },
    /// What a supply would hand over.
    Supply { unit: i32, target: i32, fuel: Option<i32>, ammo: Option<i32>, metal: Option<i32> },
}

impl Calculators for State {
    fn calculate(&self, seat: Seat, question: Value) -> Result<Value, String> {
        if seat.0 >= self.seats() {
            return Err(format!("there is no seat {}", seat.0));
        }
        self.answer(seat, read_question(question)?)
    }
}

impl State {
    fn answer(&self, seat: Seat, question: Question) -> Result<Value, String> {
        let said = |refusal: crate::Refusal| refusal.to_string();
        match question {
            Question::Forecast { origin: Some(origin), .. } if !self.chart().size.contains(origin) => {
                Err(format!("{origin} is not on the map"))
            }
            Question::Forecast { unit, target, origin } => {
                let own = self.element(unit).map_or(Cell::new(0, 0), |body| body.at);
                self.forecast(seat, unit, origin.unwrap_or(own), target).map(as_json).map_err(said)
            }
            Question::Reach { unit } => self.reach(seat, unit).map(|cells| json!(cells)).map_err(said),
            Question::Way { unit, to: (row, col) } => {
                self.way(seat, unit, row, col).map(|cells| json!(cells)).map_err(said)
            }
            Question::Watchers { at, level } => {
                let level = Level::from_number(level).ok_or("levels are 0, 1 and 2")?;
                Ok(json!(self.watchers(seat, Place::new(at, level)).collect::<Vec<i32>>()))
            }
            Question::Births {} => {
                let births = (0..).map_while(|entry| self.birth(seat, entry));
                let hindrance = |hindrance| match hindrance {
                    Hindrance::NoBase => "no base",
                    Hindrance::Population { .. } => "population",
                    Hindrance::NoRoom => "no room",
                };
                let as_json = |birth: crate::calculators::Birth| json!({"rounds": birth.rounds, "hindrance": birth.hindrance.map(hindrance)});
                Ok(births.map(as_json).collect())
            }
            Question::Refuge { unit } => {
                let found = self.refuge(seat, unit).map_err(said)?;
                Ok(found.map_or(Value::Null, |refuge| {
                    json!({
                        "supplier": refuge.supplier,
                        "steps": refuge.steps,
                        "rounds": refuge.rounds,
                        "fuel_left": refuge.fuel_left,
                        "fuel_there": refuge.fuel_there,
                    })
                }))
            }
            Question::Supply { unit, target, fuel, ammo, metal } => {
                let amounts = crate::Amounts { fuel, ammo, metal };
                let kind = |index| self.element(index).map(|body| body.kind);
                let usual = kind(unit).zip(kind(target)).map(|(from, to)| amounts.between(from, to));
                let handed =
                    self.supply_preview(seat, unit, target, usual.unwrap_or([-1; 3])).map_err(said)?;
                Ok(json!({"fuel": handed.fuel, "ammo": handed.ammo, "metal": handed.metal}))
            }
        }
    }
}

fn as_json(forecast: Forecast) -> Value {
    let blow = |Blow { value, modified, defence, damage }: Blow| json!({"value": value, "modified": modified, "defence": defence, "damage": damage});
    json!({
        "distance": forecast.distance,
        "range": forecast.range,
        "damage": forecast.damage(),
        "is_fatal": forecast.is_fatal(),
        "health": forecast.health,
        "fire": blow(forecast.fire),
        "torpedo": blow(forecast.torpedo),
        "text": forecast.to_string(),
    })
}
