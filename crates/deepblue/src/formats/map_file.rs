//! Map files (`.map`) of the old contest, read and written.

use super::properties;
use super::text::{self, Number};
use crate::kinds::{Kind, Rules, Team};
use crate::map::{Fault, Placed, Plan, Setup};
use crate::place::Area;
use crate::seas::MAX_SIDE;
use crate::state::MAX_ELEMENTS;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use board::{Cell, Size};
use game::Diagnostics;
use serde_json::{Map, Value, json};

/// The side up to which a match takes a map unless its profile says otherwise.
pub const USUAL_SIDE: u8 = 80;

/// Reads a map file.
///
/// # Errors
/// All that is wrong with it, and what was repaired besides.
pub fn read(bytes: &[u8], rules: Rules) -> Result<Setup, Diagnostics> {
    let (setup, report) = inspect(bytes, rules);
    setup.ok_or(report)
}

/// Reads a map file and says everything that is wrong or was repaired.
#[must_use]
pub fn inspect(bytes: &[u8], rules: Rules) -> (Option<Setup>, Diagnostics) {
    let (plan, rules, mut report) = read_plan(bytes, rules);
    let Some(plan) = plan.filter(|_| report.is_usable()) else { return (None, report) };
    let lines = Lines(bytes);
    if let Some(unfair) = crate::fair::unfairness(&plan) {
        report.warning(1, unfair);
    }
    let most = plan.most_elements(&rules);
    if most > MAX_ELEMENTS {
        let limit = plan.max_population;
        let text = format!(
            "with a population limit of {limit} there could be {most} elements; births wait while there are {MAX_ELEMENTS}"
        );
        report.warning(lines.of_key("max_population"), text);
    }
    match Setup::new(plan, rules) {
        Ok(setup) => (Some(setup), report),
        Err(faults) => {
            faults.iter().for_each(|fault| report.problem(lines.of_fault(fault), fault.to_string()));
            (None, report)
        }
    }
}

/// Reads what a map file says, repairing what can be repaired, without asking whether it can be
/// played.
#[must_use]
pub fn read_plan(bytes: &[u8], rules: Rules) -> (Option<Plan>, Rules, Diagnostics) {
    let mut reader = Reader { lines: Lines(bytes), rules, report: Diagnostics::default() };
    let plan = match text::read(bytes) {
        Ok(Value::Object(map)) => reader.plan(&map),
        Ok(_) => {
            reader.report.problem(1, "a map is a JSON object, and this is something else");
            None
        }
        Err((line, wrong)) => {
            reader.report.problem(line, format!("this is not JSON: {wrong}"));
            None
        }
    };
    (plan, reader.rules, reader.report)
}

/// Files up to this size are searched for the line of a problem.
const SEARCHED: usize = 1 << 20;

/// Finds lines again: values that were read do not remember theirs.
struct Lines<'a>(&'a [u8]);

impl Lines<'_> {
    fn of_key(&self, key: &str) -> u32 {
        if self.0.len() > SEARCHED {
            return 1;
        }
        let wanted = format!("\"{key}\"");
        let at = self.0.windows(wanted.len()).position(|window| window == wanted.as_bytes());
        let before = &self.0[..at.unwrap_or(0)];
        1 + before.iter().filter(|byte| **byte == b'\n').count() as u32
    }

    fn of_fault(&self, fault: &Fault) -> u32 {
        fault.element.map_or(1, |index| self.of_key(&index.to_string()))
    }
}

struct Reader<'a> {
    lines: Lines<'a>,
    rules: Rules,
    report: Diagnostics,
}

