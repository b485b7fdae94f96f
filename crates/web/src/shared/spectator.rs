//! Somebody who watches: sees what the table allows, and when it does.

use super::setup::{Sight, Watching};
use crate::forecast::Forecast;
use crate::protocol::{Clip, Hello, Lines, LogLine, Notice, Score, Screen, Told, language_name};
use crate::seat_film::{coming_to_rest, seen_by, whole};
use face::film::{Film, NONE, Placed, Text};
use face::{Ink, Look, Viewpoint};
use game::{Lang, Seat, Speak, Words};
use games::HostedGame;
use interaction::{Act, SeatAct, map_title};

/// Lines of the log that are sent.
const LOG_LINES: usize = 300;

const RESULT: Words = Words("Result", "结果");

/// What spectators of one language see.
#[derive(Debug)]
pub(crate) struct Spectator<G: HostedGame> {
    look: Look,
    watching: Watching,
    map_title: String,
    now: G,
    /// How many turns of the table have been shown.
    shown: usize,
    log: Vec<LogLine>,
}

impl<G: HostedGame> Spectator<G> {
    pub(crate) fn new(start: G, watching: Watching, lang: Lang, map_name: &str) -> Self {
        let look = Look { lang, ascii: false, colour: true };
        let map_title = map_title(G::NAME, map_name, lang);
        Self { look, watching, map_title, now: start, shown: 0, log: Vec::new() }
    }

    pub(crate) const fn lang(&self) -> Lang {
        self.look.lang
    }

    /// Everything that somebody has to know who has just come.
    pub(crate) fn all(&self) -> Vec<Told> {
        let hello = Hello {
            game: G::NAME,
            title: self.look.lang.pick(G::TITLE),
            lang: language_name(self.look.lang),
            seat: self.seat().map(|seat| seat.0),
            shared: true,
            watches: true,
        };
        let mut told = vec![Told::Hello(hello)];
        told.extend(self.shown_as(&self.film(&self.now, &[])));
        told
    }

    /// Shows the turns that may be seen by now, of all that were played.
    pub(crate) fn follow(&mut self, turns: &[Vec<SeatAct<G::Order>>], is_over: bool) -> Vec<Told> {
        let late = if is_over { 0 } else { self.watching.late as usize };
        let until = turns.len().saturating_sub(late).max(self.shown);
        if until == self.shown {
            return Vec::new();
        }
        let from = self.now.clone();
        let mut steps = Vec::new();
        for (seat, act) in turns[self.shown..until].iter().flatten() {
            self.play(*seat, *act, &mut steps);
        }
        self.shown = until;
        self.shown_as(&self.film(&from, &steps)).into()
    }

    /// Plays an act; what led to the end of a turn is one step of the film.
    fn play(&mut self, seat: Seat, act: Act<G::Order>, steps: &mut Vec<(G, Vec<G::Event>, bool)>) {
        let turn = G::shown_turn(self.now.turn());
        let side = (self.now.to_move() == game::Seats::one(seat)).then_some(seat.0);
        let mut events = Vec::new();
        match act {
            Act::Order(order) => self.now.play(seat, order, &mut events),
            Act::EndTurn => self.now.end_turn(seat, &mut events),
        }
        let (sight, lang) = (self.seat(), self.look.lang);
        let told = events.iter().filter_map(|event| match sight {
            Some(seat) => G::redact_for(event, seat),
            None => Some(event.clone()),
        });
        let said = told.filter(G::is_news).map(|event| event.said_in(lang));
        self.log.extend(said.map(|text| LogLine { turn, side, text }));
        match steps.last_mut().filter(|(.., ended)| !ended) {
            Some((state, before, ended)) => {
                before.append(&mut events);
                (*state, *ended) = (self.now.clone(), act == Act::EndTurn);
            }
            None => steps.push((self.now.clone(), events, act == Act::EndTurn)),
        }
    }

    /// The seat whose view is shown, if not everything is.
    fn seat(&self) -> Option<Seat> {
        match self.watching.sight {
            Sight::Everything => None,
            Sight::Seat(seat) => Some(Seat(seat)),
        }
    }

    fn film(&self, from: &G, steps: &[(G, Vec<G::Event>, bool)]) -> Film {
        let whole = whole(from, steps.iter().map(|(state, events, _)| (state, &events[..])));
        coming_to_rest(match self.seat() {
            Some(seat) => seen_by(&whole, seat),
            None => whole,
        })
    }

