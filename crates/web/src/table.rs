//! What a player plays at: the choice of maps, or a game. It takes what the player does, and says what is to be shown.

use crate::protocol::{Deed, Hello, MapRow, Maps, Told};
use crate::{changes, seat_film};
use face::Choice;
use face::film::Film;
use game::{GameEntry, Lang, Seat, Session};
use games::{HostedGame, Task};
use interaction::{
    Flow, Input, Interaction, MapEntry, OpenError, OpenRequest, Opening, Options, Pointed, Seated, Sitting,
    of_game, open, words,
};
use std::fmt::Debug;

/// What a player plays at.
#[derive(Debug)]
pub(crate) struct Table {
    options: Options,
    showing: Showing,
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
        Ok(Self { options, showing })
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
            return self.speak(if lang == "zh" { Lang::Zh } else { Lang::En });
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

    /// Writes down what must not be lost.
    pub(crate) fn keep(&mut self) {
        if let Showing::Game(game) = &mut self.showing {
            game.keep();
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
            lang: if lang == Lang::Zh { "zh" } else { "en" },
            seat: match &self.showing {
                Showing::Game(game) => game.seat().0,
                Showing::Maps { .. } => self.options.seat,
            },
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
        let Some(input) = deed.input(game.now().extent()) else { return Flow::Stay };
        let input = if matches!(deed, Deed::Touch { .. }) { touched(game, input) } else { input };
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

/// What touching a cell means: to look at it first, if it would give an order.
fn touched<G: HostedGame>(game: &mut Interaction<G>, click: Input) -> Input {
    let Input::Click(Pointed::Cell(cell)) = click else { return click };
    let gives = matches!(game.choice_at(cell), Choice::Give { .. } | Choice::Stand { .. });
    if !gives || game.cursor == cell {
        return click;
    }
    game.say(game.pick(words::TOUCH_AGAIN).into());
    Input::Hover(Pointed::Cell(cell))
}
