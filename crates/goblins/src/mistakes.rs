//! The mistakes that students make, and what the engine does when it makes them.
//!
//! Where a mistake is a condition more or less it stands beside the rule; what needs code of its
//! own stands here. A state that plays with mistakes is for comparing outputs: its invariants need
//! not hold.

use crate::event::{Event, Halt};
use crate::kinds::{GOBLINS_ACT_SINCE, Kind, Stage, Terrain};
use crate::rulebook::*;
use crate::state::{Id, MAX_SIDE, Phase, Squares, StateOf};
use crate::track::Quarry;
use alloc::collections::VecDeque;
use alloc::sync::Arc;
use alloc::vec::Vec;
use board::{Cell, Compass, Direction};
use game::Log;
use game::mistakes::Adherence;

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

/// The capital letter for a symbol that should mean nothing, if there is a mistake in that.
pub(crate) fn mistaken_symbol<R: Adherence<MistakeKind>>(rules: R, symbol: u8) -> u8 {
    if rules.errs(MistakeKind::LowerCaseCounts) { symbol.to_ascii_uppercase() } else { symbol }
}

/// Where a letter leads, if there may be a mistake in that.
pub(crate) fn mistaken_direction<R: Adherence<MistakeKind>>(rules: R, direction: Direction) -> Direction {
    let swapped = match direction {
        Direction::Left | Direction::Right => MistakeKind::LeftRightSwapped,
        Direction::Up | Direction::Down => MistakeKind::UpDownSwapped,
    };
    if rules.errs(swapped) { direction.opposite() } else { direction }
}

/// What a letter of the map stands for, if there may be a mistake in that.
pub(crate) fn mistaken_terrain<R: Adherence<MistakeKind>>(rules: R, terrain: Terrain) -> Option<Terrain> {
    match terrain {
        Terrain::Plain if rules.errs(MistakeKind::PlainUnknown) => None,
        Terrain::Water if rules.errs(MistakeKind::TerrainSwapped) => Some(Terrain::Mountain),
        Terrain::Mountain if rules.errs(MistakeKind::TerrainSwapped) => Some(Terrain::Water),
        other => Some(other),
    }
}

/// Whether a unit on this terrain stays on the board, if there may be a mistake in that.
pub(crate) fn stays_on_board<R: Adherence<MistakeKind>>(rules: R, kind: Kind, terrain: Terrain) -> bool {
    let by_terrain = match terrain {
        Terrain::Plain => return true,
        Terrain::Water => MistakeKind::UnitsStayOnWater,
        Terrain::Mountain => MistakeKind::UnitsStayOnMountains,
    };
    let by_kind = match kind {
        Kind::Mage => MistakeKind::MagesStayOnTerrain,
        Kind::Patrol { .. } | Kind::Tracker { .. } => MistakeKind::GoblinsStayOnTerrain,
    };
    [MistakeKind::UnitsStayOnTerrain, by_terrain, by_kind].into_iter().any(|mistake| rules.errs(mistake))
}

impl<R: Adherence<MistakeKind>> StateOf<R> {
    /// Whether a mage may go on after a spell, which is a mistake.
    pub(crate) fn goes_on_after_spell(&self) -> bool {
        self.rules.errs(MistakeKind::StepsAfterSpell) || self.rules.errs(MistakeKind::ManySpells)
    }

    /// A step that is not possible uses up a point, which is a mistake.
    pub(crate) fn pay_for_blocked_step(&mut self) {
        if self.rules.errs(MistakeKind::BlockedStepCosts) {
            self.points = self.points.saturating_sub(1);
        }
    }

    /// Whether the game is looked upon as over in the middle of a turn, which is a mistake.
    pub(crate) fn is_over_too_early(&mut self) -> bool {
        let over = self.mages().is_empty() || self.goblins().is_empty();
        if over && self.rules.errs(MistakeKind::ResultAtOnce) {
            self.begin_turn();
            return true;
        }
        false
    }

