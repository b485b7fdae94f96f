//! The mistakes that students make, and what the engine does when it makes them.
//!
//! Where a mistake is a condition more or less it stands beside the rule; what needs code of its own stands here. A state that plays with
//! mistakes is for comparing outputs: its invariants need not hold.

use crate::event::Event;
use crate::kinds::{Domain, Kind, Side, Stage, Terrain};
use crate::rulebook::*;
use crate::state::{Phase, SIZE, StateOf};
use board::{Cell, Direction, Mask8};
use game::Log;
use game::mistakes::Adherence;

game::mistakes! {
    /// A rule of breach to get wrong.
    pub enum MistakeKind, MISTAKES {
        PassesFriends "passes-friends" "a unit could walk through units of its own side" REACH Stage::One..=Stage::Four,
        OwnCellClosed "own-cell-closed" "a unit's own cell were no legal destination" REACH Stage::One..=Stage::Four,
        WalksThroughWalls "walks-through-walls" "only the distance to a cell counted, and not whether there is a way to it" REACH Stage::One..=Stage::Four,
        OceanOpen "ocean-open" "land units could walk on the ocean" REACH Stage::One..=Stage::Four,
        DiagonalSteps "diagonal-steps" "a unit could take diagonal steps" REACH Stage::One..=Stage::Four,
        StartCosts "start-costs" "the cell where a unit starts cost a point of its movement" REACH Stage::One..=Stage::Four,
        BoardAgain "board-again" "the board were drawn again after a wrong destination or target" DESTINATION Stage::One..=Stage::Four,
        ListAgain "list-again" "the list of actions were printed again after a wrong number" ACTIONS Stage::One..=Stage::Four,
        OutsideAsksAgain "outside-asks-again" "a cell off the board, or a line that is not two numbers, were followed by the question for a unit alone" PICK Stage::Three..=Stage::Four,
        GoesOnAtEnd "goes-on-at-end" "another board and question followed the last answer" END_OF_INPUT Stage::One..=Stage::Two,

        DeadNotPushed "dead-not-pushed" "a unit that dies of a hit were not pushed any more" PUSH Stage::Two..=Stage::Four,
        LineStopsShort "line-stops-short" "the tank's line ended before the first obstacle, and not on it" LINE Stage::Two..=Stage::Four,
        LineCrossesTerrain "line-crosses-terrain" "only units stopped the tank's line, and not terrain" LINE Stage::Two..=Stage::Four,
        LineCrossesUnits "line-crosses-units" "only terrain stopped the tank's line, and not units" LINE Stage::Two..=Stage::Four,
        FriendsExcluded "friends-excluded" "a cell with a friend were no legal target" MELEE Stage::Two..=Stage::Four,
        EmptyExcluded "empty-excluded" "an empty cell were no legal target" MELEE Stage::Two..=Stage::Four,
        OnlyPushedHurt "only-pushed-hurt" "the unit behind lost nothing when another is pushed against it" BUMP Stage::Two..=Stage::Four,
        OnlyBehindHurt "only-behind-hurt" "the pushed unit lost nothing when it is pushed against another" BUMP Stage::Two..=Stage::Four,
        TerrainFirst "terrain-first" "the terrain under the unit behind decided what a push does, and not the unit" BUMP Stage::Two..=Stage::Four,
        EdgeHurts "edge-hurts" "being pushed against the edge of the board cost 1 HP" EDGE Stage::Two..=Stage::Four,
        EdgeKills "edge-kills" "a unit could be pushed off the board and die" EDGE Stage::Two..=Stage::Four,
        MountainStays "mountain-stays" "a mountain stayed when a unit is pushed against it" CRUMBLE Stage::Two..=Stage::Four,
        MountainPainless "mountain-painless" "being pushed against a mountain cost no HP" CRUMBLE Stage::Two..=Stage::Four,
        FlattensUnderUnit "flattens-under-unit" "a tank flattened a mountain also under a unit that it hits" FLATTEN Stage::Two..=Stage::Four,
        AirDrowns "air-drowns" "flying units drowned in the ocean" DROWN Stage::Two..=Stage::Four,
        LandFloats "land-floats" "a land unit that is pushed onto the ocean survived" DROWN Stage::Two..=Stage::Four,
        OnlyTargetDies "only-target-dies" "only the unit that was attacked were removed at 0 HP" DAMAGE Stage::Two..=Stage::Four,

        SkipTires "skip-tires" "Skip used up the unit for this turn" ACTIONS Stage::Three..=Stage::Four,
        AttackTires "attack-tires" "a unit that has attacked could not move any more" TIRING Stage::Three..=Stage::Four,
        MoveTires "move-tires" "a unit that has moved could not attack any more" TIRING Stage::Three..=Stage::Four,
        ResultAtOnce "result-at-once" "the game ended as soon as one side is gone, in the middle of the turn" RESULT Stage::Three..=Stage::Four,
        LostFirst "lost-first" "the game were lost when nobody at all is left" RESULT Stage::Four..=Stage::Four,
        EnemyTiesByColumn "enemy-ties-by-column" "an enemy chose among equally near cells by column before row" ENEMY_MOVE Stage::Three..=Stage::Four,
        EnemyTiesLast "enemy-ties-last" "an enemy took the last of equally near cells, and not the first" ENEMY_MOVE Stage::Three..=Stage::Four,
        EnemyStaysOnTie "enemy-stays-on-tie" "an enemy stayed where it is unless another cell is nearer" ENEMY_MOVE Stage::Three..=Stage::Four,
        EnemyChasesFirst "enemy-chases-first" "an enemy went for the first player unit on the board, and not for the nearest" ENEMY_MOVE Stage::Three..=Stage::Four,
        EnemiesByColumn "enemies-by-column" "enemies acted column by column" ENEMY_ORDER Stage::Three..=Stage::Four,
        EnemyAttackOrder "enemy-attack-order" "an enemy looked for somebody to attack in the order up, down, left, right" ENEMY_ATTACK Stage::Three..=Stage::Four,
        EnemyAttacksLast "enemy-attacks-last" "an enemy attacked the last player unit in its range, and not the first" ENEMY_ATTACK Stage::Three..=Stage::Four,

        DeadEnemyActs "dead-enemy-acts" "an enemy that dies during the enemy's turn still acted" ENEMY_ORDER Stage::Four..=Stage::Four,
        BlastNeedsTarget "blast-needs-target" "the fighter's blast needed a unit on the target cell" BLAST Stage::Four..=Stage::Four,
        BlastSparesFriends "blast-spares-friends" "the fighter's blast pushed enemies only" BLAST Stage::Four..=Stage::Four,
        AirEntersForest "air-enters-forest" "a flying unit could be pushed into forest" THICKET Stage::Four..=Stage::Four,
        ForestHoldsLand "forest-holds-land" "a land unit could not be pushed into forest" THICKET Stage::Four..=Stage::Four,
        GrowthFirst "growth-first" "forests grew before the enemy acts" GROWTH Stage::Four..=Stage::Four,
        GrowthOnce "growth-once" "a unit gained at most 1 HP from all forests together" GROWTH Stage::Four..=Stage::Four,
        GrowthDiamond "growth-diamond" "a forest reached only units within two steps, and not the corners of its 5 x 5 square" GROWTH Stage::Four..=Stage::Four,
        GrowthAdjacent "growth-adjacent" "a forest reached only the eight cells around it and its own" GROWTH Stage::Four..=Stage::Four,
        GrowthForPlayer "growth-for-player" "forests healed the player's units only" GROWTH Stage::Four..=Stage::Four,
        GrowthCapped "growth-capped" "forests healed no further than the HP a unit starts with" GROWTH Stage::Four..=Stage::Four,
    }
}

