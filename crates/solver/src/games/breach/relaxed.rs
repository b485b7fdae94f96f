//! Whether the enemies could be beaten in what is left of the turn, if the player's units were
//! never in each other's way.
//!
//! A relaxed game: attacks follow one another without moves between them, and each comes from
//! wherever its unit could possibly be. The player's units neither block nor are hurt, but wherever
//! one of them would help as an obstacle, one may stand; a mountain may stand or be gone. Whatever
//! the real turn can do to the enemies the relaxed one can do, so who cannot win it cannot win.

use board::{Cell, Direction, Mask8};
use breach::kinds::Domain;
use breach::{Kind, SIZE, Side, State, Terrain};

/// False only if the enemies certainly cannot be beaten in what is left of this turn.
pub(super) fn may_win_now(state: &State) -> bool {
    let Some(scene) = Scene::new(state) else { return true };
    let mut nodes = MOST_NODES;
    scene.may_win(scene.foes, 0, 0, &mut nodes)
}

/// Beyond so many relaxed positions the answer is *perhaps*.
const MOST_NODES: u32 = 20_000;

/// The most units of either side that are looked at this way.
const MOST: usize = 6;

/// What does not change during the relaxed turn.
struct Scene {
    plain: Mask8,
    mountains: Mask8,
    oceans: Mask8,
    forests: Mask8,
    attackers: [Option<Attacker>; MOST],
    foes: Foes,
}

/// A unit of the player that has not attacked.
#[derive(Clone, Copy)]
struct Attacker {
    kind: Kind,
    /// Where it could be when it attacks, by the number of pushes before: each may shift it by a
    /// cell.
    places: [Mask8; MOST],
}

/// The enemies.
#[derive(Clone, Copy)]
struct Foes {
    at: [Cell; MOST],
    /// Zero or less: gone.
    hp: [i32; MOST],
    is_land: [bool; MOST],
    taken: Mask8,
    count: usize,
}

impl Scene {
    /// None if there are too many units.
    fn new(state: &State) -> Option<Self> {
        let fresh = || state.side(Side::Player).cells().filter(|unit| !state.has_attacked(*unit));
        let enemies = state.side(Side::Enemy);
        if fresh().count() > MOST || enemies.count() as usize > MOST {
            return None;
        }
        let mut attackers = [None; MOST];
        for (slot, unit) in attackers.iter_mut().zip(fresh()) {
            *slot = state.kind(unit).map(|kind| Attacker::new(state, kind, unit));
        }
        let [plain, mountains, oceans, forests] =
            [Terrain::Plain, Terrain::Mountain, Terrain::Ocean, Terrain::Forest].map(|land| state.land(land));
        Some(Self { plain, mountains, oceans, forests, attackers, foes: Foes::new(state, enemies) })
    }

    /// Whether the attackers that are not in `used` can beat these enemies.
    fn may_win(&self, foes: Foes, used: u32, pushes: usize, nodes: &mut u32) -> bool {
        let Some(left) = nodes.checked_sub(1) else { return true };
        *nodes = left;
        if foes.taken.is_empty() {
            return true;
        }
        if !self.has_power(&foes, used) {
            return false;
        }
        let fresh = (0_u32..).zip(&self.attackers).filter(|(number, _)| used >> number & 1 == 0);
        for (number, attacker) in fresh {
            let Some(attacker) = attacker else { break };
            let used = used | 1 << number;
            let places = attacker.places[pushes];
            let mut go = |foes: Foes, pushes: usize| self.may_win(foes, used, pushes, nodes);
            let won = match attacker.kind {
                Kind::Tank => self.tank(&foes, places, &mut |foes| go(foes, pushes + 1)),
                Kind::Fighter => self.fighter(&foes, places, &mut |foes| go(foes, pushes + 1)),
                _ => self.soldier(&foes, places, &mut |foes| go(foes, pushes)),
            };
            if won {
                return true;
            }
        }
        false
    }

    /// Whether what the attacks can take in all is enough.
    fn has_power(&self, foes: &Foes, used: u32) -> bool {
        let alive = foes.taken.count() as i32;
        let (mut single, mut total, mut pushers) = (0, 0, 0);
        let fresh = (0_u32..).zip(&self.attackers).filter(|(number, _)| used >> number & 1 == 0);
        for attacker in fresh.filter_map(|(_, attacker)| attacker.as_ref()) {
            let (one, all) = match attacker.kind {
                Kind::Tank => (2, 2 + i32::from(alive > 1)),
                Kind::Fighter => (2, alive + 1),
                _ => (1, 1),
            };
            (single, total) = (single + one, total + all);
            pushers += u32::from(attacker.kind != Kind::Soldier);
        }
        let shore = self.oceans.flood(Mask8::ALL, pushers);
        let mut need = 0_i32;
        for foe in foes.alive() {
            let own = if foes.is_land[foe] && shore.has(foes.at[foe]) { 1 } else { foes.hp[foe] };
            if own > single {
                return false;
            }
            need = need.saturating_add(own);
        }
        need <= total
    }

    fn soldier(&self, foes: &Foes, places: Mask8, go: &mut dyn FnMut(Foes) -> bool) -> bool {
        let near = places.neighbours();
        foes.alive().filter(|foe| near.has(foes.at[*foe])).any(|foe| go(foes.hit(foe, 1).buried()))
    }

