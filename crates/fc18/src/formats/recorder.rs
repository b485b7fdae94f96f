//! Writing both of the contest's logs, so that its viewers open our games.

use super::order_log::{LoggedOrder, kind};
use crate::kinds::{CorpsKind, PLAYERS, Terrain, number_of, production, tower_base_strength};
use crate::{Corps, CorpsId, Event, Order, Owner, Refusal, Setup, State, Tower, TowerId};
use alloc::string::String;
use alloc::vec::Vec;
use board::{Cell, SplitMix64};
use game::{Game, Receipt, Seat};

/// Both logs of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OldLogs {
    /// The order log, `log_info.txt`.
    pub orders: String,
    /// The state log, `everyround_info.txt`.
    pub states: String,
}

/// A game being played while both of the contest's logs are written.
#[derive(Clone, Debug)]
pub struct Recorder<'a, const SIDE: usize> {
    state: State<SIDE>,
    names: [&'a str; PLAYERS],
    lots: SplitMix64,
    orders: Vec<u8>,
    states: Vec<u8>,
    /// The lines of the open turn.
    lines: Vec<u8>,
    events: Vec<Event>,
    corps: Marks,
    towers: Marks,
    /// What the log shows of every cell so far.
    cells: Vec<(Terrain, Owner)>,
}

/// What happened to the things with these ids in this turn.
#[derive(Clone, Debug, Default)]
struct Marks(Vec<Mark>);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Mark {
    #[default]
    Untouched,
    Changed,
    New,
}

impl Marks {
    fn put(&mut self, id: i32, mark: Mark) {
        let id = id as usize;
        if self.0.len() <= id {
            self.0.resize(id + 1, Mark::Untouched);
        }
        if self.0[id] != Mark::New {
            self.0[id] = mark;
        }
    }

    fn get(&self, id: i32) -> Mark {
        self.0.get(id as usize).copied().unwrap_or_default()
    }
}

