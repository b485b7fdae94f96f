//! Goblins: one frame for everything a mage or goblin does.

use super::piece_tracker::{Member, PieceTracker};
use super::{Adapter, session};
use crate::film::{Cast, Event as FilmEvent, Figure, Film, Form, Frame, Kind, Measure, NONE, text};
use board::{Cell, Direction, Size};
use game::{DynGame, Seat};
use goblins::event::{FireballEnd, Halt};
use goblins::{Event, Kind as UnitKind, Phase, Position, State, Terrain, Unit};

happenings! {
    Stepped: Routine, Way, "{0p} steps to {1c}", "{0p}走到{1c}";
    Burnt: Battle, Shot, "{0p} throws a fireball {2w}: {1p} burns", "{0p}向{2w}施放火球术：{1p}被烧死";
    Scorched: Battle, Shot, "{0p} throws a fireball {2w}: it hits the mountain at {1c}", "{0p}向{2w}施放火球术：击中{1c}的高山";
    Fizzled: News, Shot, "{0p} throws a fireball {1w}: it hits nobody", "{0p}向{1w}施放火球术：未击中任何目标";
    Tornado: Battle, Burst, "{0p} raises a tornado", "{0p}施放龙卷风";
    Blown: News, Way, "{0p} is blown to {1c}", "{0p}被吹到{1c}";
    Drowned: News, Way, "{0p} is blown into the water at {1c}", "{0p}被吹入{1c}的深水";
    Held: Routine, None, "the units from {0c} to {1c} cannot be blown away", "{0c}到{1c}的单位无法被吹动";
    TurnEnded: Routine, None, "turn {0n}: the goblins act", "第 {0n} 回合：哥布林行动";
    Patrolled: Routine, Way, "{0p} walks to {1c}", "{0p}巡逻到{1c}";
    TurnedRound: Routine, None, "{0p} turns round to face {1w}", "{0p}转身面向{1w}";
    Idle: Routine, None, "{0p} does nothing", "{0p}不行动";
    Sees: Routine, None, "{0p} sees {1p}, {2n} away", "{0p}看见{1p}，距离 {2n}";
    SeesNobody: Routine, None, "{0p} sees nobody within {1n}", "{0p}在视野 {1n} 内看不到任何人";
    NoWay: Routine, None, "{0p} has no way to anybody it sees", "{0p}无路可达所见的法师";
    Chose: News, None, "{0p} goes for {1p}", "{0p}追踪{1p}";
    Rushed: Routine, Way, "{0p} moves to {1c}", "{0p}移动到{1c}";
    Struck: Battle, Burst, "{0p} strikes at all beside it", "{0p}攻击四周";
    Slain: Loss, Burst, "{0p} is slain by {1p}", "{0p}被{1p}杀死";
    Lost: Loss, Burst, "{0p} is gone", "{0p}死亡";
    Won: Decision, None, "only mages are left: the game is won", "只剩法师，胜利";
    Defeat: Decision, None, "only goblins are left: the game is lost", "只剩哥布林，失败";
    Drawn: Decision, None, "nobody is left: the game is drawn", "无人生还，平局";
    Forfeited: Decision, None, "the player is out: the game counts as lost", "玩家已出局，判负";
}

const MAGES: u8 = 0;
const GOBLINS: u8 = 1;
const MAGE: u8 = 0;
const PATROL: u8 = 1;
const TRACKER: u8 = 2;
/// Where the facing of a patrol goblin stands among its figures.
const FACING: usize = 0;

/// Follows a game of goblins.
#[derive(Debug, Default)]
pub struct Goblins {
    piece_tracker: PieceTracker,
    size: Size,
    terrain: Vec<u8>,
    turn: u32,
    goblins_act: bool,
    lost: [i64; 2],
}

