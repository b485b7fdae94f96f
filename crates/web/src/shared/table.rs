//! What happens at a table with several people.

use super::clock::SeatClock;
use super::entry::{Entry, Journal};
use super::file::Links;
use super::setup::{Sitter, TableSetup};
use super::spectator::Spectator;
use super::thinking::{BotMaker, Thinking, Thought};
use crate::host::Room;
use crate::protocol::{ClockRow, Deed, Hello, Role, SeatRow, Seats, Told, language, language_name};
use crate::{changes, deeds};
use bots::Player;
use face::Look;
use game::{Answer, GameEntry, JsonText, Lang, Seat, Session};
use games::{HostedGame, Task};
use interaction::{Act, Flow, History, Interaction, OpenError, Overlay, SeatAct, map_title, words};
use std::fmt;
use std::time::{Duration, Instant};

/// The time between two looks at a coach who thinks.
const STEP: Duration = Duration::from_millis(120);

/// A table that is to be opened, as it was left.
pub struct OpenTable {
    /// The game.
    pub entry: &'static dyn GameEntry,
    /// What is fixed.
    pub setup: TableSetup,
    /// What happened so far.
    pub entries: Vec<Entry>,
    /// Where it is written down what happens from now on.
    pub journal: Box<dyn Journal>,
    /// Who the bots are.
    pub bots: BotMaker,
    /// The secret parts of the links, for the host to hand out.
    pub links: Links,
    /// The language in which people are spoken to until they choose another.
    pub lang: Lang,
}

impl fmt::Debug for OpenTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenTable").field("setup", &self.setup).finish_non_exhaustive()
    }
}

/// Opens a table.
///
/// # Errors
/// If the setup makes no sense, a bot cannot be made, or what was written down breaks the rules.
pub(crate) fn open(table: OpenTable) -> Result<Box<dyn Room>, OpenError> {
    struct Open(OpenTable);

    impl Task for Open {
        type Output = Result<Box<dyn Room>, OpenError>;

        fn run<G: HostedGame>(self, session: &Session<G>) -> Self::Output {
            let table = SharedTable::new(session.game().clone(), self.0)?;
            Ok(Box::new(table))
        }
    }

    let TableSetup { map, map_name, rules, seed, .. } = &table.setup;
    let started = table.entry.start(map.as_bytes(), rules, *seed);
    let started = started.map_err(|wrong| OpenError::setup(map_name, wrong))?;
    games::at_table(&*started, Open(table))
        .unwrap_or_else(|| Err(OpenError::Usage("this game cannot be played by people".into())))
}

/// A game, and everybody at it.
struct SharedTable<G: HostedGame> {
    setup: TableSetup,
    links: Links,
    /// The state after the last turn that everybody has ended.
    now: G,
    /// What was done in each of those turns.
    turns: Vec<Vec<SeatAct<G::Order>>>,
    places: Vec<Place<G>>,
    /// One for each language; none if nobody may watch.
    spectators: Vec<Spectator<G>>,
    spectator_tabs: usize,
    journal: Box<dyn Journal>,
    bots: BotMaker,
    tasks: Vec<Thinking>,
    tickets: u64,
    out: Vec<(Role, Told)>,
    /// What is here is not what is written down: the table has to be opened again.
    is_lost: bool,
}

/// A seat, and who sits there.
struct Place<G: HostedGame> {
    sitter: Sitter,
    /// The game as its person plays it; none if it never was a person's.
    person: Option<Interaction<G>>,
    /// How long the log was when it was last told.
    logged: usize,
    /// What is written down of what the seat does in the turn that has not ended. In a game for one
    /// that is everything.
    written: Vec<Act<G::Order>>,
    /// The bot; it is elsewhere while it thinks.
    bot: Option<Box<dyn Player>>,
    /// What the bot was asked, if it thinks.
    ticket: Option<u64>,
    /// What went wrong with the bot.
    trouble: Option<String>,
    clock: SeatClock,
    tabs: usize,
}

impl<G: HostedGame> Place<G> {
    fn has_ended(&self) -> bool {
        self.written.last() == Some(&Act::EndTurn)
    }

    fn is_persons(&self) -> bool {
        self.sitter == Sitter::Person
    }
}