    /// Whether a tornado moves this row of units, if there may be a mistake in that.
    pub(crate) fn can_be_blown(&self, direction: Compass, first: Cell, last: Cell) -> bool {
        let errs = |mistake| self.rules.errs(mistake);
        let (rows, cols) = direction.delta();
        let diagonal = rows != 0 && cols != 0;
        let mut row = core::iter::successors(Some(first), |cell| {
            self.size().step8(*cell, direction).filter(|_| *cell != last)
        });
        let wrongly_held = (errs(MistakeKind::TornadoFourWays) && diagonal)
            || (errs(MistakeKind::TornadoDiagonalOnly) && !diagonal)
            || (errs(MistakeKind::TornadoDoesNotChain) && first != last)
            || (errs(MistakeKind::TornadoSparesMages) && row.any(|cell| self.mages().has(cell)))
            || (errs(MistakeKind::TornadoPassesMages) && self.mages().has(first))
            || (errs(MistakeKind::TornadoSparesGoblins) && self.goblins().has(first))
            || errs(MistakeKind::NoTornado);
        !wrongly_held
    }

    /// What a tornado does to a row if that is another thing altogether. Returns whether it did it.
    pub(crate) fn blow_wrongly(&mut self, centre: Cell, first: Cell, last: Cell, direction: Compass) -> bool {
        let errs = |mistake| self.rules.errs(mistake);
        let Some(id) = self.holder(first) else { return false };
        let (rows, cols) = direction.delta();
        if errs(MistakeKind::TornadoKills) {
            self.kill(id);
            return true;
        }
        if errs(MistakeKind::TornadoPulls) {
            let to = self.size().offset(centre, -rows, -cols).filter(|cell| self.free().has(*cell));
            if let Some(to) = to {
                self.relocate(id, to);
            }
            return true;
        }
        let behind = self.size().step8(last, direction);
        let terrain = behind.map(|cell| self.terrain(cell));
        let passes = (errs(MistakeKind::TornadoFloats) && terrain == Some(Terrain::Water))
            || (errs(MistakeKind::TornadoMountainPasses) && terrain == Some(Terrain::Mountain));
        if let Some(behind) = behind.filter(|_| passes) {
            self.move_row(first, last, behind, direction);
            return true;
        }
        if errs(MistakeKind::TornadoDrownsRow) && terrain == Some(Terrain::Water) {
            self.kill_row(first, last, direction);
            return true;
        }
        if errs(MistakeKind::TornadoMountainKills) && terrain == Some(Terrain::Mountain) {
            self.blow_off(first, last, direction);
            return true;
        }
        false
    }

    /// Moves a row one square outwards, whatever is there.
    fn move_row(&mut self, first: Cell, last: Cell, behind: Cell, direction: Compass) {
        let (rows, cols) = direction.delta();
        let (mut from, mut to) = (last, behind);
        loop {
            if let Some(id) = self.holder(from) {
                self.relocate(id, to);
            }
            let Some(nearer) = self.size().offset(from, -rows, -cols).filter(|_| from != first) else {
                return;
            };
            to = from;
            from = nearer;
        }
    }

    /// Kills all units of a row.
    fn kill_row(&mut self, first: Cell, last: Cell, direction: Compass) {
        let mut next = Some(first);
        while let Some(at) = next {
            if let Some(id) = self.holder(at) {
                self.kill(id);
            }
            next = self.size().step8(at, direction).filter(|_| at != last);
        }
    }

    /// Where a fireball flies, if there may be a mistake in that.
    pub(crate) fn fire_direction(&self, direction: Direction) -> Direction {
        if self.rules.errs(MistakeKind::FireMirrored) { direction.opposite() } else { direction }
    }

    /// The points of a mage, if there may be a mistake in that.
    pub(crate) fn mistaken_points(rules: R) -> u8 {
        if rules.errs(MistakeKind::OnePoint) {
            1
        } else if rules.errs(MistakeKind::TwoPoints) {
            2
        } else if rules.errs(MistakeKind::FourPoints) {
            4
        } else if rules.errs(MistakeKind::EndlessPoints) {
            u8::MAX
        } else {
            crate::state::POINTS
        }
    }

    /// Whether a mage can step onto this terrain, if there may be a mistake in that.
    pub(crate) fn carries_mages(&self, terrain: Terrain) -> bool {
        match terrain {
            Terrain::Plain => true,
            Terrain::Water => self.rules.errs(MistakeKind::StepsOnWater),
            Terrain::Mountain => self.rules.errs(MistakeKind::StepsOnMountains),
        }
    }

