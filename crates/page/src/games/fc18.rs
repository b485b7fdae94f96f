//! Fc18: one frame for every turn.

use super::{Adapter, session};
use crate::film::{
    Cast, CellNames, Event as FilmEvent, Figure, Film, Form, Frame, Kind as Drawn, Measure, NONE, Piece,
    Placed, text,
};
use fc18::kinds::{PLAYERS, tower_base_strength};
use fc18::{CorpsId, CorpsKind, Event, Extent, Gone, Owner, Point, State, Task, Terrain, TowerId};
use game::{DynGame, Game, Seat, Session};
use std::collections::BTreeMap;

happenings! {
    Moved: Routine, Way, "{0p} moves to {1c}", "{0p}移动到{1c}";
    Attacked: Battle, Shot, "{0p} attacks {1p}: inflicts {2n}, suffers {3n}", "{0p}攻击{1p}：造成 {2n}，承受 {3n}";
    Shot: Battle, Shot, "{0p} shoots at {1p}: inflicts {2n}", "{0p}射击{1p}：造成 {2n}";
    Advanced: Routine, Way, "{0p} advances to {1c}", "{0p}推进到{1c}";
    EngineerTaken: Capture, Glow, "{1s} takes {0p} from {2s}", "{1s}从{2s}俘虏{0p}";
    Fell: Loss, Burst, "{0p} falls", "{0p}阵亡";
    FellWithTower: Loss, Burst, "{0p} is lost with its tower", "{0p}随塔一同损失";
    NoRoom: Loss, Burst, "{0p} is gone: its captor has ten engineers", "{0p}消失：俘虏者工程单位已满";
    BecameTower: Routine, None, "{0p} becomes a tower", "{0p}化为塔";
    WorkedOut: News, None, "{0p} has worked itself out", "{0p}劳动力耗尽";
    Vanished: Loss, Burst, "{0p} is gone", "{0p}消失";
    Appeared: News, Glow, "{1s} has a new corps: {0p}", "{1s}新增{0p}";
    TowerCaptured: Capture, Glow, "{1s} captures {0p} from {2s}, now level {3n}", "{1s}从{2s}占领{0p}，降为 {3n} 级";
    TowerKept: Battle, Burst, "{0p} falls with its attacker and stays, now level {1n}", "{0p}与攻击者同归于尽后保留，降为 {1n} 级";
    TowerDestroyed: Capture, Burst, "{0p} of {1s} is destroyed", "{1s}的{0p}被摧毁";
    TowerFounded: News, Glow, "{1s} founds {0p}", "{1s}建立{0p}";
    Repaired: Routine, Glow, "{0p} repairs {1p}, now {2n} HP", "{0p}维修{1p}，现有生命 {2n}";
    TerrainOrdered: Routine, None, "{0p} begins to turn {1c} into {2t}", "{0p}开始将{1c}改造为{2t}";
    TerrainChanged: Routine, Glow, "{0c} is {1t} now", "{0c}变为{1t}";
    WorkLost: Routine, None, "{1n} work of {0p} is lost", "{0p}的 {1n} 点生产力浪费";
    Made: News, Glow, "{0p} sends out {1p}", "{0p}产出{1p}";
    LevelChanged: News, Glow, "{0p} is level {1n} now", "{0p}现为 {1n} 级";
    PlayerOut: Decision, None, "{0s} is out: it has no tower left (round {1n})", "{0s}出局：塔已全失（第 {1n} 轮）";
    LastOne: Decision, None, "{0s} wins: nobody else is left", "{0s}获胜：其余玩家均已出局";
    Outscored: Decision, None, "{0s} wins by score, {1n} points", "{0s}以 {1n} 分获胜";
    Shared: Decision, None, "several share the first place with {0n} points", "多人以 {0n} 分并列第一";
    Forfeited: Decision, None, "{0s} is out and forfeits the first place", "{0s}已出局，失去第一名";
}

/// Kinds of pieces: the corps in the order of the game, then the tower.
const TOWER: u8 = CorpsKind::ALL.len() as u8;

/// A game of fc18 at one moment, from whatever source.
#[derive(Clone, Debug, Default)]
pub(crate) struct Moment {
    pub(crate) turn: u32,
    pub(crate) extent: Extent,
    pub(crate) terrain: Vec<u8>,
    pub(crate) owners: Vec<Owner>,
    pub(crate) towers: Vec<TowerNow>,
    pub(crate) corps: Vec<CorpsNow>,
    pub(crate) scores: Vec<i64>,
}

