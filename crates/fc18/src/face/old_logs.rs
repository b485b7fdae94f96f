//! Logs of the old contest: the states of every turn, with or without the orders.
//!
//! With both logs the game is run again, and if some rule profile leads to all the recorded states
//! the film tells everything that happened. Otherwise the film shows the recorded states, and tells
//! what can be seen by comparing each with the one before.

use super::film::{CorpsNow, Filming, Moment, TowerNow, cast, corps_key, shoot, tower_key};
use crate::event::Sentence;
use crate::formats::{Block, Entry, ORDER_LOG, OrderLog, STATE_LOG, StateLog};
use crate::grid::cell_at;
use crate::{CorpsKind, Fc18, Map, Owner, Rules, Setup};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use board::{Cell, Size};
use face::film::{Event as FilmEvent, Film, Heading, Recording, SeatActivity, arrange};
use game::conform::Folder;
use game::{Game, Session};

/// Films the logs in a folder; none if there is no state log in it.
pub(super) fn film_folder(files: &dyn Folder, name: &str) -> Option<Result<Film, String>> {
    let names = files.names();
    let stem = STATE_LOG.trim_end_matches(".txt");
    // Parts of a state log are kept under longer names.
    let is_states = |name: &&String| name.starts_with(stem) && name.ends_with(".txt");
    let states = names.iter().find(|name| *name == STATE_LOG).or_else(|| names.iter().find(is_states))?;
    let orders = names.iter().find(|name| *name == ORDER_LOG).map(|name| files.read(name)).transpose();
    Some(orders.and_then(|orders| film(&files.read(states)?, orders.as_deref(), name)))
}

/// Films a state log, with the order log if there is one.
///
/// # Errors
/// One sentence, if a log is not what it should be.
pub fn film(states: &[u8], orders: Option<&[u8]>, name: &str) -> Result<Film, String> {
    let states = StateLog::read(states).map_err(|wrong| format!("the state log: {wrong}"))?;
    let map = states.map().map_err(|wrong| format!("the state log: {wrong}"))?;
    let players = states.blocks[0].players.iter().map(|player| player.name.clone()).collect();
    let heading = Heading { map: name.into(), names: players, ..Heading::default() };
    if let Some(orders) = orders {
        let orders = OrderLog::read(orders).map_err(|wrong| format!("the order log: {wrong}"))?;
        let profiles = [Rules::FINAL2021, Rules::MANUAL, Rules::JUDGE];
        let rerun = profiles.into_iter().find_map(|rules| rerun(&map, rules, &orders, &states, &heading));
        if let Some(film) = rerun {
            return Ok(film);
        }
    }
    Ok(recorded(&states, map.size(), heading))
}

/// Runs the game again; nothing if an order is refused or a state is not the recorded one.
fn rerun(map: &Map, rules: Rules, orders: &OrderLog, states: &StateLog, heading: &Heading) -> Option<Film> {
    let name = rules.name;
    let setup: Setup<16> = Setup::new(map.clone(), rules).ok()?;
    let mut session = Session::new(Fc18::start(&setup, 0));
    let mut recording =
        Recording::new(Filming, session.game(), Heading { rules: name.into(), ..heading.clone() });
    if !agrees_on_land(session.game(), states.blocks.first()?) {
        return None;
    }
    for (turn, block) in orders.turns.iter().zip(states.blocks.get(1..)?) {
        let seat = session.game().on_turn();
        let mut accepted = 0;
        for logged in turn {
            let order = logged.order_in(session.game())?;
            let done = logged.player == i64::from(seat.0) + 1
                && session.submit(seat, Some(order)) == game::Answer::Done;
            if !done {
                return None;
            }
            accepted += 1;
        }
        session.end_turn(seat).ok()?;
        if !agrees(session.game(), block) {
            return None;
        }
        let events = session.take_events();
        recording.take(
            session.game(),
            &events,
            &[SeatActivity { seat, accepted, ..SeatActivity::default() }],
        );
    }
    Some(recording.finish(session.game().outcome().as_ref()))
}

