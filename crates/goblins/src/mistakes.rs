//! The mistakes that students make, and what the engine does when it makes them.
//!
//! Where a mistake is a condition more or less it stands beside the rule; what needs code of its own stands here. A state that plays with
//! mistakes is for comparing outputs: its invariants need not hold.

use crate::event::{Event, Halt};
use crate::kinds::{Stage, Terrain};
use crate::rulebook::*;
use crate::state::{Id, MAX_SIDE, Phase, Squares, StateOf};
use crate::track::Quarry;
use alloc::collections::VecDeque;
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
    }
}

/// The capital letter for a symbol that should mean nothing, if there is a mistake in that.
pub(crate) fn mistaken_symbol<R: Adherence<MistakeKind>>(rules: R, symbol: u8) -> u8 {
    if rules.errs(MistakeKind::LowerCaseCounts) { symbol.to_ascii_uppercase() } else { symbol }
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
            || (errs(MistakeKind::TornadoSparesMages) && row.any(|cell| self.mages().has(cell)));
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

    /// Where a fireball flies, if there may be a mistake in that.
    pub(crate) fn fire_direction(&self, direction: Direction) -> Direction {
        if self.rules.errs(MistakeKind::FireMirrored) { direction.opposite() } else { direction }
    }

    /// The points of a mage, if there may be a mistake in that.
    pub(crate) fn mistaken_points(rules: R) -> u8 {
        if rules.errs(MistakeKind::TwoPoints) {
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

    /// A row of units is blown off the board: its last one dies, the others move up. That is a mistake.
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

    /// Whether this terrain stops a fireball, if there may be a mistake in that.
    pub(crate) fn stops_fire(&self, terrain: Terrain) -> bool {
        match terrain {
            Terrain::Plain => false,
            Terrain::Water => self.rules.errs(MistakeKind::FireStopsAtWater),
            Terrain::Mountain => !self.rules.errs(MistakeKind::FireCrossesMountains),
        }
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

    /// Whether a patrol goblin that stopped for this reason turns round, if there may be a mistake in that.
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

    /// Whether a tracking goblin strikes after its way, if there may be a mistake in that.
    pub(crate) fn tracker_strikes(&self, moved: bool) -> bool {
        let errs = self.rules.errs(MistakeKind::TrackerNoStrike)
            || (self.rules.errs(MistakeKind::TrackerStrikesStanding) && moved);
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
            let away =
                if errs(MistakeKind::StrikeDiagonal) { at.chebyshev(*cell) } else { at.manhattan(*cell) };
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
        if errs(MistakeKind::TrackerCrossesWater) {
            open |= self.map.water;
            ends |= self.map.water & !(*self.mages() | *self.goblins());
        }
        if errs(MistakeKind::TrackerCrossesMountains) {
            open |= self.map.mountains;
            ends |= self.map.mountains & !(*self.mages() | *self.goblins());
        }
        let steps = distances(at, &open);
        let by_rows = |cell: Cell| (cell.row, cell.col);
        let by_columns = |cell: Cell| (cell.col, cell.row);
        let landing_at = |mage: Cell| {
            let beside = Squares::of(mage).neighbours() & ends;
            let nearest = beside.cells().filter_map(|cell| Some((steps[square(cell)]?, cell)));
            nearest.min_by_key(|(steps, cell)| {
                let (row, col) =
                    if errs(MistakeKind::LandingTiesByColumn) { by_columns(*cell) } else { by_rows(*cell) };
                let last = errs(MistakeKind::LandingTiesLast);
                (*steps, if last { u8::MAX - row } else { row }, if last { u8::MAX - col } else { col })
            })
        };
        let reachable =
            seen.cells().filter_map(|mage| landing_at(mage).map(|(steps, landing)| (mage, steps, landing)));
        let (mage, steps_to_landing, landing) = reachable.min_by_key(|(mage, steps, _)| {
            let away = match (errs(MistakeKind::NearestByLine), errs(MistakeKind::TargetFirstSeen)) {
                (true, _) => at.manhattan(*mage),
                (_, true) => 0,
                _ => *steps,
            };
            let (first, second) =
                if errs(MistakeKind::TargetTiesByColumn) { by_columns(*mage) } else { by_rows(*mage) };
            let by_order = errs(MistakeKind::TargetTiesByOrder) || errs(MistakeKind::TargetFirstSeen);
            let order = self.holder(*mage).filter(|_| by_order).map_or(0, |id| id.0);
            let last = errs(MistakeKind::TargetTiesLast);
            (
                away,
                order,
                if last { u8::MAX - first } else { first },
                if last { u8::MAX - second } else { second },
            )
        })?;
        let distance = steps_to_landing + 1;
        if errs(MistakeKind::PathWithinSight) && i64::from(distance) > i64::from(sight) {
            return None;
        }
        let landing = self.stop_on_the_way(at, landing, &open, sight);
        Some(Quarry { mage, landing, distance })
    }

    /// Where a tracking goblin stops on its way if it makes too few steps, which is a mistake.
    fn stop_on_the_way(&self, from: Cell, landing: Cell, open: &Squares, sight: i32) -> Cell {
        let most = match sight {
            _ if self.rules.errs(MistakeKind::TrackerStopsShort) => {
                let mut open = *open;
                open.insert(from);
                distances(from, &open)[square(landing)].map_or(0, |steps| steps as i32 - 1)
            }
            _ if self.rules.errs(MistakeKind::TrackerOneStep) => 1,
            sight if self.rules.errs(MistakeKind::MovesWithinSight) => sight,
            _ => return landing,
        };
        let mut open = *open;
        open.insert(from);
        let left = distances(landing, &open);
        let mut at = from;
        for _ in 0..most {
            let beside = Squares::of(at).neighbours() & open;
            let next = beside
                .cells()
                .filter(|cell| left[square(*cell)].is_some() && left[square(*cell)] < left[square(at)]);
            let Some(next) = next.min_by_key(|cell| (cell.row, cell.col)) else { break };
            at = next;
        }
        if self.is_held(at) { from } else { at }
    }
}

/// For each square the number of steps to it over open squares.
fn distances(from: Cell, open: &Squares) -> [Option<u32>; MAX_SIDE * MAX_SIDE] {
    let mut steps = [None; MAX_SIDE * MAX_SIDE];
    steps[square(from)] = Some(0);
    let mut queue = VecDeque::from([(from, 0)]);
    while let Some((at, so_far)) = queue.pop_front() {
        for next in (Squares::of(at).neighbours() & *open).cells() {
            if steps[square(next)].is_none() {
                steps[square(next)] = Some(so_far + 1);
                queue.push_back((next, so_far + 1));
            }
        }
    }
    steps
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
