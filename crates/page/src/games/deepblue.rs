//! Deepblue: one frame for every round.

use super::{Adapter, session};
use crate::film::{
    Cast, ENDLESS, Event as FilmEvent, Figure, Film, Form, Frame, Kind as Drawn, Known, Measure, NONE, Piece,
    Placed, text,
};
use board::{Cell, Size};
use deepblue::kinds::UNLIMITED;
use deepblue::{Area, Event, Fact, Kind, Level, Place, State, Team, View};
use game::{DynGame, Game, Seat, Told, Viewer};

happenings! {
    Ordered: Routine, None, "{0s} starts to build: {1k}", "{0s}开始建造：{1k}";
    Hit: Battle, Shot, "{0p} fires at {1p}: {2n} damage", "{0p}攻击{1p}：伤害 {2n}";
    Missed: Routine, Shot, "{0p} fires at {1c} and hits nothing", "{0p}攻击{1c}，未命中";
    Taken: Capture, Glow, "{1s} takes {0p}", "{1s}占领{0p}";
    Destroyed: Loss, Burst, "{0p} is destroyed", "{0p}被摧毁";
    Supplied: Routine, Gift, "{0p} supplies {1p}: {2n} fuel, {3n} ammunition, {4n} metal", "{0p}补给{1p}：燃料 {2n}，弹药 {3n}，金属 {4n}";
    Repaired: Routine, Gift, "{0p} repairs {1p}: {2n} health", "{0p}维修{1p}：生命 +{2n}";
    Headed: Routine, None, "{0p} heads for {1c}", "{0p}驶向{1c}";
    Moved: Routine, Way, "{0p} moves to {1c}", "{0p}移动到{1c}";
    Collected: Routine, Gift, "{0p} collects {2n} fuel and {3n} metal at {1p}", "{0p}在{1p}采集燃料 {2n}，金属 {3n}";
    Born: News, Glow, "{0s} launches {1p}", "{0s}的{1p}下水/升空";
    BaseFallen: Decision, Burst, "the base of {0s} has fallen", "{0s}的基地陷落";
    BaseFell: Decision, None, "{0s} wins: the enemy's base has fallen", "{0s}获胜：敌方基地陷落";
    Outscored: Decision, None, "{0s} wins by score, {1n} to {2n}", "{0s}以积分 {1n} 比 {2n} 获胜";
    Tied: Decision, None, "a tie: both have {0n} points", "平局：双方均为 {0n} 分";
    Forfeited: Decision, None, "{0s} is out and forfeits the first place", "{0s}已出局，失去第一名";
}

/// Where these measures stand among the cast's.
const SCORE: usize = 0;
const BASE: usize = 1;

/// A game of deepblue at one moment, from whatever source.
#[derive(Clone, Debug, Default)]
pub(crate) struct Moment {
    pub(crate) round: u32,
    pub(crate) scores: [i64; 2],
    pub(crate) elements: Vec<Element>,
    /// For each seat, whether it sees each cell of the surface; empty if that is not known.
    pub(crate) seen: Vec<Vec<bool>>,
}

/// An element at one moment.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    pub(crate) index: i32,
    pub(crate) kind: Kind,
    pub(crate) team: Team,
    pub(crate) area: Area,
    pub(crate) health: i32,
    pub(crate) full: i32,
    pub(crate) fuel: i32,
    pub(crate) ammo: i32,
    pub(crate) metal: i32,
    pub(crate) dest: Option<Cell>,
    pub(crate) known: Vec<Known>,
}

/// Follows a game of deepblue.
#[derive(Debug, Default)]
pub struct DeepBlue {
    reel: Reel,
}

/// Turns moments into frames.
#[derive(Debug, Default)]
pub(crate) struct Reel {
    size: Size,
    land: Vec<bool>,
    lost: [i64; 2],
}

impl Adapter for DeepBlue {
    fn cast(&self, table: &dyn DynGame) -> Cast {
        let size = session::<State>(table).map_or(Size::default(), |session| session.game().chart().size);
        cast(size, true)
    }

    fn open(&mut self, table: &dyn DynGame, film: &mut Film) {
        let Some(session) = session::<State>(table) else { return };
        let chart = session.game().chart();
        self.reel = Reel::new(chart.size, chart.size.cells().map(|cell| chart.is_land(cell)).collect());
        self.reel.shoot(&moment(session.game()), &[], film);
    }

    fn follow(&mut self, table: &dyn DynGame, film: &mut Film) {
        let Some(session) = session::<State>(table) else { return };
        let facts: Vec<(Fact, u8)> =
            session.events().iter().map(|event| (event.fact.clone(), knowing(event))).collect();
        self.reel.shoot(&moment(session.game()), &facts, film);
        if let Some(outcome) = table.outcome() {
            let mut losers = Team::BOTH.into_iter().filter(|team| outcome.of(Seat(*team as u8)).place > 1);
            conclude(losers.next().map(Team::other), film);
        }
    }