impl<G: HostedGame> SharedTable<G> {
    fn new(start: G, table: OpenTable) -> Result<Self, OpenError> {
        let OpenTable { setup, entries, journal, bots, links, lang, .. } = table;
        if setup.seats.len() != usize::from(start.seats()) {
            let (given, seats) = (setup.seats.len(), start.seats());
            return Err(OpenError::Usage(format!("{} has {seats} seats, not {given}", G::NAME)));
        }
        let place = |sitter: &Sitter| Place {
            sitter: sitter.clone(),
            person: None,
            logged: 0,
            written: Vec::new(),
            bot: None,
            ticket: None,
            trouble: None,
            clock: SeatClock::new(setup.clock),
            tabs: 0,
        };
        let places = setup.seats.iter().map(place).collect();
        let spectator = |watching, lang| Spectator::new(start.clone(), watching, lang, &setup.map_name);
        let langs = setup.watching.into_iter().flat_map(|one| [(one, Lang::En), (one, Lang::Zh)]);
        let spectators = langs.map(|(watching, lang)| spectator(watching, lang)).collect();
        let (turns, tasks, out) = (Vec::new(), Vec::new(), Vec::new());
        let now = start.clone();
        let mut table = Self {
            setup,
            links,
            now,
            turns,
            places,
            spectators,
            spectator_tabs: 0,
            journal,
            bots,
            tasks,
            tickets: 0,
            out,
            is_lost: false,
        };
        let wrong = |why: String| OpenError::File(format!("the table as it was written down: {why}"));
        for entry in entries {
            table.recall(entry).map_err(wrong)?;
        }
        table.seat_people(&start, lang).map_err(wrong)?;
        table.check_bots().map_err(OpenError::Usage)?;
        let is_over = table.is_over();
        for spectator in &mut table.spectators {
            spectator.follow(&table.turns, is_over);
        }
        table.go_on(Instant::now());
        Ok(table)
    }

    /// Does again what was written down.
    fn recall(&mut self, entry: Entry) -> Result<(), String> {
        match entry {
            Entry::Seat { seat, sitter } => self.place(seat)?.sitter = sitter,
            Entry::Acts { seat, kept, acts, bank } => {
                let read = |act: &JsonText| {
                    serde_json::from_str(act.get()).map_err(|error| format!("{act}: {error}"))
                };
                let acts = acts.iter().map(read).collect::<Result<Vec<Act<G::Order>>, String>>()?;
                let place = self.place(seat)?;
                place.written.truncate(kept);
                place.written.extend(acts);
                if let Some(bank) = bank {
                    place.clock.set_bank(Duration::from_millis(bank));
                }
                self.settle()?;
            }
        }
        Ok(())
    }

    fn place(&mut self, seat: u8) -> Result<&mut Place<G>, String> {
        self.places.get_mut(usize::from(seat)).ok_or_else(|| format!("there is no seat {seat}"))
    }

    /// Gives every person their game, as far as it has come.
    fn seat_people(&mut self, start: &G, lang: Lang) -> Result<(), String> {
        let look = Look { lang, ascii: false, colour: true };
        let title = map_title(G::NAME, &self.setup.map_name, lang);
        let among_people = self.setup.seats.iter().filter(|who| **who == Sitter::Person).count() > 1;
        for (seat, place) in (0..).map(Seat).zip(&mut self.places) {
            if self.setup.seats[seat.index()] != Sitter::Person {
                continue;
            }
            let mut person =
                Interaction::new(History::new(start.clone(), seat, look), seat, look, title.clone());
            person.share(among_people);
            if let Some(lesson) =
                G::LESSONS.iter().find(|one| self.setup.lesson && one.map == self.setup.map_name)
            {
                person.teach(lesson);
            }
            self.turns.iter().for_each(|turn| person.settle(turn));
            if place.is_persons() {
                person.recall_draft(&place.written)?;
            }
            person.history.take_unseen();
            place.person = Some(person);
        }
        Ok(())
    }

    /// Makes the bots, so that one that does not exist is known before anybody waits for it.
    fn check_bots(&mut self) -> Result<(), String> {
        for seat in 0..self.places.len() {
            if let Sitter::Bot(name) = self.places[seat].sitter.clone() {
                self.places[seat].bot = Some(self.make_bot(&name, Seat(seat as u8))?);
            }
        }
        Ok(())
    }

