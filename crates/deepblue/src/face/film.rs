//! A film of a game: one frame for every round.

use super::ledger::{self, Ledger};
use crate::event::{Noun, Sentence};
use crate::kinds::UNLIMITED;
use crate::{Area, Event, Fact, Kind, Level, State, Team, View};
use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;
use board::{Cell, Size};
use face::Face;
use face::film::{
    Cast, Contest, ENDLESS, Event as FilmEvent, Figure, Film, Form, Frame, Kind as Drawn, Known, Measure,
    NONE, Piece, Placed, Recorder, event_kinds, text,
};
use game::Words;
use game::{Game, Seat, Told, Viewer};

/// Where these measures stand among the cast's.
const SCORE: usize = 0;
const BASE: usize = 1;

/// A game of deepblue at one moment, from whatever source.
#[derive(Clone, Debug, Default)]
pub(super) struct Moment {
    pub(super) round: u32,
    pub(super) scores: [i64; 2],
    pub(super) elements: Vec<Element>,
    /// For each seat, whether it sees each cell of the surface; empty if that is not known.
    pub(super) seen: Vec<Vec<bool>>,
}

/// An element at one moment.
#[derive(Clone, Debug)]
pub(super) struct Element {
    pub(super) index: i32,
    pub(super) kind: Kind,
    pub(super) team: Team,
    pub(super) area: Area,
    pub(super) health: i32,
    pub(super) full: i32,
    pub(super) fuel: i32,
    pub(super) ammo: i32,
    pub(super) metal: i32,
    pub(super) dest: Option<Cell>,
    pub(super) known: Vec<Known>,
}

/// Follows a game.
#[derive(Debug, Default)]
pub struct Filming {
    reel: Reel,
}

/// Turns moments into frames.
#[derive(Debug, Default)]
pub(super) struct Reel {
    size: Size,
    land: Vec<bool>,
    lost: [i64; 2],
    ledger: Ledger,
}

impl Recorder<State> for Filming {
    fn cast(&self, state: &State) -> Cast {
        cast(state.chart().size, true)
    }

    fn open(&mut self, state: &State, film: &mut Film) {
        let chart = state.chart();
        self.reel = Reel::new(chart.size, chart.size.cells().map(|cell| chart.is_land(cell)).collect());
        self.reel.shoot(&moment(state), &[], film);
    }

    fn follow(&mut self, state: &State, events: &[Event], film: &mut Film) {
        let facts: Vec<(Fact, u8)> =
            events.iter().map(|event| (event.fact.clone(), knowing(event))).collect();
        self.reel.shoot(&moment(state), &facts, film);
        if let Some(outcome) = state.outcome() {
            let mut losers = Team::BOTH.into_iter().filter(|team| outcome.of(Seat(*team as u8)).place > 1);
            conclude(losers.next().map(Team::other), film);
        }
    }

    fn phase(sentence: u8) -> u8 {
        phase(sentence)
    }
}

/// Everybody fires and helps before anybody moves.
pub(super) fn phase(sentence: u8) -> u8 {
    let later = [Sentence::Moved, Sentence::Collected, Sentence::Born];
    later.iter().any(|later| *later as u8 == sentence).into()
}

