//! What every game gets for keeping the contract: the suite of laws itself, sessions, seat handles,
//! the face with JSON. Tried on a game made for it, which can be made to break laws.

mod guess;

use game::{
    Actions, Answer, DynGame, Game, Imagine, Receipt, RefusalReason, Seat, SeatHandle, Session, Viewer,
};
use guess::{Call, Event, Flaw, Guess, TURNS, TooHigh, View};
use proptest::prelude::*;
use serde_json::json;
use testing::laws;

const ONE: Seat = Seat(0);
const TWO: Seat = Seat(1);

testing::laws!(Just((Flaw::None, Guess::start(&Flaw::None, 0))));

/// Plays a game that breaks a law. Many bytes, so that every law is asked about.
fn play(flaw: Flaw) {
    let bytes: Vec<u8> =
        (0..9000u32).map(|number| (number.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    for part in bytes.chunks(300) {
        laws::hold(&flaw, Guess::start(&flaw, 0), &mut laws::moves(part), |_| ());
    }
}

#[test]
fn a_broken_law_is_found() {
    play(Flaw::None);
    for (flaw, said) in [
        (Flaw::ShowsTheOther, "what seat"),
        (Flaw::ListsTen, "no number"),
        (Flaw::MasksTooLittle, "the mask is not the menu"),
        (Flaw::MixesNumbersUp, "left == right"),
        (Flaw::PicksTheFirst, "picking and listing disagree"),
        (Flaw::SavesNoScores, "the same bytes"),
        (Flaw::RepaintsNothing, "repainted"),
        (Flaw::KeysByTurn, "left == right"),
        (Flaw::ImaginesNothing, "what seat"),
        (Flaw::EndsWithoutOutcome, "without an outcome"),
    ] {
        let found = std::panic::catch_unwind(|| play(flaw)).expect_err("the law is broken");
        let text = found.downcast_ref::<String>().cloned();
        let text = text.or_else(|| found.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_default();
        assert!(text.contains(said), "{flaw:?}: {text}");
    }
}

fn session() -> Session<Guess> {
    Session::new(Guess::start(&Flaw::None, 0))
}

#[test]
fn a_session_answers_whoever_asks_whenever() {
    let mut session = session();
    assert_eq!(session.submit(ONE, Some(Call(3))), Answer::Done);
    assert_eq!(session.submit(ONE, Some(Call(10))), Answer::Refused(RefusalReason::Rule(TooHigh)));
    assert_eq!(session.submit(ONE, None), Answer::Refused(RefusalReason::Unreadable));
    assert_eq!(session.submit(Seat(7), Some(Call(3))), Answer::Refused(RefusalReason::NotYourTurn));
    assert_eq!(session.end_turn(ONE), Ok(()));
    assert_eq!(session.submit(ONE, Some(Call(3))), Answer::Refused(RefusalReason::NotYourTurn));
    assert_eq!(session.end_turn(ONE), Err(RefusalReason::NotYourTurn));
    for _ in 1..TURNS * 2 {
        let seat = session.game().to_move().iter().next().unwrap();
        session.end_turn(seat).unwrap();
    }
    assert_eq!(session.submit(TWO, Some(Call(3))), Answer::Refused(RefusalReason::GameOver));
    assert_eq!(session.end_turn(TWO), Err(RefusalReason::GameOver));
    let sentences = [
        RefusalReason::GameOver,
        RefusalReason::NotYourTurn,
        RefusalReason::Unreadable,
        RefusalReason::Rule(TooHigh),
    ]
    .map(|why| why.to_string());
    let wanted = [
        "the game is over",
        "it is not your turn",
        "this is not an order of this game",
        "numbers go from 0 to 9",
    ];
    assert_eq!(sentences, wanted);
}

/// A refused and an unreadable order are noted alike; one that comes out of turn is not the game's
/// business.
#[test]
fn a_session_tells_the_game_of_what_it_refused() {
    let (mut refused, mut unreadable, mut early) = (session(), session(), session());
    refused.submit(ONE, Some(Call(77)));
    unreadable.submit(ONE, None);
    early.submit(Seat(2), Some(Call(77)));
    assert_eq!(refused.game(), unreadable.game());
    assert_ne!(refused.game(), session().game());
    assert_eq!(early.game(), session().game());
}

#[test]
fn a_session_keeps_events_as_long_as_somebody_listens() {
    let mut session = session();
    session.submit(TWO, Some(Call(4)));
    assert_eq!(session.events(), [Event::Called { seat: 1, number: 4 }]);
    session.listen(true);
    assert_eq!(session.events().len(), 1, "listening on loses nothing");
    session.listen(false);
    session.submit(TWO, Some(Call(5)));
    assert!(session.events().is_empty());
    session.listen(true);
    session.submit(TWO, Some(Call(6)));
    assert_eq!(session.take_events(), [Event::Called { seat: 1, number: 6 }]);
    assert!(session.events().is_empty());
}

#[test]
fn a_seat_handle_shows_its_seat_and_no_more() {
    let mut session = session();
    session.submit(TWO, Some(Call(4)));
    let mut given = Vec::new();
    let mut handle = SeatHandle::new(&mut session, ONE, Some(&mut given));
    assert_eq!((handle.seat(), handle.turn()), (ONE, 1));
    assert!(handle.state().is_none(), "there is fog");
    assert_eq!(handle.check(Call(9)), Ok(Receipt::Done));
    assert_eq!(handle.check(Call(10)), Err(TooHigh));
    assert_eq!(handle.pick(&mut |count| count - 1), Some(Call(9)));
    let count = handle.count_orders(&mut ());
    assert_eq!((count, handle.order_at(&(), 3)), (10, Some(Call(3))));
    assert_eq!(handle.submit(Call(8)), Answer::Done);
    assert_eq!(handle.submit(Call(80)), Answer::Refused(RefusalReason::Rule(TooHigh)));
    let mut view = View::default();
    handle.view(&mut view);
    assert_eq!(view, View { turn: 1, own: Some(8), others: None, scores: [0; 2] });
    assert_eq!(given, [(Call(8), Answer::Done), (Call(80), Answer::Refused(RefusalReason::Rule(TooHigh)))]);
}

#[test]
fn a_seat_handle_lets_its_bot_learn_and_imagine() {
    let mut session = session();
    session.submit(TWO, Some(Call(4)));
    session.submit(ONE, Some(Call(2)));
    let handle = SeatHandle::new(&mut session, ONE, None);
    let numbering = Guess::numbering(&Flaw::None);
    let mut mask = [0];
    handle.mask(numbering, &mut mask);
    assert_eq!(mask, [0b111_1111_1111]);
    assert_eq!(handle.numbered(numbering, 7), Some(Call(7)));
    let mut memory = Guess::memory(&Flaw::None, ONE);
    handle.remember(&mut memory);
    let mut random = board::SplitMix64::new(1);
    let mut seen = View::default();
    for _ in 0..20 {
        Guess::imagine(&memory, &mut random).view(Viewer::Seat(ONE), &mut seen);
        assert_eq!(seen.own, Some(2));
    }
}

#[test]
fn a_game_behind_json_says_what_the_game_says() {
    let mut session = session();
    let table: &mut dyn DynGame = &mut session;
    assert_eq!((table.name(), table.seats(), table.turn()), ("guess", 2, 1));
    assert_eq!(table.submit(ONE, "4"), Answer::Done);
    assert_eq!(
        table.submit(ONE, "40"),
        Answer::Refused(RefusalReason::Rule("numbers go from 0 to 9".into()))
    );
    for garbage in [json!(null), json!("4"), json!(-1), json!(4.5), json!([4, 4]), json!({"call": 4})] {
        let Answer::Refused(why) = table.submit(ONE, &garbage.to_string()) else { panic!("{garbage}") };
        assert!(why.to_string().starts_with("this is not an order of this game"), "{garbage}: {why}");
    }
    assert_eq!(table.legal(ONE).len(), 10);
    assert_eq!(
        table.view(Viewer::Seat(TWO)),
        json!({"turn": 1, "own": null, "others": null, "scores": [0, 0]})
    );
    assert_eq!(table.view_text(Viewer::Seat(ONE)), r#"{"turn":1,"own":4,"others":null,"scores":[0,0]}"#);
    assert_eq!(
        table.events(Viewer::Seat(TWO)),
        Vec::<serde_json::Value>::new(),
        "what the other called is not told"
    );
    assert_eq!(table.sentences(Viewer::Seat(ONE)), ["seat 0 calls 4"]);
    table.end_turn(ONE).unwrap();
    assert!(table.legal(ONE).is_empty(), "its turn is over");
    assert_eq!(table.end_turn(ONE), Err("it is not your turn".into()));
    table.end_turn(TWO).unwrap();
    assert_eq!(table.losses(TWO), [json!({"Settled": {"turn": 1}})]);
    assert_eq!(table.events(Viewer::Everything).len(), 2);
    table.forget_events();
    assert!(table.events(Viewer::Everything).is_empty());
    assert!(table.outcome().is_none() && table.round_millis().is_none());
    assert!(table.as_any().downcast_ref::<Session<Guess>>().is_some());
}
