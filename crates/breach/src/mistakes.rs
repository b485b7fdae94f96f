//! The mistakes that students make, and what the engine does when it makes them.
//!
//! Where a mistake is a condition more or less it stands beside the rule; what needs code of its
//! own stands here. A state that plays with mistakes is for comparing outputs: its invariants need
//! not hold.

use crate::event::Event;
use crate::kinds::{Domain, Effect, Kind, Range, Side, Stage, Terrain};
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

        MountainsOpen "mountains-open" "units could walk over mountains" REACH Stage::One..=Stage::Four,
        PassesEnemies "passes-enemies" "a unit could walk through units of the other side" REACH Stage::Two..=Stage::Four,
        PassesUnits "passes-units" "a unit could walk through any other unit" REACH Stage::One..=Stage::Four,
        OceanStopsAir "ocean-stops-air" "flying units could not cross the ocean" REACH Stage::Three..=Stage::Four,
        AirCrossesForest "air-crosses-forest" "flying units could fly into forest" REACH Stage::Four..=Stage::Four,
        ForestStopsLand "forest-stops-land" "land units could not walk into forest" REACH Stage::Four..=Stage::Four,
        SoldierMovesFour "soldier-moves-4" "a soldier had 4 points of movement" REACH Stage::One..=Stage::Four,
        SoldierMovesTwo "soldier-moves-2" "a soldier had 2 points of movement" REACH Stage::One..=Stage::Four,
        TankMovesThree "tank-moves-3" "a tank had 3 points of movement" REACH Stage::One..=Stage::Four,
        TankMovesOne "tank-moves-1" "a tank had 1 point of movement" REACH Stage::One..=Stage::Four,
        BeeMovesFour "bee-moves-4" "a bee had 4 points of movement" REACH Stage::Three..=Stage::Four,
        BeeMovesTwo "bee-moves-2" "a bee had 2 points of movement" REACH Stage::Three..=Stage::Four,
        FighterMovesSix "fighter-moves-6" "a fighter had 6 points of movement" REACH Stage::Four..=Stage::Four,
        FighterMovesFour "fighter-moves-4" "a fighter had 4 points of movement" REACH Stage::Four..=Stage::Four,
        HydraliskMovesFour "hydralisk-moves-4" "a hydralisk had 4 points of movement" REACH Stage::Four..=Stage::Four,
        HydraliskMovesTwo "hydralisk-moves-2" "a hydralisk had 2 points of movement" REACH Stage::Four..=Stage::Four,

        SoldierThreeHp "soldier-3-hp" "a soldier started with 3 HP" UNITS Stage::Two..=Stage::Four,
        SoldierOneHp "soldier-1-hp" "a soldier started with 1 HP" UNITS Stage::Two..=Stage::Four,
        TankFourHp "tank-4-hp" "a tank started with 4 HP" UNITS Stage::Two..=Stage::Four,
        TankTwoHp "tank-2-hp" "a tank started with 2 HP" UNITS Stage::Two..=Stage::Four,
        BeeThreeHp "bee-3-hp" "a bee started with 3 HP" UNITS Stage::Two..=Stage::Four,
        BeeOneHp "bee-1-hp" "a bee started with 1 HP" UNITS Stage::Two..=Stage::Four,
        FighterThreeHp "fighter-3-hp" "a fighter started with 3 HP" UNITS Stage::Four..=Stage::Four,
        FighterOneHp "fighter-1-hp" "a fighter started with 1 HP" UNITS Stage::Four..=Stage::Four,
        HydraliskTwoHp "hydralisk-2-hp" "a hydralisk started with 2 HP" UNITS Stage::Four..=Stage::Four,
        SoldierHitsTwo "soldier-hits-2" "a soldier's attack cost 2 HP" UNITS Stage::Two..=Stage::Four,
        SoldierHitsNothing "soldier-hits-0" "a soldier's attack cost no HP" UNITS Stage::Two..=Stage::Four,
        TankHitsTwo "tank-hits-2" "a tank's attack cost 2 HP" UNITS Stage::Two..=Stage::Four,
        TankHitsNothing "tank-hits-0" "a tank's attack cost no HP, and only pushed" UNITS Stage::Two..=Stage::Four,
        BeeHitsOne "bee-hits-1" "a bee's attack cost 1 HP" UNITS Stage::Three..=Stage::Four,
        BeeHitsTwo "bee-hits-2" "a bee's attack cost 2 HP" UNITS Stage::Three..=Stage::Four,
        BeeHitsFour "bee-hits-4" "a bee's attack cost 4 HP" UNITS Stage::Four..=Stage::Four,
        FighterHitsOne "fighter-hits-1" "a fighter's attack cost 1 HP" UNITS Stage::Four..=Stage::Four,
        FighterHitsThree "fighter-hits-3" "a fighter's attack cost 3 HP" UNITS Stage::Four..=Stage::Four,
        HydraliskHitsOne "hydralisk-hits-1" "a hydralisk's attack cost 1 HP" UNITS Stage::Four..=Stage::Four,
        HydraliskHitsThree "hydralisk-hits-3" "a hydralisk's attack cost 3 HP" UNITS Stage::Four..=Stage::Four,

        MeleeDiagonal "melee-diagonal" "soldier, bee and hydralisk could attack diagonally" MELEE Stage::Two..=Stage::Four,
        LineAdjacent "line-adjacent" "a tank could attack adjacent cells only" LINE Stage::Two..=Stage::Four,
        JumpWithin "jump-within" "a fighter could attack adjacent cells, too" JUMP Stage::Four..=Stage::Four,
        JumpThree "jump-three" "a fighter attacked cells exactly three steps away" JUMP Stage::Four..=Stage::Four,
        TankNoPush "tank-no-push" "a tank's attack did not push" PUSH Stage::Two..=Stage::Four,
        HydraliskNoPush "hydralisk-no-push" "a hydralisk's attack did not push" PUSH Stage::Four..=Stage::Four,
        SoldierPushes "soldier-pushes" "a soldier's attack pushed, too" PUSH Stage::Two..=Stage::Four,
        PushPulls "push-pulls" "a push went towards the attacker" PUSH Stage::Two..=Stage::Four,
        PushTwice "push-twice" "a push moved a unit two cells" PUSH Stage::Two..=Stage::Four,
        PushChains "push-chains" "the unit behind were pushed on when another is pushed against it" BUMP Stage::Two..=Stage::Four,
        BumpHurtsTwo "bump-hurts-2" "being pushed against a unit cost 2 HP" BUMP Stage::Two..=Stage::Four,
        BumpPainless "bump-painless" "being pushed against a unit cost nobody any HP" BUMP Stage::Two..=Stage::Four,
        MountainHurtsTwo "mountain-hurts-2" "being pushed against a mountain cost 2 HP" CRUMBLE Stage::Two..=Stage::Four,
        DrownHurtsOne "drown-hurts-1" "being pushed into the ocean cost a land unit 1 HP only" DROWN Stage::Two..=Stage::Four,
        TankNoFlatten "tank-no-flatten" "a tank could not flatten a mountain" FLATTEN Stage::Two..=Stage::Four,
        SoldierFlattens "soldier-flattens" "a soldier could flatten a mountain" FLATTEN Stage::Two..=Stage::Four,
        TankClears "tank-clears" "a tank turned ocean and forest into plain, too" FLATTEN Stage::Two..=Stage::Four,
        NoBlast "no-blast" "a fighter's attack pushed nobody" BLAST Stage::Four..=Stage::Four,
        BlastDiagonal "blast-diagonal" "the fighter's blast pushed the diagonal neighbours, too" BLAST Stage::Four..=Stage::Four,
        BlastPushesTarget "blast-pushes-target" "the fighter's blast pushed the unit on the target away from the fighter, too" BLAST Stage::Four..=Stage::Four,
        BlastPulls "blast-pulls" "the fighter's blast pulled its neighbours towards the target" BLAST Stage::Four..=Stage::Four,
        BlastNotUp "blast-not-up" "the fighter's blast did not push the unit above the target" BLAST Stage::Four..=Stage::Four,
        BlastNotDown "blast-not-down" "the fighter's blast did not push the unit below the target" BLAST Stage::Four..=Stage::Four,
        BlastNotLeft "blast-not-left" "the fighter's blast did not push the unit left of the target" BLAST Stage::Four..=Stage::Four,
        BlastNotRight "blast-not-right" "the fighter's blast did not push the unit right of the target" BLAST Stage::Four..=Stage::Four,

        OneActionTires "one-action-tires" "a unit could either move or attack in a turn, and not both" TIRING Stage::Three..=Stage::Four,
        StaysTired "stays-tired" "units that have acted could not act in later turns either" TIRING Stage::Three..=Stage::Four,
        EnemyNoAttack "enemy-no-attack" "enemies moved and never attacked" ENEMY_ATTACK Stage::Three..=Stage::Four,
        EnemyAttacksWeakest "enemy-attacks-weakest" "an enemy attacked the player unit with the fewest HP in its range" ENEMY_ATTACK Stage::Three..=Stage::Four,
        EnemyAttacksAll "enemy-attacks-all" "an enemy attacked every player unit in its range" ENEMY_ATTACK Stage::Three..=Stage::Four,
        EnemyStaysBeside "enemy-stays-beside" "an enemy that is already beside a player unit stayed where it is" ENEMY_MOVE Stage::Three..=Stage::Four,
        EnemiesReversed "enemies-reversed" "enemies acted from the last cell of the board to the first" ENEMY_ORDER Stage::Three..=Stage::Four,
        NoGrowth "no-growth" "forests healed nobody" GROWTH Stage::Four..=Stage::Four,
        GrowthTwo "growth-2" "a forest gave 2 HP" GROWTH Stage::Four..=Stage::Four,
        GrowthWide "growth-wide" "a forest reached units up to three rows and columns away" GROWTH Stage::Four..=Stage::Four,
        GrowthForEnemy "growth-for-enemy" "forests healed the enemy's units only" GROWTH Stage::Four..=Stage::Four,
        GrowthNotInside "growth-not-inside" "a unit that stands in a forest gained nothing from it" GROWTH Stage::Four..=Stage::Four,

        ForestCostsTwo "forest-costs-2" "a step into forest cost 2 points of movement" REACH Stage::Four..=Stage::Four,
        OwnCellTarget "own-cell-target" "a unit, a tank aside, could attack its own cell" MELEE Stage::Two..=Stage::Four,
        LineCrossesOcean "line-crosses-ocean" "ocean did not stop the tank's line" LINE Stage::Two..=Stage::Four,
        LineCrossesForest "line-crosses-forest" "forest did not stop the tank's line" LINE Stage::Four..=Stage::Four,
        BeeHitsNothing "bee-hits-0" "a bee's attack cost no HP" UNITS Stage::Three..=Stage::Four,
        FighterHitsNothing "fighter-hits-0" "a fighter's attack cost no HP" UNITS Stage::Four..=Stage::Four,
        HydraliskHitsNothing "hydralisk-hits-0" "a hydralisk's attack cost no HP" UNITS Stage::Four..=Stage::Four,
        BeePushes "bee-pushes" "a bee's attack pushed, too" PUSH Stage::Three..=Stage::Four,
        MountainEntered "mountain-entered" "a unit that is pushed against a mountain took the mountain's cell" CRUMBLE Stage::Two..=Stage::Four,
        BumpKills "bump-kills" "a unit died when another is pushed against it" BUMP Stage::Two..=Stage::Four,
        BlastHurts "blast-hurts" "the fighter's blast cost every unit it pushes 1 HP" BLAST Stage::Four..=Stage::Four,
        EnemyStays "enemy-stays" "enemies attacked and never moved" ENEMY_MOVE Stage::Three..=Stage::Four,
        EnemyByCorners "enemy-by-corners" "the distance to a player unit counted diagonal steps as one" ENEMY_MOVE Stage::Three..=Stage::Four,
        SoldierHitsThree "soldier-hits-3" "a soldier's attack cost 3 HP" UNITS Stage::Two..=Stage::Four,
        TankHitsThree "tank-hits-3" "a tank's attack cost 3 HP" UNITS Stage::Two..=Stage::Four,
        EdgeHurtsTwo "edge-hurts-2" "being pushed against the edge of the board cost 2 HP" EDGE Stage::Two..=Stage::Four,
        EnemyAttacksAnyone "enemy-attacks-anyone" "an enemy attacked any unit in its range, other enemies, too" ENEMY_ATTACK Stage::Three..=Stage::Four,
        EnemiesActAgain "enemies-act-again" "an enemy acted again if it moves to a cell further on in the order of the board" ENEMY_ORDER Stage::Three..=Stage::Four,
    }
}

