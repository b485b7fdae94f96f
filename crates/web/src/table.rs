//! What a player plays at: the choice of maps, or a game. It takes what the player does, and says
//! what is to be shown.

use crate::choice::{At, Choice};
use crate::editor::Drawing;
use crate::host::Room;
use crate::protocol::{Deed, DraftDeed, Hello, Role, TableRow, Told, language, language_name};
use crate::shared::{Sight, Sitter, TableSetup, Watching};
use crate::{changes, deeds};
use game::{Lang, Seat};
use games::HostedGame;
use interaction::{Flow, OpenError, OpenRequest, Opening, Options, Seated, Sitting, of_game, open};
use std::fmt::Debug;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time between two steps of what runs without input.
const STEP: Duration = Duration::from_millis(120);

/// Who opens tables with other people, and keeps them.
pub(crate) trait Tables: Debug + Send + Sync {
    /// Opens a table, and returns the secret part of the host's link.
    ///
    /// # Errors
    /// One sentence, if it cannot be opened.
    fn open(&self, setup: TableSetup) -> Result<String, String>;

    /// The tables that are kept: what they are called, and the secret part of the host's link.
    fn kept(&self, lang: Lang) -> Vec<(String, String)>;
}

/// What a player plays at.
#[derive(Debug)]
pub(crate) struct Table {
    options: Options,
    showing: Showing,
    choice: Choice,
    /// Where tables with other people are opened, if they can be.
    tables: Option<Arc<dyn Tables>>,
    /// A map of the player's own that is being drawn, also while it is tried.
    drawing: Option<Drawing>,
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

    fn replay(&self, _: Role) -> Option<String> {
        match &self.showing {
            Showing::Game(game) => game.replay(),
            Showing::Maps { .. } | Showing::Editor => None,
        }
    }

    fn keep(&mut self) {
        if let Showing::Game(game) = &mut self.showing {
            game.keep();
        }
    }
}

#[derive(Debug)]
enum Showing {
    Maps { map: Option<String>, lesson: bool, notice: Option<String> },
    Game(Box<dyn Playing>),
    Editor,
}

impl Showing {
    /// The choice of maps, with one of them looked at.
    fn maps(map: Option<&str>) -> Self {
        Self::Maps { map: map.map(String::from), lesson: false, notice: None }
    }
}

impl Table {
    /// Sits down at the game that was asked for, or shows the choice of maps.
    ///
    /// # Errors
    /// What of the options makes no sense.
    pub(crate) fn new(options: Options, tables: Option<Arc<dyn Tables>>) -> Result<Self, OpenError> {
        let showing = match options.opening()? {
            Opening::Game(request) => Showing::Game(sit(*request)?),
            Opening::Maps => Showing::maps(None),
        };
        let (choice, drawing, untold) = (Choice::default(), None, Vec::new());
        Ok(Self { options, showing, choice, tables, drawing, untold })
    }

    /// Everything that a page has to know that has just been opened.
    pub(crate) fn all(&self) -> Vec<Told> {
        let mut told = vec![Told::Hello(self.hello())];
        match &self.showing {
            Showing::Maps { .. } => {
                told.push(Told::Pictures(self.choice.pictures(&self.options)));
                told.push(self.maps());
            }
            Showing::Game(game) => told.extend(game.all()),
            Showing::Editor => told.extend(self.editor()),
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
            Showing::Editor => self.take_at_editor(deed),
        }
    }

    /// Whether something runs without input: [`tick`](Self::tick) is to be called again and again.
    pub(crate) fn is_busy(&self) -> bool {
        matches!(&self.showing, Showing::Game(game) if game.is_busy())
    }