    fn make_bot(&self, name: &str, seat: Seat) -> Result<Box<dyn Player>, String> {
        // A bot's seed must not be the game's: it would know the dice.
        let mut digest = board::Digest::new();
        digest.u64(self.setup.seed);
        digest.u8(seat.0);
        (self.bots)(name, &Session::new(self.now.clone()), seat, digest.finish())
    }

    /// Whether this is a game for one, in which every turn can be taken back: nothing is ever
    /// settled.
    fn is_solo(&self) -> bool {
        self.places.len() == 1
    }

    fn is_over(&self) -> bool {
        let solo = self.places.first().filter(|_| self.is_solo()).and_then(|place| place.person.as_ref());
        solo.map_or_else(|| self.now.to_move().is_empty(), Interaction::is_over)
    }

    /// Carries the turn out if everybody who is awaited has ended it. False if not.
    fn settle(&mut self) -> Result<bool, String> {
        let awaited = self.now.to_move();
        let have_ended = awaited.iter().all(|seat| self.places[seat.index()].has_ended());
        if self.is_solo() || awaited.is_empty() || !have_ended {
            return Ok(false);
        }
        let mut session = Session::new(self.now.clone());
        let mut done = Vec::new();
        for seat in awaited.iter() {
            for act in std::mem::take(&mut self.places[seat.index()].written) {
                play(&mut session, seat, act)?;
                done.push((seat, act));
            }
        }
        for (seat, place) in (0..).map(Seat).zip(&mut self.places) {
            place.bot.iter_mut().for_each(|bot| bot.hear(&session, seat));
        }
        self.now = session.game().clone();
        for person in self.places.iter_mut().filter_map(|place| place.person.as_mut()) {
            person.settle(&done);
        }
        self.turns.push(done);
        Ok(true)
    }

    /// Settles as long as there is something to settle, has bots think and clocks run.
    fn go_on(&mut self, now: Instant) {
        let mut has_settled = false;
        // What comes from people and bots was accepted by the rules before: it cannot be refused
        // now.
        while self.settle() == Ok(true) {
            has_settled = true;
        }
        let awaited = self.now.to_move();
        let is_run = self.is_attended();
        for seat in (0..self.places.len()).map(|seat| Seat(seat as u8)) {
            let place = &mut self.places[seat.index()];
            let is_awaited = awaited.has(seat) && !place.has_ended();
            match (&place.sitter, is_awaited) {
                (Sitter::Bot(_), true) => self.ask_bot(seat),
                (Sitter::Person, true) if is_run => place.clock.run(now),
                _ => place.clock.pause(now),
            }
        }
        if has_settled {
            self.show_turns(now);
        }
    }

    /// Whether anybody is there: clocks stand still at a table that everybody has left.
    fn is_attended(&self) -> bool {
        self.spectator_tabs > 0 || self.places.iter().any(|place| place.tabs > 0)
    }

    fn ask_bot(&mut self, seat: Seat) {
        if self.places[seat.index()].ticket.is_some() {
            return;
        }
        let Sitter::Bot(name) = self.places[seat.index()].sitter.clone() else { return };
        let bot = self.places[seat.index()].bot.take();
        let bot = bot.map_or_else(|| self.make_bot(&name, seat), Ok);
        let Ok(bot) = bot else { return };
        self.tickets += 1;
        let table = Box::new(Session::new(self.now.clone()));
        self.tasks.push(Thinking { seat, ticket: self.tickets, bot, table });
        self.places[seat.index()].ticket = Some(self.tickets);
    }

    /// Shows everybody the turns that have just been settled.
    fn show_turns(&mut self, now: Instant) {
        for seat in 0..self.places.len() {
            self.show(seat);
        }
        let is_over = self.is_over();
        for spectator in &mut self.spectators {
            let role = Role::Spectator(spectator.lang());
            let told = spectator.follow(&self.turns, is_over);
            self.out.extend(told.into_iter().map(|told| (role, told)));
        }
        self.tell_seats(now);
    }

    /// Tells a person what has changed; whoever is not there is shown everything when they come.
    fn show(&mut self, seat: usize) {
        let Place { person, logged, tabs, .. } = &mut self.places[seat];
        let Some(person) = person else { return };
        if *tabs == 0 {
            person.history.take_unseen();
            return;
        }
        let role = Role::Player(Seat(seat as u8));
        self.out.extend(changes::since(person, logged).into_iter().map(|told| (role, told)));
    }