impl<R: Adherence<MistakeKind>> StateOf<R> {
    /// Where a unit could go if there is a mistake in that.
    pub(crate) fn mistaken_reach(&self, kind: Kind, cell: Cell) -> Mask8 {
        let errs = |mistake| self.rules.errs(mistake);
        let figures = kind.figures();
        let mut closed = match figures.domain {
            Domain::Land if errs(MistakeKind::OceanOpen) => Mask8::EMPTY,
            Domain::Land => self.oceans,
            Domain::Air if errs(MistakeKind::AirCrossesForest) => Mask8::EMPTY,
            Domain::Air => self.forests,
        };
        if errs(MistakeKind::OceanStopsAir) && figures.domain == Domain::Air {
            closed |= self.oceans;
        }
        if errs(MistakeKind::ForestStopsLand) && figures.domain == Domain::Land {
            closed |= self.forests;
        }
        if !errs(MistakeKind::MountainsOpen) {
            closed |= self.mountains;
        }
        let end = !(closed | self.occupied());
        let passable = match kind.side() {
            _ if errs(MistakeKind::PassesUnits) => self.occupied(),
            side if errs(MistakeKind::PassesFriends) => self.side(side),
            side if errs(MistakeKind::PassesEnemies) => self.occupied() - self.side(side),
            _ => Mask8::EMPTY,
        };
        let passed = end | (passable - closed);
        let steps = self.mistaken_movement(kind) - u32::from(errs(MistakeKind::StartCosts));
        let (mut reached, mut a_step_ago) = (Mask8::of(cell), Mask8::EMPTY);
        for _ in 0..steps {
            let mut next =
                if errs(MistakeKind::DiagonalSteps) { around(reached) } else { reached.neighbours() };
            if errs(MistakeKind::ForestCostsTwo) {
                next = (next - self.forests) | (a_step_ago.neighbours() & self.forests);
            }
            a_step_ago = reached;
            reached |= if errs(MistakeKind::WalksThroughWalls) { next } else { next & passed };
        }
        let own = if errs(MistakeKind::OwnCellClosed) { Mask8::EMPTY } else { Mask8::of(cell) };
        (reached & end) | own
    }