impl Reader<'_> {
    fn plan(&mut self, map: &Map<String, Value>) -> Option<Plan> {
        match map.get("__class__").and_then(Value::as_str) {
            Some("MapInfo") => {}
            Some(other) => self.problem("__class__", format!("this is a `{other}`, not a `MapInfo`")),
            None => self.warning("__class__", "`__class__` is missing; taken for a `MapInfo`".into()),
        }
        let replaced = map.get("properties").map(|table| properties::replace(&mut self.rules, table));
        if let Some(Err(wrong)) = replaced {
            self.problem("properties", wrong);
        }
        let size = Size::new(self.side(map, "x_max")?, self.side(map, "y_max")?);
        let land = self.terrain(map.get("types"), size)?;
        let usual = Plan::default();
        let mut plan = Plan {
            size,
            land,
            weather: self.limit(map, "weather", i32::MIN, usual.weather),
            max_round: self.limit(map, "max_round", 1, usual.max_round as i32) as u32,
            max_population: self.limit(map, "max_population", 0, usual.max_population),
            millis_per_round: self.millis(map.get("time_per_round")),
            elements: Vec::new(),
        };
        self.elements(map.get("elements"), &mut plan);
        Some(plan)
    }

    fn problem(&mut self, key: &str, text: String) {
        self.report.problem(self.lines.of_key(key), text);
    }

    fn warning(&mut self, key: &str, text: String) {
        self.report.warning(self.lines.of_key(key), text);
    }

    fn side(&mut self, map: &Map<String, Value>, key: &str) -> Option<u8> {
        let said = map.get(key).and_then(Number::of).map(Number::to_i32);
        let side = said.and_then(|side| u8::try_from(side).ok()).filter(|side| (1..=MAX_SIDE).contains(side));
        if side.is_none() {
            let said = said.map_or("missing or no number".to_string(), |said| said.to_string());
            self.problem(key, format!("`{key}` is {said}; it may be from 1 to {MAX_SIDE}"));
        }
        side
    }

    fn limit(&mut self, map: &Map<String, Value>, key: &str, least: i32, usual: i32) -> i32 {
        let Some(value) = map.get(key) else { return usual };
        let Some(number) = Number::of(value) else {
            self.problem(key, format!("`{key}` is {value}, which is no number"));
            return usual;
        };
        if matches!(number, Number::Text(_)) {
            self.warning(key, format!("`{key}` is the text {value}; taken as a number"));
        }
        if number.to_i32() < least {
            self.problem(key, format!("`{key}` is {value}; the least possible is {least}"));
        }
        number.to_i32().max(least)
    }

    /// Information only, so that nothing about it makes a map unusable.
    fn millis(&mut self, value: Option<&Value>) -> u32 {
        let seconds = match value.map(|value| (value.as_f64(), value)) {
            None => Some(1.0),
            Some((seconds, _)) => seconds.filter(|seconds| *seconds > 0.0),
        };
        if seconds.is_none() {
            self.warning(
                "time_per_round",
                "`time_per_round` is not a positive number; taken as 1 second".into(),
            );
        }
        to_millis(seconds.unwrap_or(1.0)).max(1)
    }

    fn terrain(&mut self, types: Option<&Value>, size: Size) -> Option<Vec<bool>> {
        let rows = types.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        if rows.len() != usize::from(size.rows) {
            self.problem("types", format!("`types` has {} rows, `x_max` says {}", rows.len(), size.rows));
            return None;
        }
        let mut land = Vec::with_capacity(size.area());
        for (x, row) in rows.iter().enumerate() {
            let cells = row.as_array().map_or(&[][..], Vec::as_slice);
            if cells.len() != usize::from(size.cols) {
                let text =
                    format!("row {x} of `types` has {} cells, `y_max` says {}", cells.len(), size.cols);
                self.problem("types", text);
                return None;
            }
            for (y, cell) in cells.iter().enumerate() {
                match cell.as_i64() {
                    Some(0) => land.push(false),
                    Some(1) => land.push(true),
                    _ => {
                        let text = format!("({x}, {y}) of `types` is {cell}; 0 is ocean, 1 is land");
                        self.problem("types", text);
                        return None;
                    }
                }
            }
        }
        Some(land)
    }

    fn elements(&mut self, elements: Option<&Value>, plan: &mut Plan) {
        let Some(elements) = elements.and_then(Value::as_object) else {
            self.problem("elements", "`elements` is missing or not an object".into());
            return;
        };
        if elements.len() > MAX_ELEMENTS {
            let text = format!("there are {} elements; a game holds {MAX_ELEMENTS}", elements.len());
            return self.problem("elements", text);
        }
        let mut read: Vec<(i32, &Map<String, Value>)> = Vec::new();
        for (key, element) in elements {
            match (key.parse::<i32>().ok().filter(|index| *index >= 0), element.as_object()) {
                (Some(index), Some(element)) => read.push((index, element)),
                (None, _) => self.problem(key, format!("the key `{key}` is not an index")),
                (_, None) => self.problem(key, format!("element {key} is not an object")),
            }
        }
        read.sort_by_key(|(index, _)| *index);
        // Bases last: where one has to be placed anew, everything else is known.
        let is_base =
            |element: &Map<String, Value>| element.get("__class__").is_some_and(|class| class == "Base");
        read.sort_by_key(|(_, element)| is_base(element));
        for (index, element) in read {
            if let Err(wrong) = self.element(index, element, plan) {
                self.problem(&index.to_string(), format!("element {index}: {wrong}"));
            }
        }
        plan.elements.sort_by_key(|placed| placed.index);
    }

    fn element(&mut self, index: i32, element: &Map<String, Value>, plan: &mut Plan) -> Result<(), String> {
        let class = element.get("__class__").and_then(Value::as_str).unwrap_or_default();
        let kind = Kind::ALL.into_iter().find(|kind| class_of(*kind) == class);
        let kind = kind.ok_or_else(|| format!("there is no class `{class}`"))?;
        match element.get("index").filter(|said| !said.is_null()) {
            Some(said) if said.as_i64() == Some(index.into()) => {}
            said => {
                let said = said.map_or("missing".to_string(), Value::to_string);
                self.repaired(index, format!("its `index` is {said}; the key is taken"));
            }
        }
        let team = match kind.is_resource() {
            true => Team::Nobody,
            false => read_team(element, kind)?,
        };
        let at = self.position(index, kind, element.get("pos"), plan)?;
        let mut placed = Placed::new(index, kind, team, at);
        let most = *self.rules.of(kind);
        placed.health = self.store(index, element, "health", most.health_max.into())?;
        placed.fuel = self.store(index, element, "fuel", most.fuel_max.into())?;
        placed.ammo = self.store(index, element, "ammo", most.ammo_max.into())?;
        placed.metal = self.store(index, element, "metal", most.metal_max.into())?;
        if !kind.is_unit() {
            self.raise_land(&placed, plan);
        }
        plan.elements.push(placed);
        Ok(())
    }

    fn repaired(&mut self, index: i32, text: String) {
        self.warning(&index.to_string(), format!("element {index}: {text}"));
    }

    /// A store, cut to what the kind can have.
    fn store(
        &mut self,
        index: i32,
        element: &Map<String, Value>,
        key: &str,
        most: i32,
    ) -> Result<Option<i32>, String> {
        let Some(value) = element.get(key).filter(|value| !value.is_null()) else { return Ok(None) };
        let number = Number::of(value).ok_or_else(|| format!("`{key}` is {value}, which is no number"))?;
        let said = number.to_i32();
        let kept = said.clamp(0, most.max(0));
        // An element that has no such store, or an endless one, loses nothing.
        if kept != said && most > 0 && number != Number::Infinite {
            self.repaired(index, format!("`{key}` {said} is cut to {kept}"));
        }
        Ok(Some(kept))
    }

    /// The upper-left cell of an element.
    fn position(&mut self, index: i32, kind: Kind, pos: Option<&Value>, plan: &Plan) -> Result<Cell, String> {
        let pos = pos.unwrap_or(&Value::Null);
        let is_rectangle = pos.get("upper_left").is_some();
        let (from, to) = match is_rectangle {
            true => (read_cell(&pos["upper_left"], plan)?, read_cell(&pos["lower_right"], plan)?),
            false => (read_cell(pos, plan)?, read_cell(pos, plan)?),
        };
        let whole = Area::of(kind, from);
        if to == whole.to && plan.size.contains(whole.to) {
            return Ok(from);
        }
        let least = Cell::new(from.row.min(to.row), from.col.min(to.col));
        if kind != Kind::Base {
            self.repaired(index, format!("a {kind} covers one cell; {least} is taken"));
            return Ok(least);
        }
        // Old editors swapped the corners of some bases and gave others by their centre.
        let corners = match is_rectangle {
            true => [Some(least), None],
            false => [plan.size.offset(from, -1, -1), Some(from)],
        };
        let at = place_base(&corners, plan).ok_or("there is no room for a base of 3 by 3 there")?;
        self.repaired(index, format!("a base covers 3 by 3 cells; its upper-left cell is taken to be {at}"));
        Ok(at)
    }

    /// Makes land of the ocean under a building or resource.
    fn raise_land(&mut self, placed: &Placed, plan: &mut Plan) {
        let area = placed.area();
        if !plan.size.contains(area.to) {
            return;
        }
        for cell in area.cells().filter(|cell| !plan.is_land(*cell)).collect::<Vec<_>>() {
            let at = plan.size.index(cell);
            plan.land[at] = true;
            self.repaired(
                placed.index,
                format!("there is ocean under the {} at {cell}; made land", placed.kind),
            );
        }
    }
}