    /// Writes down what a seat does in its turn, if that has changed. What is shown was written
    /// down before.
    fn write(&mut self, seat: Seat, acts: Vec<Act<G::Order>>, now: Instant) {
        let place = &mut self.places[seat.index()];
        if acts == place.written {
            return;
        }
        let kept = acts.iter().zip(&place.written).take_while(|(one, other)| one == other).count();
        let before = std::mem::replace(&mut place.written, acts);
        let mut bank = None;
        if place.has_ended() && place.is_persons() {
            place.clock.end_turn(now);
            bank = place.clock.bank().map(|bank| bank.as_millis() as u64);
        }
        let acts = place.written[kept..].iter().map(JsonText::of).collect();
        if !self.keep(seat, &Entry::Acts { seat: seat.0, kept, acts, bank }) {
            self.take_back(seat, before, now);
        }
    }

    /// Writes an entry down. False if it is not kept and so has not happened.
    fn keep(&mut self, seat: Seat, entry: &Entry) -> bool {
        let Err(why) = self.journal.append(entry) else { return true };
        if let Some(person) = &mut self.places[seat.index()].person {
            person.warn(format!("{}: {why}", person.pick(words::SAVE_FAILED)));
        }
        !self.journal.is_truth()
    }

    /// Takes back what a seat did and could not be written down: somebody wrote at the same time on
    /// another machine, or nothing can be written.
    fn take_back(&mut self, seat: Seat, before: Vec<Act<G::Order>>, now: Instant) {
        self.places[seat.index()].written = before;
        let taken = match self.journal.written_elsewhere() {
            Ok(entries) if !entries.is_empty() => self.take_in(entries, &[seat.0], now),
            Ok(_) => Err("nobody else has written anything".to_owned()),
            Err(why) => Err(why),
        };
        self.is_lost |= taken.is_err();
    }

    /// Does again here what was done at this table on another machine. Seats of which something was
    /// taken back are `changed`, too.
    fn take_in(&mut self, entries: Vec<Entry>, changed: &[u8], now: Instant) -> Result<(), String> {
        if self.is_solo() {
            return Err("in a game for one every turn can be taken back".to_owned());
        }
        let mut changed = changed.to_vec();
        for entry in entries {
            let (Entry::Acts { seat, .. } | Entry::Seat { seat, .. }) = entry;
            changed.push(seat);
            // Whatever its bot thinks of is done.
            let place = self.place(seat)?;
            (place.bot, place.ticket, place.trouble) = (None, None, None);
            self.recall(entry)?;
        }
        for seat in changed {
            let place = self.place(seat)?;
            let is_persons = place.is_persons();
            let Some(person) = &mut place.person else { continue };
            person.settle(&[]);
            if is_persons {
                person.recall_draft(&place.written)?;
            }
        }
        self.go_on(now);
        self.show_turns(now);
        Ok(())
    }

    /// Does what a person asked for.
    fn act(&mut self, seat: Seat, deed: &Deed, now: Instant) {
        let place = &mut self.places[seat.index()];
        let Some(person) = &mut place.person else { return };
        if let (Sitter::Bot(name), false) = (&place.sitter, matches!(deed, Deed::Hover { .. })) {
            person.warn(format!("{} {name}", person.pick(words::BOT_PLAYS_HERE)));
            return self.show(seat.index());
        }
        let Some(input) = deeds::input(person, deed) else { return };
        if person.input(input) == Flow::ToMaps {
            person.overlay = Overlay::None;
        }
        let draft = person.draft();
        let before = place.has_ended();
        self.write(seat, draft, now);
        if self.places[seat.index()].has_ended() != before {
            self.go_on(now);
            self.tell_seats(now);
        }
        self.show(seat.index());
    }

    fn speak(&mut self, seat: Seat, lang: Lang) {
        let title = map_title(G::NAME, &self.setup.map_name, lang);
        if let Some(person) = &mut self.places[seat.index()].person {
            person.speak(lang);
            person.map_title = title;
        }
        let role = Role::Player(seat);
        let all = self.all(role);
        self.out.extend(all.into_iter().map(|told| (role, told)));
    }