impl<R: Adherence<MistakeKind>> StateOf<R> {
    /// Where a unit could go if there is a mistake in that.
    pub(crate) fn mistaken_reach(&self, kind: Kind, cell: Cell) -> Mask8 {
        let errs = |mistake| self.rules.errs(mistake);
        let figures = kind.figures();
        let closed = match figures.domain {
            Domain::Land if errs(MistakeKind::OceanOpen) => Mask8::EMPTY,
            Domain::Land => self.oceans,
            Domain::Air => self.forests,
        };
        let end = !(closed | self.mountains | self.occupied());
        let passed = if errs(MistakeKind::PassesFriends) {
            end | (self.side(kind.side()) - closed - self.mountains)
        } else {
            end
        };
        let steps = figures.movement - u32::from(errs(MistakeKind::StartCosts));
        let mut reached = Mask8::of(cell);
        for _ in 0..steps {
            let next = if errs(MistakeKind::DiagonalSteps) { around(reached) } else { reached.neighbours() };
            reached |= if errs(MistakeKind::WalksThroughWalls) { next } else { next & passed };
        }
        let own = if errs(MistakeKind::OwnCellClosed) { Mask8::EMPTY } else { Mask8::of(cell) };
        (reached & end) | own
    }

    /// What a unit could attack if there is a mistake in that.
    pub(crate) fn mistaken_targets(&self, kind: Kind, cell: Cell, targets: Mask8) -> Mask8 {
        let errs = |mistake| self.rules.errs(mistake);
        let mut targets = targets;
        if kind == Kind::Tank {
            let plain = self.land(Terrain::Plain);
            let open = match (errs(MistakeKind::LineCrossesTerrain), errs(MistakeKind::LineCrossesUnits)) {
                (true, true) => Mask8::ALL,
                (true, false) => !self.occupied(),
                (false, true) => plain,
                (false, false) => plain - self.occupied(),
            };
            targets = Direction::ALL
                .into_iter()
                .fold(Mask8::EMPTY, |rays, direction| rays | Mask8::ray(cell, direction, open));
            if errs(MistakeKind::LineStopsShort) {
                targets &= open;
            }
        }
        if errs(MistakeKind::FriendsExcluded) {
            targets = targets - self.side(kind.side());
        }
        if errs(MistakeKind::EmptyExcluded) {
            targets &= self.occupied();
        }
        targets
    }

