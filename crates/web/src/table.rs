//! What a player plays at: the choice of maps, or a game. It takes what the player does, and says
//! what is to be shown.

use crate::host::Room;
use crate::protocol::{Deed, Hello, MapRow, Maps, Role, Told, language, language_name};
use crate::{changes, deeds, seat_film};
use face::film::Film;
use game::{GameEntry, Lang, Seat, Session};
use games::{HostedGame, Task};
use interaction::{
    Flow, MapEntry, OpenError, OpenRequest, Opening, Options, Seated, Sitting, of_game, open, words,
};
use std::fmt::Debug;
use std::time::{Duration, Instant};

/// The time between two steps of what runs without input.
const STEP: Duration = Duration::from_millis(120);

/// What a player plays at.
#[derive(Debug)]
pub(crate) struct Table {
    options: Options,
    showing: Showing,
    /// What is to be told and has not been taken yet.
    untold: Vec<Told>,
}

impl Room for Table {
    fn join(&mut self, _: Role, _: Instant) {}

    fn leave(&mut self, _: Role, _: Instant) {}

    fn all(&self, _: Role) -> Vec<Told> {
        self.all()
    }

    fn take(&mut self, _: Role, deed: &Deed, _: Instant) {
        let told = self.take(deed);
        self.untold.extend(told);
    }

    fn next_tick(&self, now: Instant) -> Option<Instant> {
        self.is_busy().then(|| now + STEP)
    }

    fn tick(&mut self, _: Instant) {
        let told = self.tick();
        self.untold.extend(told);
    }

    fn take_told(&mut self) -> Vec<(Role, Told)> {
        let role = Role::Player(Seat(self.options.seat));
        self.untold.drain(..).map(|told| (role, told)).collect()
    }

    fn keep(&mut self) {
        if let Showing::Game(game) = &mut self.showing {
            game.keep();
        }
    }
}

#[derive(Debug)]
enum Showing {
    Maps { marked: usize, notice: Option<String> },
    Game(Box<dyn Playing>),
}

impl Table {
    /// Sits down at the game that was asked for, or shows the choice of maps.
    ///
    /// # Errors
    /// What of the options makes no sense.
    pub(crate) fn new(options: Options) -> Result<Self, OpenError> {
        let showing = match options.opening()? {
            Opening::Game(request) => Showing::Game(sit(*request)?),
            Opening::Maps => maps(&options, None),
        };
        Ok(Self { options, showing, untold: Vec::new() })
    }

    /// Everything that a page has to know that has just been opened.
    pub(crate) fn all(&self) -> Vec<Told> {
        let mut told = vec![Told::Hello(self.hello())];
        match &self.showing {
            Showing::Maps { .. } => told.push(Told::Maps(self.maps())),
            Showing::Game(game) => told.extend(game.all()),
        }
        told
    }

    /// Does what the player asked for, and says what has changed.
    pub(crate) fn take(&mut self, deed: &Deed) -> Vec<Told> {
        if let Deed::Speak { lang } = deed {
            return self.speak(language(lang));
        }
        match &mut self.showing {
            Showing::Maps { .. } => self.take_at_maps(deed),
            Showing::Game(game) => {
                let flow = game.take(deed);
                self.follow(flow)
            }
        }
    }

    /// Whether something runs without input: [`tick`](Self::tick) is to be called again and again.
    pub(crate) fn is_busy(&self) -> bool {
        matches!(&self.showing, Showing::Game(game) if game.is_busy())
    }

    /// Advances what runs without input, and says what has changed.
    pub(crate) fn tick(&mut self) -> Vec<Told> {
        match &mut self.showing {
            Showing::Maps { .. } => Vec::new(),
            Showing::Game(game) => {
                let flow = game.tick();
                self.follow(flow)
            }
        }
    }

    fn follow(&mut self, flow: Flow) -> Vec<Told> {
        match (flow, &mut self.showing) {
            (Flow::ToMaps, Showing::Game(game)) => {
                game.keep();
                let at = self.options.map.as_ref().map(|(name, _)| name.as_str());
                self.showing = maps(&self.options, at);
                vec![Told::Maps(self.maps())]
            }
            (_, Showing::Game(game)) => game.changed(),
            (_, Showing::Maps { .. }) => Vec::new(),
        }
    }

    fn speak(&mut self, lang: Lang) -> Vec<Told> {
        self.options.look.lang = lang;
        if let Showing::Game(game) = &mut self.showing {
            let title = interaction::map_title(self.options.entry.name(), game.map_name(), lang);
            game.speak(lang, title);
        }
        self.all()
    }

    fn take_at_maps(&mut self, deed: &Deed) -> Vec<Told> {
        match deed {
            Deed::Look { map } => {
                self.showing = maps(&self.options, Some(map));
                vec![Told::Maps(self.maps())]
            }
            Deed::Play { map, anew } => self.play(map, *anew),
            _ => Vec::new(),
        }
    }

