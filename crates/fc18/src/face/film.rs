//! A film of a game: one frame for every turn.

use crate::event::{Noun, Sentence};
use crate::kinds::{PLAYERS, tower_base_strength};
use crate::{CorpsId, CorpsKind, Event, Fc18, Owner, ScoreSource, State, Task, Terrain, TowerId};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use board::{Cell, Size};
use face::Face;
use face::film::{
    Cast, Contest, Event as FilmEvent, Figure, Film, Form, Frame, Kind as Drawn, Measure, NONE, Piece,
    Placed, Recorder, event_kinds, text,
};
use game::Words;
use game::{Game, Seat};

/// Kinds of pieces: the corps in the order of the game, then the tower.
const TOWER: u8 = CorpsKind::ALL.len() as u8;

/// A game of fc18 at one moment, from whatever source.
#[derive(Clone, Debug, Default)]
pub(super) struct Moment {
    pub(super) turn: u32,
    pub(super) size: Size,
    pub(super) terrain: Vec<u8>,
    pub(super) owners: Vec<Owner>,
    pub(super) towers: Vec<TowerNow>,
    pub(super) corps: Vec<CorpsNow>,
    pub(super) scores: Vec<i64>,
    /// For each source of points that the cast names, the points of every player.
    pub(super) sources: Vec<Vec<i64>>,
}

/// A tower at one moment.
#[derive(Clone, Debug)]
pub(super) struct TowerNow {
    pub(super) id: i32,
    pub(super) owner: u8,
    pub(super) at: Cell,
    pub(super) level: i32,
    pub(super) hp: i32,
    pub(super) full: i32,
    pub(super) strength: i32,
    /// What it works on, and the work still to do.
    pub(super) task: Option<(i32, i32)>,
}

/// A corps at one moment.
#[derive(Clone, Debug)]
pub(super) struct CorpsNow {
    pub(super) id: i32,
    pub(super) owner: u8,
    pub(super) at: Cell,
    pub(super) kind: CorpsKind,
    pub(super) hp: i32,
    pub(super) labour: i32,
    pub(super) moves: i32,
}

/// Follows a game.
#[derive(Debug, Default)]
pub struct Filming;

impl<const SIDE: usize> Recorder<State<SIDE>> for Filming {
    fn cast(&self, state: &State<SIDE>) -> Cast {
        let source = |source: ScoreSource| Measure::new(source.words(), about(source));
        Cast { sources: ScoreSource::of(state.rules()).map(source).collect(), ..cast(state.size()) }
    }

    fn open(&mut self, state: &State<SIDE>, film: &mut Film) {
        shoot(&Moment { turn: 0, ..moment(state) }, None, film);
    }

    fn follow(&mut self, state: &State<SIDE>, events: &[Event], film: &mut Film) {
        // The turns of players that are out end by themselves, after the one that was played.
        let ended = events.iter().find_map(|event| match event {
            Event::TurnEnded { turn, player } => Some((u32::from(*turn), player.0)),
            _ => None,
        });
        let moment = moment(state);
        let (turn, mover) = ended.map_or((moment.turn, None), |(turn, mover)| (turn, Some(mover)));
        shoot(&Moment { turn, ..moment }, mover, film);
        let told = Scribe::new(film).tell_all(events);
        if let Some(frame) = film.frames.last_mut() {
            frame.events = told;
        }
        if let Some(outcome) = state.outcome() {
            let firsts = (0..).zip(outcome.standings()).filter(|(_, standing)| standing.place == 1);
            conclude(&firsts.map(|(seat, standing)| (seat, standing.score)).collect::<Vec<_>>(), film);
        }
    }
}

/// The state at this moment.
pub(super) fn moment<const SIDE: usize>(state: &State<SIDE>) -> Moment {
    let size = state.size();
    Moment {
        turn: state.turn(),
        size,
        terrain: size.cells().map(|at| state.ground(at).number()).collect(),
        owners: size.cells().map(|at| state.owner(at)).collect(),
        towers: state
            .towers()
            .iter()
            .map(|tower| TowerNow {
                id: tower.id.0,
                owner: tower.owner.0,
                at: tower.at,
                level: tower.level.into(),
                hp: tower.hp.into(),
                full: state.max_hp(tower).into(),
                strength: tower_base_strength(tower.level),
                task: tower.task.map(|task| (task.number().into(), tower.left[task as usize].into())),
            })
            .collect(),
        corps: state
            .corps()
            .map(|corps| CorpsNow {
                id: corps.id.0,
                owner: corps.owner.0,
                at: corps.at,
                kind: corps.kind,
                hp: corps.hp.into(),
                labour: corps.labour.into(),
                moves: corps.moves.into(),
            })
            .collect(),
        scores: state.scores().iter().map(|score| i64::from(*score)).collect(),
        sources: sources(state),
    }
}

