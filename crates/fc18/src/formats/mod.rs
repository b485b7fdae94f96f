//! JSON, the old contest's files, recorded cases and the entry in the registry.

mod briefing;
mod calculators;
mod drawing;
mod export;
mod first_format;
mod json;
mod lines;
mod map_file;
mod order_log;
mod recorder;
mod reenact;
mod state_log;
mod vectors;

pub(crate) use json::direction_word;
pub use map_file::{draw_map, read_map, write_map};
pub use order_log::{LoggedOrder, OrderLog};
pub use recorder::{OldLogs, Recorder};
pub use reenact::{ORDER_LOG, STATE_LOG};
pub use state_log::{Block, Entry, PlayerEntry, StateLog};

use crate::kinds::CONTEST_SIZE;
use crate::loads::LOADS;
use crate::{Fc18, LargeFc18, Map, Rules, Setup, generate};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use board::Size;
use game::conform::{CaseResult, ConformRequest, Folder};
use game::replay::{Header, OrderResult, Turn};
use game::schema::{self, SchemaPart};
use game::{
    BenchLoad, Diagnostics, DynSetup, ExportedFile, Game, GameEntry, JsonText, NewMap, OpenSetup, SetupError,
    UnknownProfile,
};

/// The game's entry in the registry.
pub const ENTRY: &dyn GameEntry = &Towers;

#[derive(Debug)]
struct Towers;

impl GameEntry for Towers {
    fn name(&self) -> &'static str {
        Fc18::NAME
    }

    fn about(&self) -> &'static str {
        "the tower contest of 2021: four players found, upgrade and conquer towers"
    }

    fn profiles(&self) -> &'static [&'static str] {
        &Rules::NAMES
    }

    fn rules_version(&self) -> u32 {
        <Fc18 as Game>::RULES_VERSION
    }

    fn maps(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("campus", include_str!("../../../../maps/fc18/campus.map")),
            ("courtyard", include_str!("../../../../maps/fc18/courtyard.map")),
            ("four-passes", include_str!("../../../../maps/fc18/four-passes.map")),
            ("gates-and-halls", include_str!("../../../../maps/fc18/gates-and-halls.map")),
            ("long-road", include_str!("../../../../maps/fc18/long-road.map")),
            ("moor", include_str!("../../../../maps/fc18/moor.map")),
            ("old-capital", include_str!("../../../../maps/fc18/old-capital.map")),
            ("open-field", include_str!("../../../../maps/fc18/open-field.map")),
            ("wide-country", include_str!("../../../../maps/fc18/wide-country.map")),
        ]
    }

    fn open(&self, map: &[u8], rules: &str) -> Result<Box<dyn DynSetup>, SetupError> {
        Ok(match sized(map, profile(rules)?)? {
            Fitting::Small(setup) => Box::new(OpenSetup::<Fc18>(setup)),
            Fitting::Large(setup) => Box::new(OpenSetup::<LargeFc18>(setup)),
        })
    }

    fn schemas(&self) -> Vec<SchemaPart> {
        schema::of_game::<Fc18>()
    }

    fn check_map(&self, map: &[u8], rules: &str) -> Result<Diagnostics, UnknownProfile> {
        Ok(read_map(map, &profile(rules)?).1)
    }

    fn show_map(&self, map: &[u8], rules: &str) -> Result<String, SetupError> {
        Ok(draw_map(&valid(map, &profile(rules)?)?))
    }

    fn map_styles(&self) -> &'static [&'static str] {
        &["fair", "original"]
    }

    fn new_map(&self, wanted: NewMap<'_>) -> Result<String, String> {
        let size = Size {
            cols: wanted.cols.unwrap_or(CONTEST_SIZE.cols),
            rows: wanted.rows.unwrap_or(CONTEST_SIZE.rows),
        };
        let make = if wanted.style == Some("original") { generate::original } else { generate::fair };
        make(size, wanted.seed).map(|map| write_map(&map)).map_err(|bad| bad.to_string())
    }

    fn conform(
        &self,
        folder: &dyn Folder,
        request: ConformRequest<'_>,
        each: &mut dyn FnMut(CaseResult),
    ) -> Result<(), String> {
        let rules = request.rules.map(profile).transpose().map_err(|unknown| unknown.to_string())?;
        let names = folder.names();
        if names.iter().any(|name| name == ORDER_LOG || name == STATE_LOG) {
            return reenact::run(folder, rules.unwrap_or_default(), each);
        }
        let vectors: Vec<String> = names.into_iter().filter(|name| name.ends_with(".json")).collect();
        match vectors.is_empty() {
            true => Err(format!(
                "there are no cases here (expected vectors NAME.json, or {ORDER_LOG} and {STATE_LOG})"
            )),
            false => vectors::run(folder, vectors, request.rules, each),
        }
    }

    fn export_formats(&self) -> &'static [&'static str] {
        &["fc18-log"]
    }

    fn export(
        &self,
        format: &str,
        header: &Header,
        turns: &mut dyn Iterator<Item = Turn>,
    ) -> Result<Vec<ExportedFile>, String> {
        match format {
            "fc18-log" => export::logs(header, turns),
            _ => Err(format!("{} has no format `{format}`", self.name())),
        }
    }

    fn dictionaries(&self) -> &'static [&'static [u8]] {
        &[include_bytes!("../../dictionaries/1.zdict")]
    }

    fn modernise(&self, _: &mut JsonText, answer: &mut OrderResult) {
        first_format::modernise(answer);
    }

    fn loads(&self) -> &'static [BenchLoad] {
        LOADS
    }
}

/// The rules of this name.
fn profile(name: &str) -> Result<Rules, UnknownProfile> {
    Rules::named(name).ok_or_else(|| ENTRY.unknown_profile(name))
}

/// A setup in the smallest type of state it fits into.
enum Fitting {
    Small(Setup<16>),
    Large(Setup<32>),
}

fn sized(map: &[u8], rules: Rules) -> Result<Fitting, Diagnostics> {
    let map = valid(map, &rules)?;
    if let Ok(setup) = Setup::new(map.clone(), rules) {
        return Ok(Fitting::Small(setup));
    }
    Setup::new(map, rules).map(Fitting::Large).map_err(|wrong| {
        let mut report = Diagnostics::default();
        report.problem(1, wrong.to_string());
        report
    })
}

fn valid(map: &[u8], rules: &Rules) -> Result<Map, Diagnostics> {
    match read_map(map, rules) {
        (Some(map), _) => Ok(map),
        (None, report) => Err(report),
    }
}