    /// Who has won when nobody is left, if there may be a mistake in that.
    pub(crate) fn nobody_left(&self) -> Phase {
        if self.rules.errs(MistakeKind::DrawIsLost) {
            Phase::Lost
        } else if self.rules.errs(MistakeKind::DrawIsWon) {
            Phase::Won
        } else {
            Phase::Drawn
        }
    }

    /// Whether mages act from the last to the first, which is a mistake.
    pub(crate) fn mages_act_backwards(&self) -> bool {
        self.rules.errs(MistakeKind::MagesReversed)
    }

    /// A row of units is blown off the board: its last one dies, the others move up. That is a
    /// mistake.
    pub(crate) fn blow_off(&mut self, first: Cell, last: Cell, direction: Compass) {
        let (rows, cols) = direction.delta();
        if let Some(id) = self.holder(last) {
            self.kill(id);
        }
        let (mut from, mut to) = (last, last);
        while from != first {
            let Some(nearer) = self.size().offset(from, -rows, -cols) else { return };
            from = nearer;
            if let Some(id) = self.holder(from) {
                self.relocate(id, to);
            }
            to = from;
        }
    }

    /// Whether a fireball flies past the unit on this square, which is a mistake.
    pub(crate) fn fire_spares(&self, at: Cell) -> bool {
        (self.rules.errs(MistakeKind::FireSparesMages) && self.mages().has(at))
            || (self.rules.errs(MistakeKind::FireSparesGoblins) && self.goblins().has(at))
    }

    /// How many squares far a fireball reaches, if there may be a mistake in that.
    pub(crate) fn fire_range(&self) -> u32 {
        let ranges = [
            (MistakeKind::NoFireball, 0),
            (MistakeKind::FireReachesOne, 1),
            (MistakeKind::FireReachesTwo, 2),
            (MistakeKind::FireReachesThree, 3),
        ];
        let shorter = ranges.into_iter().find(|(mistake, _)| self.rules.errs(*mistake));
        shorter.map_or(u32::MAX, |(_, range)| range)
    }

    /// Whether a fireball that hits this unit does it no harm, which is a mistake.
    pub(crate) fn fire_is_harmless(&self, at: Cell) -> bool {
        self.rules.errs(MistakeKind::FireHarmlessToMages) && self.mages().has(at)
    }

    /// What a fireball does to a mountain, if there may be a mistake in that.
    pub(crate) fn scorch(&mut self, at: Cell) {
        if self.rules.errs(MistakeKind::FireFlattens) && self.terrain(at) == Terrain::Mountain {
            Arc::make_mut(&mut self.map).lay(at, Terrain::Plain);
        }
    }

    /// Whether this terrain stops a fireball, if there may be a mistake in that.
    pub(crate) fn stops_fire(&self, terrain: Terrain) -> bool {
        match terrain {
            Terrain::Plain => false,
            Terrain::Water => self.rules.errs(MistakeKind::FireStopsAtWater),
            Terrain::Mountain => !self.rules.errs(MistakeKind::FireCrossesMountains),
        }
    }

    /// Lets goblins act before the mages, if that is the mistake.
    pub(crate) fn act_too_early<L: Log<Event>>(&mut self, log: &mut L) {
        if self.rules.errs(MistakeKind::GoblinsActFirst) && self.stage() >= GOBLINS_ACT_SINCE {
            self.goblin_phase(log);
            self.set_active(None);
            self.next_mage();
        }
    }

    /// Whether a goblin of this kind does nothing at all, which is a mistake.
    pub(crate) fn is_idle(&self, kind: Kind) -> bool {
        match kind {
            Kind::Mage => false,
            Kind::Patrol { steps, .. } => {
                self.rules.errs(MistakeKind::PatrolsIdle)
                    || (self.rules.errs(MistakeKind::PatrolZeroIdle) && steps == 0)
            }
            Kind::Tracker { .. } => self.rules.errs(MistakeKind::TrackersIdle),
        }
    }

