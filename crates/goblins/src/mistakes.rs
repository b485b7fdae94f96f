//! The mistakes that students make, and what the engine does when it makes them.
//!
//! Where a mistake is a condition more or less it stands beside the rule; what needs code of its
//! own stands below. A state that plays with mistakes is for comparing outputs: its invariants need
//! not hold.

mod chinese;
mod command;
mod fireball;
mod map;
mod patrol;
mod strike;
mod tornado;
mod track;
mod turn;

use crate::kinds::Stage;
use crate::rulebook::*;
pub(crate) use command::{mistaken_direction, mistaken_symbol};
use game::mistakes::Translation;
pub(crate) use map::{mistaken_terrain, stays_on_board};

/// What students are told in Chinese of rules and mistakes.
pub const CHINESE: Translation = Translation { mistakes: chinese::MISTAKES, rules: chinese::RULES };

game::mistakes! {
    /// A rule of goblins to get wrong.
    pub enum MistakeKind, MISTAKES {
        UnitsStayOnTerrain "units-stay-on-terrain" "units on water or mountain stayed on the board" REMOVED Stage::One..=Stage::Four,
        FirstTerrainCounts "first-terrain-counts" "the first of two terrain lines for one square counted, and not the last" MAP Stage::One..=Stage::Four,
        PlainUnknown "plain-unknown" "P were no terrain" MAP Stage::One..=Stage::Four,
        SkipsBlankLines "skips-blank-lines" "empty lines in the map were skipped" MAP Stage::One..=Stage::Four,
        SidesSwapped "sides-swapped" "the header gave the width first and then the height" MAP Stage::One..=Stage::Four,

        BlockedStepCosts "blocked-step-costs" "a blocked step used up a point" STEPS Stage::Two..=Stage::Four,
        SpellNeedsPoint "spell-needs-point" "a mage without points left could not cast a spell" STEPS Stage::Two..=Stage::Four,
        StepsAfterSpell "steps-after-spell" "steps after the spell still counted" COMMAND Stage::Two..=Stage::Four,
        ManySpells "many-spells" "everything after the spell still counted, further spells too" COMMAND Stage::Two..=Stage::Four,
        LowerCaseCounts "lower-case-counts" "lower case letters counted" COMMAND Stage::Two..=Stage::Four,
        JunkEndsLine "junk-ends-line" "a symbol that means nothing ended the command" COMMAND Stage::Two..=Stage::Four,
        FirstWordOnly "first-word-only" "a command ended at the first white space" COMMAND Stage::Two..=Stage::Four,
        WordsAreCommands "words-are-commands" "every word were a command of its own, and not every line" COMMAND Stage::Two..=Stage::Four,
        FireStopsAtWater "fire-stops-at-water" "water stopped a fireball" FIREBALL Stage::Two..=Stage::Four,
        FireCrossesMountains "fire-crosses-mountains" "mountains did not stop a fireball" FIREBALL Stage::Two..=Stage::Four,
        FireSparesMages "fire-spares-mages" "a fireball flew past mages" FIREBALL Stage::Two..=Stage::Four,
        FirePierces "fire-pierces" "a fireball flew on after killing a unit" FIREBALL Stage::Two..=Stage::Four,
        TornadoDoesNotChain "tornado-does-not-chain" "a tornado moved only the units next to the mage, and not the rows behind them" TORNADO Stage::Two..=Stage::Four,
        TornadoFourWays "tornado-four-ways" "a tornado blew in the four straight directions only" TORNADO Stage::Two..=Stage::Four,
        TornadoRowStays "tornado-row-stays" "the rest of a row stayed where it is when its last unit drowns" TORNADO Stage::Two..=Stage::Four,
        TornadoWaterHolds "tornado-water-holds" "water held a row of units like a mountain" TORNADO Stage::Two..=Stage::Four,
        TornadoSparesMages "tornado-spares-mages" "a tornado did not move mages" TORNADO Stage::Two..=Stage::Four,
        TornadoEdgeKills "tornado-edge-kills" "a tornado blew units off the board" TORNADO Stage::Two..=Stage::Four,
        ResultAtOnce "result-at-once" "the game ended as soon as one side is gone, in the middle of the turn" RESULT Stage::Two..=Stage::Four,
        StopsAtEnd "stops-at-end" "the program stopped at the first line it cannot read" END_OF_INPUT Stage::Two..=Stage::Four,
        NoEmptyTurn "no-empty-turn" "no turn began after the last command" END_OF_INPUT Stage::Two..=Stage::Four,

        PatrolTurnsWhenBlocked "patrol-turns-when-blocked" "a patrol goblin turned round only when something is in its way" PATROL Stage::Three..=Stage::Four,
        PatrolBounces "patrol-bounces" "a blocked patrol goblin turned round at once and made its remaining steps the other way" PATROL Stage::Three..=Stage::Four,
        PatrolStrikesLate "patrol-strikes-late" "a patrol goblin looked for mages only at the end of its way" PATROL Stage::Three..=Stage::Four,
        PatrolStrikesEarly "patrol-strikes-early" "a patrol goblin did not strike after its last step" PATROL Stage::Three..=Stage::Four,
        StrikeKeepsFacing "strike-keeps-facing" "a patrol goblin that has struck did not turn round" PATROL Stage::Three..=Stage::Four,
        StrikeKillsOne "strike-kills-one" "a strike killed one mage only" STRIKE Stage::Three..=Stage::Four,
        StrikeDiagonal "strike-diagonal" "a strike reached diagonal neighbours" STRIKE Stage::Three..=Stage::Four,
        GoblinsByPlace "goblins-by-place" "goblins acted in the order of their squares, and not in the order of the map" ORDER Stage::Three..=Stage::Four,

        PathWithinSight "path-within-sight" "a tracking goblin gave up if the path is longer than its sight" TARGET Stage::Four..=Stage::Four,
        MovesWithinSight "moves-within-sight" "a tracking goblin moved at most as many squares as its sight" LANDING Stage::Four..=Stage::Four,
        TrackerOneStep "tracker-one-step" "a tracking goblin made one step a turn" LANDING Stage::Four..=Stage::Four,
        SightIsSquare "sight-is-square" "sight counted diagonal steps as one" SIGHT Stage::Four..=Stage::Four,
        NearestByLine "nearest-by-line" "a tracking goblin chose the mage by distance in rows and columns, and not by path" TARGET Stage::Four..=Stage::Four,
        TargetTiesByColumn "target-ties-by-column" "a tracking goblin chose among equally near mages by column before row" TARGET Stage::Four..=Stage::Four,
        LandingTiesByColumn "landing-ties-by-column" "a tracking goblin chose among equally near squares beside the mage by column before row" LANDING Stage::Four..=Stage::Four,
        LandingTiesLast "landing-ties-last" "a tracking goblin took the last of equally near squares beside the mage, and not the first" LANDING Stage::Four..=Stage::Four,
        UnitsDoNotBlock "units-do-not-block" "paths could lead through units" TARGET Stage::Four..=Stage::Four,
        StrikesBlindly "strikes-blindly" "a tracking goblin that stays where it is still struck at mages beside it" SIGHT Stage::Four..=Stage::Four,
        StrikesTargetOnly "strikes-target-only" "a tracking goblin struck at the mage it goes for and at no other" LANDING Stage::Four..=Stage::Four,

        TwoPoints "two-points" "a mage had 2 points" STEPS Stage::Two..=Stage::Four,
        FourPoints "four-points" "a mage had 4 points" STEPS Stage::Two..=Stage::Four,
        EndlessPoints "endless-points" "a mage could make any number of steps" STEPS Stage::Two..=Stage::Four,
        BlockedStepEnds "blocked-step-ends" "a blocked step ended the steps of the line" STEPS Stage::Two..=Stage::Four,
        StepsOnWater "steps-on-water" "a mage could walk on water" STEPS Stage::Two..=Stage::Four,
        StepsOnMountains "steps-on-mountains" "a mage could walk on mountains" STEPS Stage::Two..=Stage::Four,
        FireReachesOne "fire-reaches-one" "a fireball reached the next square only" FIREBALL Stage::Two..=Stage::Four,
        FireSparesGoblins "fire-spares-goblins" "a fireball killed mages only" FIREBALL Stage::Two..=Stage::Four,
        FireMirrored "fire-mirrored" "a fireball flew in the opposite direction" FIREBALL Stage::Two..=Stage::Four,
        SpellIsLast "spell-is-last" "a spell were cast only as the last symbol of the line" COMMAND Stage::Two..=Stage::Four,
        TornadoDiagonalOnly "tornado-diagonal-only" "a tornado blew in the four diagonal directions only" TORNADO Stage::Two..=Stage::Four,
        TornadoFloats "tornado-floats" "units blown into water stayed on it alive" TORNADO Stage::Two..=Stage::Four,
        TornadoMountainKills "tornado-mountain-kills" "units blown against a mountain died" TORNADO Stage::Two..=Stage::Four,
        TornadoMountainPasses "tornado-mountain-passes" "a tornado blew units onto mountains" TORNADO Stage::Two..=Stage::Four,
        TornadoKills "tornado-kills" "a tornado killed the units next to the mage" TORNADO Stage::Two..=Stage::Four,
        TornadoPulls "tornado-pulls" "a tornado blew units to the opposite side of the mage" TORNADO Stage::Two..=Stage::Four,
        DrawIsLost "draw-is-lost" "the game were lost when nobody at all is left" RESULT Stage::Two..=Stage::Four,
        DrawIsWon "draw-is-won" "the game were won when nobody at all is left" RESULT Stage::Two..=Stage::Four,
        MagesReversed "mages-reversed" "mages acted in the opposite order of the map" ORDER Stage::Two..=Stage::Four,

        PatrolNeverTurns "patrol-never-turns" "a patrol goblin never turned round" PATROL Stage::Three..=Stage::Four,
        PatrolTurnsFirst "patrol-turns-first" "a patrol goblin turned round before it walks" PATROL Stage::Three..=Stage::Four,
        PatrolIdleKeepsFacing "patrol-idle-keeps-facing" "a patrol goblin that could not move did not turn round" PATROL Stage::Three..=Stage::Four,
        PatrolOneStepMore "patrol-one-step-more" "a patrol goblin made one step more" PATROL Stage::Three..=Stage::Four,
        PatrolOneStepLess "patrol-one-step-less" "a patrol goblin made one step less" PATROL Stage::Three..=Stage::Four,
        PatrolCrossesWater "patrol-crosses-water" "a patrol goblin could walk on water" PATROL Stage::Three..=Stage::Four,
        PatrolCrossesMountains "patrol-crosses-mountains" "a patrol goblin could walk on mountains" PATROL Stage::Three..=Stage::Four,
        PatrolWalksFirst "patrol-walks-first" "a patrol goblin made a step before it looks for mages" PATROL Stage::Three..=Stage::Four,
        PatrolWalksOn "patrol-walks-on" "a patrol goblin walked on after it has struck" PATROL Stage::Three..=Stage::Four,
        PatrolNoStrike "patrol-no-strike" "a patrol goblin never struck" PATROL Stage::Three..=Stage::Four,
        PatrolSeesAhead "patrol-sees-ahead" "a patrol goblin struck only at a mage in front of it" PATROL Stage::Three..=Stage::Four,
        StrikeKillsGoblins "strike-kills-goblins" "a strike killed goblins, too" STRIKE Stage::Three..=Stage::Four,
        GoblinsReversed "goblins-reversed" "goblins acted in the opposite order of the map" ORDER Stage::Three..=Stage::Four,

        SightOneLess "sight-one-less" "a tracking goblin saw one square less far" SIGHT Stage::Four..=Stage::Four,
        SightOneMore "sight-one-more" "a tracking goblin saw one square further" SIGHT Stage::Four..=Stage::Four,
        SightEndless "sight-endless" "a tracking goblin saw every mage" SIGHT Stage::Four..=Stage::Four,
        TargetTiesLast "target-ties-last" "a tracking goblin took the last of equally near mages, and not the first" TARGET Stage::Four..=Stage::Four,
        TargetTiesByOrder "target-ties-by-order" "a tracking goblin chose among equally near mages by the order of the map" TARGET Stage::Four..=Stage::Four,
        TargetFirstSeen "target-first-seen" "a tracking goblin went for the first mage it sees, and not for the nearest" TARGET Stage::Four..=Stage::Four,
        GoblinsDoNotBlock "goblins-do-not-block" "paths could lead through goblins" TARGET Stage::Four..=Stage::Four,
        MagesDoNotBlock "mages-do-not-block" "paths could lead through mages" TARGET Stage::Four..=Stage::Four,
        TrackerCrossesWater "tracker-crosses-water" "a tracking goblin could cross water" TARGET Stage::Four..=Stage::Four,
        TrackerCrossesMountains "tracker-crosses-mountains" "a tracking goblin could cross mountains" TARGET Stage::Four..=Stage::Four,
        TrackerNoStrike "tracker-no-strike" "a tracking goblin never struck" LANDING Stage::Four..=Stage::Four,
        TrackerStrikesStanding "tracker-strikes-standing" "a tracking goblin that has moved did not strike" LANDING Stage::Four..=Stage::Four,
        TrackerStopsShort "tracker-stops-short" "a tracking goblin stopped one square too early" LANDING Stage::Four..=Stage::Four,

        MagesStayOnTerrain "mages-stay-on-terrain" "mages on water or mountain stayed on the board" REMOVED Stage::One..=Stage::Four,
        GoblinsStayOnTerrain "goblins-stay-on-terrain" "goblins on water or mountain stayed on the board" REMOVED Stage::One..=Stage::Four,
        UnitsStayOnWater "units-stay-on-water" "units on water stayed on the board" REMOVED Stage::One..=Stage::Four,
        UnitsStayOnMountains "units-stay-on-mountains" "units on mountains stayed on the board" REMOVED Stage::One..=Stage::Four,
        CellsSwapped "cells-swapped" "the lines of the map gave the column first and then the row" MAP Stage::One..=Stage::Four,
        PromptSwapped "prompt-swapped" "the question for a mage gave the column first and then the row" ORDER Stage::Two..=Stage::Four,
        TerrainSwapped "terrain-swapped" "W were a mountain and M were water" MAP Stage::One..=Stage::Four,
        LeftRightSwapped "left-right-swapped" "A led to the right and D to the left" STEPS Stage::Two..=Stage::Four,
        UpDownSwapped "up-down-swapped" "W led down and S led up" STEPS Stage::Two..=Stage::Four,
        OnePoint "one-point" "a mage had 1 point" STEPS Stage::Two..=Stage::Four,
        JunkCosts "junk-costs" "a symbol that means nothing used up a point" COMMAND Stage::Two..=Stage::Four,
        ThreeSymbols "three-symbols" "only the first three symbols of a line counted" COMMAND Stage::Two..=Stage::Four,
        NoFireball "no-fireball" "a fireball did nothing" FIREBALL Stage::Two..=Stage::Four,
        FireFlattens "fire-flattens" "a fireball turned the mountain it hits into plain" FIREBALL Stage::Two..=Stage::Four,
        FireHarmlessToMages "fire-harmless-to-mages" "a fireball ended at a mage without killing it" FIREBALL Stage::Two..=Stage::Four,
        FireReachesTwo "fire-reaches-two" "a fireball reached two squares far" FIREBALL Stage::Two..=Stage::Four,
        FireReachesThree "fire-reaches-three" "a fireball reached three squares far" FIREBALL Stage::Two..=Stage::Four,
        FireBurnsCaster "fire-burns-caster" "a fireball killed the mage who casts it" FIREBALL Stage::Two..=Stage::Four,
        NoTornado "no-tornado" "a tornado did nothing" TORNADO Stage::Two..=Stage::Four,
        TornadoDrownsRow "tornado-drowns-row" "a whole row of units drowned when its last unit is blown into water" TORNADO Stage::Two..=Stage::Four,
        TornadoPassesMages "tornado-passes-mages" "a tornado did not move a row that begins with a mage" TORNADO Stage::Two..=Stage::Four,
        TornadoSparesGoblins "tornado-spares-goblins" "a tornado did not move a row that begins with a goblin" TORNADO Stage::Two..=Stage::Four,
        ResultAtTurnEnd "result-at-turn-end" "the result followed the last turn at once, without the heading and the drawing of the next" RESULT Stage::Two..=Stage::Four,
        GoesOnAtEnd "goes-on-at-end" "one more turn began after the turn in which the input ended" END_OF_INPUT Stage::Two..=Stage::Four,
        TurnsFromZero "turns-from-0" "turns were counted from 0" DRAWING Stage::Two..=Stage::Four,
        GoblinsActFirst "goblins-act-first" "goblins acted before the mages in each turn" ORDER Stage::Three..=Stage::Four,
        PatrolsIdle "patrols-idle" "patrol goblins never did anything" PATROL Stage::Three..=Stage::Four,
        PatrolTurnsLeft "patrol-turns-left" "a patrol goblin turned left at the end of its turn, and not round" PATROL Stage::Three..=Stage::Four,
        PatrolTurnsRight "patrol-turns-right" "a patrol goblin turned right at the end of its turn, and not round" PATROL Stage::Three..=Stage::Four,
        PatrolZeroIdle "patrol-zero-idle" "a patrol goblin with 0 steps did nothing at all" PATROL Stage::Three..=Stage::Four,
        PatrolStrikesAtStart "patrol-strikes-at-start" "a patrol goblin looked for mages only before its first step" PATROL Stage::Three..=Stage::Four,
        StrikeSpreads "strike-spreads" "a strike at a neighbour killed mages on diagonal neighbours, too" STRIKE Stage::Three..=Stage::Four,
        TrackerStrikesMoved "tracker-strikes-moved" "a tracking goblin that has not moved did not strike" LANDING Stage::Four..=Stage::Four,
        TrackersIdle "trackers-idle" "tracking goblins never did anything" SIGHT Stage::Four..=Stage::Four,
        TrackerStays "tracker-stays" "a tracking goblin struck and never moved" LANDING Stage::Four..=Stage::Four,
        SightByRows "sight-by-rows" "sight counted rows alone" SIGHT Stage::Four..=Stage::Four,
        SightByColumns "sight-by-columns" "sight counted columns alone" SIGHT Stage::Four..=Stage::Four,
        SightIsRound "sight-is-round" "sight were the straight distance, squared rows and columns under a root" SIGHT Stage::Four..=Stage::Four,
        TrackerStepsDiagonally "tracker-steps-diagonally" "a tracking goblin could take diagonal steps" TARGET Stage::Four..=Stage::Four,
        NearestUnreachable "nearest-unreachable" "a tracking goblin chose the mage by distance in rows and columns, even if there is no way to it" TARGET Stage::Four..=Stage::Four,
        TargetFarthest "target-farthest" "a tracking goblin went for the farthest mage" TARGET Stage::Four..=Stage::Four,
        LandingTiesByLetters "landing-ties-by-letters" "a tracking goblin chose among equally near squares beside the mage in the order above, left, below, right" LANDING Stage::Four..=Stage::Four,
        LandingByPath "landing-by-path" "a tracking goblin took the path that a search in the order W, A, S, D finds first, whatever square it ends on" LANDING Stage::Four..=Stage::Four,
    }
}
