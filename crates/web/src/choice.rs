//! The choice of maps: lessons, maps and puzzles, with what the player has done on them, and who
//! can play the other seats.

use crate::protocol::{MapRow, Maps, Opponent, Pictures, TableRow};
use crate::seat_film;
use face::Lesson;
use face::film::Film;
use game::{DynGame, Lang, Seat, Session, Words};
use games::{HostedGame, Task};
use interaction::{MapEntry, Options, of_game, words};
use std::cell::OnceCell;
use std::collections::BTreeMap;

const SOLVED: Words = Words("solved", "已通关");
const ROUNDS: Words = Words("rounds", "轮");
const BEST: Words = Words("turns", "回合");
const PAR: Words = Words("par", "标准");

/// What is known of maps before anybody plays on them. It does not change, and is found out once.
#[derive(Debug, Default)]
pub(crate) struct Choice {
    facts: OnceCell<BTreeMap<&'static str, Facts>>,
}

#[derive(Debug)]
struct Facts {
    rows: u16,
    cols: u16,
    rounds: Option<u32>,
    seats: u8,
    film: String,
}

impl Choice {
    /// The choice as it is shown.
    pub(crate) fn maps(&self, options: &Options, at: At<'_>, tables: Option<Vec<TableRow>>) -> Maps {
        let lang = options.look.lang;
        let entries = MapEntry::all(options);
        let mut rows: Vec<MapRow> = Vec::new();
        for lesson in of_game(options.entry.name()).lessons {
            let entry = entries.iter().find(|entry| entry.name == lesson.map);
            rows.extend(entry.map(|entry| self.row(options, entry, Some(lesson))));
        }
        rows.extend(entries.iter().map(|entry| self.row(options, entry, None)));
        let is_battle = rows.iter().any(|row| row.seats > 1);
        let opponent = |(name, words): (&'static str, Words)| Opponent { name, label: lang.pick(words) };
        Maps {
            heading: lang.pick(words::MENU_TITLE),
            marked: marked(&rows, at.map, at.lesson),
            maps: rows,
            notice: at.notice.map(String::from),
            opponents: if is_battle { words::LEVELS.map(opponent).to_vec() } else { Vec::new() },
            against: options.opponents.clone(),
            seat: options.seat,
            invites: is_battle && tables.is_some(),
            draws: true,
            tables: tables.unwrap_or_default(),
        }
    }

    /// How the maps look.
    pub(crate) fn pictures(&self, options: &Options) -> Pictures {
        let films = self.facts(options).iter().map(|(name, facts)| (*name, facts.film.clone()));
        Pictures { films: films.collect() }
    }

    fn facts(&self, options: &Options) -> &BTreeMap<&'static str, Facts> {
        self.facts.get_or_init(|| {
            let game = options.entry;
            let all = game.maps().iter().chain(game.puzzles());
            let facts = |(name, map): &(&'static str, &'static str)| {
                let table = game.start(map.as_bytes(), options.rules, 0).ok()?;
                Some((*name, facts_of(&*table, Seat(options.seat))?))
            };
            all.filter_map(facts).collect()
        })
    }

    fn row(&self, options: &Options, entry: &MapEntry, lesson: Option<&Lesson>) -> MapRow {
        let lang = options.look.lang;
        let facts = self.facts(options).get(entry.name);
        MapRow {
            name: entry.name,
            lesson: lesson.map(|lesson| lang.pick(lesson.title)),
            title: entry.title(lang),
            difficulty: entry.difficulty(lang),
            progress: entry.progress(lang),
            solved: entry.best.is_some(),
            par: turns(entry, lang),
            size: facts.map_or_else(String::new, |facts| facts.in_words(lang)),
            seats: facts.map_or(1, |facts| facts.seats),
            in_progress: entry.in_progress,
        }
    }
}

/// Where the player is in the choice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At<'a> {
    /// The map that is looked at; without one the first thing that is still to be done.
    pub(crate) map: Option<&'a str>,
    /// Whether it is looked at as a lesson.
    pub(crate) lesson: bool,
    /// What there is to say.
    pub(crate) notice: Option<&'a str>,
}

/// The row of a map; without one the first lesson or map that is not solved.
fn marked(rows: &[MapRow], map: Option<&str>, lesson: bool) -> usize {
    let named = |row: &&MapRow| Some(row.name) == map;
    let place = |wanted: &dyn Fn(&&MapRow) -> bool| rows.iter().position(|row| wanted(&row));
    let as_wanted = place(&|row| named(row) && row.lesson.is_some() == lesson);
    as_wanted.or_else(|| place(&named)).or_else(|| place(&|row| !row.solved)).unwrap_or(0)
}

/// In how many turns a map was won, beside the fewest.
fn turns(entry: &MapEntry, lang: Lang) -> String {
    let Some(par) = entry.par() else { return String::new() };
    let par = format!("{} {par}", lang.pick(PAR));
    match entry.best {
        Some(best) => format!("{}: {best} {} · {par}", lang.pick(SOLVED), lang.pick(BEST)),
        None => par,
    }
}

impl Facts {
    fn in_words(&self, lang: Lang) -> String {
        let size = format!("{} × {}", self.rows, self.cols);
        match self.rounds {
            Some(rounds) => format!("{size} · {rounds} {}", lang.pick(ROUNDS)),
            None => size,
        }
    }
}

/// A game as it begins, as a seat sees it.
fn facts_of(table: &dyn DynGame, seat: Seat) -> Option<Facts> {
    struct Look(Seat);

    impl Task for Look {
        type Output = Facts;

        fn run<G: HostedGame>(self, session: &Session<G>) -> Facts {
            let game = session.game();
            let film: Film = seat_film::film(game, &[], self.0);
            let (rows, cols) = (film.cast.rows, film.cast.cols);
            let (rounds, seats) = (game.rounds(), game.seats());
            Facts { rows, cols, rounds, seats, film: page::html::film_data(&film) }
        }
    }

    games::at_table(table, Look(seat))
}