    /// Where a patrol goblin faces, if there may be a mistake in that.
    ///
    /// It turns once in every turn, so the number of the turn says how often it has turned.
    pub(crate) fn mistaken_facing(&self, id: Id, facing: Direction) -> Direction {
        const LEFT: [Direction; 4] = [Direction::Up, Direction::Left, Direction::Down, Direction::Right];
        let quarters = match () {
            () if self.rules.errs(MistakeKind::PatrolTurnsLeft) => 1,
            () if self.rules.errs(MistakeKind::PatrolTurnsRight) => 3,
            () => return facing,
        };
        let Kind::Patrol { facing: at_start, .. } = self.map.units[id.index()].1 else { return facing };
        let place = LEFT.iter().position(|way| *way == at_start).unwrap_or(0);
        LEFT[(place + quarters * (self.turn as usize - 1)) % 4]
    }

    /// The goblins in the order in which they act if there is a mistake in that.
    pub(crate) fn mistaken_order(&self) -> Vec<Id> {
        let mut ids: Vec<Id> = self.living().filter(|id| id.0 >= self.map.mages).collect();
        if self.rules.errs(MistakeKind::GoblinsByPlace) {
            ids.sort_by_key(|id| (self.place(*id).row, self.place(*id).col));
        }
        if self.rules.errs(MistakeKind::GoblinsReversed) {
            ids.reverse();
        }
        ids
    }

    /// Whether a patrol goblin that stopped for this reason turns round, if there may be a mistake
    /// in that.
    pub(crate) fn turns_round(&self, why: Halt, moved: bool) -> bool {
        let blocked = matches!(why, Halt::Edge | Halt::Terrain(..) | Halt::Unit(_));
        let stays = (self.rules.errs(MistakeKind::PatrolTurnsWhenBlocked) && !blocked)
            || (self.rules.errs(MistakeKind::StrikeKeepsFacing) && why == Halt::Struck)
            || (self.rules.errs(MistakeKind::PatrolIdleKeepsFacing) && !moved)
            || self.rules.errs(MistakeKind::PatrolNeverTurns);
        !stays
    }

    /// Where a patrol goblin stops, and why, if there is a mistake in that.
    pub(crate) fn mistaken_way(
        &self,
        from: Cell,
        facing: Direction,
        steps: i32,
        beside_mages: &Squares,
    ) -> (Cell, Halt) {
        let errs = |mistake| self.rules.errs(mistake);
        let (mut at, mut facing, mut left, mut has_bounced) = (from, facing, steps, false);
        if errs(MistakeKind::PatrolOneStepMore) {
            left = left.saturating_add(1);
        }
        if errs(MistakeKind::PatrolOneStepLess) {
            left = (left - 1).max(0);
        }
        if errs(MistakeKind::PatrolTurnsFirst) {
            facing = facing.opposite();
        }
        loop {
            let ahead = self.mistaken_step(at, facing);
            let can_go_on = left > 0 && ahead.is_ok();
            let blind = (errs(MistakeKind::PatrolStrikesLate) && can_go_on)
                || (errs(MistakeKind::PatrolStrikesEarly) && left == 0)
                || (errs(MistakeKind::PatrolWalksFirst) && at == from && can_go_on)
                || (errs(MistakeKind::PatrolStrikesAtStart) && at != from)
                || errs(MistakeKind::PatrolNoStrike);
            let in_front = self.size().step(at, facing).is_some_and(|cell| self.mages().has(cell));
            let blind = blind || (errs(MistakeKind::PatrolSeesAhead) && !in_front);
            if beside_mages.has(at) && !blind {
                return (at, Halt::Struck);
            }
            if left == 0 {
                return (at, Halt::NoStepsLeft);
            }
            match ahead {
                Ok(next) => {
                    at = next;
                    left -= 1;
                }
                Err(_) if errs(MistakeKind::PatrolBounces) && !has_bounced => {
                    has_bounced = true;
                    facing = facing.opposite();
                }
                Err(halt) => return (at, halt),
            }
        }
    }

    /// The square a patrol goblin steps onto next, if there may be a mistake in that.
    fn mistaken_step(&self, at: Cell, facing: Direction) -> Result<Cell, Halt> {
        self.step_for_goblin(at, facing).or_else(|halt| match halt {
            Halt::Terrain(cell, Terrain::Water) if self.rules.errs(MistakeKind::PatrolCrossesWater) => {
                Ok(cell)
            }
            Halt::Terrain(cell, Terrain::Mountain)
                if self.rules.errs(MistakeKind::PatrolCrossesMountains) =>
            {
                Ok(cell)
            }
            other => Err(other),
        })
    }