    /// Whether a push looks at the terrain although a unit stands there, which is a mistake.
    pub(crate) fn terrain_decides(&self, pushed: Kind, behind: Cell) -> bool {
        self.rules.errs(MistakeKind::TerrainFirst)
            && match self.terrain(behind) {
                Terrain::Mountain => true,
                Terrain::Ocean => self.drowns(pushed.figures().domain),
                Terrain::Plain | Terrain::Forest => false,
            }
    }

    /// What becomes of a unit pushed against the edge if there is a mistake in that.
    pub(crate) fn mistaken_edge<L: Log<Event>>(&mut self, kind: Kind, at: Cell, log: &mut L) -> Mask8 {
        if self.rules.errs(MistakeKind::EdgeKills) {
            self.hp[Mask8::bit(at)] = 0;
        }
        if self.rules.errs(MistakeKind::EdgeHurts) { self.bruise(kind, at, log) } else { Mask8::of(at) }
    }

    /// The cell an enemy would move to if there is a mistake in that.
    pub(crate) fn mistaken_destination(&self, at: Cell, reach: Mask8, players: Mask8) -> Option<Cell> {
        let errs = |mistake| self.rules.errs(mistake);
        let goals =
            if errs(MistakeKind::EnemyChasesFirst) { players.first().map(Mask8::of)? } else { players };
        let distance = |cell: Cell| goals.cells().map(|goal| cell.manhattan(goal)).min();
        let nearest = reach.cells().filter_map(distance).min();
        let mut equals = reach.cells().filter(|cell| distance(*cell) == nearest);
        if errs(MistakeKind::EnemyStaysOnTie) && distance(at) == nearest {
            Some(at)
        } else if errs(MistakeKind::EnemyTiesByColumn) {
            equals.min_by_key(|cell| (cell.col, cell.row))
        } else if errs(MistakeKind::EnemyTiesLast) {
            equals.last()
        } else {
            equals.next()
        }
    }