    /// How far a unit could go if there is a mistake in that.
    fn mistaken_movement(&self, kind: Kind) -> u32 {
        let (more, less) = match kind {
            Kind::Soldier => (MistakeKind::SoldierMovesFour, MistakeKind::SoldierMovesTwo),
            Kind::Tank => (MistakeKind::TankMovesThree, MistakeKind::TankMovesOne),
            Kind::Fighter => (MistakeKind::FighterMovesSix, MistakeKind::FighterMovesFour),
            Kind::Bee => (MistakeKind::BeeMovesFour, MistakeKind::BeeMovesTwo),
            Kind::Hydralisk => (MistakeKind::HydraliskMovesFour, MistakeKind::HydraliskMovesTwo),
        };
        kind.figures().movement + u32::from(self.rules.errs(more)) - u32::from(self.rules.errs(less))
    }

    /// The HP a unit starts with, if there may be a mistake in that.
    pub(crate) fn mistaken_hp(rules: R, kind: Kind) -> i32 {
        let (more, less) = match kind {
            Kind::Soldier => (MistakeKind::SoldierThreeHp, Some(MistakeKind::SoldierOneHp)),
            Kind::Tank => (MistakeKind::TankFourHp, Some(MistakeKind::TankTwoHp)),
            Kind::Fighter => (MistakeKind::FighterThreeHp, Some(MistakeKind::FighterOneHp)),
            Kind::Bee => (MistakeKind::BeeThreeHp, Some(MistakeKind::BeeOneHp)),
            Kind::Hydralisk => (MistakeKind::HydraliskTwoHp, None),
        };
        kind.figures().hp + i32::from(rules.errs(more)) - i32::from(less.is_some_and(|less| rules.errs(less)))
    }