/// What every player has from each source that counts.
fn sources<const SIDE: usize>(state: &State<SIDE>) -> Vec<Vec<i64>> {
    let players: [_; PLAYERS] = core::array::from_fn(|player| state.score_by_source(Seat(player as u8)));
    let counted = ScoreSource::of(state.rules());
    counted.map(|source| players.iter().map(|parts| parts[source as usize].into()).collect()).collect()
}

/// What a source of points pays.
const fn about(source: ScoreSource) -> Words {
    match source {
        ScoreSource::TowerLevels => Words("10 points a level", "每级 10 分"),
        ScoreSource::Corps => Words("4 points for each corps alive", "每个存活的兵团 4 分"),
        ScoreSource::TowersTaken => Words("5 points for each tower taken", "每占领一座塔 5 分"),
        ScoreSource::CorpsKilled => Words("5 points for each corps killed", "每击杀一个兵团 5 分"),
        ScoreSource::CorpsCaptured => Words("5 points for each engineer captured", "每俘虏一个工程兵 5 分"),
        ScoreSource::Land => Words("1 point a cell", "每格 1 分"),
        ScoreSource::Out => Words("1 point less for each round missed", "每少一轮扣 1 分"),
    }
}

/// What can appear in a game on a board of this size.
pub(super) fn cast(size: Size) -> Cast {
    Cast {
        game: Fc18::NAME.into(),
        title: Fc18::TITLE.into(),
        rows: size.rows.into(),
        cols: size.cols.into(),
        sides: (1..=PLAYERS)
            .map(|number| text(&format!("Player {number}"), &format!("玩家 {number}")))
            .collect(),
        seats: PLAYERS as u8,
        stamp: text("Round {a}, turn {b}", "第 {a} 轮 · 第 {b} 回合"),
        terrains: Terrain::ALL.map(ground).to_vec(),
        kinds: CorpsKind::ALL.map(drawn).into_iter().chain([tower()]).collect(),
        figures: vec![
            Figure::new(Form::Number, Words("strength", "战斗力")),
            Figure::new(Form::Word, Words("works on", "正在生产")),
            Figure::new(Form::Number, Words("work left", "剩余工作量")),
            Figure::new(Form::Number, Words("move points", "行动力")),
            Figure::new(Form::Number, Words("labour", "劳动力")),
        ],
        words: Task::ALL.map(|task| task.words().into()).to_vec(),
        events: event_kinds(Sentence::TABLE),
        measures: vec![
            Measure::new(Words("Score", "积分"), Words("what the ranking goes by", "排名依据")),
            Measure::new(Words("Land", "领地"), Words("cells owned", "占有的格子数")),
            Measure::new(
                Words("Towers", "塔"),
                Words("towers standing; without one a player is out", "现有的塔，全失即出局"),
            ),
            Measure::new(Words("Units", "兵团"), Words("corps alive", "存活的兵团")),
        ],
        contest: Some(Contest { measure: SCORE, lead: Sentence::Lead as u8, swing: Sentence::Swing as u8 }),
        ..Cast::default()
    }
}

fn ground(terrain: Terrain) -> Drawn {
    let (key, about) = match terrain {
        Terrain::TowerGround => ("tower_ground", Words("", "")),
        Terrain::Plain => ("plain", Words("", "")),
        Terrain::Mountain => ("mountain", Words("slow; makes fighters stronger", "行动缓慢，战斗力提高")),
        Terrain::Forest => ("forest", Words("makes fighters stronger", "战斗力提高")),
        Terrain::Swamp => ("swamp", Words("slow; makes fighters weaker", "行动缓慢，战斗力降低")),
        Terrain::Road => ("road", Words("fast", "行动快速")),
        Terrain::Gate => ("gate", CLOSED),
        Terrain::Hall => ("hall", CLOSED),
        Terrain::School1 | Terrain::School2 | Terrain::School3 | Terrain::School4 => ("school", CLOSED),
        Terrain::Landmark => ("landmark", CLOSED),
    };
    Drawn::new(key, terrain.words()).about(about)
}