/// The first corner from which a base lies on the map and on nothing else.
fn place_base(corners: &[Option<Cell>], plan: &Plan) -> Option<Cell> {
    let fits = |corner: &Cell| {
        let area = Area::of(Kind::Base, *corner);
        let on_surface = |placed: &&Placed| placed.kind.level() == Kind::Base.level();
        plan.size.contains(area.to)
            && plan.elements.iter().filter(on_surface).all(|placed| placed.area().distance(area) > 0)
    };
    corners.iter().flatten().copied().find(fits)
}

fn read_team(element: &Map<String, Value>, kind: Kind) -> Result<Team, String> {
    let said = element.get("team").unwrap_or(&Value::Null);
    let team = said.as_i64().and_then(|team| i32::try_from(team).ok()).and_then(Team::from_number);
    let allowed = team.filter(|team| team.plays() || kind == Kind::Fort);
    allowed.ok_or_else(|| {
        format!("`team` is {said}; a {kind} may have {}", if kind == Kind::Fort { "0, 1, 2" } else { "0, 1" })
    })
}

fn read_cell(pos: &Value, plan: &Plan) -> Result<Cell, String> {
    let side = |key: &str| pos.get(key).and_then(Value::as_i64);
    let (x, y) = side("x").zip(side("y")).ok_or("`pos` has no `x` and `y`")?;
    let narrow = |side: i64| i32::try_from(side).unwrap_or(-1);
    plan.size.cell(narrow(x), narrow(y)).ok_or_else(|| format!("({x}, {y}) is not on the map"))
}

