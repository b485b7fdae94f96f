//! JSON for what a player is told once.

use crate::briefing::Briefing;
use crate::kinds::{
    self, Class, CorpsKind, FALL, INFLUENCE, INFLUENCE_AT_HOME, MAX_ENGINEERS, MAX_FIGHTERS, MAX_LEVEL,
    MAX_TOWERS, ORDERS_A_TURN, ROUNDS, TOWER_RANGE, Task, Terrain,
};
use crate::losses::{self, LARGEST};
use crate::profile::Rules;
use alloc::borrow::Cow;
use alloc::vec::Vec;
use board::Direction;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

impl Serialize for Briefing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Form::new(self).serialize(serializer)
    }
}

impl JsonSchema for Briefing {
    fn schema_name() -> Cow<'static, str> {
        Form::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Form::json_schema(generator)
    }
}

/// What a player is told once: the size of the board and the tables of the rules.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Briefing")]
struct Form<'a> {
    /// The rule profile with everything in which profiles differ.
    rules: &'a Rules,
    /// Number of rows of the board.
    rows: u8,
    /// Number of columns of the board.
    cols: u8,
    /// Rounds of a full game.
    rounds: u16,
    /// Orders of one turn that are looked at, refused ones included.
    orders_a_turn: u8,
    /// Towers a player may have.
    max_towers: u8,
    /// Fighters a player may have.
    max_fighters: u8,
    /// Engineers a player may have.
    max_engineers: u8,
    /// Where a step leads.
    directions: Directions,
    /// The kinds of terrain, by number.
    terrains: Vec<TerrainFigures>,
    /// The kinds of corps, by number.
    corps: Vec<CorpsFigures>,
    /// What a tower can work on, by number.
    tasks: Vec<TaskFigures>,
    /// The levels of a tower, the first being level 1.
    levels: Vec<LevelFigures>,
    /// How far a tower shoots.
    tower_range: u32,
    /// Levels a tower loses when it falls.
    fall: u8,
    /// Influence of a tower at distance 1, 2 and so on.
    influence: &'a [i16],
    /// Influence of a tower on its own cell.
    influence_at_home: i32,
    /// What an exchange costs both sides.
    losses: Losses,
}

/// Where a step leads.
#[derive(Serialize, JsonSchema)]
struct Directions {
    /// A step up.
    up: Step,
    /// A step down.
    down: Step,
    /// A step to the left.
    left: Step,
    /// A step to the right.
    right: Step,
}

game::row! {
    /// How a step changes the place.
    #[derive(Clone, Copy)]
    struct Step {
        /// Change of the row.
        row: i8,
        /// Change of the column.
        col: i8,
    }
}

/// A kind of terrain.
#[derive(Serialize, JsonSchema)]
struct TerrainFigures {
    /// Its name in orders and events.
    name: Terrain,
    /// Its number in the contest's files.
    number: u8,
    /// The character that stands for it in views.
    letter: char,
    /// What it adds to the strength of a fighter who stands there.
    bonus: i32,
    /// Move points of a step from here to each kind of terrain, by number; none where there is no
    /// way.
    steps: Vec<Option<u8>>,
}

/// A kind of corps.
#[derive(Serialize, JsonSchema)]
struct CorpsFigures {
    /// Its name in rows and events.
    name: CorpsKind,
    /// Its number in the contest's files.
    number: u8,
    /// Fighter or engineer.
    class: Class,
    /// Move points a turn.
    moves: u8,
    /// Hit points of a new one; engineers have none.
    max_hp: u8,
    /// Strength with full hit points; engineers have none.
    strength: i32,
    /// How far it attacks; engineers do not.
    range: u32,
    /// How many tenths of the loss it inflicts arrive at a tower.
    siege_tenths: i32,
    /// What it adds to the strength of a tower it stands in.
    garrison_bonus: i32,
    /// Labour of a new one; only builders have any.
    labour: u8,
}