    fn tank(&self, foes: &Foes, places: Mask8, go: &mut dyn FnMut(Foes) -> bool) -> bool {
        for foe in foes.alive() {
            for direction in Direction::ALL {
                // Mountains on the way may be gone.
                let open = self.plain | self.mountains;
                let line = Mask8::ray(foes.at[foe], direction.opposite(), open);
                if !(line & places).is_empty() {
                    let mut go = |foes: Foes| go(foes.buried());
                    if self.push(&foes.hit(foe, 1), foe, direction, &mut go) {
                        return true;
                    }
                }
            }
            // One of the player's own units may be pushed against it.
            if go(foes.hit(foe, 1).buried()) {
                return true;
            }
        }
        // Or just out of the way.
        go(*foes)
    }

    fn fighter(&self, foes: &Foes, places: Mask8, go: &mut dyn FnMut(Foes) -> bool) -> bool {
        let cross = foes.taken | foes.taken.neighbours() | self.two_away(foes.taken);
        for target in (cross & self.two_away(places)).cells() {
            let mut hurt = *foes;
            if let Some(foe) = foes.on(target) {
                hurt = foes.hit(foe, 2);
            }
            if self.blast(&hurt, target, &Direction::ALL, go) {
                return true;
            }
        }
        go(*foes)
    }

    fn two_away(&self, cells: Mask8) -> Mask8 {
        let leap = |way: Direction| cells.shift(way).shift(way);
        leap(Direction::Up) | leap(Direction::Down) | leap(Direction::Left) | leap(Direction::Right)
    }

    /// The pushes of a blast, one direction after the other.
    fn blast(
        &self,
        foes: &Foes,
        target: Cell,
        directions: &[Direction],
        go: &mut dyn FnMut(Foes) -> bool,
    ) -> bool {
        let Some((direction, rest)) = directions.split_first() else { return go(foes.buried()) };
        let beside = SIZE.step(target, *direction);
        let behind = beside.and_then(|cell| SIZE.step(cell, *direction));
        if let Some(foe) = beside.and_then(|cell| foes.on(cell)) {
            return self.push(foes, foe, *direction, &mut |foes| self.blast(&foes, target, rest, go));
        }
        // One of the player's own units may stand between.
        let bumped = behind.and_then(|cell| foes.on(cell)).map_or(*foes, |foe| foes.hit(foe, 1));
        self.blast(&bumped, target, rest, go)
    }

    /// All that can come of pushing an enemy.
    fn push(&self, foes: &Foes, foe: usize, direction: Direction, go: &mut dyn FnMut(Foes) -> bool) -> bool {
        let Some(behind) = SIZE.step(foes.at[foe], direction) else { return go(*foes) };
        if let Some(other) = foes.on(behind) {
            return go(foes.hit(foe, 1).hit(other, 1));
        }
        // A unit of the player, or a mountain, may be behind it.
        if go(foes.hit(foe, 1)) {
            return true;
        }
        let is_land = foes.is_land[foe];
        if self.oceans.has(behind) && is_land {
            return go(foes.hit(foe, foes.hp[foe].max(0)));
        }
        if self.forests.has(behind) && !is_land {
            return go(*foes);
        }
        go(foes.moved(foe, behind))
    }
}

impl Attacker {
    fn new(state: &State, kind: Kind, unit: Cell) -> Self {
        let figures = kind.figures();
        let closed = match figures.domain {
            Domain::Land => state.land(Terrain::Ocean),
            Domain::Air => state.land(Terrain::Forest),
        };
        let steps = if state.has_moved(unit) { 0 } else { figures.movement };
        let places = |pushes: usize| Mask8::of(unit).flood(!closed, steps + pushes as u32);
        Self { kind, places: std::array::from_fn(places) }
    }
}

impl Foes {
    fn new(state: &State, enemies: Mask8) -> Self {
        let mut foes = Self {
            at: [Cell::new(0, 0); MOST],
            hp: [0; MOST],
            is_land: [false; MOST],
            taken: enemies,
            count: 0,
        };
        for cell in enemies.cells() {
            let number = foes.count;
            foes.at[number] = cell;
            foes.hp[number] = state.hp(cell).unwrap_or(0);
            foes.is_land[number] = state.kind(cell).is_some_and(|kind| kind.figures().domain == Domain::Land);
            foes.count += 1;
        }
        foes
    }

    fn alive(&self) -> impl Iterator<Item = usize> {
        let (taken, at, hp) = (self.taken, self.at, self.hp);
        (0..self.count).filter(move |foe| hp[*foe] > 0 && taken.has(at[*foe]))
    }

    /// Who stands there; those who have just lost all HP do, too.
    fn on(&self, cell: Cell) -> Option<usize> {
        if !self.taken.has(cell) {
            return None;
        }
        (0..self.count).find(|foe| self.at[*foe] == cell)
    }

    fn hit(mut self, foe: usize, damage: i32) -> Self {
        self.hp[foe] = self.hp[foe].saturating_sub(damage);
        self
    }

    fn moved(mut self, foe: usize, to: Cell) -> Self {
        self.taken.remove(self.at[foe]);
        self.taken.insert(to);
        self.at[foe] = to;
        self
    }

    /// Without those who have lost all HP.
    fn buried(mut self) -> Self {
        for foe in 0..self.count {
            if self.hp[foe] <= 0 && self.at[foe] != GONE {
                self.taken.remove(self.at[foe]);
                self.at[foe] = GONE;
            }
        }
        self
    }
}

/// Where the dead are.
const GONE: Cell = Cell::new(u8::MAX, u8::MAX);