    /// Whether a patrol goblin walks on after it has struck, which is a mistake.
    pub(crate) fn walks_on(&self) -> bool {
        self.rules.errs(MistakeKind::PatrolWalksOn)
    }

    /// How far a tracking goblin sees, if there may be a mistake in that.
    pub(crate) fn mistaken_sight(&self, sight: i32) -> i32 {
        if self.rules.errs(MistakeKind::SightOneLess) {
            sight - 1
        } else if self.rules.errs(MistakeKind::SightOneMore) {
            sight.saturating_add(1)
        } else if self.rules.errs(MistakeKind::SightEndless) {
            i32::MAX
        } else {
            sight
        }
    }

    /// Whether a mage is within sight, if there may be a mistake in that.
    pub(crate) fn is_wrongly_within(&self, at: Cell, mage: Cell, sight: u32) -> bool {
        let errs = |mistake| self.rules.errs(mistake);
        let (rows, cols) = (u32::from(at.row.abs_diff(mage.row)), u32::from(at.col.abs_diff(mage.col)));
        let sight = u64::from(sight);
        match () {
            () if errs(MistakeKind::SightIsSquare) => u64::from(rows.max(cols)) <= sight,
            () if errs(MistakeKind::SightByRows) => u64::from(rows) <= sight,
            () if errs(MistakeKind::SightByColumns) => u64::from(cols) <= sight,
            () if errs(MistakeKind::SightIsRound) => u64::from(rows * rows + cols * cols) <= sight * sight,
            () => u64::from(rows + cols) <= sight,
        }
    }

    /// Whether a tracking goblin strikes after its way, if there may be a mistake in that.
    pub(crate) fn tracker_strikes(&self, moved: bool) -> bool {
        let errs = self.rules.errs(MistakeKind::TrackerNoStrike)
            || (self.rules.errs(MistakeKind::TrackerStrikesStanding) && moved)
            || (self.rules.errs(MistakeKind::TrackerStrikesMoved) && !moved);
        !errs
    }

    /// The squares from which a goblin can strike, if there may be a mistake in that.
    pub(crate) fn beside_mages(&self) -> Squares {
        let beside = self.mages().neighbours();
        if self.rules.errs(MistakeKind::StrikeDiagonal) { beside | around(self.mages()) } else { beside }
    }

    /// Strikes although it may not, if that is the mistake.
    pub(crate) fn strike_blindly<L: Log<Event>>(&mut self, at: Cell, log: &mut L) {
        if self.rules.errs(MistakeKind::StrikesBlindly) {
            self.strike(at, None, log);
        }
    }

    /// The squares that a strike reaches if there is a mistake in that.
    pub(crate) fn mistaken_strike(&self, at: Cell, target: Option<Cell>) -> Vec<Cell> {
        let errs = |mistake| self.rules.errs(mistake);
        let near = |cell: &Cell| {
            let spreads = errs(MistakeKind::StrikeDiagonal) || errs(MistakeKind::StrikeSpreads);
            let away = if spreads { at.chebyshev(*cell) } else { at.manhattan(*cell) };
            away == 1 && self.mages().has(*cell)
        };
        let near_goblin = |cell: &Cell| {
            errs(MistakeKind::StrikeKillsGoblins) && at.manhattan(*cell) == 1 && self.goblins().has(*cell)
        };
        let mut struck: Vec<Cell> =
            self.size().cells().filter(|cell| near(cell) || near_goblin(cell)).collect();
        if errs(MistakeKind::StrikesTargetOnly) && target.is_some() {
            struck.retain(|cell| Some(*cell) == target);
        }
        if errs(MistakeKind::StrikeKillsOne) {
            struck.truncate(1);
        }
        struck
    }

