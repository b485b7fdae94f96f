//! A game made for tests: two seats call a number each, unseen by the other, and the higher one
//! scores. It can be made to break laws.

use board::{Digest, Key, SplitMix64};
use core::fmt;
use core::ops::ControlFlow;
use game::codec::take_byte;
use game::{
    Actions, DrawnAsText, Game, Imagine, Layout, Log, Numbering, OrderCodec, Outcome, Paint, Picture,
    Receipt, Save, SavedBytes, Seat, Seats, Silent, Standing, Told, Viewer,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A law to break.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Flaw {
    #[default]
    None,
    ShowsTheOther,
    ListsTen,
    MasksTooLittle,
    MixesNumbersUp,
    PicksTheFirst,
    SavesNoScores,
    RepaintsNothing,
    KeysByTurn,
    ImaginesNothing,
    EndsWithoutOutcome,
}

pub(crate) const TURNS: u32 = 3;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Guess {
    flaw: Flaw,
    turn: u32,
    calls: [Option<u8>; 2],
    scores: [i64; 2],
    ended: Seats,
    rejected: [u8; 2],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Call(pub(crate) u8);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TooHigh;

impl fmt::Display for TooHigh {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("numbers go from 0 to 9")
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub(crate) enum Event {
    Called { seat: u8, number: u8 },
    Settled { turn: u32 },
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Called { seat, number } => write!(f, "seat {seat} calls {number}"),
            Self::Settled { turn } => write!(f, "turn {turn} is settled"),
        }
    }
}

#[derive(Clone, Default, PartialEq, Debug, Serialize, JsonSchema)]
pub(crate) struct View {
    pub(crate) turn: u32,
    pub(crate) own: Option<u8>,
    pub(crate) others: Option<u8>,
    pub(crate) scores: [i64; 2],
}

impl OrderCodec for Call {
    fn encode(&self, into: &mut Vec<u8>) {
        into.push(self.0);
    }

    fn decode(from: &mut &[u8]) -> Option<Self> {
        take_byte(from).map(Self)
    }
}

impl Game for Guess {
    const NAME: &'static str = "guess";
    const LEGAL_IS_ALL: bool = true;
    const FOG: bool = true;

    type Setup = Flaw;
    type Order = Call;
    type Refusal = TooHigh;
    type Event = Event;
    type View = View;
    type OrderCounts = ();

    fn start(flaw: &Flaw, _: u64) -> Self {
        Self { flaw: *flaw, turn: 1, calls: [None; 2], scores: [0; 2], ended: Seats::NONE, rejected: [0; 2] }
    }

    fn seats(&self) -> u8 {
        2
    }

    fn turn(&self) -> u32 {
        self.turn
    }

    fn to_move(&self) -> Seats {
        if self.turn > TURNS { Seats::NONE } else { self.ended.iter().fold(Seats::first(2), Seats::without) }
    }

    fn check(&self, _: Seat, order: Call) -> Result<Receipt, TooHigh> {
        if order.0 < 10 { Ok(Receipt::Done) } else { Err(TooHigh) }
    }

    fn submit(&mut self, seat: Seat, order: Call, log: &mut impl Log<Event>) -> Result<Receipt, TooHigh> {
        let answer = self.check(seat, order);
        if answer.is_err() {
            self.note_rejected(seat);
            return answer;
        }
        self.calls[seat.index()] = Some(order.0);
        log.tell(Event::Called { seat: seat.0, number: order.0 });
        answer
    }

    fn note_rejected(&mut self, seat: Seat) {
        self.rejected[seat.index()] = self.rejected[seat.index()].saturating_add(1);
    }

    fn end_turn(&mut self, seat: Seat, log: &mut impl Log<Event>) {
        self.ended = self.ended.with(seat);
        if !self.to_move().is_empty() {
            return;
        }
        let [one, two] = self.calls.map(|call| call.map_or(-1, i64::from));
        self.scores[0] += i64::from(one > two);
        self.scores[1] += i64::from(two > one);
        let turn = self.turn;
        (self.calls, self.ended, self.turn) = ([None; 2], Seats::NONE, turn + 1);
        log.tell(Event::Settled { turn });
    }

    fn legal(&self, _: Seat, each: impl FnMut(Call) -> ControlFlow<()>) -> ControlFlow<()> {
        let last = if self.flaw == Flaw::ListsTen { 11 } else { 10 };
        (0..last).map(Call).try_for_each(each)
    }

    fn pick(&self, _: Seat, below: &mut impl FnMut(u32) -> u32) -> Option<Call> {
        let picked = below(10) as u8;
        Some(Call(if self.flaw == Flaw::PicksTheFirst { 0 } else { picked }))
    }

    fn view(&self, who: Viewer, into: &mut View) {
        let own = |seat: Seat| self.calls[seat.index()];
        let shows = self.flaw == Flaw::ShowsTheOther;
        *into = match who {
            Viewer::Seat(seat) => {
                let others = own(Seat(1 - seat.0)).filter(|_| shows);
                View { turn: self.turn, own: own(seat), others, scores: self.scores }
            }
            Viewer::Everything => {
                View { turn: self.turn, own: self.calls[0], others: self.calls[1], scores: self.scores }
            }
        };
    }

    fn outcome(&self) -> Option<Outcome> {
        let over = self.turn > TURNS && self.flaw != Flaw::EndsWithoutOutcome;
        let best = self.scores[0].max(self.scores[1]);
        let standing = |score| Standing { place: if score == best { 1 } else { 2 }, score };
        over.then(|| Outcome::new(&self.scores.map(standing)))
    }

    fn digest(&self) -> u64 {
        let mut digest = Digest::new();
        let mut bytes = Vec::new();
        self.save(&mut bytes);
        digest.bytes(&bytes);
        digest.u64(self.scores[0] as u64);
        digest.finish()
    }

    fn key(&self) -> u64 {
        let mut key = Key::new();
        if self.flaw == Flaw::KeysByTurn {
            key.put(std::ptr::from_ref(self) as u64);
        }
        self.calls.iter().for_each(|call| key.put(call.map_or(99, u64::from)));
        self.scores.iter().for_each(|score| key.put(*score as u64));
        key.finish()
    }
}

impl Told for Guess {
    type Briefing = ();

    fn briefing(&self) {}

    fn is_loss(event: &Event) -> bool {
        matches!(event, Event::Settled { .. })
    }

    fn redact_for(event: &Event, seat: Seat) -> Option<Event> {
        let unseen = matches!(event, Event::Called { seat: other, .. } if *other != seat.0);
        (!unseen).then(|| event.clone())
    }
}

impl DrawnAsText for Guess {
    fn draw(&self, _: Viewer) -> String {
        format!("{:?}", self.scores)
    }
}

impl Actions for Guess {
    fn numbering(_: &Flaw) -> Numbering {
        Numbering { actors: 1, each: 10, others: 0 }
    }

    fn number(&self, _: Numbering, _: Seat, order: Call) -> Option<u32> {
        (order.0 < 10).then_some(order.0.into())
    }

    fn numbered(&self, _: Numbering, _: Seat, number: u32) -> Option<Call> {
        let mixed = if self.flaw == Flaw::MixesNumbersUp { number ^ 1 } else { number };
        (number < 10).then_some(Call(mixed as u8))
    }

    fn mask(&self, numbering: Numbering, seat: Seat, into: &mut [u64]) {
        let all = (1 << numbering.count()) - 1 - u64::from(self.flaw == Flaw::MasksTooLittle);
        into[0] = if self.to_move().has(seat) { all } else { 0 };
    }
}

impl Paint for Guess {
    type Shown = Silent;

    fn layout(_: &Flaw) -> Layout {
        let scalars = &["turn", "own", "own_score", "other_score"];
        Layout { height: 0, width: 0, channels: &[], rows: 0, columns: &[], scalars }
    }

    fn paint(&self, seat: Seat, into: &mut Picture<'_>) {
        let own = self.calls[seat.index()].map_or(-1, i32::from);
        let [mine, others] = [seat.index(), 1 - seat.index()].map(|seat| self.scores[seat] as i32);
        into.scalars.copy_from_slice(&[self.turn as i32, own, mine, others]);
    }

    fn repaint(&self, seat: Seat, _: &mut Silent, into: &mut Picture<'_>) {
        if self.flaw != Flaw::RepaintsNothing {
            self.paint(seat, into);
        }
    }
}

impl Save for Guess {
    fn save(&self, into: &mut Vec<u8>) {
        let call = |call: Option<u8>| call.unwrap_or(u8::MAX);
        into.extend([self.turn as u8, call(self.calls[0]), call(self.calls[1])]);
        into.push(self.ended.iter().fold(0, |all, seat| all | 1 << seat.0));
        into.extend(self.rejected);
        if self.flaw != Flaw::SavesNoScores {
            into.extend(self.scores.map(|score| score as u8));
        }
    }

    fn load(flaw: &Flaw, bytes: &[u8]) -> Option<Self> {
        let mut saved = SavedBytes(bytes);
        let turn = saved.u8().filter(|turn| (1..=TURNS as u8 + 1).contains(turn))?.into();
        let mut call = || match saved.u8()? {
            u8::MAX => Some(None),
            number => (number < 10).then_some(Some(number)),
        };
        let calls = [call()?, call()?];
        let ended = saved.u8().filter(|ended| *ended < 3)?;
        let ended = (0..2).map(Seat).filter(|seat| ended >> seat.0 & 1 != 0).fold(Seats::NONE, Seats::with);
        let rejected = saved.bytes()?;
        let scores = if *flaw == Flaw::SavesNoScores { [0; 2] } else { saved.bytes()?.map(i64::from) };
        saved.0.is_empty().then_some(Self { flaw: *flaw, turn, calls, scores, ended, rejected })
    }
}

impl Imagine for Guess {
    type Memory = (Seat, Self);

    fn memory(flaw: &Flaw, seat: Seat) -> (Seat, Self) {
        (seat, Self::start(flaw, 0))
    }

    fn remember(&self, _: &[Event], (seat, memory): &mut (Seat, Self)) {
        (memory.turn, memory.scores) = (self.turn, self.scores);
        memory.calls[seat.index()] = self.calls[seat.index()];
    }

    fn imagine((seat, memory): &(Seat, Self), random: &mut SplitMix64) -> Self {
        if memory.flaw == Flaw::ImaginesNothing {
            return Self::start(&memory.flaw, 0);
        }
        let mut state = memory.clone();
        let call = random.below(11) as u8;
        state.calls[1 - seat.index()] = (call < 10).then_some(call);
        state
    }
}