    /// Advances what runs without input, and says what has changed.
    pub(crate) fn tick(&mut self) -> Vec<Told> {
        match &mut self.showing {
            Showing::Maps { .. } | Showing::Editor => Vec::new(),
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
                if self.drawing.is_some() {
                    self.showing = Showing::Editor;
                    return self.editor().into_iter().collect();
                }
                let at = self.options.map.as_ref().map(|(name, _)| name.as_str());
                self.showing = Showing::maps(at);
                vec![Told::Pictures(self.choice.pictures(&self.options)), self.maps()]
            }
            (Flow::ToNext, Showing::Game(game)) => {
                game.keep();
                match self.options.next_map() {
                    Some(next) => self.play(next, false, None),
                    None => Vec::new(),
                }
            }
            (_, Showing::Game(game)) => game.changed(),
            (_, Showing::Maps { .. } | Showing::Editor) => Vec::new(),
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
            Deed::Look { map, lesson } => {
                self.showing = Showing::Maps { map: Some(map.clone()), lesson: *lesson, notice: None };
                vec![self.maps()]
            }
            Deed::Play { map, anew, against, seat, lesson } => {
                let known = |name: &String| bots::is_built_in(name);
                if !against.is_empty() && against.iter().all(known) {
                    self.options.opponents = fill(against, game::MAX_SEATS - 1);
                    self.options.seat = *seat;
                }
                self.play(map, *anew, lesson.then_some(map))
            }
            Deed::Invite { map, seats, clock, watch } => self.invite(map, seats, *clock, *watch),
            Deed::Draw { map } => {
                let text = map.as_ref().and_then(|name| self.options.entry.bundled(name));
                let map = map.as_deref().zip(text);
                self.draw(map)
            }
            _ => Vec::new(),
        }
    }

    fn draw(&mut self, map: Option<(&str, &str)>) -> Vec<Told> {
        self.drawing = Drawing::new(self.options.entry, self.options.rules, map);
        if self.drawing.is_none() {
            return Vec::new();
        }
        self.showing = Showing::Editor;
        self.editor().into_iter().collect()
    }

    fn take_at_editor(&mut self, deed: &Deed) -> Vec<Told> {
        let (Deed::Draft(deed), Some(drawing)) = (deed, &mut self.drawing) else { return Vec::new() };
        match deed {
            DraftDeed::Leave => {
                self.drawing = None;
                self.showing = Showing::maps(None);
                vec![Told::Pictures(self.choice.pictures(&self.options)), self.maps()]
            }
            DraftDeed::Try => {
                let request = self.options.try_map(&drawing.name, &drawing.text());
                if let (true, Ok(game)) = (drawing.is_usable(), sit(request)) {
                    self.showing = Showing::Game(game);
                }
                self.all()
            }
            deed => {
                drawing.take(deed, self.options.look.lang);
                self.editor().into_iter().collect()
            }
        }
    }

    fn editor(&self) -> Option<Told> {
        let drawing = self.drawing.as_ref()?;
        Some(Told::Editor(Box::new(drawing.shown(self.options.look.lang))))
    }

    fn play(&mut self, map: &str, anew: bool, lesson: Option<&String>) -> Vec<Told> {
        let Some(mut request) = self.options.choose(map, anew) else { return Vec::new() };
        let lessons = of_game(self.options.entry.name()).lessons;
        request.lesson = lesson.and_then(|map| lessons.iter().find(|lesson| lesson.map == map));
        match sit(request) {
            Ok(game) => {
                self.showing = Showing::Game(game);
                self.all()
            }
            Err(problem) => self.refuse(map, problem.to_string()),
        }
    }

    fn refuse(&mut self, map: &str, why: String) -> Vec<Told> {
        self.showing = Showing::Maps { map: Some(map.into()), lesson: false, notice: Some(why) };
        vec![self.maps()]
    }

    /// Opens a table with other people, and sends the player there.
    fn invite(&mut self, map: &str, seats: &[String], clock: bool, watch: bool) -> Vec<Told> {
        let (Some(tables), Some(text)) = (&self.tables, self.options.entry.bundled(map)) else {
            return Vec::new();
        };
        let setup = invitation(&self.options, (map, text), seats, (clock, watch));
        let opened = setup.and_then(|setup| tables.open(setup));
        match opened {
            Ok(to) => vec![Told::Go { to }],
            Err(why) => self.refuse(map, why),
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
                Showing::Maps { .. } | Showing::Editor => self.options.seat,
            }),
            shared: false,
            watches: false,
        }
    }

    fn maps(&self) -> Told {
        let (map, lesson, notice) = match &self.showing {
            Showing::Maps { map, lesson, notice } => (map.as_deref(), *lesson, notice.as_deref()),
            Showing::Game(_) | Showing::Editor => (None, false, None),
        };
        let row = |(title, to): (String, String)| TableRow { title, to };
        let kept = self.tables.as_ref().map(|tables| tables.kept(self.options.look.lang));
        let tables = kept.map(|kept| kept.into_iter().map(row).collect());
        Told::Maps(self.choice.maps(&self.options, At { map, lesson, notice }, tables))
    }
}

/// As many names as there are seats: the last one takes those that are left.
fn fill(names: &[String], seats: usize) -> Vec<String> {
    let last = names.last().cloned().unwrap_or_default();
    names.iter().cloned().chain(std::iter::repeat(last)).take(seats).collect()
}

/// The table that a player wants other people at.
fn invitation(
    options: &Options,
    (name, map): (&str, &str),
    seats: &[String],
    (clock, watch): (bool, bool),
) -> Result<TableSetup, String> {
    let started = options.entry.start(map.as_bytes(), options.rules, options.seed);
    let started = started.map_err(|_| format!("the map {name} cannot be used"))?;
    let sitters: Vec<Sitter> = seats.iter().map(|who| Sitter::from(who.clone())).collect();
    let is_known = |who: &Sitter| match who {
        Sitter::Person => true,
        Sitter::Bot(name) => bots::is_built_in(name),
    };
    let fits = sitters.len() == usize::from(started.seats()) && sitters.iter().all(is_known);
    if !fits || !sitters.contains(&Sitter::Person) {
        return Err(format!("{} has {} seats, for people and bots", options.entry.name(), started.seats()));
    }
    let late = crate::shared::usual_lateness(&*started);
    Ok(TableSetup {
        game: options.entry.name().into(),
        map_name: name.into(),
        map: map.into(),
        rules: options.rules.into(),
        seed: options.seed,
        seats: sitters,
        clock: clock.then(crate::shared::PersonClock::usual),
        watching: watch.then_some(Watching { sight: Sight::Everything, late }),
        lesson: false,
    })
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
    fn replay(&self) -> Option<String>;
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

    fn replay(&self) -> Option<String> {
        changes::replay(&self.sitting.interaction)
    }

    fn all(&self) -> Vec<Told> {
        changes::all(&self.sitting.interaction)
    }

    fn changed(&mut self) -> Vec<Told> {
        changes::since(&mut self.sitting.interaction, &mut self.logged)
    }
}