/// Whether the cells that a block lists belong to those it says.
fn agrees_on_land(state: &Fc18, block: &Block) -> bool {
    block.cells.iter().all(|[x, y, _, owner]| {
        let at = cell_at(state.size(), *y, *x);
        at.is_some_and(|at| i64::from(state.owner(at).number()) == *owner)
    })
}

/// Whether the same corps and towers stand in the same places, and land and scores are the same.
fn agrees(state: &Fc18, block: &Block) -> bool {
    let row = |id: i32, at: Cell| (i64::from(id), (i64::from(at.col), i64::from(at.row)));
    let corps = state.corps().map(|corps| row(corps.id.0, corps.at));
    let towers = state.towers().iter().map(|tower| row(tower.id.0, tower.at));
    corps.eq(block.corps.iter().map(|entry| (entry.id, entry.at)))
        && towers.eq(block.towers.iter().map(|entry| (entry.id, entry.at)))
        && agrees_on_land(state, block)
        && block.players.iter().zip(state.scores()).all(|(player, score)| player.score == i64::from(score))
}

/// A film of the recorded states.
fn recorded(states: &StateLog, size: Size, heading: Heading) -> Film {
    let mut film = Film::new(cast(size));
    heading.enter(&mut film);
    let mut shown = Shown::default();
    let mut before: Option<Moment> = None;
    for (turn, block) in (0..).zip(&states.blocks) {
        shown.apply(block);
        let moment = shown.moment(turn, size, block);
        let mover = turn.checked_sub(1).map(|turns| (turns % 4) as u8);
        shoot(&moment, mover, &mut film);
        let told = before.as_ref().map(|before| changes(before, &moment, &film)).unwrap_or_default();
        if let Some(frame) = film.frames.last_mut() {
            frame.events = told;
            arrange(&mut frame.events, &film.cast.events, |_| 0);
        }
        before = Some(moment);
    }
    film.conclude();
    film
}

/// What the log says the state is, gathered from all blocks so far.
#[derive(Default)]
struct Shown {
    corps: BTreeMap<i64, [i64; 7]>,
    towers: BTreeMap<i64, [i64; 8]>,
    cells: BTreeMap<(i64, i64), [i64; 2]>,
}

impl Shown {
    fn apply(&mut self, block: &Block) {
        remember(&mut self.corps, &block.corps);
        remember(&mut self.towers, &block.towers);
        for [x, y, terrain, owner] in &block.cells {
            self.cells.insert((*x, *y), [*terrain, *owner]);
        }
    }

    fn moment(&self, turn: u32, size: Size, block: &Block) -> Moment {
        let cell = |at: Cell| self.cells.get(&(at.col.into(), at.row.into())).copied().unwrap_or_default();
        Moment {
            turn,
            size,
            terrain: size.cells().map(|at| cell(at)[0].clamp(0, 12) as u8).collect(),
            owners: size.cells().map(|at| Owner::from_number(cell(at)[1]).unwrap_or_default()).collect(),
            towers: block.towers.iter().filter_map(|entry| self.tower(entry, size)).collect(),
            corps: block.corps.iter().filter_map(|entry| self.one_corps(entry, size)).collect(),
            scores: (1..=4).map(|id| score(block, id)).collect(),
            // The log has no counts of what was taken and killed.
            sources: Vec::new(),
        }
    }

    fn tower(&self, entry: &Entry<8>, size: Size) -> Option<TowerNow> {
        let [owner, _, task, left, hp, strength, level, _] = *self.towers.get(&entry.id)?;
        let level_now = small(level);
        Some(TowerNow {
            id: i32::try_from(entry.id).ok()?,
            owner: seat(owner)?,
            at: cell_at(size, entry.at.1, entry.at.0)?,
            level: level_now,
            hp: small(hp),
            // Which profile it was played under is not known; no tower is drawn with more than its
            // full health.
            full: Rules::JUDGE
                .tower_hp
                .get(level_now.max(1) as usize - 1)
                .map_or(0, |hp| i32::from(*hp))
                .max(small(hp)),
            strength: small(strength),
            task: (task >= 0).then(|| (small(task), small(left))),
        })
    }

