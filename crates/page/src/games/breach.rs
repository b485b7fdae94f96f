//! Breach: one frame for everything a unit does.

use super::piece_tracker::{Member, PieceTracker};
use super::{Adapter, session};
use crate::film::{Cast, Event as FilmEvent, Figure, Film, Form, Frame, Kind, Measure, text};
use board::Cell;
use breach::event::Obstacle;
use breach::{Event, Kind as UnitKind, Position, SIZE, Side, State, Terrain, Unit};
use game::{DynGame, Seat, Session};

happenings! {
    Moved: Routine, Way, "{0p} moves to {1c}", "{0p}移动到{1c}";
    Attacked: Battle, Shot, "{0p} attacks {1c}", "{0p}攻击{1c}";
    Hurt: News, Burst, "{0p} loses {1n} HP and has {2n} left", "{0p}失去 {1n} 点生命，剩余 {2n}";
    Pushed: News, Way, "{0p} is pushed to {1c}", "{0p}被击退到{1c}";
    HeldByEdge: Routine, Burst, "{0p} is pushed against the edge and stays", "{0p}被推向棋盘边缘，未移动";
    HeldByForest: Routine, Burst, "{0p} is pushed against a forest and stays", "{0p}被推向森林，未移动";
    Bumped: News, Burst, "{0p} is pushed against {1p}", "{0p}撞上{1p}";
    HitMountain: News, Burst, "{0p} is pushed against the mountain at {1c}, which crumbles", "{0p}撞上{1c}的山脉，山脉崩塌";
    Drowned: News, Burst, "{0p} is pushed into the ocean at {1c}", "{0p}被推入{1c}的海洋";
    Flattened: News, Burst, "the mountain at {0c} is flattened", "{0c}的山脉被夷平";
    Died: Loss, Burst, "{0p} dies", "{0p}阵亡";
    Stayed: Routine, None, "{0p} stays where it is", "{0p}原地不动";
    Healed: Routine, Glow, "{0p} gains {1n} HP from the forests and has {2n}", "{0p}在森林旁恢复 {1n} 点生命，现有 {2n}";
    TurnEnded: Routine, None, "turn {0n} ends; the enemy acts", "第 {0n} 回合结束，敌方行动";
    Won: Decision, None, "no enemy is left: the game is won", "敌方全灭，胜利";
    Lost: Decision, None, "no player unit is left: the game is lost", "己方全灭，失败";
    Forfeited: Decision, None, "the player is out: the game counts as lost", "玩家已出局，判负";
}

const PLAYER: u8 = 0;
const ENEMY: u8 = 1;

/// Follows a game of breach.
#[derive(Debug, Default)]
pub struct Breach {
    piece_tracker: PieceTracker,
    terrain: Vec<u8>,
    turn: u32,
    enemy_acts: bool,
    lost: [i64; 2],
}

impl Adapter for Breach {
    fn cast(&self, _: &dyn DynGame) -> Cast {
        Cast {
            game: "breach".into(),
            title: text("Breach", "陷阵之志"),
            rows: SIZE.rows.into(),
            cols: SIZE.cols.into(),
            sides: vec![text("Player", "己方"), text("Enemy", "敌方")],
            seats: 1,
            stamp: text("Turn {a}", "第 {a} 回合"),
            terrains: terrains(),
            kinds: kinds(),
            figures: vec![
                Figure::new(Form::Number, "attack", "攻击力"),
                Figure::new(Form::Number, "movement", "移动力"),
            ],
            events: Happening::table(),
            measures: vec![
                Measure::new(("Units", "单位"), ("units on the board", "场上单位数")),
                Measure::new(("Health", "生命"), ("HP of all units together", "所有单位的生命总和")),
                Measure::new(("Lost", "损失"), ("units lost so far", "累计损失的单位")),
            ],
            ..Cast::default()
        }
    }