impl Adapter for Goblins {
    fn cast(&self, table: &dyn DynGame) -> Cast {
        let size = session::<State>(table).map_or(Size::default(), |session| session.game().size());
        Cast {
            game: "goblins".into(),
            title: text("Mages & Goblins", "法师与哥布林"),
            rows: size.rows.into(),
            cols: size.cols.into(),
            sides: vec![text("Mages", "法师"), text("Goblins", "哥布林")],
            seats: 1,
            stamp: text("Turn {a}", "第 {a} 回合"),
            terrains: vec![
                Kind::new("plain", "plain", "平原"),
                Kind::new("water", "deep water", "深水").about("whoever is blown in dies", "被吹入者死亡"),
                Kind::new("mountain", "mountain", "高山")
                    .about("stops fireballs and tornadoes", "阻挡火球与龙卷风"),
            ],
            kinds: vec![
                Kind::new("mage", "mage", "法师")
                    .about("three steps, then a fireball or a tornado", "走三步，再施放火球或龙卷风"),
                Kind::new("patrol", "patrol goblin", "巡逻型哥布林")
                    .about("walks to and fro, kills beside it", "来回巡逻，杀死身旁的法师"),
                Kind::new("tracker", "tracking goblin", "追踪型哥布林")
                    .about("rushes at the nearest mage it sees", "扑向看到的最近的法师"),
            ],
            figures: vec![
                Figure::new(Form::Word, "faces", "朝向"),
                Figure::new(Form::Number, "steps a turn", "每回合步数"),
                Figure::new(Form::Number, "sight", "视野"),
            ],
            words: vec![text("up", "上"), text("down", "下"), text("left", "左"), text("right", "右")],
            events: Happening::table(),
            measures: vec![
                Measure::new(("Units", "单位"), ("units alive", "存活单位数")),
                Measure::new(("Lost", "损失"), ("units lost so far", "累计损失的单位")),
            ],
            ..Cast::default()
        }
    }

    fn open(&mut self, table: &dyn DynGame, film: &mut Film) {
        let Some(session) = session::<State>(table) else { return };
        let position = session.game().position();
        self.size = session.game().size();
        self.terrain = ground(&position, self.size);
        self.turn = position.turn;
        for unit in &position.units {
            let (kind, member) = member(unit);
            self.piece_tracker.enter(film, kind, member);
        }
        film.frames.push(self.frame(MAGES));
    }

    fn follow(&mut self, table: &dyn DynGame, film: &mut Film) {
        let Some(session) = session::<State>(table) else { return };
        let mut told: Vec<FilmEvent> = Vec::new();
        for event in session.events() {
            if begins_a_beat(event) && told.iter().any(is_seen) {
                self.shoot(&mut told, film);
            }
            self.apply(event, &mut told);
        }
        if !told.is_empty() {
            self.shoot(&mut told, film);
        }
        self.goblins_act = false;
        self.turn = DynGame::turn(session);
    }

    fn forfeit(&self, seat: Seat) -> crate::film::Event {
        Happening::Forfeited.event(&[seat.0.into()], &[])
    }
}

/// Whether a unit begins to do something that can be seen.
fn begins_a_beat(event: &Event) -> bool {
    matches!(
        event,
        Event::Stepped { .. }
            | Event::Fireball { .. }
            | Event::Tornado { .. }
            | Event::Patrolled { .. }
            | Event::Rushed { .. }
            | Event::Struck { .. }
    )
}

/// Whether a frame is worth taking for what happened.
fn is_seen(told: &FilmEvent) -> bool {
    !told.cells.is_empty() || told.kind == Happening::TurnedRound as u8
}

fn over(phase: Phase) -> Option<Happening> {
    match phase {
        Phase::Playing => None,
        Phase::Won => Some(Happening::Won),
        Phase::Lost => Some(Happening::Defeat),
        Phase::Drawn => Some(Happening::Drawn),
    }
}

impl Goblins {
    fn shoot(&self, told: &mut Vec<FilmEvent>, film: &mut Film) {
        let mut frame = self.frame(if self.goblins_act { GOBLINS } else { MAGES });
        frame.events = core::mem::take(told);
        film.frames.push(frame);
    }

    fn frame(&self, mover: u8) -> Frame {
        let mut frame = Frame {
            stamp: [self.turn, 0],
            mover: Some(mover),
            terrain: self.terrain.clone(),
            measures: vec![
                [MAGES, GOBLINS].map(|side| self.piece_tracker.count(side)).to_vec(),
                self.lost.to_vec(),
            ],
            ..Frame::default()
        };
        self.piece_tracker.place(self.size, &mut frame);
        frame
    }

    /// Does to our pieces what the event says, and puts it into a sentence.
    fn apply(&mut self, event: &Event, told: &mut Vec<FilmEvent>) {
        told.extend(self.sentence(event));
        match *event {
            Event::Stepped { from, to }
            | Event::Blown { from, to, .. }
            | Event::Patrolled { from, to }
            | Event::Rushed { from, to } => self.piece_tracker.relocate(from, to),
            Event::Fireball { end: FireballEnd::Unit { at, .. }, .. }
            | Event::Drowned { from: at, .. }
            | Event::Slain { mage: at, .. } => self.lose(at, told, !matches!(event, Event::Slain { .. })),
            Event::TurnedRound { at, facing, .. } => {
                if let Some(member) = self.piece_tracker.at(at) {
                    member.figures[FACING] = facing as i32;
                }
            }
            Event::TurnEnded { .. } => self.goblins_act = true,
            _ => {}
        }
    }