/// Something a tower can work on.
#[derive(Serialize, JsonSchema)]
struct TaskFigures {
    /// Its name in orders, rows and events.
    name: Task,
    /// Its number in the contest's files and in the `left` of a tower.
    number: u8,
    /// Work it takes in a tower of level 1, 2 and so on.
    costs: Vec<i16>,
}

/// A level of a tower.
#[derive(Serialize, JsonSchema)]
struct LevelFigures {
    /// The level, from 1.
    level: u8,
    /// Work done a turn.
    production: i16,
    /// Strength of an undamaged, empty tower.
    strength: i32,
    /// Hit points of an undamaged tower.
    max_hp: u8,
}

/// What an exchange costs both sides, by the difference of their strengths.
#[derive(Serialize, JsonSchema)]
struct Losses {
    /// The difference (acting side minus other side) to which the first entries belong; the next
    /// belong to one more, and so on.
    first: i32,
    /// Hit points the acting side takes from the other.
    inflicted: Vec<i32>,
    /// Hit points the acting side loses in return; archers and towers lose none.
    suffered: Vec<i32>,
}

impl<'a> Form<'a> {
    fn new(briefing: &'a Briefing) -> Self {
        let rules = &briefing.rules;
        Self {
            rules,
            rows: briefing.size.rows,
            cols: briefing.size.cols,
            rounds: ROUNDS,
            orders_a_turn: ORDERS_A_TURN,
            max_towers: MAX_TOWERS,
            max_fighters: MAX_FIGHTERS,
            max_engineers: MAX_ENGINEERS,
            directions: Directions::of(rules),
            terrains: Terrain::ALL.map(TerrainFigures::of).into(),
            corps: CorpsKind::ALL.map(|kind| CorpsFigures::of(kind, rules)).into(),
            tasks: Task::ALL.map(TaskFigures::of).into(),
            levels: (1..=MAX_LEVEL).map(|level| LevelFigures::of(level, rules)).collect(),
            tower_range: TOWER_RANGE,
            fall: FALL,
            influence: &INFLUENCE[1..],
            influence_at_home: INFLUENCE_AT_HOME,
            losses: Losses::all(),
        }
    }
}

impl Directions {
    fn of(rules: &Rules) -> Self {
        let step = |direction| {
            let (row, col) = rules.delta(direction);
            Step { row, col }
        };
        Self {
            up: step(Direction::Up),
            down: step(Direction::Down),
            left: step(Direction::Left),
            right: step(Direction::Right),
        }
    }
}

impl TerrainFigures {
    fn of(terrain: Terrain) -> Self {
        Self {
            name: terrain,
            number: terrain.number(),
            letter: terrain.view_letter(),
            bonus: terrain.bonus(),
            steps: Terrain::ALL.map(|to| terrain.cost_to(to)).into(),
        }
    }
}

impl CorpsFigures {
    fn of(kind: CorpsKind, rules: &Rules) -> Self {
        Self {
            name: kind,
            number: kind.number(),
            class: kind.class(),
            moves: rules.moves_of(kind),
            max_hp: kind.max_hp(),
            strength: kind.strength(kind.max_hp()),
            range: kind.range(),
            siege_tenths: kind.siege_loss(10),
            garrison_bonus: kind.garrison_bonus().unwrap_or(rules.engineer_garrison_bonus),
            labour: kind.labour(),
        }
    }
}

impl TaskFigures {
    fn of(task: Task) -> Self {
        Self {
            name: task,
            number: task.number(),
            costs: (1..=MAX_LEVEL).map(|level| task.cost(level)).collect(),
        }
    }
}

impl LevelFigures {
    const fn of(level: u8, rules: &Rules) -> Self {
        Self {
            level,
            production: kinds::production(level),
            strength: kinds::tower_base_strength(level),
            max_hp: rules.tower_max_hp(level),
        }
    }
}

impl Losses {
    fn all() -> Self {
        let differences = -LARGEST..=LARGEST;
        Self {
            first: -LARGEST,
            inflicted: differences.clone().map(losses::inflicted).collect(),
            suffered: differences.map(losses::suffered).collect(),
        }
    }
}