    fn forfeit(&self, seat: Seat) -> crate::film::Event {
        Happening::Forfeited.event(&[seat.0.into()], &[])
    }
}

/// What can appear in a game on a board of this size.
pub(crate) fn cast(size: Size, fog: bool) -> Cast {
    Cast {
        game: "deepblue".into(),
        title: text("Deep Blue", "深蓝"),
        rows: size.rows.into(),
        cols: size.cols.into(),
        sides: vec![text("Blue fleet", "蓝方"), text("Red fleet", "红方")],
        seats: 2,
        fog,
        stamp: text("Round {a}", "第 {a} 回合"),
        terrains: vec![Drawn::new("ocean", "ocean", "海洋"), Drawn::new("land", "land", "陆地")],
        kinds: Kind::ALL.map(drawn).to_vec(),
        figures: vec![
            Figure::new(Form::Number, "fuel", "燃料"),
            Figure::new(Form::Number, "ammunition", "弹药"),
            Figure::new(Form::Number, "metal", "金属"),
            Figure::new(Form::Cell, "heads for", "目的地"),
        ],
        events: Happening::table(),
        measures: vec![
            Measure::new(("Score", "积分"), ("decides when the rounds are over", "回合用尽时以积分定胜负")),
            Measure::new(
                ("Base", "基地"),
                ("health of the base; at 0 the game is lost", "基地生命值，归零即败"),
            ),
            Measure::new(("Units", "单位"), ("ships and planes", "舰船与飞机")),
            Measure::new(
                ("Forts", "据点"),
                ("forts held; each pays points every round", "占有的据点，每回合得分"),
            ),
            Measure::new(("Lost", "损失"), ("units lost so far", "累计损失的单位")),
        ],
        ..Cast::default()
    }
}

fn drawn(kind: Kind) -> Drawn {
    match kind {
        Kind::Base => Drawn::new("base", "base", "基地").about(
            "builds, repairs, supplies; whoever loses it loses the game",
            "生产、维修、补给；失去基地即告负",
        ),
        Kind::Fort => Drawn::new("fort", "fort", "据点")
            .about("changes hands when beaten down; pays points every round", "被攻破后易主，每回合得分"),
        Kind::Mine => Drawn::new("mine", "mine", "矿场").about("metal for cargos", "供运输舰采集金属"),
        Kind::Oilfield => {
            Drawn::new("oilfield", "oilfield", "油田").about("fuel for cargos", "供运输舰采集燃料")
        }
        Kind::Submarine => {
            Drawn::new("submarine", "submarine", "潜艇").about("under water; torpedoes", "水下，鱼雷攻击")
        }
        Kind::Destroyer => Drawn::new("destroyer", "destroyer", "驱逐舰")
            .about("hunts ships, submarines and planes", "可攻击舰船、潜艇与飞机"),
        Kind::Carrier => Drawn::new("carrier", "carrier", "航母")
            .about("strong, slow, supplies planes", "强大而缓慢，可补给飞机"),
        Kind::Cargo => Drawn::new("cargo", "cargo", "运输舰")
            .about("carries fuel and metal; unarmed", "运送燃料与金属，无武装"),
        Kind::Fighter => {
            Drawn::new("fighter", "fighter", "战斗机").about("fast, in the air", "空中快速作战单位")
        }
        Kind::Scout => Drawn::new("scout", "scout", "侦察机").about("sees far", "视野广阔"),
    }
}

/// The seats that are told all of an event.
fn knowing(event: &Event) -> u8 {
    let told = |seat: &u8| State::redact_for(event, Seat(*seat)).is_some_and(|told| told.fact == event.fact);
    (0..2).filter(told).fold(0, |known, seat| known | 1 << seat)
}