    fn open(&mut self, table: &dyn DynGame, film: &mut Film) {
        let Some(session) = session::<State>(table) else { return };
        let position = session.game().position();
        self.terrain = ground(&position);
        self.turn = position.turn;
        for unit in &position.units {
            self.piece_tracker.enter(film, unit.kind as u8, member(unit));
        }
        film.frames.push(self.frame(PLAYER));
    }

    fn follow(&mut self, table: &dyn DynGame, film: &mut Film) {
        let Some(session) = session::<State>(table) else { return };
        let mut told: Vec<FilmEvent> = Vec::new();
        for event in session.events() {
            if begins_a_beat(event) && told.iter().any(|before| before.kind != Happening::TurnEnded as u8) {
                self.shoot(&mut told, film);
            }
            self.apply(event, &mut told);
        }
        if !told.is_empty() {
            self.shoot(&mut told, film);
        }
        self.settle(session);
    }

    fn forfeit(&self, seat: Seat) -> crate::film::Event {
        Happening::Forfeited.event(&[seat.0.into()], &[])
    }
}

/// Whether a unit begins to do something.
fn begins_a_beat(event: &Event) -> bool {
    matches!(event, Event::Moved { .. } | Event::Attacked { .. })
}

impl Breach {
    fn shoot(&self, told: &mut Vec<FilmEvent>, film: &mut Film) {
        let mut frame = self.frame(if self.enemy_acts { ENEMY } else { PLAYER });
        frame.events = core::mem::take(told);
        film.frames.push(frame);
    }

    fn frame(&self, mover: u8) -> Frame {
        let sides = [PLAYER, ENEMY];
        let mut frame = Frame {
            stamp: [self.turn, 0],
            mover: Some(mover),
            terrain: self.terrain.clone(),
            measures: vec![
                sides.map(|side| self.piece_tracker.count(side)).to_vec(),
                sides.map(|side| self.piece_tracker.health(side)).to_vec(),
                self.lost.to_vec(),
            ],
            ..Frame::default()
        };
        self.piece_tracker.place(SIZE, &mut frame);
        frame
    }

    /// Does to our pieces what the event says, and puts it into a sentence.
    fn apply(&mut self, event: &Event, told: &mut Vec<FilmEvent>) {
        use Happening as H;
        let number = |cell: Cell| self.piece_tracker.number(cell);
        let sentence = match *event {
            Event::Moved { from, to, .. } => H::Moved.event(&[number(from), at(to)], &[spot(from), spot(to)]),
            Event::Attacked { from, target, .. } => {
                H::Attacked.event(&[number(from), at(target)], &[spot(from), spot(target)])
            }
            Event::Hurt { at, damage, hp, .. } => {
                H::Hurt.event(&[number(at), damage, hp.max(0)], &[spot(at)])
            }
            Event::Pushed { from, to, .. } => {
                H::Pushed.event(&[number(from), at(to)], &[spot(from), spot(to)])
            }
            Event::Held { at, why: Obstacle::Edge, .. } => H::HeldByEdge.event(&[number(at)], &[spot(at)]),
            Event::Held { at, why: Obstacle::Forest, .. } => {
                H::HeldByForest.event(&[number(at)], &[spot(at)])
            }
            Event::Bumped { at, into_at, .. } => {
                H::Bumped.event(&[number(at), number(into_at)], &[spot(into_at)])
            }
            Event::HitMountain { at: unit, mountain, .. } => {
                H::HitMountain.event(&[number(unit), at(mountain)], &[spot(mountain)])
            }
            Event::Drowned { at: unit, ocean, .. } => {
                H::Drowned.event(&[number(unit), at(ocean)], &[spot(ocean)])
            }
            Event::Flattened { mountain } => H::Flattened.event(&[at(mountain)], &[spot(mountain)]),
            Event::Died { at, .. } => H::Died.event(&[number(at)], &[spot(at)]),
            Event::Stayed { at, .. } => H::Stayed.event(&[number(at)], &[]),
            Event::Healed { at, by, hp, .. } => H::Healed.event(&[number(at), by, hp], &[spot(at)]),
            Event::TurnEnded { turn } => H::TurnEnded.event(&[turn as i32], &[]),
            Event::Over { won: true } => H::Won.event(&[], &[]),
            Event::Over { won: false } => H::Lost.event(&[], &[]),
        };
        told.push(sentence);
        self.change(event);
    }