const CLOSED: Words = Words("nobody enters", "不可进入");

fn drawn(kind: CorpsKind) -> Drawn {
    Drawn::new(kind.name(), kind.words()).about(match kind {
        CorpsKind::Warrior => Words("fights the next cell", "攻击相邻格"),
        CorpsKind::Archer => Words("fights from two cells away", "攻击两格内"),
        CorpsKind::Mage => Words("strong and dear", "强大而昂贵"),
        CorpsKind::Builder => Words("repairs towers, changes the ground", "维修塔，改造地形"),
        CorpsKind::Extender => Words("founds a new tower", "建立新塔"),
    })
}

fn tower() -> Drawn {
    Drawn::new("tower", Words("tower", "塔"))
        .about(Words("owns the land around it, makes corps, shoots", "占有周围土地，生产兵团，可射击"))
}

/// Takes a frame of this moment.
pub(super) fn shoot(moment: &Moment, mover: Option<u8>, film: &mut Film) {
    let spot = |at: Cell| moment.size.index(at) as u32;
    let mut frame = Frame {
        stamp: [moment.turn.div_ceil(PLAYERS as u32), moment.turn],
        mover,
        terrain: moment.terrain.clone(),
        owners: moment.owners.iter().map(|owner| owner_code(*owner)).collect(),
        measures: measure(moment),
        sources: moment.sources.clone(),
        ..Frame::default()
    };
    for tower in &moment.towers {
        let piece = film.piece(tower_key(tower.id), Piece { id: tower.id, kind: TOWER, span: 1 });
        let (task, left) = tower.task.unwrap_or((NONE, NONE));
        frame.placed.push(Placed {
            piece,
            cell: spot(tower.at),
            side: tower.owner,
            level: tower.level,
            health: tower.hp,
            full: tower.full,
            known: Vec::new(),
            figures: vec![tower.strength, task, left, NONE, NONE],
        });
    }
    for corps in &moment.corps {
        let piece =
            film.piece(corps_key(corps.id), Piece { id: corps.id, kind: corps.kind.number(), span: 1 });
        let fights = corps.kind.is_fighter();
        let only = |wanted: bool, figure: i32| if wanted { figure } else { NONE };
        let strength = corps.kind.strength(u8::try_from(corps.hp).unwrap_or(0));
        frame.placed.push(Placed {
            piece,
            cell: spot(corps.at),
            side: corps.owner,
            level: NONE,
            health: only(fights, corps.hp),
            full: corps.kind.max_hp().into(),
            known: Vec::new(),
            figures: vec![
                only(fights, strength),
                NONE,
                NONE,
                corps.moves,
                only(corps.kind == CorpsKind::Builder, corps.labour),
            ],
        });
    }
    film.frames.push(frame);
}

/// How a frame writes whose land it is.
fn owner_code(owner: Owner) -> u8 {
    match owner.seat() {
        Some(seat) => seat.0 + 2,
        None => u8::from(owner == Owner::TRANSITION),
    }
}

/// Corps and towers are numbered apart.
pub(super) fn tower_key(id: i32) -> i64 {
    i64::from(id) * 2 + 1
}

pub(super) fn corps_key(id: i32) -> i64 {
    i64::from(id) * 2
}

fn measure(moment: &Moment) -> Vec<Vec<i64>> {
    let of_each =
        |count: &dyn Fn(u8) -> usize| (0..PLAYERS as u8).map(|player| count(player) as i64).collect();
    vec![
        moment.scores.clone(),
        of_each(&|player| moment.owners.iter().filter(|owner| owner.seat() == Some(Seat(player))).count()),
        of_each(&|player| moment.towers.iter().filter(|tower| tower.owner == player).count()),
        of_each(&|player| moment.corps.iter().filter(|corps| corps.owner == player).count()),
    ]
}