    /// Has a bot play a person's seat, or the person again: the host may, and who has the seat may
    /// take it back.
    fn reseat(&mut self, by: Seat, seat: u8, who: &str, now: Instant) {
        let is_person = who == Sitter::Person.to_string();
        let may = self.setup.host() == Some(by.0) || (by.0 == seat && is_person);
        let is_persons = self.setup.seats.get(usize::from(seat)) == Some(&Sitter::Person);
        let sitter = Sitter::from(who.to_owned());
        let index = usize::from(seat);
        if !may
            || !is_persons
            || !(is_person || bots::is_built_in(who))
            || self.places[index].sitter == sitter
        {
            return;
        }
        // What a person has handed over stands; what a bot has is given up for the person who comes
        // back.
        let starts_over = is_person || !self.places[index].has_ended();
        self.places[index].sitter = sitter.clone();
        (self.places[index].bot, self.places[index].ticket, self.places[index].trouble) = (None, None, None);
        if !self.keep(Seat(seat), &Entry::Seat { seat, sitter }) {
            self.is_lost = true;
            return;
        }
        if starts_over {
            self.write(Seat(seat), Vec::new(), now);
            self.places[index].person.iter_mut().for_each(|person| person.settle(&[]));
        }
        self.go_on(now);
        self.show(index);
        self.tell_seats(now);
    }

    fn all(&self, role: Role) -> Vec<Told> {
        match role {
            Role::Player(seat) => {
                let Some(person) = self.places.get(seat.index()).and_then(|place| place.person.as_ref())
                else {
                    return Vec::new();
                };
                let lang = person.look.lang;
                let mut told = vec![Told::Hello(Hello {
                    game: G::NAME,
                    title: lang.pick(G::TITLE),
                    lang: language_name(lang),
                    seat: Some(seat.0),
                    shared: true,
                    watches: false,
                })];
                told.extend(changes::all(person));
                told
            }
            Role::Spectator(lang) => {
                let spectator = self.spectators.iter().find(|spectator| spectator.lang() == lang);
                spectator.map_or_else(Vec::new, Spectator::all)
            }
        }
    }

    fn tell_seats(&mut self, now: Instant) {
        let players = (0..self.places.len()).map(|seat| Role::Player(Seat(seat as u8)));
        let spectators = self.spectators.iter().map(|spectator| Role::Spectator(spectator.lang()));
        let roles: Vec<Role> = players.chain(spectators).collect();
        for role in roles {
            let seats = self.seats(role, now);
            self.out.push((role, Told::Seats(seats)));
        }
    }

    fn seats(&self, role: Role, now: Instant) -> Seats {
        let reader = if let Role::Player(seat) = role { Some(seat.0) } else { None };
        let is_host = reader.is_some() && reader == self.setup.host();
        let rows =
            (0..).zip(&self.places).map(|(seat, place)| self.seat_row(seat, place, reader, is_host, now));
        Seats {
            seats: rows.collect(),
            watch: self.links.watch.clone().filter(|_| is_host),
            bots: if is_host { bots::names() } else { &[] },
        }
    }

    fn seat_row(
        &self,
        seat: u8,
        place: &Place<G>,
        reader: Option<u8>,
        is_host: bool,
        now: Instant,
    ) -> SeatRow {
        let millis = |time: Duration| time.as_millis() as u64;
        let clock = place.clock.left(now).filter(|_| place.is_persons());
        let is_persons = place.person.is_some();
        SeatRow {
            seat,
            name: place.sitter.shown(),
            own: reader == Some(seat),
            person: place.is_persons(),
            here: place.tabs > 0 || !is_persons,
            awaited: self.now.to_move().has(Seat(seat)) && !place.has_ended(),
            stand_in: is_persons && !place.is_persons(),
            may_change: is_persons && (is_host || (reader == Some(seat) && !place.is_persons())),
            clock: clock.map(|(turn, bank, runs)| ClockRow { turn: millis(turn), bank: millis(bank), runs }),
            trouble: place.trouble.clone(),
            link: self.links.seats.get(usize::from(seat)).cloned().flatten().filter(|_| is_host),
        }
    }

    /// Seats whose time is up.
    fn late(&self, now: Instant) -> Vec<usize> {
        let is_late = |place: &Place<G>| place.clock.deadline().is_some_and(|deadline| deadline <= now);
        (0..).zip(&self.places).filter(|(_, place)| is_late(place)).map(|(seat, _)| seat).collect()
    }

    fn is_thinking(&self) -> bool {
        self.places.iter().filter_map(|place| place.person.as_ref()).any(Interaction::is_thinking)
    }

