//! The mistakes that students make, and what the engine does when it makes them.
//!
//! Where a mistake is a condition more or less it stands beside the rule; what needs code of its
//! own stands below. A state that plays with mistakes is for comparing outputs: its invariants need
//! not hold.

mod attack;
mod chinese;
mod enemy;
mod push;
mod reach;
mod targets;
mod turn;

use crate::kinds::Stage;
use crate::rulebook::*;
use board::{Direction, Mask8};
use game::mistakes::Translation;

/// What students are told in Chinese of rules and mistakes.
pub const CHINESE: Translation = Translation { mistakes: chinese::MISTAKES, rules: chinese::RULES };

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

/// The cells around those of the set, diagonals included.
fn around(set: Mask8) -> Mask8 {
    let beside = set.shift(Direction::Left) | set | set.shift(Direction::Right);
    beside | beside.shift(Direction::Up) | beside.shift(Direction::Down)
}
