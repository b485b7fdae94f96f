//! One game of a batch.

use crate::arrays::{Arrays, Pictures, Shape, row};
use crate::bits::spread;
use crate::canvas::Canvas;
use crate::record::{GameOrders, Moved};
use crate::{AutoReset, OnIllegal, OpenError, Painting, Rewards, Rows};
use board::SplitMix64;
use bots::{Player, Script};
use game::actions::choose;
use game::{All, DynGame, Log, Numbering, Outcome, Seat, Session, lose_track};
use games::HostedGame;

/// What all games of a batch share.
pub(crate) struct Common<G: HostedGame> {
    pub(crate) shape: Shape,
    pub(crate) setups: Vec<G::Setup>,
    pub(crate) games: usize,
    pub(crate) seed: u64,
    pub(crate) opponents: Vec<Option<String>>,
    pub(crate) rewards: Rewards,
    pub(crate) on_illegal: OnIllegal,
    pub(crate) auto_reset: AutoReset,
    pub(crate) max_turns: u32,
    pub(crate) max_steps: u32,
    pub(crate) record: bool,
    pub(crate) painting: Painting,
}

impl<G: HostedGame> Common<G> {
    /// Whether a bot has the seat.
    fn is_taken(&self, seat: Seat) -> bool {
        matches!(self.opponents.get(seat.index()), Some(Some(_)))
    }

    fn numbering(&self) -> Numbering {
        self.shape.numbering
    }
}

/// One game of a batch.
pub(crate) struct Slot<G: HostedGame> {
    /// Which game of the batch it is.
    number: usize,
    pub(crate) state: G,
    pub(crate) origin: Origin,
    /// Numbers played so far.
    pub(crate) steps: u32,
    pub(crate) ending: Ending,
    /// The seat that moved last, whose picture the final one is.
    acted: Seat,
    random: SplitMix64,
    players: Vec<Option<Box<dyn Player>>>,
    /// What the pictures of each row show.
    shown: Vec<G::Shown>,
    /// Of which seat the rows are.
    shown_seats: Vec<Seat>,
    /// Where pictures are painted in full, those of each row that nobody else writes into: few, so
    /// that those of many games stay in the processor's cache.
    canvases: Vec<Canvas>,
    /// Whether no row shows this game yet.
    is_unseen: bool,
    /// What may be chosen, row by row, and whether that is nothing at all.
    pub(crate) masks: Vec<u64>,
    /// What could be chosen in one row before, while it is written anew.
    mask_before: Vec<u64>,
    /// Whether masks were written as bytes, too.
    shows_mask: bool,
    blank: Vec<bool>,
    pub(crate) record: Option<GameOrders<G>>,
    /// The game before this one, if orders are kept.
    pub(crate) finished: Option<GameOrders<G>>,
    /// The state before a round, to go back to.
    before: Option<G>,
}

/// Where a game began.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Origin {
    pub(crate) map: usize,
    pub(crate) seed: u64,
    /// Which game in this place of the batch it is.
    pub(crate) episode: u64,
}

/// Whether and how a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// It is not.
    Running,
    /// By its rules, or by an illegal number.
    Terminated,
    /// It had lasted too long.
    Truncated,
}

/// A number that may not be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Illegal {
    pub(crate) game: usize,
    pub(crate) seat: Seat,
    pub(crate) number: i64,
}

impl<G: HostedGame> Slot<G> {
    pub(crate) fn new(common: &Common<G>, number: usize) -> Result<Self, OpenError> {
        let (origin, random) = origin(common, number, 0, None);
        let rows = common.shape.rows_of(1);
        let mut slot = Self {
            number,
            state: G::start(&common.setups[origin.map], origin.seed),
            origin,
            steps: 0,
            ending: Ending::Running,
            acted: Seat(0),
            random,
            players: Vec::new(),
            shown: vec![Default::default(); rows],
            shown_seats: vec![Seat(0); rows],
            canvases: Vec::new(),
            is_unseen: true,
            masks: vec![0; rows * common.numbering().words()],
            mask_before: Vec::new(),
            shows_mask: false,
            blank: vec![false; rows],
            record: None,
            finished: None,
            before: None,
        };
        slot.begin(common, origin, random)?;
        slot.show(common, &mut Arrays::default(), 0);
        Ok(slot)
    }