    fn tabs(&mut self, role: Role) -> Option<&mut usize> {
        match role {
            Role::Player(seat) => self.places.get_mut(seat.index()).map(|place| &mut place.tabs),
            Role::Spectator(_) => Some(&mut self.spectator_tabs),
        }
    }
}

/// Plays an act that the rules accept.
fn play<G: HostedGame>(session: &mut Session<G>, seat: Seat, act: Act<G::Order>) -> Result<(), String> {
    match act {
        Act::Order(order) => match session.submit(seat, Some(order)) {
            Answer::Refused(why) => Err(why.to_string()),
            Answer::Done | Answer::Taken => Ok(()),
        },
        Act::EndTurn => session.end_turn(seat).map_err(|why| why.to_string()),
    }
}

impl<G: HostedGame> Room for SharedTable<G> {
    fn join(&mut self, role: Role, now: Instant) {
        let Some(tabs) = self.tabs(role) else { return };
        *tabs += 1;
        self.go_on(now);
        self.tell_seats(now);
    }

    fn leave(&mut self, role: Role, now: Instant) {
        if let Some(tabs) = self.tabs(role) {
            *tabs = tabs.saturating_sub(1);
        }
        self.go_on(now);
        self.tell_seats(now);
    }

    fn all(&self, role: Role) -> Vec<Told> {
        self.all(role)
    }

    fn take(&mut self, role: Role, deed: &Deed, now: Instant) {
        let Role::Player(seat) = role else { return };
        match deed {
            Deed::Speak { lang } => self.speak(seat, language(lang)),
            Deed::Seat { seat: other, who } => self.reseat(seat, *other, who, now),
            deed => self.act(seat, deed, now),
        }
    }

    fn next_tick(&self, now: Instant) -> Option<Instant> {
        let deadline = self.places.iter().filter_map(|place| place.clock.deadline()).min();
        let look = self.is_thinking().then(|| now + STEP);
        deadline.into_iter().chain(look).min()
    }

    fn tick(&mut self, now: Instant) {
        for seat in self.late(now) {
            let Some(person) = &mut self.places[seat].person else { continue };
            person.run_out_of_time();
            let draft = person.draft();
            self.write(Seat(seat as u8), draft, now);
            self.go_on(now);
            self.show(seat);
            self.tell_seats(now);
        }
        if self.is_solo() && self.is_thinking() {
            self.places
                .iter_mut()
                .filter_map(|place| place.person.as_mut())
                .for_each(Interaction::follow_game);
            self.show(0);
        }
    }

    fn take_tasks(&mut self) -> Vec<Thinking> {
        std::mem::take(&mut self.tasks)
    }

    fn take_thought(&mut self, thought: Thought, now: Instant) {
        let Thought { seat, ticket, bot, orders } = thought;
        let place = &mut self.places[seat.index()];
        if place.ticket != Some(ticket) {
            return;
        }
        (place.ticket, place.trouble) = (None, bot.trouble());
        place.bot = Some(bot);
        let orders = orders.iter().filter_map(|order| serde_json::from_str(order.get()).ok());
        let acts = orders.map(Act::Order).chain([Act::EndTurn]).collect();
        self.write(seat, acts, now);
        self.go_on(now);
        self.tell_seats(now);
    }

    fn take_told(&mut self) -> Vec<(Role, Told)> {
        std::mem::take(&mut self.out)
    }

    fn replay(&self, role: Role) -> Option<String> {
        let person = match role {
            Role::Player(seat) => self.places.get(seat.index())?.person.as_ref(),
            Role::Spectator(_) => self.places.iter().find_map(|place| place.person.as_ref()),
        }?;
        if matches!(role, Role::Spectator(_)) && !self.is_over() {
            return None;
        }
        changes::replay(person)
    }

    fn keep(&mut self) {}

    fn catch_up(&mut self, now: Instant) {
        let taken = match self.journal.written_elsewhere() {
            Ok(entries) if entries.is_empty() => return,
            Ok(entries) => self.take_in(entries, &[], now),
            Err(why) => Err(why),
        };
        self.is_lost |= taken.is_err();
    }

    fn is_lost(&self) -> bool {
        self.is_lost
    }
}

impl<G: HostedGame> fmt::Debug for SharedTable<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedTable").field("setup", &self.setup).field("turns", &self.turns.len()).finish()
    }
}