/// Seconds as the files give them, in milliseconds.
pub(crate) fn to_millis(seconds: f64) -> u32 {
    (seconds * 1000.0 + 0.5) as u32
}

/// The name of the kind in old files.
pub(crate) const fn class_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Base => "Base",
        Kind::Fort => "Fort",
        Kind::Mine => "Mine",
        Kind::Oilfield => "Oilfield",
        Kind::Submarine => "Submarine",
        Kind::Destroyer => "Destroyer",
        Kind::Carrier => "Carrier",
        Kind::Cargo => "Cargo",
        Kind::Fighter => "Fighter",
        Kind::Scout => "Scout",
    }
}

/// A place in the notation of the old files.
pub(crate) fn position(x: i32, y: i32, z: i32) -> Value {
    json!({"__class__": "Position", "__module__": MODULE, "x": x, "y": y, "z": z})
}

/// The `pos` of an element in the notation of the old files.
pub(crate) fn element_position(kind: Kind, at: Cell) -> Value {
    let corner = |cell: Cell| position(cell.row.into(), cell.col.into(), kind.level() as i32);
    match kind {
        Kind::Base => {
            let Area { from, to } = Area::of(kind, at);
            json!({"__class__": "Rectangle", "__module__": MODULE, "upper_left": corner(from), "lower_right": corner(to)})
        }
        _ => corner(at),
    }
}

/// The module name that the old program expects beside class names.
pub(crate) const MODULE: &str = "deep_blue.logic.basic";

/// Writes a map file: one line a row of terrain and one an element.
#[must_use]
pub fn write(plan: &Plan) -> String {
    let mut text = String::from("{\"__class__\":\"MapInfo\",\"__module__\":\"deep_blue.logic.map_info\",\n");
    let Size { rows, cols } = plan.size;
    let seconds = f64::from(plan.millis_per_round) / 1000.0;
    text += &format!("\"x_max\":{rows},\"y_max\":{cols},\"weather\":{},\n", plan.weather);
    text += &format!(
        "\"max_round\":{},\"max_population\":{},\"record_interval\":1,\"time_per_round\":{seconds:?},\n",
        plan.max_round, plan.max_population
    );
    let row = |row: &[bool]| {
        let cells: Vec<&str> = row.iter().map(|land| if *land { "1" } else { "0" }).collect();
        format!("[{}]", cells.join(","))
    };
    let terrain: Vec<String> = plan.land.chunks(usize::from(cols.max(1))).map(row).collect();
    let elements: Vec<String> = plan.elements.iter().map(write_element).collect();
    text +=
        &format!("\"types\":[\n{}],\n\"elements\":{{\n{}}}}}\n", terrain.join(",\n"), elements.join(",\n"));
    text
}

fn write_element(placed: &Placed) -> String {
    let mut element = json!({
        "__class__": class_of(placed.kind),
        "__module__": MODULE,
        "index": placed.index,
        "pos": element_position(placed.kind, placed.at),
    });
    if !placed.kind.is_resource() {
        element["team"] = (placed.team as u8).into();
    }
    let stores =
        [("health", placed.health), ("fuel", placed.fuel), ("ammo", placed.ammo), ("metal", placed.metal)];
    for (key, store) in stores {
        if let Some(store) = store {
            element[key] = store.into();
        }
    }
    format!("\"{}\":{element}", placed.index)
}