    /// Whom a tracking goblin goes for if there is a mistake in that.
    pub(crate) fn mistaken_quarry(&self, at: Cell, sight: i32, seen: &Squares) -> Option<Quarry> {
        let Ways { open, ends } = self.mistaken_ways(at);
        let search = Search::new(at, &open, self.rules.errs(MistakeKind::TrackerStepsDiagonally));
        let reachable = seen.cells().filter_map(|mage| {
            let (steps, landing) = self.mistaken_landing(mage, &ends, &search)?;
            Some((mage, steps, landing))
        });
        let (mage, steps, landing) =
            reachable.min_by_key(|(mage, steps, _)| self.mistaken_preference(at, *mage, *steps))?;
        let distance = steps + 1;
        let is_nearer = |other: Cell| (at.manhattan(other), other.row, other.col);
        let gives_up = (self.rules.errs(MistakeKind::PathWithinSight)
            && i64::from(distance) > i64::from(sight))
            || (self.rules.errs(MistakeKind::NearestUnreachable)
                && seen.cells().any(|other| is_nearer(other) < is_nearer(mage)));
        if gives_up {
            return None;
        }
        let landing = self.stop_on_the_way(at, landing, &open, sight);
        Some(Quarry { mage, landing, distance })
    }

    /// Where a tracking goblin can go, if there may be a mistake in that.
    fn mistaken_ways(&self, at: Cell) -> Ways {
        let errs = |mistake| self.rules.errs(mistake);
        let mut open = self.free();
        let mut ends = open;
        ends.insert(at);
        if errs(MistakeKind::UnitsDoNotBlock) {
            open = self.map.plain;
        }
        if errs(MistakeKind::GoblinsDoNotBlock) {
            open |= *self.goblins() & self.map.plain;
        }
        if errs(MistakeKind::MagesDoNotBlock) {
            open |= *self.mages() & self.map.plain;
        }
        for (mistake, terrain) in [
            (MistakeKind::TrackerCrossesWater, self.map.water),
            (MistakeKind::TrackerCrossesMountains, self.map.mountains),
        ] {
            if errs(mistake) {
                open |= terrain;
                ends |= terrain & !(*self.mages() | *self.goblins());
            }
        }
        Ways { open, ends }
    }

    /// The square beside a mage where a tracking goblin stops, and the steps to it, if there may be
    /// a mistake in that.
    fn mistaken_landing(&self, mage: Cell, ends: &Squares, search: &Search) -> Option<(u32, Cell)> {
        let errs = |mistake| self.rules.errs(mistake);
        let beside = Squares::of(mage).neighbours() & *ends;
        let reached = beside.cells().filter_map(|cell| Some((search.found(cell)?, cell)));
        let preference = |(found, cell): &(Found, Cell)| {
            let (row, col) = (u32::from(cell.row), u32::from(cell.col));
            let (first, second) = match () {
                () if errs(MistakeKind::LandingTiesByColumn) => (col, row),
                () if errs(MistakeKind::LandingTiesLast) => (u32::MAX - row, u32::MAX - col),
                () if errs(MistakeKind::LandingTiesByLetters) => (letter_place(mage, *cell), 0),
                () if errs(MistakeKind::LandingByPath) => (found.nth, 0),
                () => (row, col),
            };
            (found.steps, first, second)
        };
        reached.min_by_key(preference).map(|(found, cell)| (found.steps, cell))
    }

    /// How a tracking goblin ranks a mage, the least first, if there may be a mistake in that.
    fn mistaken_preference(&self, at: Cell, mage: Cell, steps: u32) -> (u32, u16, u8, u8) {
        let errs = |mistake| self.rules.errs(mistake);
        let away = match () {
            () if errs(MistakeKind::NearestByLine) || errs(MistakeKind::NearestUnreachable) => {
                at.manhattan(mage)
            }
            () if errs(MistakeKind::TargetFirstSeen) => 0,
            () if errs(MistakeKind::TargetFarthest) => u32::MAX - steps,
            () => steps,
        };
        let by_order = errs(MistakeKind::TargetTiesByOrder) || errs(MistakeKind::TargetFirstSeen);
        let order = self.holder(mage).filter(|_| by_order).map_or(0, |id| id.0);
        let by_column = errs(MistakeKind::TargetTiesByColumn);
        let (first, second) = if by_column { (mage.col, mage.row) } else { (mage.row, mage.col) };
        if errs(MistakeKind::TargetTiesLast) {
            return (away, order, u8::MAX - first, u8::MAX - second);
        }
        (away, order, first, second)
    }