    /// The HP that an attack costs, if there may be a mistake in that.
    pub(crate) fn mistaken_damage(&self, kind: Kind) -> i32 {
        let wrong: &[(MistakeKind, i32)] = match kind {
            Kind::Soldier => &[
                (MistakeKind::SoldierHitsTwo, 2),
                (MistakeKind::SoldierHitsThree, 3),
                (MistakeKind::SoldierHitsNothing, 0),
            ],
            Kind::Tank => &[
                (MistakeKind::TankHitsTwo, 2),
                (MistakeKind::TankHitsThree, 3),
                (MistakeKind::TankHitsNothing, 0),
            ],
            Kind::Fighter => &[
                (MistakeKind::FighterHitsOne, 1),
                (MistakeKind::FighterHitsThree, 3),
                (MistakeKind::FighterHitsNothing, 0),
            ],
            Kind::Bee => &[
                (MistakeKind::BeeHitsOne, 1),
                (MistakeKind::BeeHitsTwo, 2),
                (MistakeKind::BeeHitsFour, 4),
                (MistakeKind::BeeHitsNothing, 0),
            ],
            Kind::Hydralisk => &[
                (MistakeKind::HydraliskHitsOne, 1),
                (MistakeKind::HydraliskHitsThree, 3),
                (MistakeKind::HydraliskHitsNothing, 0),
            ],
        };
        let made = wrong.iter().find(|(mistake, _)| self.rules.errs(*mistake));
        made.map_or(kind.figures().attack, |(_, damage)| *damage)
    }