/// A tower at one moment.
#[derive(Clone, Debug)]
pub(crate) struct TowerNow {
    pub(crate) id: i32,
    pub(crate) owner: u8,
    pub(crate) at: Point,
    pub(crate) level: i32,
    pub(crate) hp: i32,
    pub(crate) full: i32,
    pub(crate) strength: i32,
    /// What it works on, and the work still to do.
    pub(crate) task: Option<(i32, i32)>,
}

/// A corps at one moment.
#[derive(Clone, Debug)]
pub(crate) struct CorpsNow {
    pub(crate) id: i32,
    pub(crate) owner: u8,
    pub(crate) at: Point,
    pub(crate) kind: CorpsKind,
    pub(crate) hp: i32,
    pub(crate) labour: i32,
    pub(crate) moves: i32,
}

/// Follows a game of fc18.
#[derive(Debug)]
pub struct Fc18;

impl Adapter for Fc18 {
    fn cast(&self, table: &dyn DynGame) -> Cast {
        cast(now(table).map_or(Extent::CONTEST, |(moment, _)| moment.extent))
    }

    fn open(&mut self, table: &dyn DynGame, film: &mut Film) {
        if let Some((moment, _)) = now(table) {
            shoot(&Moment { turn: 0, ..moment }, None, film);
        }
    }

    fn follow(&mut self, table: &dyn DynGame, film: &mut Film) {
        let Some((moment, events)) = now(table) else { return };
        // The turns of players that are out end by themselves, after the one that was played.
        let ended = events.iter().find_map(|event| match event {
            Event::TurnEnded { turn, player } => Some((u32::from(*turn), player.0)),
            _ => None,
        });
        let (turn, mover) = ended.map_or((moment.turn, None), |(turn, mover)| (turn, Some(mover)));
        shoot(&Moment { turn, ..moment }, mover, film);
        let told = Scribe::new(film).tell_all(&events);
        if let Some(frame) = film.frames.last_mut() {
            frame.events = told;
        }
        if let Some(outcome) = table.outcome() {
            let firsts = (0..).zip(outcome.standings()).filter(|(_, standing)| standing.place == 1);
            conclude(&firsts.map(|(seat, standing)| (seat, standing.score)).collect::<Vec<_>>(), film);
        }
    }

    fn forfeit(&self, seat: Seat) -> crate::film::Event {
        Happening::Forfeited.event(&[seat.0.into()], &[])
    }
}

/// The state and what happened, whichever size of state the table has.
fn now(table: &dyn DynGame) -> Option<(Moment, Vec<Event>)> {
    fn of<const SIDE: usize>(session: &Session<State<SIDE>>) -> (Moment, Vec<Event>) {
        (moment(session.game()), session.events().to_vec())
    }
    session::<State<16>>(table).map(of).or_else(|| session::<State<32>>(table).map(of))
}

/// The state at this moment.
pub(crate) fn moment<const SIDE: usize>(state: &State<SIDE>) -> Moment {
    let extent = state.extent();
    Moment {
        turn: state.turn(),
        extent,
        terrain: extent.points().map(|at| state.ground(at).number()).collect(),
        owners: extent.points().map(|at| state.owner(at)).collect(),
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
    }
}

/// What can appear in a game on a board of this size.
pub(crate) fn cast(extent: Extent) -> Cast {
    Cast {
        game: "fc18".into(),
        title: text("FC18 Towers", "FC18 塔防"),
        rows: extent.height.into(),
        cols: extent.width.into(),
        cells_by: CellNames::ColumnFirst,
        sides: (1..=PLAYERS)
            .map(|number| text(&format!("Player {number}"), &format!("玩家 {number}")))
            .collect(),
        seats: PLAYERS as u8,
        stamp: text("Round {a}, turn {b}", "第 {a} 轮 · 第 {b} 回合"),
        terrains: Terrain::ALL.map(ground).to_vec(),
        kinds: CorpsKind::ALL.map(drawn).into_iter().chain([tower()]).collect(),
        figures: vec![
            Figure::new(Form::Number, "strength", "战斗力"),
            Figure::new(Form::Word, "works on", "正在生产"),
            Figure::new(Form::Number, "work left", "剩余工作量"),
            Figure::new(Form::Number, "move points", "行动力"),
            Figure::new(Form::Number, "labour", "劳动力"),
        ],
        words: Task::ALL.map(task).to_vec(),
        events: Happening::table(),
        measures: vec![
            Measure::new(("Score", "积分"), ("what the ranking goes by", "排名依据")),
            Measure::new(("Land", "领地"), ("cells owned", "占有的格子数")),
            Measure::new(
                ("Towers", "塔"),
                ("towers standing; without one a player is out", "现有的塔，全失即出局"),
            ),
            Measure::new(("Units", "兵团"), ("corps alive", "存活的兵团")),
        ],
        ..Cast::default()
    }
}