/// What can appear in a game on a board of this size.
pub(super) fn cast(size: Size, fog: bool) -> Cast {
    Cast {
        game: State::NAME.into(),
        title: State::TITLE.into(),
        rows: size.rows.into(),
        cols: size.cols.into(),
        sides: Team::BOTH.map(|team| team.words().into()).to_vec(),
        seats: 2,
        fog,
        stamp: text("Round {a}", "第 {a} 轮"),
        terrains: vec![Drawn::new("ocean", super::text::OCEAN), Drawn::new("land", super::text::LAND)],
        kinds: Kind::ALL.map(drawn).to_vec(),
        figures: vec![
            Figure::new(Form::Number, Words("fuel", "燃料")),
            Figure::new(Form::Number, Words("ammunition", "弹药")),
            Figure::new(Form::Number, Words("metal", "金属")),
            Figure::new(Form::Cell, Words("heads for", "目的地")),
        ],
        events: event_kinds(Sentence::TABLE),
        measures: vec![
            Measure::new(
                Words("Score", "积分"),
                Words("decides when the rounds are over", "轮数用尽时以积分定胜负"),
            ),
            Measure::new(
                Words("Base", "基地"),
                Words("health of the base; at 0 the game is lost", "基地生命值，归零即败"),
            ),
            Measure::new(Words("Units", "单位"), Words("ships and planes", "舰船与飞机")),
            Measure::new(
                Words("Forts", "据点"),
                Words("forts held; each pays points every round", "占有的据点，每轮得分"),
            ),
            Measure::new(Words("Lost", "损失"), Words("units lost so far", "累计损失的单位")),
        ],
        sources: ledger::sources(),
        contest: Some(Contest { measure: SCORE, lead: Sentence::Lead as u8, swing: Sentence::Swing as u8 }),
        ..Cast::default()
    }
}

fn drawn(kind: Kind) -> Drawn {
    Drawn::new(kind.name(), kind.words()).about(match kind {
        Kind::Base => Words(
            "builds, repairs, supplies; whoever loses it loses the game",
            "生产、维修、补给；失去基地即告负",
        ),
        Kind::Fort => {
            Words("changes hands when beaten down; pays points every round", "被攻破后易主，每轮得分")
        }
        Kind::Mine => Words("metal for cargos", "供运输舰采集金属"),
        Kind::Oilfield => Words("fuel for cargos", "供运输舰采集燃料"),
        Kind::Submarine => Words("under water; torpedoes", "水下，鱼雷攻击"),
        Kind::Destroyer => Words("hunts ships, submarines and planes", "可攻击舰船、潜艇与飞机"),
        Kind::Carrier => Words("strong, slow, supplies planes", "强大而缓慢，可补给飞机"),
        Kind::Cargo => Words("carries fuel and metal; unarmed", "运送燃料与金属，无武装"),
        Kind::Fighter => Words("fast, in the air", "空中快速作战单位"),
        Kind::Scout => Words("sees far", "视野广阔"),
    })
}

/// The seats that are told all of an event.
fn knowing(event: &Event) -> u8 {
    let told = |seat: &u8| State::redact_for(event, Seat(*seat)).is_some_and(|told| told.fact == event.fact);
    (0..2).filter(told).fold(0, |known, seat| known | 1 << seat)
}

fn moment(state: &State) -> Moment {
    let mut moment = Moment { round: state.round, scores: state.scores(), ..Moment::default() };
    for (index, body) in state.elements() {
        let properties = state.chart().rules.of(body.kind);
        moment.elements.push(Element {
            index,
            kind: body.kind,
            team: body.team,
            area: body.area(),
            health: if body.kind.is_resource() { NONE } else { body.health.into() },
            full: properties.health_max.into(),
            fuel: store(body.fuel.into(), properties.fuel_max),
            ammo: store(body.ammo.into(), properties.ammo_max),
            metal: store(body.metal.into(), properties.metal_max),
            dest: (body.kind.is_unit() && body.dest != body.at).then_some(body.dest),
            known: Vec::new(),
        });
    }
    look(state, &mut moment);
    moment
}

/// A store as a figure: none where a kind has no room for it.
pub(super) fn store(amount: i32, room: i16) -> i32 {
    match room {
        0 => NONE,
        UNLIMITED => ENDLESS,
        _ => amount,
    }
}