    /// Begins the first game again.
    pub(crate) fn begin_first(&mut self, common: &Common<G>) {
        let (origin, random) = origin(common, self.number, 0, None);
        // The bots were found when the batch was opened.
        let _ = self.begin(common, origin, random);
    }

    /// Writes everything, as after a step for which nothing is paid.
    pub(crate) fn write_now(&mut self, common: &Common<G>, arrays: &mut Arrays<'_>, at: usize) {
        self.write_results(common, self.ending, &[0.0; game::MAX_SEATS], arrays, at);
        self.show(common, arrays, at);
    }

    /// Begins the next game, with a seed of its own or with this one.
    pub(crate) fn begin_next(&mut self, common: &Common<G>, seed: Option<u64>) {
        let (origin, random) = origin(common, self.number, self.origin.episode.wrapping_add(1), seed);
        // The bots were found when the batch was opened.
        let _ = self.begin(common, origin, random);
    }

    fn begin(&mut self, common: &Common<G>, origin: Origin, random: SplitMix64) -> Result<(), OpenError> {
        if let Some(record) = self.record.take().filter(|record| !record.moves.is_empty()) {
            self.finished = Some(record);
        }
        self.state = G::start(&common.setups[origin.map], origin.seed);
        self.move_to(origin);
        (self.random, self.steps, self.ending) = (random, 0, Ending::Running);
        self.record = common.record.then(|| GameOrders::new(origin));
        self.make_players(common)?;
        self.let_others_play(common);
        self.ending = self.ending_now(common);
        Ok(())
    }

    /// Goes on with another game, of which no row shows anything yet.
    fn move_to(&mut self, origin: Origin) {
        if origin.map != self.origin.map {
            self.forget_pictures();
        }
        lose_track::<G>(&mut self.shown);
        self.origin = origin;
        self.is_unseen = true;
    }

    /// New bots for the seats that bots have.
    fn make_players(&mut self, common: &Common<G>) -> Result<(), OpenError> {
        self.players.clear();
        if common.opponents.iter().all(Option::is_none) {
            return Ok(());
        }
        let table = Session::new(self.state.clone());
        for name in &common.opponents {
            let player = match name {
                Some(name) => {
                    Some(bots::built_in(name, &table, self.random.next_u64()).ok_or_else(|| {
                        OpenError(format!("there is no bot `{name}`; there are {}", bots::names().join(", ")))
                    })?)
                }
                None => None,
            };
            self.players.push(player);
        }
        Ok(())
    }

    /// The seat whose number is awaited: the first that no bot has.
    #[inline]
    pub(crate) fn acting(&self) -> Option<Seat> {
        match self.ending {
            Ending::Running => self.state.to_move().iter().next(),
            _ => None,
        }
    }

    /// Whether a number may be chosen now.
    #[inline]
    pub(crate) fn is_legal(&self, common: &Common<G>, number: i64) -> bool {
        let Some(seat) = self.acting() else { return true };
        let row = if common.shape.rows == Rows::Seats { seat.index() } else { 0 };
        let words = common.numbering().words();
        let Ok(number) = u32::try_from(number) else { return false };
        number < common.numbering().count()
            && self.masks[row * words + (number / 64) as usize] >> (number % 64) & 1 != 0
    }

    /// The number was illegal.
    pub(crate) fn illegal(&self, number: i64) -> Illegal {
        Illegal { game: self.number, seat: self.acting().unwrap_or_default(), number }
    }

    /// One of the numbers that may be chosen, each as likely as the others.
    #[inline]
    pub(crate) fn choose(&mut self, common: &Common<G>) -> i64 {
        let numbering = common.numbering();
        let row = match (common.shape.rows, self.acting()) {
            (Rows::Seats, Some(seat)) => seat.index(),
            _ => 0,
        };
        let mask = &self.masks[row * numbering.words()..][..numbering.words()];
        choose(mask, 0, numbering.count(), &mut self.random).unwrap_or(numbering.end_of_turn()).into()
    }