    fn play(&mut self, map: &str, anew: bool) -> Vec<Told> {
        let Some(request) = self.options.choose(map, anew) else { return Vec::new() };
        match sit(request) {
            Ok(game) => {
                self.showing = Showing::Game(game);
                self.all()
            }
            Err(problem) => {
                let marked = MapEntry::first(&MapEntry::all(&self.options), Some(map));
                self.showing = Showing::Maps { marked, notice: Some(problem.to_string()) };
                vec![Told::Maps(self.maps())]
            }
        }
    }

    fn hello(&self) -> Hello {
        let lang = self.options.look.lang;
        let game = self.options.entry.name();
        Hello {
            game,
            title: lang.pick(of_game(game).title),
            lang: language_name(lang),
            seat: Some(match &self.showing {
                Showing::Game(game) => game.seat().0,
                Showing::Maps { .. } => self.options.seat,
            }),
            shared: false,
            watches: false,
        }
    }

    fn maps(&self) -> Maps {
        let Showing::Maps { marked, notice } = &self.showing else {
            return Maps { heading: "", maps: Vec::new(), marked: 0, picture: String::new(), notice: None };
        };
        let lang = self.options.look.lang;
        let entries = MapEntry::all(&self.options);
        let picture = entries.get(*marked).map_or_else(String::new, |entry| picture(&self.options, entry));
        let row = |entry: MapEntry| MapRow {
            name: entry.name,
            title: entry.title(lang),
            difficulty: entry.difficulty(lang),
            progress: entry.progress(lang),
            par: entry.par().map_or_else(String::new, |par| format!("{} {par}", lang.pick(words::PAR))),
            in_progress: entry.in_progress,
        };
        Maps {
            heading: lang.pick(words::MENU_TITLE),
            maps: entries.into_iter().map(row).collect(),
            marked: *marked,
            picture,
            notice: notice.clone(),
        }
    }
}

fn maps(options: &Options, at: Option<&str>) -> Showing {
    Showing::Maps { marked: MapEntry::first(&MapEntry::all(options), at), notice: None }
}

/// A map as a game on it begins, as the player's seat sees it.
fn picture(options: &Options, entry: &MapEntry) -> String {
    struct Still(Seat);

    impl Task for Still {
        type Output = Film;

        fn run<G: HostedGame>(self, session: &Session<G>) -> Film {
            seat_film::film(session.game(), &[], self.0)
        }
    }

    let game: &dyn GameEntry = options.entry;
    let table = game.start(entry.map.as_bytes(), options.rules, 0).ok();
    let still = table.and_then(|table| games::at_table(&*table, Still(Seat(options.seat))));
    still.map_or_else(String::new, |film| page::html::film_data(&film))
}

fn sit(request: OpenRequest) -> Result<Box<dyn Playing>, OpenError> {
    struct InBrowser;

    impl Seated for InBrowser {
        type Output = Box<dyn Playing>;

        fn seated<G: HostedGame>(self, mut sitting: Sitting<G>) -> Box<dyn Playing> {
            sitting.interaction.history.take_unseen();
            Box::new(Game { sitting, logged: 0 })
        }
    }

    open(request, InBrowser)
}

/// A game that is played, whichever game it is.
trait Playing: Debug {
    fn seat(&self) -> Seat;
    fn map_name(&self) -> &str;
    fn take(&mut self, deed: &Deed) -> Flow;
    fn tick(&mut self) -> Flow;
    fn is_busy(&self) -> bool;
    fn keep(&mut self);
    fn speak(&mut self, lang: Lang, map_title: String);
    /// Everything that is to be shown.
    fn all(&self) -> Vec<Told>;
    /// What is to be shown of what has changed since the last time.
    fn changed(&mut self) -> Vec<Told>;
}

#[derive(Debug)]
struct Game<G: HostedGame> {
    sitting: Sitting<G>,
    /// How long the log was when it was last told.
    logged: usize,
}

impl<G: HostedGame> Playing for Game<G> {
    fn seat(&self) -> Seat {
        self.sitting.interaction.seat
    }

    fn map_name(&self) -> &str {
        self.sitting.map_name()
    }

    fn take(&mut self, deed: &Deed) -> Flow {
        let game = &mut self.sitting.interaction;
        let Some(input) = deeds::input(game, deed) else { return Flow::Stay };
        let before = game.history.played();
        let flow = self.sitting.input(input);
        // A server may be killed at any time: what was ordered is on disk before it is shown.
        if flow == Flow::Stay && self.sitting.interaction.history.played() != before {
            self.sitting.keep();
        }
        flow
    }

    fn tick(&mut self) -> Flow {
        let flow = match self.sitting.interaction.is_busy() {
            true => self.sitting.tick(),
            false => Flow::Stay,
        };
        self.sitting.interaction.follow_game();
        flow
    }

    fn is_busy(&self) -> bool {
        self.sitting.interaction.is_busy() || self.sitting.interaction.is_thinking()
    }

    fn keep(&mut self) {
        self.sitting.keep();
    }

    fn speak(&mut self, lang: Lang, map_title: String) {
        self.sitting.interaction.speak(lang);
        self.sitting.interaction.map_title = map_title;
    }

    fn all(&self) -> Vec<Told> {
        changes::all(&self.sitting.interaction)
    }

    fn changed(&mut self) -> Vec<Told> {
        changes::since(&mut self.sitting.interaction, &mut self.logged)
    }
}
