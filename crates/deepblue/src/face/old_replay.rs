//! Replays of the old contest: they hold every state, so nothing is played again.
//!
//! What a seat could see is not in the file. It is asked of the rules, for a state set up from each
//! frame with the file's own numbers; where the rules cannot make a state of a frame (old games had
//! bases of one cell), the film has no fog.

use super::film::{Element, Moment, Reel, cast, conclude, look, phase, store};
use crate::formats::battle::{Battle, Figure, Frame};
use crate::kinds::Properties;
use crate::{Area, Chance, Parts, Placed, Plan, Rules, State, Team};
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use face::film::{Film, Heading, NONE, PUBLIC, arrange};

/// Films an old replay.
///
/// # Errors
/// One sentence, if there is nothing to film.
pub fn film(battle: &Battle, name: &str) -> Result<Film, String> {
    if battle.frames.is_empty() || battle.size.area() == 0 {
        return Err("the replay holds no frames, or a map without cells".into());
    }
    let mut moments: Vec<Moment> =
        (0..).zip(&battle.frames).map(|(round, frame)| moment(round, frame)).collect();
    let fog = add_fog(battle, &mut moments).is_some();
    if !fog {
        moments.iter_mut().for_each(Moment::forget_fog);
    }
    let mut film = Film::new(cast(battle.size, fog));
    let names = battle.names.iter().map(|name| name.clone().unwrap_or_default()).collect();
    Heading { map: name.into(), names, ..Heading::default() }.enter(&mut film);
    let mut reel = Reel::new(battle.size, battle.land.clone());
    for (number, moment) in moments.iter().enumerate() {
        let round = number.checked_sub(1).and_then(|before| battle.rounds.get(before));
        // Who saw what is not in the file.
        let facts: Vec<_> =
            round.iter().flat_map(|round| &round.events).map(|fact| (fact.clone(), PUBLIC)).collect();
        reel.shoot(moment, &facts, &mut film);
        if let Some(frame) = film.frames.last_mut() {
            arrange(&mut frame.events, &film.cast.events, phase);
        }
    }
    end(battle, &mut film);
    film.conclude();
    Ok(film)
}

fn end(battle: &Battle, film: &mut Film) {
    let winner = match battle.result {
        0 => Some(Team::First),
        1 => Some(Team::Second),
        2 => None,
        _ => return,
    };
    conclude(winner, film);
    let scores = battle.frames.last().map_or([0; 2], |frame| frame.scores);
    let place = |team: Team| if winner == Some(team.other()) { 2 } else { 1 };
    film.standings = Team::BOTH.map(|team| (place(team), scores[team as usize])).to_vec();
}

fn moment(round: u32, frame: &Frame) -> Moment {
    let elements = frame.elements.iter().map(element).collect();
    Moment { round, scores: frame.scores, elements, seen: Vec::new() }
}

fn element(figure: &Figure) -> Element {
    // Resources come without properties; they have what they store.
    let room = |pick: fn(&Properties) -> i16, amount: i32| match &figure.properties {
        Some(properties) => store(amount, pick(properties)),
        None => store(amount, amount.clamp(0, 1) as i16),
    };
    let rest = figure.path.last().map(|place| place.cell).filter(|cell| *cell != figure.from);
    Element {
        index: figure.index,
        kind: figure.kind,
        team: figure.team,
        area: Area { from: figure.from, to: figure.to },
        health: if figure.kind.is_resource() { NONE } else { figure.health },
        full: figure.properties.map_or(figure.health, |properties| properties.health_max.into()),
        fuel: room(|properties| properties.fuel_max, figure.fuel),
        ammo: room(|properties| properties.ammo_max, figure.ammo),
        metal: room(|properties| properties.metal_max, figure.metal),
        dest: rest,
        known: Vec::new(),
    }
}

/// Asks the rules what each seat could see in every frame; none if they cannot say.
fn add_fog(battle: &Battle, moments: &mut [Moment]) -> Option<()> {
    let rules = rules(battle);
    for (frame, moment) in battle.frames.iter().zip(moments) {
        look(&state(battle, frame, rules)?, moment);
    }
    Some(())
}

/// The ruleset with the numbers that the file gives.
fn rules(battle: &Battle) -> Rules {
    let mut rules = Rules::FINAL;
    for figure in battle.frames.iter().flat_map(|frame| &frame.elements) {
        if let Some(properties) = figure.properties {
            rules.properties[figure.kind] = properties;
        }
    }
    rules
}

fn state(battle: &Battle, frame: &Frame, rules: Rules) -> Option<State> {
    let spans = |figure: &Figure| figure.to.row.checked_sub(figure.from.row) == Some(figure.kind.size() - 1);
    if !frame.elements.iter().all(spans) {
        return None;
    }
    let placed = |figure: &Figure| Placed {
        // Only what is seen matters here, and sight does not depend on stores.
        health: Some(figure.health),
        ..Placed::new(figure.index, figure.kind, figure.team, figure.from)
    };
    let plan = Plan {
        size: battle.size,
        land: battle.land.clone(),
        weather: battle.weather,
        elements: frame.elements.iter().map(placed).collect(),
        ..Plan::default()
    };
    let parts =
        Parts { plan, round: 0, scores: [0; 2], production: [vec![], vec![]], chance: Chance::Canonical };
    State::from_parts(parts, rules).ok()
}

impl Moment {
    fn forget_fog(&mut self) {
        self.seen.clear();
        self.elements.iter_mut().for_each(|element| element.known.clear());
    }
}