    /// Plays a number for the seat to move.
    #[inline]
    pub(crate) fn step(&mut self, common: &Common<G>, number: i64, arrays: &mut Arrays<'_>, at: usize) {
        let Some(seat) = self.acting() else { return self.step_after_end(common, arrays, at) };
        self.acted = seat;
        let mut paid = [0.0; game::MAX_SEATS];
        let is_legal = common.on_illegal == OnIllegal::Error || self.is_legal(common, number);
        if is_legal {
            self.play(common, seat, number as u32, &mut paid);
        }
        self.steps = self.steps.saturating_add(1);
        paid[seat.index()] += common.rewards.step;
        self.close(
            common,
            (!is_legal && common.on_illegal == OnIllegal::Loss).then_some(seat),
            paid,
            arrays,
            at,
        );
    }

    #[inline]
    fn play(&mut self, common: &Common<G>, seat: Seat, number: u32, paid: &mut [f32]) {
        let numbering = common.numbering();
        if number == numbering.end_of_turn() {
            self.end_turn(common, seat, paid);
        } else if let Some(order) = self.state.numbered(numbering, seat, number) {
            self.state.play(seat, order, &mut All(&mut self.shown));
            if let Some(record) = &mut self.record {
                record.moves.push(Moved { seat, order: Some(order) });
            }
        }
    }

    fn end_turn(&mut self, common: &Common<G>, seat: Seat, paid: &mut [f32]) {
        self.state.end_turn(seat, &mut All(&mut self.shown));
        paid[seat.index()] += common.rewards.turn;
        if let Some(record) = &mut self.record {
            record.moves.push(Moved { seat, order: None });
        }
    }

    /// Has every awaited seat play numbers, up to the first below 0, without ending its turn.
    /// `numbers` has as many for each seat.
    ///
    /// # Errors
    /// The first number that is illegal, if that is an error.
    pub(crate) fn play_round(
        &mut self,
        common: &Common<G>,
        numbers: &[i64],
    ) -> Result<Option<Seat>, Illegal> {
        let each = numbers.len() / common.shape.seats;
        self.before = (common.on_illegal == OnIllegal::Error).then(|| self.state.clone());
        if self.ending != Ending::Running {
            return Ok(None);
        }
        for seat in self.state.to_move().iter() {
            self.acted = seat;
            let own = &numbers[seat.index() * each..][..each];
            for number in own.iter().copied().take_while(|number| *number >= 0) {
                if self.play_if_allowed(common, seat, number) {
                    continue;
                }
                match common.on_illegal {
                    OnIllegal::Error => return Err(Illegal { game: self.number, seat, number }),
                    OnIllegal::Nothing => {}
                    OnIllegal::Loss => return Ok(Some(seat)),
                }
            }
        }
        Ok(None)
    }

    /// Has every awaited seat play a random legal number for each of its actors that has one,
    /// without ending its turn.
    pub(crate) fn play_random_round(&mut self, common: &Common<G>) {
        if self.ending != Ending::Running {
            return;
        }
        let Numbering { actors, each, .. } = common.numbering();
        let words = common.numbering().words();
        let masks = std::mem::take(&mut self.masks);
        for seat in self.state.to_move().iter() {
            self.acted = seat;
            let row = if common.shape.rows == Rows::Seats { seat.index() } else { 0 };
            let mask = &masks[row * words..][..words];
            for actor in 0..actors {
                let number = choose(mask, actor * each, (actor + 1) * each, &mut self.random);
                if let Some(number) = number {
                    self.play_if_allowed(common, seat, number.into());
                }
            }
        }
        self.masks = masks;
    }