    /// The player unit an enemy would attack if there is a mistake in that.
    pub(crate) fn mistaken_victim(&self, at: Cell, victims: Mask8) -> Option<Cell> {
        if self.rules.errs(MistakeKind::EnemyAttacksLast) {
            victims.cells().last()
        } else if self.rules.errs(MistakeKind::EnemyAttackOrder) {
            let sides = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];
            sides.into_iter().filter_map(|side| SIZE.step(at, side)).find(|cell| victims.has(*cell))
        } else {
            victims.first()
        }
    }

    /// The enemy's turn if there is a mistake in who acts when.
    pub(crate) fn mistaken_enemy_phase<L: Log<Event>>(&mut self, mut waiting: Mask8, log: &mut L) {
        let before = *self;
        let mut fallen = Mask8::EMPTY;
        while let Some(at) = self.mistaken_next(waiting) {
            waiting.remove(at);
            if fallen.has(at) {
                self.dead_enemy_acts(before.kind(at), at, log);
                continue;
            }
            let died = waiting & self.enemy_acts(at, log);
            fallen |= died;
            if !self.rules.errs(MistakeKind::DeadEnemyActs) {
                waiting = waiting - died;
            }
        }
    }

    fn mistaken_next(&self, waiting: Mask8) -> Option<Cell> {
        if self.rules.errs(MistakeKind::EnemiesByColumn) {
            waiting.cells().min_by_key(|cell| (cell.col, cell.row))
        } else {
            waiting.first()
        }
    }

    /// An enemy that has left the board goes to where it would have gone and attacks from there.
    fn dead_enemy_acts<L: Log<Event>>(&mut self, kind: Option<Kind>, at: Cell, log: &mut L) {
        let players = self.side(Side::Player);
        let Some(kind) = kind.filter(|_| !players.is_empty()) else { return };
        let to = self.mistaken_destination(at, self.reach_of(kind, at), players).unwrap_or(at);
        if let Some(target) = self.mistaken_victim(to, self.targets_of(kind, to) & players) {
            self.attack(kind, to, target, log);
        }
    }

    /// How much a unit would gain from the forests if there is a mistake in that.
    pub(crate) fn mistaken_gain(&self, at: Cell) -> i32 {
        let errs = |mistake| self.rules.errs(mistake);
        let Some(kind) = self.kind(at) else { return 0 };
        if errs(MistakeKind::GrowthForPlayer) && kind.side() == Side::Enemy {
            return 0;
        }
        let near = |forest: &Cell| {
            let reach = if errs(MistakeKind::GrowthAdjacent) { 1 } else { 2 };
            at.chebyshev(*forest) <= reach
                && (!errs(MistakeKind::GrowthDiamond) || at.manhattan(*forest) <= reach)
        };
        let mut by = self.forests.cells().filter(near).count() as i32;
        if errs(MistakeKind::GrowthOnce) {
            by = by.min(1);
        }
        if errs(MistakeKind::GrowthCapped) {
            by = by.min((kind.figures().hp - self.hp[Mask8::bit(at)]).max(0));
        }
        by
    }

    /// Whether the game is looked upon as over in the middle of a turn, which is a mistake.
    pub(crate) fn is_over_too_early(&mut self) -> bool {
        if !self.rules.errs(MistakeKind::ResultAtOnce) {
            return false;
        }
        self.phase = self.phase_between_turns();
        self.phase != Phase::Playing
    }

    /// A unit can do nothing more this turn, which is a mistake.
    pub(crate) fn tire(&mut self, unit: Cell) {
        self.moved.insert(unit);
        self.attacked.insert(unit);
    }
}

/// The cells around those of the set, diagonals included.
fn around(set: Mask8) -> Mask8 {
    let beside = set.shift(Direction::Left) | set | set.shift(Direction::Right);
    beside | beside.shift(Direction::Up) | beside.shift(Direction::Down)
}