    fn one_corps(&self, entry: &Entry<7>, size: Size) -> Option<CorpsNow> {
        let [owner, kind, labour, moves, _, hp, _] = *self.corps.get(&entry.id)?;
        Some(CorpsNow {
            id: i32::try_from(entry.id).ok()?,
            owner: seat(owner)?,
            at: cell_at(size, entry.at.1, entry.at.0)?,
            kind: CorpsKind::from_number(kind)?,
            hp: small(hp),
            labour: small(labour),
            moves: small(moves),
        })
    }
}

/// What a block lists in short has not changed; what it does not list is gone.
fn remember<const MORE: usize>(rows: &mut BTreeMap<i64, [i64; MORE]>, entries: &[Entry<MORE>]) {
    let before = core::mem::take(rows);
    for entry in entries {
        let row = entry.more.or_else(|| before.get(&entry.id).copied());
        rows.insert(entry.id, row.unwrap_or([0; MORE]));
    }
}

fn score(block: &Block, id: i64) -> i64 {
    block.players.iter().find(|player| player.id == id).map_or(0, |player| player.score)
}

fn small(number: i64) -> i32 {
    number.clamp(-1, 1_000_000) as i32
}

/// The seat of the player with this number.
fn seat(player: i64) -> Option<u8> {
    u8::try_from(player - 1).ok().filter(|seat| *seat < 4)
}

/// What can be seen by comparing two states.
fn changes(before: &Moment, after: &Moment, film: &Film) -> Vec<FilmEvent> {
    let mut told = Vec::new();
    let spot = |at: Cell| after.size.index(at) as u32;
    let piece = |key: i64| film.known_piece(key).map_or(-1, |piece| piece as i32);
    for corps in &after.corps {
        let number = piece(corps_key(corps.id));
        match before.corps.iter().find(|old| old.id == corps.id) {
            None => told.push(FilmEvent::new(
                Sentence::Appeared as u8,
                &[number, corps.owner.into()],
                &[spot(corps.at)],
            )),
            Some(old) if old.owner != corps.owner => told.push(FilmEvent::new(
                Sentence::EngineerTaken as u8,
                &[number, corps.owner.into(), old.owner.into()],
                &[spot(corps.at)],
            )),
            Some(old) if old.at != corps.at => told.push(FilmEvent::new(
                Sentence::Walked as u8,
                &[number, spot(corps.at) as i32],
                &[spot(old.at), spot(corps.at)],
            )),
            Some(_) => {}
        }
    }
    let gone = before.corps.iter().filter(|old| !after.corps.iter().any(|corps| corps.id == old.id));
    told.extend(
        gone.map(|old| {
            FilmEvent::new(Sentence::Vanished as u8, &[piece(corps_key(old.id))], &[spot(old.at)])
        }),
    );
    for tower in &after.towers {
        let number = piece(tower_key(tower.id));
        let cells = [spot(tower.at)];
        match before.towers.iter().find(|old| old.id == tower.id) {
            None => told.push(FilmEvent::new(
                Sentence::TowerFounded as u8,
                &[number, tower.owner.into(), spot(tower.at) as i32],
                &cells,
            )),
            Some(old) if old.owner != tower.owner => told.push(FilmEvent::new(
                Sentence::TowerCaptured as u8,
                &[number, tower.owner.into(), old.owner.into(), tower.level],
                &cells,
            )),
            Some(old) if old.level != tower.level => {
                told.push(FilmEvent::new(
                    Sentence::LevelChanged as u8,
                    &[number, tower.level, tower.hp],
                    &cells,
                ));
            }
            Some(_) => {}
        }
    }
    let gone = before.towers.iter().filter(|old| !after.towers.iter().any(|tower| tower.id == old.id));
    told.extend(gone.map(|old| {
        FilmEvent::new(
            Sentence::TowerDestroyed as u8,
            &[piece(tower_key(old.id)), old.owner.into(), spot(old.at) as i32],
            &[spot(old.at)],
        )
    }));
    let out = |player: &u8| {
        before.towers.iter().any(|tower| tower.owner == *player)
            && !after.towers.iter().any(|tower| tower.owner == *player)
    };
    let round = after.turn.div_ceil(4) as i32;
    told.extend(
        (0..4)
            .filter(out)
            .map(|player| FilmEvent::new(Sentence::PlayerOut as u8, &[player.into(), round], &[])),
    );
    told
}