    fn play_if_allowed(&mut self, common: &Common<G>, seat: Seat, number: i64) -> bool {
        let numbering = common.numbering();
        let order = u32::try_from(number)
            .ok()
            .filter(|number| *number < numbering.end_of_turn())
            .and_then(|number| self.state.numbered(numbering, seat, number));
        let Some(order) = order.filter(|order| self.state.check(seat, *order).is_ok()) else { return false };
        self.state.play(seat, order, &mut All(&mut self.shown));
        if let Some(record) = &mut self.record {
            record.moves.push(Moved { seat, order: Some(order) });
        }
        true
    }

    /// Goes back to where the round began.
    pub(crate) fn undo_round(&mut self) {
        if let Some(before) = self.before.take() {
            self.state = before;
            lose_track::<G>(&mut self.shown);
        }
        if let Some(record) = &mut self.record {
            let ended = record.moves.iter().rposition(|moved| moved.order.is_none());
            record.moves.truncate(ended.map_or(0, |at| at + 1));
        }
    }

    /// Ends the turns of a round, and writes what came of it.
    pub(crate) fn close_round(
        &mut self,
        common: &Common<G>,
        lost: Option<Seat>,
        arrays: &mut Arrays<'_>,
        at: usize,
    ) {
        self.before = None;
        if self.ending != Ending::Running {
            return self.step_after_end(common, arrays, at);
        }
        let mut paid = [0.0; game::MAX_SEATS];
        for seat in self.state.to_move().iter() {
            paid[seat.index()] += common.rewards.step;
            if lost.is_none() {
                self.end_turn(common, seat, &mut paid);
            }
        }
        self.steps = self.steps.saturating_add(1);
        self.close(common, lost, paid, arrays, at);
    }

    /// A step of a game that is over: it begins again, or nothing happens.
    fn step_after_end(&mut self, common: &Common<G>, arrays: &mut Arrays<'_>, at: usize) {
        if common.auto_reset == AutoReset::NextStep {
            self.begin_next(common, None);
        }
        self.write_now(common, arrays, at);
    }

    /// Lets bots play, pays, begins again if that is to be now, and writes all of it.
    #[inline]
    fn close(
        &mut self,
        common: &Common<G>,
        lost: Option<Seat>,
        mut paid: [f32; game::MAX_SEATS],
        arrays: &mut Arrays<'_>,
        at: usize,
    ) {
        if lost.is_none() && !common.opponents.is_empty() {
            self.let_others_play(common);
        }
        self.ending = match lost {
            Some(_) => Ending::Terminated,
            None => self.ending_now(common),
        };
        let ending = self.ending;
        if ending == Ending::Running {
            self.write_results(common, ending, &paid, arrays, at);
            return self.show(common, arrays, at);
        }
        self.pay_end(common, lost, &mut paid);
        self.write_results(common, ending, &paid, arrays, at);
        if let Some(finals) = &mut arrays.finals {
            self.paint_anew(common, finals, at);
        }
        if common.auto_reset == AutoReset::SameStep {
            self.begin_next(common, None);
        }
        self.show(common, arrays, at);
    }

    /// Lets bots play until somebody else is awaited, or the game is over.
    fn let_others_play(&mut self, common: &Common<G>) {
        while self.ending_now(common) == Ending::Running {
            let awaited = self.state.to_move();
            let Some(seat) = awaited.iter().find(|seat| common.is_taken(*seat)) else { return };
            let mut table = Session::new(self.state.clone());
            table.listen(<G::Shown as Log<G::Event>>::ON && !self.is_unseen);
            let mut script = Script::default();
            let wanted = self.record.is_some().then_some(&mut script);
            if let Some(Some(player)) = self.players.get_mut(seat.index()) {
                player.play(&mut table, seat, wanted);
            }
            // The seat was awaited, so its turn can end, unless its orders ended the game.
            let _ = DynGame::end_turn(&mut table, seat);
            table.take_events().into_iter().for_each(|event| All(&mut self.shown).tell(event));
            self.state = table.game().clone();
            if let Some(record) = &mut self.record {
                let orders =
                    script.lines.iter().filter_map(|(order, _)| serde_json::from_str(order.get()).ok());
                record.moves.extend(orders.map(|order| Moved { seat, order: Some(order) }));
                record.moves.push(Moved { seat, order: None });
            }
        }
    }