/// Enters what each seat sees.
pub(super) fn look(state: &State, moment: &mut Moment) {
    let size = state.chart().size;
    let sees = |team| size.cells().map(|cell| state.sees(team, Area::cell(cell), Level::Surface)).collect();
    moment.seen = Team::BOTH.map(sees).to_vec();
    let mut view = View::default();
    for team in Team::BOTH {
        state.view(Viewer::Seat(Seat(team as u8)), &mut view);
        for element in &mut moment.elements {
            let at = view.elements.binary_search_by_key(&element.index, |sighting| sighting.index);
            let known = match at.map(|at| &view.elements[at]) {
                Err(_) => Known::Hidden,
                Ok(sighting) if sighting.visible => Known::Seen,
                Ok(sighting) if sighting.team != element.team => Known::Place,
                Ok(_) => Known::Owner,
            };
            element.known.push(known);
        }
    }
}

impl Reel {
    pub(super) fn new(size: Size, land: Vec<bool>) -> Self {
        Self { size, land, ..Self::default() }
    }

    /// Takes a frame of this moment, which these facts led to; each comes with the seats that know
    /// of it.
    pub(super) fn shoot(&mut self, moment: &Moment, facts: &[(Fact, u8)], film: &mut Film) {
        let mut frame = Frame {
            stamp: [moment.round, 0],
            terrain: self.land.iter().map(|land| u8::from(*land)).collect(),
            seen: moment.seen.clone(),
            ..Frame::default()
        };
        frame.placed = moment.elements.iter().map(|element| self.placed(element, film)).collect();
        let change = Change { film, now: &frame.placed };
        let mut events: Vec<FilmEvent> = Vec::new();
        let mut owners = change.owners();
        for (fact, known) in facts {
            self.ledger.enter(fact, &mut owners);
            events.extend(self.tell(fact, &change).map(|event| FilmEvent { known: *known, ..event }));
        }
        events.extend(change.fallen_bases());
        frame.events = events;
        frame.measures = self.measure(moment);
        frame.sources = self.ledger.by_source(moment.scores);
        film.frames.push(frame);
    }

    fn placed(&self, element: &Element, film: &mut Film) -> Placed {
        let span = element.area.to.row.saturating_sub(element.area.from.row).saturating_add(1);
        let piece = Piece { id: element.index, kind: element.kind as u8, span };
        Placed {
            piece: film.piece(element.index.into(), piece),
            cell: self.spot(element.area.from),
            side: element.team as u8,
            level: NONE,
            health: element.health,
            full: element.full,
            known: element.known.clone(),
            figures: vec![
                element.fuel,
                element.ammo,
                element.metal,
                element.dest.map_or(NONE, |cell| self.spot(cell) as i32),
            ],
        }
    }

    /// The number of a cell. Old files may name cells off the board: they count as the nearest on
    /// it.
    fn spot(&self, cell: Cell) -> u32 {
        let Size { rows, cols } = self.size;
        let inside = Cell::new(cell.row.min(rows.saturating_sub(1)), cell.col.min(cols.saturating_sub(1)));
        self.size.index(inside) as u32
    }

    fn measure(&self, moment: &Moment) -> Vec<Vec<i64>> {
        let sum = |count: &dyn Fn(&Element) -> i64| -> Vec<i64> {
            let of = |team| moment.elements.iter().filter(|element| element.team == team).map(count).sum();
            Team::BOTH.map(of).to_vec()
        };
        vec![
            moment.scores.to_vec(),
            sum(&|element| if element.kind == Kind::Base { element.health.into() } else { 0 }),
            sum(&|element| element.kind.is_unit().into()),
            sum(&|element| (element.kind == Kind::Fort).into()),
            self.lost.to_vec(),
        ]
    }