impl<'a, const SIDE: usize> Recorder<'a, SIDE> {
    /// Starts a game. Names must not hold blanks; the seed decides full ties, which the log cannot
    /// show.
    #[must_use]
    pub fn new(setup: &Setup<SIDE>, names: [&'a str; PLAYERS], seed: u64) -> Self {
        let state = State::before_first_turn(setup);
        let mut recorder = Self {
            state,
            names,
            lots: SplitMix64::new(seed),
            orders: Vec::new(),
            states: Vec::new(),
            lines: Vec::new(),
            events: Vec::new(),
            corps: Marks::default(),
            towers: Marks::default(),
            cells: Vec::new(),
        };
        recorder.write_start();
        recorder.open_turn();
        recorder
    }

    /// The game as it stands.
    #[must_use]
    pub const fn state(&self) -> &State<SIDE> {
        &self.state
    }

    /// Submits an order of the player on turn.
    ///
    /// # Errors
    /// Why it is refused; refused orders are in neither log.
    pub fn submit(&mut self, order: Order) -> Result<Receipt, Refusal> {
        let seat = self.state.on_turn();
        let first = self.events.len();
        let target = self.target_cell(order);
        let receipt = self.state.submit(seat, order, &mut self.events)?;
        self.mark_actor(order);
        let line = self.logged(seat, order, target, first);
        write_row(&mut self.lines, &line.to_row());
        Ok(receipt)
    }

    /// Takes note of an order that could not be read.
    pub fn note_rejected(&mut self) {
        self.state.note_rejected(self.state.on_turn());
    }

    /// Ends the turn, and the turns of players that are out up to the next that is not.
    pub fn end_turn(&mut self) {
        loop {
            self.state.close_turn(&mut self.events);
            self.write_turn();
            if self.state.is_over() {
                return;
            }
            self.open_turn();
            if self.state.is_alive(self.state.on_turn()) {
                return;
            }
        }
    }

    /// The logs up to the last turn that ended.
    #[must_use]
    pub fn finish(self) -> OldLogs {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap_or_default();
        OldLogs { orders: text(self.orders), states: text(self.states) }
    }

    fn open_turn(&mut self) {
        self.corps.0.fill(Mark::Untouched);
        self.towers.0.fill(Mark::Untouched);
        let next = Seat((self.state.turns_played() % PLAYERS as u16) as u8);
        for slot in self.state.roster.of(next).iter() {
            let corps = self.state.roster.get(slot);
            if corps.moves != self.state.rules().moves_of(corps.kind) {
                self.corps.put(corps.id.0, Mark::Changed);
            }
        }
        self.state.open_turn();
    }

    /// Taking an engineer leaves no other trace of who did it.
    fn mark_actor(&mut self, order: Order) {
        match order {
            Order::AttackCorps { corps, .. } => self.corps.put(corps.0, Mark::Changed),
            Order::Shoot { tower, .. } => self.towers.put(tower.0, Mark::Changed),
            _ => {}
        }
    }

    /// Where the target of an attack or a shot stands.
    fn target_cell(&self, order: Order) -> Option<Cell> {
        match order {
            Order::AttackCorps { target, .. } | Order::Shoot { target, .. } => {
                self.state.find_corps(target).map(|corps| corps.at)
            }
            Order::AttackTower { target, .. } => self.state.find_tower(target).map(|tower| tower.at),
            _ => None,
        }
    }

    /// The line for an accepted order, whose events are those from `first` on.
    fn logged(&self, seat: Seat, order: Order, target: Option<Cell>, first: usize) -> LoggedOrder {
        let aim = target.map_or((-1, -1), |at| (at.col.into(), at.row.into()));
        let blank = LoggedOrder {
            player: number_of(seat).into(),
            kind: -1,
            actor: -1,
            aim: (-1, -1),
            result: 0,
            terrain: -1,
            task: -1,
            other: -1,
        };
        match order {
            Order::Move { corps, direction } => {
                let at = self
                    .state
                    .find_corps(corps)
                    .map_or((-1, -1), |corps| (corps.at.col.into(), corps.at.row.into()));
                let task = direction as i64;
                LoggedOrder { kind: kind::MOVE, actor: corps.0.into(), aim: at, task, ..blank }
            }
            Order::AttackCorps { corps, target } => match self.tower_hit(first) {
                Some(tower) => self.logged_siege(LoggedOrder { aim, ..blank }, corps, tower),
                None => LoggedOrder {
                    kind: kind::ATTACK_CORPS,
                    actor: corps.0.into(),
                    aim,
                    result: i64::from(self.is_gone(target)) + 2 * i64::from(self.is_gone(corps)),
                    other: target.0.into(),
                    ..blank
                },
            },
            Order::AttackTower { corps, target } => {
                self.logged_siege(LoggedOrder { aim, ..blank }, corps, target)
            }
            Order::Found { corps } => {
                let other = i64::from(self.state.next_tower) - 1;
                LoggedOrder { kind: kind::FOUND, actor: corps.0.into(), other, ..blank }
            }
            Order::Repair { corps } => LoggedOrder { kind: kind::REPAIR, actor: corps.0.into(), ..blank },
            Order::ChangeTerrain { corps, terrain } => LoggedOrder {
                kind: kind::CHANGE_TERRAIN,
                actor: corps.0.into(),
                terrain: terrain.number().into(),
                ..blank
            },
            Order::Produce { tower, task } => LoggedOrder {
                kind: kind::PRODUCE,
                actor: tower.0.into(),
                task: task.number().into(),
                ..blank
            },
            Order::Shoot { tower, target } => LoggedOrder {
                kind: kind::SHOOT,
                actor: tower.0.into(),
                aim,
                result: self.is_gone(target).into(),
                other: target.0.into(),
                ..blank
            },
        }
    }

    fn logged_siege(&self, blank: LoggedOrder, corps: CorpsId, tower: TowerId) -> LoggedOrder {
        let destroyed = self.state.find_tower(tower).is_none();
        LoggedOrder {
            kind: kind::ATTACK_TOWER,
            actor: corps.0.into(),
            result: i64::from(destroyed) + 2 * i64::from(self.is_gone(corps)),
            other: tower.0.into(),
            ..blank
        }
    }

    /// The tower that was attacked, though the order named a corps.
    fn tower_hit(&self, first: usize) -> Option<TowerId> {
        self.events[first..].iter().find_map(|event| match event {
            Event::TowerAttacked { tower, .. } => Some(*tower),
            _ => None,
        })
    }

    fn is_gone(&self, corps: CorpsId) -> bool {
        self.state.find_corps(corps).is_none()
    }

    fn mark_changes(&mut self) {
        for event in self.events.drain(..) {
            match event {
                Event::Moved { corps, .. }
                | Event::Advanced { corps, .. }
                | Event::EngineerTaken { corps, .. }
                | Event::TerrainOrdered { corps, .. } => self.corps.put(corps.0, Mark::Changed),
                Event::CorpsAttacked { corps, target, .. } => {
                    self.corps.put(corps.0, Mark::Changed);
                    self.corps.put(target.0, Mark::Changed);
                }
                Event::TowerAttacked { corps, tower, .. } | Event::Repaired { corps, tower, .. } => {
                    self.corps.put(corps.0, Mark::Changed);
                    self.towers.put(tower.0, Mark::Changed);
                }
                Event::CorpsShot { tower, target, .. } => {
                    self.corps.put(target.0, Mark::Changed);
                    self.towers.put(tower.0, Mark::Changed);
                }
                Event::CorpsMade { corps, .. } => self.corps.put(corps.0, Mark::New),
                Event::TowerFounded { tower, .. } => self.towers.put(tower.0, Mark::New),
                Event::Worked { tower, .. }
                | Event::Finished { tower, .. }
                | Event::WorkLost { tower, .. }
                | Event::LevelChanged { tower, .. }
                | Event::TowerCaptured { tower, .. }
                | Event::TowerKept { tower, .. } => self.towers.put(tower.0, Mark::Changed),
                Event::CorpsGone { .. }
                | Event::TowerDestroyed { .. }
                | Event::TerrainChanged { .. }
                | Event::PlayerOut { .. }
                | Event::TurnEnded { .. }
                | Event::GameOver { .. } => {}
            }
        }
    }

    fn write_start(&mut self) {
        let (orders, states) = (&mut self.orders, &mut self.states);
        orders.extend_from_slice(b"round 0\n#command\n");
        states.extend_from_slice(b"round 0\n#corps\n#tower\n");
        for tower in self.state.towers() {
            let (player, x, y) = (number_of(tower.owner).into(), tower.at.col.into(), tower.at.row.into());
            write_row(orders, &[player, kind::FOUND, -1, x, y, -1, -1, -1, -1]);
            write_row(states, &tower_row(tower, Mark::New));
        }
        states.extend_from_slice(b"#map\n");
        for at in self.state.size().cells() {
            let shown = (self.state.shown(at), self.state.owner(at));
            self.cells.push(shown);
            write_cell(states, at, shown);
        }
        states.extend_from_slice(b"#players\n");
        for player in 0..PLAYERS {
            write_player(states, &self.state, player, self.names[player], 10, player as i64 + 1);
        }
    }

    fn write_turn(&mut self) {
        self.mark_changes();
        let orders = &mut self.orders;
        orders.extend_from_slice(b"\nround ");
        push_number(orders, self.state.turn.into());
        orders.extend_from_slice(b"\n#command\n");
        orders.extend_from_slice(&self.lines);
        self.lines.clear();
        let text = &mut self.states;
        text.extend_from_slice(b"\nround ");
        push_number(text, self.state.turn.into());
        text.extend_from_slice(b"\n#corps\n");
        for corps in self.state.corps() {
            write_corps(text, &self.state, corps, self.corps.get(corps.id.0));
        }
        text.extend_from_slice(b"#tower\n");
        let on_turn = self.state.on_turn();
        for tower in self.state.towers() {
            let idle = tower.owner == on_turn && tower.task.is_none();
            match self.towers.get(tower.id.0) {
                Mark::Untouched if !idle => write_short(text, tower.id.0, tower.at),
                mark => write_row(text, &tower_row(tower, mark)),
            }
        }
        text.extend_from_slice(b"#map\n");
        for (at, before) in self.state.size().cells().zip(&mut self.cells) {
            let shown = (self.state.shown(at), self.state.owner(at));
            if core::mem::replace(before, shown) != shown {
                write_cell(text, at, shown);
            }
        }
        self.write_players();
    }

    fn write_players(&mut self) {
        let ranks = self.ranks();
        let scores = self.state.scores();
        let text = &mut self.states;
        text.extend_from_slice(b"#players\n");
        for player in 0..PLAYERS {
            let (score, rank) = (scores[player].into(), ranks[player].into());
            write_player(text, &self.state, player, self.names[player], score, rank);
        }
    }

    /// The places with ties broken by lot, anew on every turn.
    fn ranks(&mut self) -> [u8; PLAYERS] {
        let places = self.state.places();
        let mut order: [usize; PLAYERS] = core::array::from_fn(|player| player);
        self.lots.shuffle(&mut order);
        order.sort_by_key(|player| places[*player]);
        let mut ranks = [0; PLAYERS];
        (1..).zip(order).for_each(|(rank, player)| ranks[player] = rank);
        ranks
    }
}

fn write_corps<const SIDE: usize>(text: &mut Vec<u8>, state: &State<SIDE>, corps: &Corps, mark: Mark) {
    if mark == Mark::Untouched {
        return write_short(text, corps.id.0, corps.at);
    }
    let (labour, strength, hp) = match corps.kind {
        CorpsKind::Builder | CorpsKind::Extender => (corps.labour.into(), -1, -1),
        _ => (-1, state.strength(corps).into(), corps.hp.into()),
    };
    let (owner, kind) = (number_of(corps.owner).into(), corps.kind.number().into());
    let (x, y, moves) = (corps.at.col.into(), corps.at.row.into(), corps.moves.into());
    let new = (mark == Mark::New).into();
    for number in [corps.id.0.into(), x, y, owner, kind, labour, moves, strength, hp, new] {
        push_number(text, number);
        text.push(b' ');
    }
    text.push(b'\n');
}

fn tower_row(tower: &Tower, mark: Mark) -> [i64; 11] {
    let mut row = [0; 11];
    row[0] = tower.id.0.into();
    row[1..10].copy_from_slice(&tower_fields(tower));
    row[10] = (mark == Mark::New).into();
    row
}

/// What a log says of a tower, after its id.
pub(super) fn tower_fields(tower: &Tower) -> [i64; 9] {
    let (task, remaining) = match tower.task {
        Some(task) => (task.number().into(), tower.left[task as usize].into()),
        None => (-1, -1),
    };
    [
        tower.at.col.into(),
        tower.at.row.into(),
        number_of(tower.owner).into(),
        production(tower.level).into(),
        task,
        remaining,
        tower.hp.into(),
        tower_base_strength(tower.level).into(),
        tower.level.into(),
    ]
}

fn write_short(text: &mut Vec<u8>, id: i32, at: Cell) {
    for number in [id.into(), at.col.into(), at.row.into()] {
        push_number(text, number);
        text.push(b' ');
    }
    text.push(b'\n');
}

fn write_cell(text: &mut Vec<u8>, at: Cell, (shown, owner): (Terrain, Owner)) {
    write_row(text, &[at.col.into(), at.row.into(), shown.number().into(), owner.number().into()]);
}

fn write_player<const SIDE: usize>(
    text: &mut Vec<u8>,
    state: &State<SIDE>,
    player: usize,
    name: &str,
    score: i64,
    rank: i64,
) {
    use crate::kinds::Class::{Engineer, Fighter};
    let seat = Seat(player as u8);
    let corps = state.corps_count(seat, Fighter) + state.corps_count(seat, Engineer);
    push_number(text, number_of(seat).into());
    text.push(b' ');
    text.extend_from_slice(name.as_bytes());
    text.push(b' ');
    write_row(text, &[corps.into(), state.tower_count(seat).into(), score, rank]);
}

/// Numbers with a blank between them, and the end of the line.
fn write_row(text: &mut Vec<u8>, row: &[i64]) {
    for (n, number) in row.iter().enumerate() {
        if n > 0 {
            text.push(b' ');
        }
        push_number(text, *number);
    }
    text.push(b'\n');
}

/// A log has hundreds of thousands of small numbers: this is much faster than formatting them.
fn push_number(text: &mut Vec<u8>, number: i64) {
    if (0..10).contains(&number) {
        return text.push(b'0' + number as u8);
    }
    if number < 0 {
        text.push(b'-');
    }
    let mut digits = [0; 20];
    let mut rest = number.unsigned_abs();
    let mut first = digits.len();
    while rest > 0 {
        first -= 1;
        digits[first] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    text.extend_from_slice(&digits[first..]);
}