fn ground(terrain: Terrain) -> Drawn {
    match terrain {
        Terrain::TowerGround => Drawn::new("tower_ground", "tower ground", "塔基"),
        Terrain::Plain => Drawn::new("plain", "plain", "平原"),
        Terrain::Mountain => Drawn::new("mountain", "mountain", "山地")
            .about("slow; makes fighters stronger", "行动缓慢，战斗力提高"),
        Terrain::Forest => {
            Drawn::new("forest", "forest", "森林").about("makes fighters stronger", "战斗力提高")
        }
        Terrain::Swamp => {
            Drawn::new("swamp", "swamp", "沼泽").about("slow; makes fighters weaker", "行动缓慢，战斗力降低")
        }
        Terrain::Road => Drawn::new("road", "road", "道路").about("fast", "行动快速"),
        Terrain::Gate => Drawn::new("gate", "the gate", "校门").about("nobody enters", "不可进入"),
        Terrain::Hall => Drawn::new("hall", "the hall", "礼堂").about("nobody enters", "不可进入"),
        Terrain::School1 | Terrain::School2 | Terrain::School3 | Terrain::School4 => {
            Drawn::new("school", "the school", "教学楼").about("nobody enters", "不可进入")
        }
        Terrain::Landmark => Drawn::new("landmark", "a landmark", "地标").about("nobody enters", "不可进入"),
    }
}

fn drawn(kind: CorpsKind) -> Drawn {
    match kind {
        CorpsKind::Warrior => {
            Drawn::new("warrior", "warrior", "战士").about("fights the next cell", "攻击相邻格")
        }
        CorpsKind::Archer => {
            Drawn::new("archer", "archer", "弓箭手").about("fights from two cells away", "攻击两格内")
        }
        CorpsKind::Mage => Drawn::new("mage", "mage", "法师").about("strong and dear", "强大而昂贵"),
        CorpsKind::Builder => Drawn::new("builder", "builder", "建造者")
            .about("repairs towers, changes the ground", "维修塔，改造地形"),
        CorpsKind::Extender => {
            Drawn::new("extender", "extender", "开拓者").about("founds a new tower", "建立新塔")
        }
    }
}

fn tower() -> Drawn {
    Drawn::new("tower", "tower", "塔")
        .about("owns the land around it, makes corps, shoots", "占有周围土地，生产兵团，可射击")
}

fn task(task: Task) -> crate::film::Text {
    match task.corps() {
        Some(kind) => drawn(kind).name,
        None => text("its next level", "升级"),
    }
}