    /// What an attack does beside damage, if there may be a mistake in that.
    pub(crate) fn mistaken_effect(&self, kind: Kind, target: Cell, is_hit: bool) -> Effect {
        let errs = |mistake| self.rules.errs(mistake);
        match kind {
            Kind::Soldier if errs(MistakeKind::SoldierPushes) => Effect::Push,
            Kind::Bee if errs(MistakeKind::BeePushes) => Effect::Push,
            Kind::Soldier if errs(MistakeKind::SoldierFlattens) && !is_hit && self.mountains.has(target) => {
                Effect::PushOrFlatten
            }
            Kind::Tank if errs(MistakeKind::TankNoPush) && is_hit => Effect::None,
            Kind::Tank if errs(MistakeKind::TankNoFlatten) && !is_hit => Effect::None,
            Kind::Hydralisk if errs(MistakeKind::HydraliskNoPush) => Effect::None,
            Kind::Fighter if errs(MistakeKind::NoBlast) => Effect::None,
            kind => kind.figures().effect,
        }
    }

    /// A tank clears more than mountains, which is a mistake.
    pub(crate) fn clear_wrongly(&mut self, kind: Kind, target: Cell) {
        if self.rules.errs(MistakeKind::TankClears) && kind == Kind::Tank && self.kind(target).is_none() {
            self.oceans.remove(target);
            self.forests.remove(target);
        }
    }