    #[inline]
    fn ending_now(&self, common: &Common<G>) -> Ending {
        if self.state.to_move().is_empty() {
            Ending::Terminated
        } else if self.state.turn() > common.max_turns
            || common.max_steps > 0 && self.steps >= common.max_steps
        {
            Ending::Truncated
        } else {
            Ending::Running
        }
    }

    fn pay_end(&self, common: &Common<G>, lost: Option<Seat>, paid: &mut [f32]) {
        if let Some(seat) = lost {
            paid[seat.index()] += common.rewards.loss;
            return;
        }
        let Some(outcome) = self.state.outcome() else { return };
        for seat in (0..common.shape.seats).map(|seat| Seat(seat as u8)) {
            paid[seat.index()] += common.rewards.of(&outcome, seat);
        }
    }

    #[inline]
    fn write_results(
        &self,
        common: &Common<G>,
        ending: Ending,
        paid: &[f32],
        arrays: &mut Arrays<'_>,
        at: usize,
    ) {
        if let Some(rewards) = &mut arrays.rewards {
            let seats = common.shape.seats;
            row(rewards, seats, at).copy_from_slice(&paid[..seats]);
        }
        if let Some(terminated) = &mut arrays.terminated {
            terminated[at] = u8::from(ending == Ending::Terminated);
        }
        if let Some(truncated) = &mut arrays.truncated {
            truncated[at] = u8::from(ending == Ending::Truncated);
        }
    }

    /// Writes what the seats see and may do.
    #[inline]
    pub(crate) fn show(&mut self, common: &Common<G>, arrays: &mut Arrays<'_>, at: usize) {
        let acting = self.acting();
        if let Some(seat) = &mut arrays.seat {
            seat[at] = acting.map_or(-1, |seat| seat.0 as i8);
        }
        let rows = common.shape.rows_of(1);
        let awaited = self.state.to_move();
        let everybody = self.is_unseen || self.ending != Ending::Running || common.painting == Painting::Full;
        for own in 0..rows {
            let seat =
                if common.shape.rows == Rows::Seats { Seat(own as u8) } else { acting.unwrap_or(self.acted) };
            let is_wanted = everybody || awaited.has(seat);
            if is_wanted || !self.blank[own] {
                self.show_mask(common, seat, own, arrays, at);
                self.blank[own] = !is_wanted;
            }
            if is_wanted && let Some(pictures) = &mut arrays.pictures {
                self.show_picture(common, seat, own, pictures, at * rows + own);
            }
        }
        self.is_unseen &= arrays.pictures.is_none();
        self.shows_mask = arrays.mask.is_some();
    }

    #[inline]
    fn show_mask(&mut self, common: &Common<G>, seat: Seat, own: usize, arrays: &mut Arrays<'_>, at: usize) {
        let numbering = common.numbering();
        let (words, count) = (numbering.words(), numbering.count() as usize);
        let rows = common.shape.rows_of(1);
        let mask = &mut self.masks[own * words..][..words];
        // What the array of bytes shows already: nobody else writes into it.
        let is_known = common.painting == Painting::Changes && !self.is_unseen && self.shows_mask;
        let before = is_known.then(|| replace_copied(&mut self.mask_before, mask));
        if self.ending == Ending::Running {
            self.state.mask(numbering, seat, mask);
        } else {
            // Whatever is chosen is ignored; there is something to choose.
            mask.fill(0);
            let end = numbering.end_of_turn();
            mask[(end / 64) as usize] = 1 << (end % 64);
        }
        if let Some(bits) = &mut arrays.bits {
            row(bits, words, at * rows + own).copy_from_slice(mask);
        }
        if let Some(bytes) = &mut arrays.mask {
            spread(mask, before, row(bytes, count, at * rows + own));
        }
    }