/// Takes a frame of this moment.
pub(crate) fn shoot(moment: &Moment, mover: Option<u8>, film: &mut Film) {
    let spot = |at: Point| moment.extent.index(at) as u32;
    let mut frame = Frame {
        stamp: [moment.turn.div_ceil(PLAYERS as u32), moment.turn],
        mover,
        terrain: moment.terrain.clone(),
        owners: moment.owners.iter().map(|owner| owner_code(*owner)).collect(),
        measures: measure(moment),
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
pub(crate) fn tower_key(id: i32) -> i64 {
    i64::from(id) * 2 + 1
}

pub(crate) fn corps_key(id: i32) -> i64 {
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

/// Says in the last frame who has won, and why. `firsts` are the seats in the first place, with their scores.
pub(crate) fn conclude(firsts: &[(i32, i64)], film: &mut Film) {
    let Some(frame) = film.frames.last_mut() else { return };
    let standing = frame.measures[TOWERS].iter().filter(|towers| **towers > 0).count();
    let event = match firsts {
        [] => return,
        [(seat, _)] if standing == 1 => Happening::LastOne.event(&[*seat], &[]),
        [(seat, score)] => Happening::Outscored.event(&[*seat, *score as i32], &[]),
        [(_, score), ..] => Happening::Shared.event(&[*score as i32], &[]),
    };
    frame.events.push(event);
}

/// Where the number of towers stands among the measures.
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
        // What is new appears where it is after the turn; what was there before begins where it was.
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

    fn spot(&self, at: Point) -> u32 {
        u32::from(at.y) * u32::from(self.film.cast.cols) + u32::from(at.x)
    }

    fn tell(&mut self, event: &Event) -> Option<FilmEvent> {
        use Happening as H;
        let spot = |at: Point| self.spot(at);
        Some(match *event {
            Event::Moved { corps, from, to, .. } => self.walk(H::Moved, corps, from, to)?,
            Event::Advanced { corps, from, to } => self.walk(H::Advanced, corps, from, to)?,
            Event::CorpsAttacked { corps, target, at, inflicted, suffered } => {
                let (corps, target) = (self.corps(corps)?, self.corps(target)?);
                self.shot(H::Attacked, corps, target, at, &[inflicted, suffered])
            }
            Event::TowerAttacked { corps, tower, at, inflicted, suffered } => {
                let (corps, tower) = (self.corps(corps)?, self.tower(tower)?);
                self.shot(H::Attacked, corps, tower, at, &[inflicted, suffered])
            }
            Event::CorpsShot { tower, target, at, inflicted } => {
                let (tower, target) = (self.tower(tower)?, self.corps(target)?);
                self.shot(H::Shot, tower, target, at, &[inflicted])
            }
            Event::EngineerTaken { corps, at, from, to } => {
                H::EngineerTaken.event(&[self.corps(corps)? as i32, to.0.into(), from.0.into()], &[spot(at)])
            }
            Event::CorpsGone { corps, at, why, .. } => {
                gone(why).event(&[self.corps(corps)? as i32], &[spot(at)])
            }
            Event::TowerCaptured { tower, at, from, to, level } => H::TowerCaptured
                .event(&[self.tower(tower)? as i32, to.0.into(), from.0.into(), level.into()], &[spot(at)]),
            Event::TowerKept { tower, level } => self.at_tower(H::TowerKept, tower, &[level.into()])?,
            Event::TowerDestroyed { tower, owner, at } => {
                H::TowerDestroyed.event(&[self.tower(tower)? as i32, owner.0.into()], &[spot(at)])
            }
            Event::TowerFounded { tower, owner, at } => {
                H::TowerFounded.event(&[self.tower(tower)? as i32, owner.0.into()], &[spot(at)])
            }
            Event::Repaired { corps, tower, hp } => {
                let (corps, tower) = (self.corps(corps)?, self.tower(tower)?);
                H::Repaired.event(&[corps as i32, tower as i32, hp.into()], &self.spots(tower))
            }
            Event::TerrainOrdered { corps, at, terrain } => H::TerrainOrdered
                .event(&[self.corps(corps)? as i32, spot(at) as i32, terrain.number().into()], &[]),
            Event::TerrainChanged { at, terrain } => {
                H::TerrainChanged.event(&[spot(at) as i32, terrain.number().into()], &[spot(at)])
            }
            Event::WorkLost { tower, work, .. } => {
                H::WorkLost.event(&[self.tower(tower)? as i32, work.into()], &[])
            }
            Event::CorpsMade { corps, tower, at, .. } => {
                H::Made.event(&[self.tower(tower)? as i32, self.corps(corps)? as i32], &[spot(at)])
            }
            Event::LevelChanged { tower, level, .. } => {
                self.at_tower(H::LevelChanged, tower, &[level.into()])?
            }
            Event::PlayerOut { player, round } => H::PlayerOut.event(&[player.0.into(), round.into()], &[]),
            Event::Worked { .. }
            | Event::Finished { .. }
            | Event::TurnEnded { .. }
            | Event::GameOver { .. } => {
                return None;
            }
        })
    }

    fn walk(&mut self, happening: Happening, corps: CorpsId, from: Point, to: Point) -> Option<FilmEvent> {
        let corps = self.corps(corps)?;
        let (from, to) = (self.spot(from), self.spot(to));
        self.cells.insert(corps, to);
        Some(happening.event(&[corps as i32, to as i32], &[from, to]))
    }

    fn shot(&self, happening: Happening, from: u32, to: u32, at: Point, more: &[i32]) -> FilmEvent {
        let args: Vec<i32> = [from as i32, to as i32].iter().chain(more).copied().collect();
        let aim = self.spot(at);
        happening.event(&args, &[self.cells.get(&from).copied().unwrap_or(aim), aim])
    }

    fn at_tower(&self, happening: Happening, tower: TowerId, more: &[i32]) -> Option<FilmEvent> {
        let tower = self.tower(tower)?;
        let args: Vec<i32> = [tower as i32].iter().chain(more).copied().collect();
        Some(happening.event(&args, &self.spots(tower)))
    }

    fn spots(&self, piece: u32) -> Vec<u32> {
        self.cells.get(&piece).copied().into_iter().collect()
    }
}

fn gone(why: Gone) -> Happening {
    match why {
        Gone::Fell => Happening::Fell,
        Gone::WithItsTower => Happening::FellWithTower,
        Gone::NoRoom => Happening::NoRoom,
        Gone::BecameTower => Happening::BecameTower,
        Gone::WorkedOut => Happening::WorkedOut,
    }
}