    fn change(&mut self, event: &Event) {
        match *event {
            Event::Moved { from, to, .. } | Event::Pushed { from, to, .. } => {
                self.piece_tracker.relocate(from, to)
            }
            Event::Hurt { at, hp, .. } | Event::Healed { at, hp, .. } => {
                if let Some(member) = self.piece_tracker.at(at) {
                    member.health = hp;
                }
            }
            Event::Died { at, .. } => {
                if let Some(member) = self.piece_tracker.at(at) {
                    self.lost[usize::from(member.side)] += 1;
                }
                self.piece_tracker.remove(at);
            }
            Event::HitMountain { mountain: at, .. } | Event::Flattened { mountain: at } => {
                self.terrain[SIZE.index(at)] = Terrain::Plain as u8;
            }
            Event::TurnEnded { .. } => self.enemy_acts = true,
            _ => {}
        }
    }

    /// Gets ready for the next turn. What the events led to is what the state says: a test compares them.
    fn settle(&mut self, session: &Session<State>) {
        self.enemy_acts = false;
        self.turn = DynGame::turn(session);
        for member in &mut self.piece_tracker.members {
            member.full = member.full.max(member.health);
        }
    }
}

fn at(cell: Cell) -> i32 {
    spot(cell) as i32
}

fn spot(cell: Cell) -> u32 {
    SIZE.index(cell) as u32
}

fn ground(position: &Position) -> Vec<u8> {
    let mut ground = vec![Terrain::Plain as u8; SIZE.area()];
    for (cell, terrain) in &position.terrain {
        ground[SIZE.index(*cell)] = *terrain as u8;
    }
    ground
}

fn member(unit: &Unit) -> Member {
    let figures = unit.kind.figures();
    Member {
        piece: 0,
        cell: unit.cell,
        side: if unit.kind.side() == Side::Player { PLAYER } else { ENEMY },
        health: unit.hp,
        full: figures.hp.max(unit.hp),
        figures: vec![figures.attack, figures.movement as i32],
    }
}

/// In the order of [`Terrain`].
fn terrains() -> Vec<Kind> {
    vec![
        Kind::new("plain", "plain", "平原"),
        Kind::new("mountain", "mountain", "山脉")
            .about("nobody enters; crumbles when hit", "不可进入，受击后崩塌"),
        Kind::new("ocean", "ocean", "海洋").about("land units drown here", "地面单位落入即阵亡"),
        Kind::new("forest", "forest", "森林").about("heals the units around it", "为周围单位恢复生命"),
    ]
}

/// In the order of [`UnitKind`].
fn kinds() -> Vec<Kind> {
    UnitKind::ALL
        .map(|kind| match kind {
            UnitKind::Soldier => {
                Kind::new("soldier", "soldier", "士兵").about("attacks the next cell", "攻击相邻格")
            }
            UnitKind::Tank => {
                Kind::new("tank", "tank", "坦克").about("shoots straight and pushes", "直线射击并击退目标")
            }
            UnitKind::Fighter => Kind::new("fighter", "fighter", "战斗机")
                .about("flies; its bomb pushes all around", "可飞行，炸弹击退四周单位"),
            UnitKind::Bee => {
                Kind::new("bee", "bee", "蜜蜂").about("flies at the nearest unit", "飞向最近的单位")
            }
            UnitKind::Hydralisk => {
                Kind::new("hydralisk", "hydralisk", "刺蛇").about("bites and pushes", "撕咬并击退目标")
            }
        })
        .to_vec()
}