    /// Where a tracking goblin stops on its way if it makes too few steps, which is a mistake.
    fn stop_on_the_way(&self, from: Cell, landing: Cell, open: &Squares, sight: i32) -> Cell {
        let most = match sight {
            _ if self.rules.errs(MistakeKind::TrackerStays) => return from,
            _ if self.rules.errs(MistakeKind::TrackerStopsShort) => {
                let mut open = *open;
                open.insert(from);
                Search::new(from, &open, false).found(landing).map_or(0, |found| found.steps as i32 - 1)
            }
            _ if self.rules.errs(MistakeKind::TrackerOneStep) => 1,
            sight if self.rules.errs(MistakeKind::MovesWithinSight) => sight,
            _ => return landing,
        };
        let mut open = *open;
        open.insert(from);
        let search = Search::new(landing, &open, false);
        let left = |cell: Cell| search.found(cell).map(|found| found.steps);
        let mut at = from;
        for _ in 0..most {
            let beside = Squares::of(at).neighbours() & open;
            let next = beside.cells().filter(|cell| left(*cell).is_some() && left(*cell) < left(at));
            let Some(next) = next.min_by_key(|cell| (cell.row, cell.col)) else { break };
            at = next;
        }
        if self.is_held(at) { from } else { at }
    }
}

/// The squares a tracking goblin may cross, and those on which it may stop.
struct Ways {
    open: Squares,
    ends: Squares,
}

/// How a search found a square.
#[derive(Clone, Copy)]
struct Found {
    steps: u32,
    /// So many squares were found before it.
    nth: u32,
}

/// A breadth-first search over open squares, in the order of the letters W, A, S, D.
struct Search([Option<Found>; MAX_SIDE * MAX_SIDE]);

impl Search {
    fn new(from: Cell, open: &Squares, diagonally: bool) -> Self {
        let mut search = Self([None; MAX_SIDE * MAX_SIDE]);
        let mut queue = VecDeque::from([from]);
        let mut found = Found { steps: 0, nth: 0 };
        search.0[square(from)] = Some(found);
        while let Some(at) = queue.pop_front() {
            let steps = search.found(at).map_or(0, |found| found.steps) + 1;
            let corners = DIAGONALS.into_iter().filter(|_| diagonally);
            for (rows, cols) in LETTERS.into_iter().chain(corners) {
                let next = offset(at, rows, cols).filter(|cell| open.has(*cell));
                if let Some(next) = next.filter(|cell| search.found(*cell).is_none()) {
                    found = Found { steps, nth: found.nth + 1 };
                    search.0[square(next)] = Some(found);
                    queue.push_back(next);
                }
            }
        }
        search
    }

    fn found(&self, cell: Cell) -> Option<Found> {
        self.0[square(cell)]
    }
}

/// Where the letters W, A, S, D lead.
const LETTERS: [(i8, i8); 4] = [(-1, 0), (0, -1), (1, 0), (0, 1)];

const DIAGONALS: [(i8, i8); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// The square so far away, on the largest board there is.
fn offset(cell: Cell, rows: i8, cols: i8) -> Option<Cell> {
    board::Size::new(MAX_SIDE as u8, MAX_SIDE as u8).offset(cell, rows, cols)
}

/// The place of a neighbour in the order of the letters W, A, S, D.
fn letter_place(cell: Cell, neighbour: Cell) -> u32 {
    let place = LETTERS.iter().position(|(rows, cols)| offset(cell, *rows, *cols) == Some(neighbour));
    place.map_or(u32::MAX, |place| place as u32)
}

const fn square(cell: Cell) -> usize {
    cell.row as usize * MAX_SIDE + cell.col as usize
}

/// The squares around those of the set, diagonals included.
fn around(set: &Squares) -> Squares {
    let mut rows = Squares::EMPTY;
    for (row, near) in rows.0.iter_mut().enumerate() {
        let above = if row > 0 { set.0[row - 1] } else { 0 };
        let lines = above | set.0[row] | set.0.get(row + 1).copied().unwrap_or(0);
        *near = lines | lines << 1 | lines >> 1;
    }
    rows
}