/// Says in the last frame who has won, and why. `firsts` are the seats in the first place, with
/// their scores.
pub(super) fn conclude(firsts: &[(i32, i64)], film: &mut Film) {
    let Some(frame) = film.frames.last_mut() else { return };
    let standing = frame.measures[TOWERS].iter().filter(|towers| **towers > 0).count();
    let event = match firsts {
        [] => return,
        [(seat, _)] if standing == 1 => FilmEvent::new(Sentence::LastOne as u8, &[*seat], &[]),
        [(seat, score)] => FilmEvent::new(Sentence::Outscored as u8, &[*seat, *score as i32], &[]),
        [(_, score), ..] => FilmEvent::new(Sentence::Shared as u8, &[*score as i32], &[]),
    };
    frame.events.push(event);
}

/// Where these stand among the measures.
const SCORE: usize = 0;
const TOWERS: usize = 2;

/// Puts the events of a turn into sentences; knows where everybody is at every moment of it.
struct Scribe<'a> {
    film: &'a Film,
    cells: BTreeMap<u32, u32>,
}

impl<'a> Scribe<'a> {
    /// Gets ready for the events that led to the last frame.
    fn new(film: &'a Film) -> Self {
        let frames = &film.frames;
        // What is new appears where it is after the turn; what was there before begins where it
        // was.
        let known = frames[frames.len().saturating_sub(2)..].iter().rev().flat_map(|frame| &frame.placed);
        Self { film, cells: known.map(|placed| (placed.piece, placed.cell)).collect() }
    }

    fn tell_all(&mut self, events: &[Event]) -> Vec<FilmEvent> {
        events.iter().filter_map(|event| self.tell(event)).collect()
    }

    fn corps(&self, id: CorpsId) -> Option<u32> {
        self.film.known_piece(corps_key(id.0))
    }

    fn tower(&self, id: TowerId) -> Option<u32> {
        self.film.known_piece(tower_key(id.0))
    }

    fn spot(&self, at: Cell) -> u32 {
        u32::from(at.row) * u32::from(self.film.cast.cols) + u32::from(at.col)
    }

    fn tell(&mut self, event: &Event) -> Option<FilmEvent> {
        if let Event::Worked { .. }
        | Event::Finished { .. }
        | Event::TurnEnded { .. }
        | Event::GameOver { .. } = event
        {
            return None;
        }
        let (sentence, nouns) = event.sentence();
        let args = nouns.iter().map(|noun| self.arg(noun)).collect::<Option<Vec<i32>>>()?;
        let cells = self.cells_of(event, &args);
        if let Event::Moved { .. } | Event::Advanced { .. } = event {
            self.cells.insert(args[0] as u32, cells[1]);
        }
        Some(FilmEvent::new(sentence as u8, &args, &cells))
    }

    /// What a noun is in a film's sentence; none for what was never seen.
    fn arg(&self, noun: &Noun) -> Option<i32> {
        Some(match *noun {
            Noun::Corps(id) | Noun::CorpsOf(_, id) => self.corps(id)? as i32,
            Noun::Tower(id) => self.tower(id)? as i32,
            Noun::Player(seat) => seat.0.into(),
            Noun::Cell(at) => self.spot(at) as i32,
            Noun::Number(number) => number,
            Noun::Terrain(terrain) => terrain.number().into(),
            Noun::Task(task) => task.number().into(),
        })
    }

    /// Where an event is drawn. The first argument is who does it, or to whom it is done.
    fn cells_of(&self, event: &Event, args: &[i32]) -> Vec<u32> {
        let spot = |at: Cell| self.spot(at);
        match *event {
            Event::Moved { from, to, .. } | Event::Advanced { from, to, .. } => vec![spot(from), spot(to)],
            Event::CorpsAttacked { at, .. }
            | Event::TowerAttacked { at, .. }
            | Event::CorpsShot { at, .. } => {
                let aim = spot(at);
                vec![self.cells.get(&(args[0] as u32)).copied().unwrap_or(aim), aim]
            }
            Event::EngineerTaken { at, .. }
            | Event::CorpsGone { at, .. }
            | Event::TowerCaptured { at, .. }
            | Event::TowerDestroyed { at, .. }
            | Event::TowerFounded { at, .. }
            | Event::TerrainChanged { at, .. }
            | Event::CorpsMade { at, .. } => vec![spot(at)],
            Event::TowerKept { .. } | Event::LevelChanged { .. } => self.spots(args[0] as u32),
            Event::Repaired { .. } => self.spots(args[1] as u32),
            _ => vec![],
        }
    }

    fn spots(&self, piece: u32) -> Vec<u32> {
        self.cells.get(&piece).copied().into_iter().collect()
    }
}