    /// What a blast does beside pushing the four neighbours, if there is a mistake in that.
    pub(crate) fn mistaken_blast<L: Log<Event>>(&mut self, from: Cell, centre: Cell, log: &mut L) -> Mask8 {
        let mut hurt = Mask8::EMPTY;
        if let Some(hit) = self.kind(centre).filter(|_| self.rules.errs(MistakeKind::BlastPushesTarget)) {
            hurt |= self.push(hit, centre, crate::resolve::towards(from, centre), log);
        }
        if self.rules.errs(MistakeKind::BlastDiagonal) {
            for (rows, cols) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
                hurt |= self.push_diagonally(centre, rows, cols);
            }
        }
        hurt
    }

    /// Whether a blast does not push this way, which is a mistake.
    pub(crate) fn blast_leaves_out(&self, direction: Direction) -> bool {
        self.rules.errs(match direction {
            Direction::Up => MistakeKind::BlastNotUp,
            Direction::Down => MistakeKind::BlastNotDown,
            Direction::Left => MistakeKind::BlastNotLeft,
            Direction::Right => MistakeKind::BlastNotRight,
        })
    }

    /// Pushes the diagonal neighbour of a cell away from it, onto free ground or against what is
    /// there.
    fn push_diagonally(&mut self, centre: Cell, rows: i8, cols: i8) -> Mask8 {
        let Some(at) = SIZE.offset(centre, rows, cols) else { return Mask8::EMPTY };
        let (Some(kind), Some(behind)) = (self.kind(at), SIZE.offset(at, rows, cols)) else {
            return Mask8::EMPTY;
        };
        if self.kind(behind).is_some() {
            self.hp[Mask8::bit(at)] -= 1;
            self.hp[Mask8::bit(behind)] -= 1;
            return Mask8::of(at) | Mask8::of(behind);
        }
        match (self.terrain(behind), kind.figures().domain) {
            (Terrain::Mountain, _) => {
                self.mountains.remove(behind);
                self.hp[Mask8::bit(at)] -= 1;
                Mask8::of(at)
            }
            (Terrain::Ocean, Domain::Land) => {
                self.hp[Mask8::bit(at)] = 0;
                Mask8::of(at)
            }
            (Terrain::Forest, Domain::Air) => Mask8::EMPTY,
            _ => {
                self.relocate(at, behind);
                Mask8::of(behind)
            }
        }
    }

    /// What a unit could attack if there is a mistake in that.
    pub(crate) fn mistaken_targets(&self, kind: Kind, cell: Cell, targets: Mask8) -> Mask8 {
        let errs = |mistake| self.rules.errs(mistake);
        let mut targets = targets;
        if kind == Kind::Tank {
            let plain = self.land(Terrain::Plain);
            let mut crossed = if errs(MistakeKind::LineCrossesTerrain) { Mask8::ALL } else { plain };
            if errs(MistakeKind::LineCrossesOcean) {
                crossed |= self.oceans;
            }
            if errs(MistakeKind::LineCrossesForest) {
                crossed |= self.forests;
            }
            let open = if errs(MistakeKind::LineCrossesUnits) { crossed } else { crossed - self.occupied() };
            targets = Direction::ALL
                .into_iter()
                .fold(Mask8::EMPTY, |rays, direction| rays | Mask8::ray(cell, direction, open));
            if errs(MistakeKind::LineStopsShort) {
                targets &= open;
            }
        }
        let melee = kind.figures().range == Range::Melee;
        if melee && errs(MistakeKind::MeleeDiagonal) {
            targets = around(Mask8::of(cell)) - Mask8::of(cell);
        }
        if kind == Kind::Tank && errs(MistakeKind::LineAdjacent) {
            targets &= Mask8::beside(cell);
        }
        if kind == Kind::Fighter && errs(MistakeKind::JumpWithin) {
            targets |= Mask8::beside(cell);
        }
        if kind == Kind::Fighter && errs(MistakeKind::JumpThree) {
            let away =
                |direction: Direction| Mask8::of(cell).shift(direction).shift(direction).shift(direction);
            targets = Direction::ALL.into_iter().fold(Mask8::EMPTY, |all, direction| all | away(direction));
        }
        if errs(MistakeKind::OwnCellTarget) && kind.figures().range != Range::Line {
            targets.insert(cell);
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
        if self.rules.errs(MistakeKind::EdgeHurtsTwo) {
            self.bruise(kind, at, log);
        }
        if self.rules.errs(MistakeKind::EdgeHurts) || self.rules.errs(MistakeKind::EdgeHurtsTwo) {
            self.bruise(kind, at, log)
        } else {
            Mask8::of(at)
        }
    }

    /// The cell an enemy would move to if there is a mistake in that.
    pub(crate) fn mistaken_destination(&self, at: Cell, reach: Mask8, players: Mask8) -> Option<Cell> {
        let errs = |mistake| self.rules.errs(mistake);
        let goals =
            if errs(MistakeKind::EnemyChasesFirst) { players.first().map(Mask8::of)? } else { players };
        let away = |cell: Cell, goal: Cell| {
            if errs(MistakeKind::EnemyByCorners) { cell.chebyshev(goal) } else { cell.manhattan(goal) }
        };
        let distance = |cell: Cell| goals.cells().map(|goal| away(cell, goal)).min();
        let nearest = reach.cells().filter_map(distance).min();
        let mut equals = reach.cells().filter(|cell| distance(*cell) == nearest);
        let is_beside = players.cells().any(|player| player.manhattan(at) == 1);
        let stays = errs(MistakeKind::EnemyStays)
            || (errs(MistakeKind::EnemyStaysBeside) && is_beside)
            || (errs(MistakeKind::EnemyStaysOnTie) && distance(at) == nearest);
        if stays {
            Some(at)
        } else if errs(MistakeKind::EnemyTiesByColumn) {
            equals.min_by_key(|cell| (cell.col, cell.row))
        } else if errs(MistakeKind::EnemyTiesLast) {
            equals.last()
        } else {
            equals.next()
        }
    }

    /// Those whom an enemy may attack, if there may be a mistake in that.
    pub(crate) fn mistaken_prey(&self, at: Cell, players: Mask8) -> Mask8 {
        let anyone = self.rules.errs(MistakeKind::EnemyAttacksAnyone);
        if anyone { self.occupied() - Mask8::of(at) } else { players }
    }

    /// The player unit an enemy would attack if there is a mistake in that.
    pub(crate) fn mistaken_victim(&self, at: Cell, victims: Mask8) -> Option<Cell> {
        if self.rules.errs(MistakeKind::EnemyNoAttack) {
            None
        } else if self.rules.errs(MistakeKind::EnemyAttacksWeakest) {
            victims.cells().min_by_key(|cell| self.hp[Mask8::bit(*cell)])
        } else if self.rules.errs(MistakeKind::EnemyAttacksLast) {
            victims.cells().last()
        } else if self.rules.errs(MistakeKind::EnemyAttackOrder) {
            let sides = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];
            sides.into_iter().filter_map(|side| SIZE.step(at, side)).find(|cell| victims.has(*cell))
        } else {
            victims.first()
        }
    }

    /// Attacks everybody else in range, too, which is a mistake.
    pub(crate) fn attack_others<L: Log<Event>>(
        &mut self,
        kind: Kind,
        at: Cell,
        victims: Mask8,
        log: &mut L,
    ) -> Mask8 {
        let mut died = Mask8::EMPTY;
        if self.rules.errs(MistakeKind::EnemyAttacksAll) {
            for victim in victims.cells() {
                if self.kind(at) == Some(kind) && self.kind(victim).is_some() {
                    died |= self.attack(kind, at, victim, log);
                }
            }
        }
        died
    }

    /// The enemy's turn if there is a mistake in who acts when.
    pub(crate) fn mistaken_enemy_phase<L: Log<Event>>(&mut self, mut waiting: Mask8, log: &mut L) {
        if self.rules.errs(MistakeKind::EnemiesActAgain) {
            return SIZE.cells().for_each(|at| {
                if self.side(Side::Enemy).has(at) {
                    self.enemy_acts(at, log);
                }
            });
        }
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
        } else if self.rules.errs(MistakeKind::EnemiesReversed) {
            waiting.cells().last()
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
        let left_out = (errs(MistakeKind::GrowthForPlayer) && kind.side() == Side::Enemy)
            || (errs(MistakeKind::GrowthForEnemy) && kind.side() == Side::Player)
            || errs(MistakeKind::NoGrowth);
        if left_out {
            return 0;
        }
        let near = |forest: &Cell| {
            let reach = match (errs(MistakeKind::GrowthAdjacent), errs(MistakeKind::GrowthWide)) {
                (true, _) => 1,
                (_, true) => 3,
                _ => 2,
            };
            let inside = errs(MistakeKind::GrowthNotInside) && at == *forest;
            !inside
                && at.chebyshev(*forest) <= reach
                && (!errs(MistakeKind::GrowthDiamond) || at.manhattan(*forest) <= reach)
        };
        let mut by = self.forests.cells().filter(near).count() as i32;
        if errs(MistakeKind::GrowthTwo) {
            by *= 2;
        }
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