    fn lose(&mut self, at: Cell, told: &mut Vec<FilmEvent>, say_so: bool) {
        if say_so {
            told.push(Happening::Lost.event(&[self.piece_tracker.number(at)], &[self.spot(at)]));
        }
        if let Some(member) = self.piece_tracker.at(at) {
            self.lost[usize::from(member.side)] += 1;
        }
        self.piece_tracker.remove(at);
    }

    fn spot(&self, cell: Cell) -> u32 {
        self.size.index(cell) as u32
    }

    fn sentence(&self, event: &Event) -> Option<FilmEvent> {
        use Happening as H;
        let number = |cell: Cell| self.piece_tracker.number(cell);
        let spot = |cell: Cell| self.spot(cell);
        let at = |cell: Cell| self.spot(cell) as i32;
        let way = |happening: H, from: Cell, to: Cell| {
            happening.event(&[number(from), at(to)], &[spot(from), spot(to)])
        };
        Some(match *event {
            Event::Stepped { from, to } => way(H::Stepped, from, to),
            Event::Fireball { from, direction, end } => self.fireball(from, direction, end),
            Event::Tornado { at } => H::Tornado.event(&[number(at)], &[spot(at)]),
            Event::Blown { from, to, .. } => way(H::Blown, from, to),
            Event::Drowned { from, water, .. } => way(H::Drowned, from, water),
            Event::Held { from, to, .. } => H::Held.event(&[at(from), at(to)], &[]),
            Event::TurnEnded { turn } => H::TurnEnded.event(&[turn as i32], &[]),
            Event::Patrolled { from, to } => way(H::Patrolled, from, to),
            Event::TurnedRound { why: Halt::Struck, .. } => return None,
            Event::TurnedRound { at, facing, .. } => H::TurnedRound.event(&[number(at), facing as i32], &[]),
            Event::Idle { at } => H::Idle.event(&[number(at)], &[]),
            Event::Sees { goblin, mage, away } => {
                H::Sees.event(&[number(goblin), number(mage), away as i32], &[])
            }
            Event::SeesNobody { at, sight } => H::SeesNobody.event(&[number(at), sight], &[]),
            Event::NoWay { at } => H::NoWay.event(&[number(at)], &[]),
            Event::Chose { goblin, mage, .. } => H::Chose.event(&[number(goblin), number(mage)], &[]),
            Event::Rushed { from, to } => way(H::Rushed, from, to),
            Event::Struck { at } => H::Struck.event(&[number(at)], &[spot(at)]),
            Event::Slain { mage, by } => H::Slain.event(&[number(mage), number(by)], &[spot(mage)]),
            Event::Over { phase } => over(phase)?.event(&[], &[]),
        })
    }

    fn fireball(&self, from: Cell, direction: Direction, end: FireballEnd) -> FilmEvent {
        let (mage, word) = (self.piece_tracker.number(from), direction as i32);
        match end {
            FireballEnd::Unit { at, .. } => Happening::Burnt
                .event(&[mage, self.piece_tracker.number(at), word], &[self.spot(from), self.spot(at)]),
            FireballEnd::Mountain { at } => Happening::Scorched
                .event(&[mage, self.spot(at) as i32, word], &[self.spot(from), self.spot(at)]),
            FireballEnd::Edge => {
                let mut last = from;
                while let Some(next) = self.size.step(last, direction) {
                    last = next;
                }
                Happening::Fizzled.event(&[mage, word], &[self.spot(from), self.spot(last)])
            }
        }
    }
}

fn ground(position: &Position, size: Size) -> Vec<u8> {
    let mut ground = vec![Terrain::Plain as u8; size.area()];
    for (cell, terrain) in &position.terrain {
        ground[size.index(*cell)] = *terrain as u8;
    }
    ground
}

fn member(unit: &Unit) -> (u8, Member) {
    let (kind, side, figures) = match unit.kind {
        UnitKind::Mage => (MAGE, MAGES, vec![NONE, NONE, NONE]),
        UnitKind::Patrol { facing, steps } => (PATROL, GOBLINS, vec![facing as i32, steps, NONE]),
        UnitKind::Tracker { sight } => (TRACKER, GOBLINS, vec![NONE, NONE, sight]),
    };
    (kind, Member { piece: 0, cell: unit.cell, side, health: NONE, full: NONE, figures })
}