    /// Puts a fact into a sentence; none for what concerns nothing we have seen.
    fn tell(&mut self, fact: &Fact, change: &Change<'_>) -> Option<FilmEvent> {
        let (sentence, nouns) = fact.sentence();
        let piece = |index: i32| change.film.known_piece(index.into());
        let mut args = Vec::new();
        let mut pieces = Vec::new();
        for noun in nouns {
            args.push(match noun {
                Noun::Element(index) | Noun::Newborn(_, index) => {
                    pieces.push(piece(index)?);
                    piece(index)? as i32
                }
                Noun::Place(place) => self.spot(place.cell) as i32,
                Noun::Number(number) => number,
                Noun::Side(team) => team as i32,
                Noun::Kind(kind) => kind as i32,
            });
        }
        let cells = match fact {
            Fact::AddProductionEntry { .. } | Fact::ChangeDest { .. } => vec![],
            Fact::AttackMiss { at, .. } => {
                let aim = self.spot(at.cell);
                vec![change.centre(*pieces.first()?).unwrap_or(aim), aim]
            }
            Fact::Move { way, .. } => way.iter().map(|place| self.spot(place.cell)).collect(),
            Fact::Create { at, .. } => vec![self.spot(at.cell)],
            _ => change.spots(&pieces),
        };
        if let Fact::Destroy { .. } = fact {
            self.count_loss(*pieces.first()?, change);
        }
        Some(FilmEvent::new(sentence as u8, &args, &cells))
    }

    fn count_loss(&mut self, unit: u32, change: &Change<'_>) {
        if let Some(count) = change.find(unit).and_then(|placed| self.lost.get_mut(usize::from(placed.side)))
        {
            *count += 1;
        }
    }
}

/// The board before and after a round.
struct Change<'a> {
    film: &'a Film,
    now: &'a [Placed],
}

impl Change<'_> {
    /// Whose everything was before the round, or is now if it is new; by the game's own numbers.
    fn owners(&self) -> BTreeMap<i32, usize> {
        let before = self.film.frames.last().map_or(&[][..], |frame| &frame.placed);
        let all = self.now.iter().chain(before);
        all.map(|placed| (self.film.pieces[placed.piece as usize].id, placed.side.into())).collect()
    }

    /// A piece where the round found it; if it is new, where it is now.
    fn find(&self, piece: u32) -> Option<&Placed> {
        let before = self.film.frames.last().map_or(&[][..], |frame| &frame.placed);
        before.iter().chain(self.now).find(|placed| placed.piece == piece)
    }

    /// The cell in the middle of a piece.
    fn centre(&self, piece: u32) -> Option<u32> {
        let span = u32::from(self.film.pieces[piece as usize].span);
        let placed = self.find(piece)?;
        Some(placed.cell + span / 2 * (u32::from(self.film.cast.cols) + 1))
    }

    fn spots(&self, pieces: &[u32]) -> Vec<u32> {
        pieces.iter().filter_map(|piece| self.centre(*piece)).collect()
    }

    /// Bases that have just lost the last of their health.
    fn fallen_bases(&self) -> Vec<FilmEvent> {
        let is_base = |placed: &&Placed| self.film.pieces[placed.piece as usize].kind == Kind::Base as u8;
        let stood = |placed: &&Placed| self.find(placed.piece).is_some_and(|before| before.health > 0);
        let fallen = self.now.iter().filter(is_base).filter(|placed| placed.health == 0).filter(stood);
        fallen
            .map(|base| {
                FilmEvent::new(Sentence::BaseFallen as u8, &[base.side.into()], &self.spots(&[base.piece]))
            })
            .collect()
    }
}

/// Says in the last frame who has won, and why.
pub(super) fn conclude(winner: Option<Team>, film: &mut Film) {
    let Some(frame) = film.frames.last_mut() else { return };
    let scores = &frame.measures[SCORE];
    let event = match winner {
        None => FilmEvent::new(Sentence::Tied as u8, &[scores[0] as i32], &[]),
        Some(team) => {
            let (own, other) = (team as usize, team.other() as usize);
            match frame.measures[BASE][other] {
                0 => FilmEvent::new(Sentence::BaseFell as u8, &[own as i32], &[]),
                _ => FilmEvent::new(
                    Sentence::Outscored as u8,
                    &[own as i32, scores[own] as i32, scores[other] as i32],
                    &[],
                ),
            }
        }
    };
    frame.events.push(event);
}