fn moment(state: &State) -> Moment {
    let mut moment = Moment { round: state.turn(), scores: state.scores(), ..Moment::default() };
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
pub(crate) fn store(amount: i32, room: i16) -> i32 {
    match room {
        0 => NONE,
        UNLIMITED => ENDLESS,
        _ => amount,
    }
}

/// Enters what each seat sees.
pub(crate) fn look(state: &State, moment: &mut Moment) {
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
    pub(crate) fn new(size: Size, land: Vec<bool>) -> Self {
        Self { size, land, lost: [0; 2] }
    }

    /// Takes a frame of this moment, which these facts led to; each comes with the seats that know of it.
    pub(crate) fn shoot(&mut self, moment: &Moment, facts: &[(Fact, u8)], film: &mut Film) {
        let mut frame = Frame {
            stamp: [moment.round, 0],
            terrain: self.land.iter().map(|land| u8::from(*land)).collect(),
            seen: moment.seen.clone(),
            ..Frame::default()
        };
        frame.placed = moment.elements.iter().map(|element| self.placed(element, film)).collect();
        let stage = Stage { film, now: &frame.placed };
        let mut events: Vec<FilmEvent> = Vec::new();
        for (fact, known) in facts {
            events.extend(self.tell(fact, &stage).map(|event| FilmEvent { known: *known, ..event }));
        }
        events.extend(stage.fallen_bases());
        frame.events = events;
        frame.measures = self.measure(moment);
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

    /// The number of a cell. Old files may name cells off the board: they count as the nearest on it.
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
    fn tell(&mut self, fact: &Fact, stage: &Stage<'_>) -> Option<FilmEvent> {
        use Happening as H;
        let who = |index: &i32| stage.film.known_piece((*index).into());
        Some(match fact {
            Fact::AddProductionEntry { team, kind } => H::Ordered.event(&[*team as i32, *kind as i32], &[]),
            Fact::AttackUnit { attacker, target, damage } => {
                stage.pair(H::Hit, who(attacker.as_ref()?)?, who(target.as_ref()?)?, &[damage.unwrap_or(0)])
            }
            Fact::AttackMiss { attacker, at } => {
                let (attacker, aim) = (who(attacker)?, self.spot(at.cell));
                let from = stage.centre(attacker).unwrap_or(aim);
                H::Missed.event(&[attacker as i32, aim as i32], &[from, aim])
            }
            Fact::Capture { fort, team } => {
                let fort = who(fort)?;
                H::Taken.event(&[fort as i32, *team as i32], &stage.spots(&[fort]))
            }
            Fact::Destroy { unit } => self.destroyed(who(unit)?, stage),
            Fact::Supply { giver, receiver, stores } => {
                let stores = stores.unwrap_or_default();
                stage.pair(
                    H::Supplied,
                    who(giver)?,
                    who(receiver)?,
                    &[stores.fuel, stores.ammo, stores.metal],
                )
            }
            Fact::Fix { base, target, health, .. } => {
                stage.pair(H::Repaired, who(base)?, who(target)?, &[*health])
            }
            Fact::ChangeDest { unit, to } => {
                H::Headed.event(&[who(unit)? as i32, self.spot(to.cell) as i32], &[])
            }
            Fact::Move { unit, way } => self.moved(who(unit)?, way)?,
            Fact::Collect { cargo, resource, fuel, metal } => {
                stage.pair(H::Collected, who(cargo)?, who(resource)?, &[*fuel, *metal])
            }
            Fact::Create { unit, at, .. } => {
                let unit = who(unit)?;
                let side = stage.find(unit).map_or(Team::Nobody as u8, |placed| placed.side);
                H::Born.event(&[side.into(), unit as i32], &[self.spot(at.cell)])
            }
        })
    }

    fn moved(&self, unit: u32, way: &[Place]) -> Option<FilmEvent> {
        let cells: Vec<u32> = way.iter().map(|place| self.spot(place.cell)).collect();
        Some(Happening::Moved.event(&[unit as i32, *cells.last()? as i32], &cells))
    }

    fn destroyed(&mut self, unit: u32, stage: &Stage<'_>) -> FilmEvent {
        if let Some(count) = stage.find(unit).and_then(|placed| self.lost.get_mut(usize::from(placed.side))) {
            *count += 1;
        }
        Happening::Destroyed.event(&[unit as i32], &stage.spots(&[unit]))
    }
}

/// The board before and after a round.
struct Stage<'a> {
    film: &'a Film,
    now: &'a [Placed],
}

impl Stage<'_> {
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

    /// Something that one piece does to another.
    fn pair(&self, happening: Happening, one: u32, other: u32, more: &[i32]) -> FilmEvent {
        let args: Vec<i32> = [one as i32, other as i32].iter().chain(more).copied().collect();
        happening.event(&args, &self.spots(&[one, other]))
    }

    /// Bases that have just lost the last of their health.
    fn fallen_bases(&self) -> Vec<FilmEvent> {
        let is_base = |placed: &&Placed| self.film.pieces[placed.piece as usize].kind == Kind::Base as u8;
        let stood = |placed: &&Placed| self.find(placed.piece).is_some_and(|before| before.health > 0);
        let fallen = self.now.iter().filter(is_base).filter(|placed| placed.health == 0).filter(stood);
        fallen
            .map(|base| Happening::BaseFallen.event(&[base.side.into()], &self.spots(&[base.piece])))
            .collect()
    }
}

/// Says in the last frame who has won, and why.
pub(crate) fn conclude(winner: Option<Team>, film: &mut Film) {
    let Some(frame) = film.frames.last_mut() else { return };
    let scores = &frame.measures[SCORE];
    let event = match winner {
        None => Happening::Tied.event(&[scores[0] as i32], &[]),
        Some(team) => {
            let (own, other) = (team as usize, team.other() as usize);
            match frame.measures[BASE][other] {
                0 => Happening::BaseFell.event(&[own as i32], &[]),
                _ => Happening::Outscored.event(&[own as i32, scores[own] as i32, scores[other] as i32], &[]),
            }
        }
    };
    frame.events.push(event);
}
