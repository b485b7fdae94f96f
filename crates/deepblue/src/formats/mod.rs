//! JSON, old files, and the entry in the registry.

pub mod battle;
mod briefing;
mod calculators;
mod drawing;
mod export;
mod first_format;
mod json;
pub mod map_file;
pub mod properties;
mod text;
pub mod vectors;
pub mod wire;

pub(crate) use self::json::production_rows;

use self::map_file::USUAL_SIDE;
use crate::generate::{LEAST_SIDE, Wish, generate};
use crate::kinds::Rules;
use crate::loads::LOADS;
use crate::seas::MAX_SIDE;
use crate::state::State;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use board::Size;
use game::conform::{CaseResult, ConformRequest, Folder};
use game::replay::{Header, OrderResult, Turn};
use game::schema::{self, SchemaPart};
use game::{
    BenchLoad, Diagnostics, DynGame, DynSetup, ExportedFile, Game, GameEntry, GuestProtocol, JsonText,
    NewMap, OpenSetup, Seat, Session, SetupError, UnknownProfile,
};

/// The game's entry in the registry.
pub const ENTRY: &dyn GameEntry = &DeepBlue;

#[derive(Debug)]
struct DeepBlue;

impl GameEntry for DeepBlue {
    fn name(&self) -> &'static str {
        State::NAME
    }

    fn about(&self) -> &'static str {
        "two fleets in the fog: both order, then everything settles at once"
    }

    fn profiles(&self) -> &'static [&'static str] {
        &["document", "final", "document-large", "final-large"]
    }

    fn has_guests(&self) -> bool {
        true
    }

    fn guest(&self, table: &dyn DynGame, seat: Seat) -> Option<Box<dyn GuestProtocol>> {
        table.as_any().is::<Session<State>>().then(|| Box::new(wire::Guest::new(seat)) as _)
    }

    fn rules_version(&self) -> u32 {
        <State as Game>::RULES_VERSION
    }

    fn maps(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("duel", include_str!("../../../../maps/deepblue/duel.map")),
            ("lagoon", include_str!("../../../../maps/deepblue/lagoon.map")),
            ("archipelago", include_str!("../../../../maps/deepblue/archipelago.map")),
            ("twin-coasts", include_str!("../../../../maps/deepblue/twin-coasts.map")),
            ("fogbank", include_str!("../../../../maps/deepblue/fogbank.map")),
            ("fleet-action", include_str!("../../../../maps/deepblue/fleet-action.map")),
            ("skerries", include_str!("../../../../maps/deepblue/skerries.map")),
            ("great-ocean", include_str!("../../../../maps/deepblue/great-ocean.map")),
            ("training", include_str!("../../../../maps/deepblue/training.map")),
        ]
    }

    fn open(&self, map: &[u8], rules: &str) -> Result<Box<dyn DynSetup>, SetupError> {
        let profile = Profile::named(rules)?;
        let setup = map_file::read(map, profile.rules)?;
        let Size { rows, cols } = setup.chart().size;
        if rows.max(cols) > USUAL_SIDE && !profile.large {
            let mut report = Diagnostics::default();
            report.problem(1, format!("the map is {rows} by {cols}; a match takes up to {USUAL_SIDE} by {USUAL_SIDE} unless its rules are `document{LARGE}` or `final{LARGE}`"));
            return Err(report.into());
        }
        Ok(Box::new(OpenSetup::<State>(setup)))
    }

    fn schemas(&self) -> Vec<SchemaPart> {
        schema::of_game::<State>()
    }

    fn check_map(&self, map: &[u8], rules: &str) -> Result<Diagnostics, UnknownProfile> {
        Ok(map_file::inspect(map, Profile::named(rules)?.rules).1)
    }

    fn show_map(&self, map: &[u8], rules: &str) -> Result<String, SetupError> {
        // Maps of any size can be looked at.
        Ok(OpenSetup::<State>(map_file::read(map, Profile::named(rules)?.rules)?).draw())
    }

    fn new_map(&self, wanted: NewMap) -> Result<String, String> {
        let rows = wanted.rows.unwrap_or_else(|| wanted.cols.unwrap_or(40));
        let size = Size::new(rows, wanted.cols.unwrap_or(rows));
        let sides = LEAST_SIDE..=MAX_SIDE;
        if !sides.contains(&size.rows) || !sides.contains(&size.cols) {
            return Err(format!("new maps have sides from {LEAST_SIDE} to {MAX_SIDE}"));
        }
        let wish = Wish { seed: wanted.seed, size, land: (wanted.seed % 3) as u8 };
        let plan = generate(wish).ok_or("no fair map came of this seed and size; try another seed")?;
        Ok(map_file::write(&plan))
    }

    fn conform(
        &self,
        folder: &dyn Folder,
        _: ConformRequest<'_>,
        each: &mut dyn FnMut(CaseResult),
    ) -> Result<(), String> {
        vectors::run_folder(folder, each)
    }

    fn export_formats(&self) -> &'static [&'static str] {
        &["battle"]
    }

    fn export(
        &self,
        format: &str,
        header: &Header,
        turns: &mut dyn Iterator<Item = Turn>,
    ) -> Result<Vec<ExportedFile>, String> {
        match format {
            "battle" => export::battle(header, turns),
            _ => Err(format!("{} has no format `{format}`", self.name())),
        }
    }

    fn dictionaries(&self) -> &'static [&'static [u8]] {
        &[include_bytes!("../../dictionaries/1.zdict")]
    }

    fn modernise(&self, order: &mut JsonText, answer: &mut OrderResult) {
        first_format::modernise(order, answer);
    }

    fn loads(&self) -> &'static [BenchLoad] {
        LOADS
    }
}

/// How a profile says that maps of any size are welcome.
const LARGE: &str = "-large";

/// A rule profile: a ruleset, and how large maps may be.
struct Profile {
    rules: Rules,
    /// Whether maps of any size are welcome.
    large: bool,
}

impl Profile {
    fn named(name: &str) -> Result<Self, UnknownProfile> {
        let (rules, large) = match name.strip_suffix(LARGE) {
            Some(rules) => (rules, true),
            None => (name, false),
        };
        let rules = Rules::named(rules).ok_or_else(|| ENTRY.unknown_profile(name))?;
        Ok(Self { rules, large })
    }
}
