//! `sandtable play --web --seats`: a table with several people.

use crate::args::Play;
use crate::containment::{Bound, Containment};
use crate::failure::Failure;
use crate::play;
use clap::Args;
use game::GameEntry;
use matches::Clock;
use std::process::ExitCode;
use terminal::{OpenError, Options};
use web::shared::{PersonClock, Sight, Sitter, TableSetup, Watching, usual_lateness};
use web::{Address, Role, Settings, TableRequest};

/// Who plays, for how long, and who watches.
#[derive(Args, Debug)]
pub(crate) struct TableOptions {
    /// With --web: who plays the seats, in their order: `person`, a built-in bot, or a bot as for
    /// `match`
    #[arg(
        long,
        value_name = "WHO,WHO...",
        value_delimiter = ',',
        requires = "web",
        conflicts_with_all = ["seat", "against"]
    )]
    pub(crate) seats: Vec<String>,
    /// With --seats: how long a person may think in each turn, and in all turns together beyond
    /// that; or `off`
    #[arg(long, value_name = "CLOCK", requires = "seats", default_value = "10m+2h")]
    pub(crate) clock: String,
    /// With --seats: what spectators see: `everything`, what a seat sees (its number), or `nothing`
    #[arg(long, value_name = "WHAT", requires = "seats", default_value = "everything")]
    pub(crate) watch: String,
    /// With --seats: how many turns later than the players spectators see it; without it 10 in
    /// games with fog, else 0
    #[arg(long, value_name = "TURNS", requires = "seats")]
    pub(crate) late: Option<u32>,
    /// With --seats: how long bots that are programs may think; `sandtable match --help` says how
    /// it is written
    #[arg(long, value_name = "CLOCK", requires = "seats", default_value = "100ms+10s")]
    pub(crate) bot_clock: Clock,
    #[command(flatten)]
    pub(crate) containment: Containment,
    #[command(flatten)]
    pub(crate) bound: Bound,
}

/// Without a map it is chosen on the page, and the table is opened from there.
pub(crate) fn chosen_on_the_page(options: &Play, wishes: Options) -> Result<Options, Failure> {
    let seats = &options.table.seats;
    let count = wishes.entry.maps().first().map_or(1, |(_, map)| {
        wishes.entry.start(map.as_bytes(), wishes.rules, 0).map_or(1, |started| started.seats())
    });
    check_seats(wishes.entry, seats, count)?;
    let is_person = |who: &String| Sitter::from(who.clone()) == Sitter::Person;
    if let Some(program) = seats.iter().find(|who| !is_person(who) && !bots::is_built_in(who)) {
        return Err(Failure::usage(format!(
            "with the program {program} at the table, name a map with --map"
        )));
    }
    let own = seats.iter().position(is_person).unwrap_or(0);
    let others = seats.iter().enumerate().filter(|(seat, _)| *seat != own).map(|(_, who)| who.clone());
    Ok(Options { seat: own as u8, opponents: others.collect(), ..wishes })
}

/// Serves a table with several people.
pub(crate) fn run(options: &Play, wishes: Options) -> Result<ExitCode, Failure> {
    let setup = setup(options, &wishes)?;
    let own = || wishes.store.table_file(&setup.game, &setup.map_name);
    let file = wishes.save.clone().or_else(own).ok_or_else(|| {
        Failure::usage("there is no home folder to keep the table in: name a file with --save")
    })?;
    let settings = Settings { listen: options.listen, port: options.port, patience: None };
    let bots = crate::play_bots::maker(&options.table, &setup)?;
    let request =
        TableRequest { entry: wishes.entry, setup, file, anew: wishes.anew, bots, lang: wishes.look.lang };
    let ready = |links: &[Address]| announce(options, links);
    let ended = web::serve_table(request, settings, ready);
    play::ended_in_browser(ended.map_err(|problem| play::explain(options, problem))?)
}

fn announce(options: &Play, links: &[Address]) {
    for Address { role, link } in links {
        match role {
            Role::Player(seat) => outln!("Seat {}: {link}", seat.0),
            Role::Spectator(_) => outln!("Watch:  {link}"),
        }
    }
    outln!(
        "Send every player the link of a seat. The first is the host's. Ctrl-C ends it; the table is kept."
    );
    if let Some(own) = links.first().filter(|_| !options.no_open) {
        play::open_browser(&own.link);
    }
}

fn setup(options: &Play, wishes: &Options) -> Result<TableSetup, Failure> {
    let Some((map_name, map)) = wishes.map.clone() else {
        return Err(Failure::usage("--seats needs a map: name one with --map"));
    };
    let TableOptions { seats, clock, watch, late, .. } = &options.table;
    let started = wishes.entry.start(map.as_bytes(), wishes.rules, wishes.seed);
    let started = started.map_err(|wrong| play::explain(options, OpenError::setup(&map_name, wrong)))?;
    check_seats(wishes.entry, seats, started.seats())?;
    let sight = |watch: &str| watch.parse::<Sight>().map_err(Failure::usage);
    let watching = match watch.as_str() {
        "nothing" => None,
        watch => {
            let sight = sight(watch)?;
            let usual = if sight == Sight::Everything { usual_lateness(&*started) } else { 0 };
            Some(Watching { sight, late: late.unwrap_or(usual) })
        }
    };
    if let Some(Watching { sight: Sight::Seat(seat), .. }) = watching
        && seat >= started.seats()
    {
        return Err(Failure::usage(format!("--watch {seat}: there is no such seat")));
    }
    Ok(TableSetup {
        game: wishes.entry.name().into(),
        map_name,
        map,
        rules: wishes.rules.into(),
        seed: wishes.seed,
        seats: seats.iter().map(|who| Sitter::from(who.clone())).collect(),
        clock: person_clock(clock)?,
        watching,
        lesson: false,
    })
}

fn check_seats(entry: &dyn GameEntry, given: &[String], seats: u8) -> Result<(), Failure> {
    let name = entry.name();
    if seats == 1 {
        return Err(Failure::usage(format!("{name} is a game for one: leave --seats out")));
    }
    if given.len() != usize::from(seats) {
        let given = given.len();
        return Err(Failure::usage(format!("{name} has {seats} seats, and --seats names {given}")));
    }
    if !given.iter().any(|who| Sitter::from(who.clone()) == Sitter::Person) {
        return Err(Failure::usage("--seats names no person; `sandtable match` lets bots play"));
    }
    Ok(())
}

fn person_clock(text: &str) -> Result<Option<PersonClock>, Failure> {
    if text == "off" {
        return Ok(None);
    }
    let clock: Clock = text.parse().map_err(|why: String| Failure::usage(format!("--clock: {why}")))?;
    Ok(Some(PersonClock { turn: clock.turn, bank: clock.bank }))
}