    fn shown_as(&self, film: &Film) -> [Told; 2] {
        let clip = Clip { film: page::html::film_data(film), described: self.described(film) };
        [Told::Clip(clip), Told::Screen(Box::new(self.screen(film)))]
    }

    fn screen(&self, film: &Film) -> Screen {
        let mut names = G::Names::default();
        let seat = self.seat().unwrap_or(Seat(0));
        self.now.learn_names(seat, &mut names);
        let from = Viewpoint { seat, look: self.look, names: &names };
        let is_over = self.now.to_move().is_empty();
        Screen {
            map: self.map_title.clone(),
            headline: self.now.headline(&from),
            scores: self.scores(film, &from),
            hand: None,
            cursor: None,
            marks: Vec::new(),
            orders: Vec::new(),
            threat: Forecast::default(),
            considered: Forecast::default(),
            hint: Forecast::default(),
            sections: is_over.then(|| self.result(film)).into_iter().collect(),
            notice: Some(Notice { text: self.notice(is_over), warning: false }),
            keys: Vec::new(),
            tools: Vec::new(),
            overlay: None,
            lesson: None,
            waiting: 0,
            busy: false,
            over: is_over,
            log: Some(self.log[self.log.len().saturating_sub(LOG_LINES)..].to_vec()),
        }
    }

    fn notice(&self, is_over: bool) -> String {
        match (self.look.lang, self.watching.late) {
            _ if is_over => self.look.lang.pick(interaction::words::GAME_IS_OVER).into(),
            (Lang::En, 0) => "you are watching".into(),
            (Lang::En, 1) => "you are watching, one turn late".into(),
            (Lang::En, late) => format!("you are watching, {late} turns late"),
            (Lang::Zh, 0) => "你正在观战".into(),
            (Lang::Zh, late) => format!("你正在观战，延迟 {late} 回合"),
        }
    }

    /// How the sides stand: the score where everything is seen, what the seat knows where it is
    /// not.
    fn scores(&self, film: &Film, from: &Viewpoint<'_, G::Names>) -> Vec<Score> {
        let measure = film.cast.contest.map_or(0, |contest| contest.measure);
        let figures = film.frames.last().and_then(|frame| frame.measures.get(measure));
        if let (None, Some(figures), Some(name)) = (self.seat(), figures, film.cast.measures.get(measure)) {
            let name = self.pick(&name.name);
            let sides = (0..film.cast.seats).zip(&film.cast.sides).zip(figures);
            let score = |((side, who), figure): ((u8, &Text), &i64)| Score {
                side: Some(side),
                text: format!("{}: {name} {figure}", self.pick(who)),
            };
            return sides.map(score).collect();
        }
        let side = |ink: Ink| if let Ink::Seat(seat) = ink { Some(seat) } else { None };
        self.now.scores(from).into_iter().map(|(ink, text)| Score { side: side(ink), text }).collect()
    }

    fn result(&self, film: &Film) -> Lines {
        let outcome = self.now.outcome();
        let standings = outcome.iter().flat_map(|outcome| outcome.standings());
        let line = |(side, standing): (&Text, &game::Standing)| {
            format!("{}. {} ({})", standing.place, self.pick(side), standing.score)
        };
        let mut lines: Vec<String> = film.cast.sides.iter().zip(standings).map(line).collect();
        lines.sort();
        Lines { heading: self.look.lang.pick(RESULT), lines }
    }

    /// The board in words.
    fn described(&self, film: &Film) -> Vec<String> {
        let cols = u32::from(film.cast.cols).max(1);
        let said = |placed: &Placed| {
            let kind = &film.cast.kinds[usize::from(film.pieces[placed.piece as usize].kind)].name;
            let whose = film.cast.sides.get(usize::from(placed.side)).map_or("", |side| self.pick(side));
            let health = if placed.health == NONE { String::new() } else { format!(", {}", placed.health) };
            format!("({}, {}) {} {whose}{health}", placed.cell / cols, placed.cell % cols, self.pick(kind))
        };
        film.frames.last().map_or_else(Vec::new, |frame| frame.placed.iter().map(said).collect())
    }

    fn pick<'a>(&self, text: &'a Text) -> &'a str {
        match self.look.lang {
            Lang::En => &text.en,
            Lang::Zh => &text.zh,
        }
    }
}