    #[inline]
    fn show_picture(
        &mut self,
        common: &Common<G>,
        seat: Seat,
        own: usize,
        pictures: &mut Pictures<'_>,
        at: usize,
    ) {
        let mut picture = pictures.row(&common.shape.layout, at);
        let shown = &mut self.shown[own];
        if std::mem::replace(&mut self.shown_seats[own], seat) != seat {
            *shown = G::Shown::default();
        }
        if common.painting == Painting::Changes {
            return self.state.repaint(seat, shown, &mut picture);
        }
        if self.canvases.is_empty() {
            let canvas = |_| Canvas::new(&common.shape.layout);
            self.canvases = (0..common.shape.rows_of(1)).map(canvas).collect();
        }
        let canvas = &mut self.canvases[own];
        self.state.repaint(seat, shown, &mut canvas.picture());
        canvas.copy_into(&mut picture);
    }

    /// Forgets what the pictures show: the next ones are painted anew.
    pub(crate) fn forget_pictures(&mut self) {
        self.shown.fill(G::Shown::default());
        self.is_unseen = true;
    }

    fn paint_anew(&self, common: &Common<G>, pictures: &mut Pictures<'_>, at: usize) {
        let rows = common.shape.rows_of(1);
        for own in 0..rows {
            let seat = if common.shape.rows == Rows::Seats { Seat(own as u8) } else { self.acted };
            self.state.paint(seat, &mut pictures.row(&common.shape.layout, at * rows + own));
        }
    }

    /// Goes on from another game's state.
    pub(crate) fn go_on_from(&mut self, common: &Common<G>, state: G, from: &Going<G>) {
        self.state = state;
        self.move_to(from.origin);
        self.steps = from.steps;
        self.acted = self.state.to_move().iter().next().unwrap_or_default();
        self.record = from.record.clone();
        // Bots remember what they saw in their own game; new ones take over.
        let _ = self.make_players(common);
        self.ending = self.ending_now(common);
        self.show(common, &mut Arrays::default(), 0);
    }
}

/// What is known of a game besides its state.
#[derive(Clone)]
pub(crate) struct Going<G: HostedGame> {
    pub(crate) origin: Origin,
    pub(crate) steps: u32,
    pub(crate) record: Option<GameOrders<G>>,
}

impl Rewards {
    /// What a seat is paid for how the game came out.
    fn of(&self, outcome: &Outcome, seat: Seat) -> f32 {
        let standings = outcome.standings();
        let own = outcome.of(seat);
        let score = self.score * own.score as f32;
        if standings.len() == 1 {
            let result = match own.score.signum() {
                1 => self.win,
                0 => self.draw,
                _ => self.loss,
            };
            return result + score;
        }
        let tied = standings.iter().filter(|other| other.place == own.place).count();
        if tied == standings.len() {
            return self.draw + score;
        }
        // Seats that share places are paid the mean of them.
        let place = f32::from(own.place - 1) + (tied - 1) as f32 / 2.0;
        self.win + (self.loss - self.win) * place / (standings.len() - 1) as f32 + score
    }
}

/// Where a game of the batch begins, and its chance.
fn origin<G: HostedGame>(
    common: &Common<G>,
    number: usize,
    episode: u64,
    seed: Option<u64>,
) -> (Origin, SplitMix64) {
    let map =
        (number as u64).wrapping_add(episode.wrapping_mul(common.games as u64)) % common.setups.len() as u64;
    // Mixed twice: neighbouring seeds, places and games have nothing in common.
    let seed = seed.unwrap_or_else(|| {
        let place = SplitMix64::new(common.seed ^ (number as u64) << 32).next_u64();
        SplitMix64::new(place ^ episode).next_u64()
    });
    (Origin { map: map as usize, seed, episode }, SplitMix64::new(seed ^ 0x5ea7_ab1e))
}

/// Makes one list a copy of another, and returns it.
#[inline]
fn replace_copied<'a>(copy: &'a mut Vec<u64>, of: &[u64]) -> &'a [u64] {
    copy.clear();
    copy.extend_from_slice(of);
    copy
}
