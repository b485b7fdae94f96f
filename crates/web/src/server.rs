//! The way to a table from a browser: one page, its scripts, one WebSocket.
//!
//! Only who knows a link gets in: other users of the machine do not, and neither do pages of other
//! sites in the same browser. Only this machine is listened to, unless the user names another
//! address.

use crate::assets;
use crate::host::Host;
use crate::own_tables::OwnTables;
use crate::protocol::Role;
use crate::shared::{BotMaker, FileJournal, KeptTable, Links, OpenTable, Sitter, TableSetup};
use crate::socket::connect;
use crate::table::Table;
use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use game::{GameEntry, Lang, Seat};
use interaction::{OpenError, Options};
use std::fmt;
use std::net::{IpAddr, SocketAddr, TcpListener as Listener, UdpSocket};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::sync::Notify;

/// How the server behaves.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The address to listen on.
    pub listen: IpAddr,
    /// The port; any that is free without one.
    pub port: Option<u16>,
    /// How long it goes on without an open tab; for ever without it.
    pub patience: Option<Duration>,
}

/// How it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// No tab has been open for a while.
    Left,
    /// A signal asked for it, by its number.
    Signal(u8),
}

/// A table with several people that is to be served.
pub struct TableRequest {
    /// The game.
    pub entry: &'static dyn GameEntry,
    /// What is fixed at a new table.
    pub setup: TableSetup,
    /// The file in which it is kept.
    pub file: PathBuf,
    /// Whether a table in that file is not to be gone on with.
    pub anew: bool,
    /// Who the bots are.
    pub bots: BotMaker,
    /// The language in which people are spoken to until they choose another.
    pub lang: Lang,
}

impl fmt::Debug for TableRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableRequest")
            .field("setup", &self.setup)
            .field("file", &self.file)
            .finish_non_exhaustive()
    }
}

/// An address at which somebody gets in, and as whom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address {
    /// As whom.
    pub role: Role,
    /// The address.
    pub link: String,
}

/// Only our own files, no inline scripts, nobody else's frames.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
    form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/// Serves a game of one person until nobody is there any more or a signal asks to stop. `ready` is
/// called with the address of the page.
///
/// # Errors
/// If the game cannot be played, or not be served.
pub fn serve(options: Options, settings: Settings, ready: impl FnOnce(&[Address])) -> Result<End, OpenError> {
    let role = Role::Player(Seat(options.seat));
    let listener = bind(settings, OwnTables::last_port(&options))?;
    let doors = Arc::new(Doors::default());
    let port = listener.local_addr().map_or(0, |address| address.port());
    let tables = Arc::new(OwnTables::new(&options, port, Arc::clone(&doors)));
    tables.open_kept();
    let (host, thread) =
        Host::start(move || Table::new(options, Some(tables)).map(|table| Box::new(table) as Box<_>))?;
    let own = Door { token: token().map_err(OpenError::File)?, role, host: host.clone() };
    doors.add([own.clone()]);
    until_end((host, thread), listener, (doors, vec![own]), settings, ready)
}

/// Serves a table with several people, likewise. `ready` is called with the addresses of all who
/// may come.
///
/// # Errors
/// If the table cannot be opened, kept or served.
pub fn serve_table(
    request: TableRequest,
    settings: Settings,
    ready: impl FnOnce(&[Address]),
) -> Result<End, OpenError> {
    let TableRequest { entry, setup, file, anew, bots, lang } = request;
    let kept = if anew { None } else { KeptTable::read(&file).map_err(OpenError::File)? };
    if let Some(why) = kept.as_ref().and_then(|kept| other_table(&kept.setup, &setup)) {
        let file = file.display();
        return Err(OpenError::Usage(format!("{file} keeps a table with {why}; add --new to start over")));
    }
    let listener = bind(settings, kept.as_ref().map(|kept| kept.port))?;
    let (setup, links, entries, journal) = match kept {
        Some(kept) => (kept.setup, kept.links, kept.entries, kept.journal),
        None => {
            let links = new_links(&setup).map_err(OpenError::File)?;
            let port = listener.local_addr().map_or(0, |address| address.port());
            let journal = FileJournal::create(&file, &setup, &links, port)
                .map_err(|error| OpenError::File(format!("{}: {error}", file.display())))?;
            (setup, links, Vec::new(), journal)
        }
    };
    let table =
        OpenTable { entry, setup, entries, journal: Box::new(journal), bots, links: links.clone(), lang };
    let (host, thread) = Host::of_table(table)?;
    let own = doors_of(&links, &host);
    let doors = Arc::new(Doors::default());
    doors.add(own.clone());
    until_end((host, thread), listener, (doors, own), settings, ready)
}

/// What of a table that was kept is not as it was asked for now.
fn other_table(kept: &TableSetup, asked: &TableSetup) -> Option<String> {
    let seats =
        |setup: &TableSetup| setup.seats.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    let parts = [
        ("the game", kept.game.clone(), asked.game.clone()),
        ("the map", kept.map_name.clone(), asked.map_name.clone()),
        ("another version of the map", kept.map.clone(), asked.map.clone()),
        ("the rules", kept.rules.clone(), asked.rules.clone()),
        ("the seats", seats(kept), seats(asked)),
    ];
    let (part, kept, _) = parts.into_iter().find(|(_, kept, asked)| kept != asked)?;
    Some(if part.starts_with("another") { part.to_owned() } else { format!("{part} {kept}") })
}

pub(crate) fn new_links(setup: &TableSetup) -> Result<Links, String> {
    let person = |sitter: &Sitter| *sitter == Sitter::Person;
    let seats = setup.seats.iter().map(|sitter| person(sitter).then(token).transpose());
    let watch = setup.watching.map(|_| token()).transpose()?;
    Ok(Links { seats: seats.collect::<Result<_, _>>()?, watch })
}

/// What an address has to begin with, as whom one comes by it, and where to.
#[derive(Clone, Debug)]
pub(crate) struct Door {
    pub(crate) token: String,
    pub(crate) role: Role,
    pub(crate) host: Host,
}

/// All doors of a server. Tables that are opened later add theirs.
#[derive(Debug, Default)]
pub(crate) struct Doors(RwLock<Vec<Door>>);

impl Doors {
    pub(crate) fn add(&self, doors: impl IntoIterator<Item = Door>) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).extend(doors);
    }

    fn find(&self, token: &str) -> Option<Door> {
        let doors = self.0.read().unwrap_or_else(PoisonError::into_inner);
        doors.iter().find(|door| door.token == token).cloned()
    }
}

/// The doors to a table with several people.
pub(crate) fn doors_of(links: &Links, host: &Host) -> Vec<Door> {
    let door = |token: &String, role: Role| Door { token: token.clone(), role, host: host.clone() };
    let seats = (0..).map(Seat).zip(&links.seats);
    let players = seats.filter_map(|(seat, token)| Some(door(token.as_ref()?, Role::Player(seat))));
    let watch = links.watch.iter().map(|token| door(token, Role::Spectator(Lang::En)));
    players.chain(watch).collect()
}

/// Listens: on the port that was asked for, on the one that it had before, or on any.
fn bind(settings: Settings, before: Option<u16>) -> Result<Listener, OpenError> {
    let at = |port: u16| Listener::bind(SocketAddr::from((settings.listen, port)));
    let listener = match settings.port {
        Some(port) => at(port),
        None => before.ok_or(()).and_then(|port| at(port).map_err(|_| ())).or_else(|()| at(0)),
    };
    let wanted = SocketAddr::from((settings.listen, settings.port.unwrap_or(0)));
    listener
        .and_then(|listener| listener.set_nonblocking(true).map(|()| listener))
        .map_err(|error| OpenError::File(format!("cannot listen on {wanted}: {error}")))
}

fn until_end(
    (host, thread): (Host, JoinHandle<()>),
    listener: Listener,
    doors: (Arc<Doors>, Vec<Door>),
    settings: Settings,
    ready: impl FnOnce(&[Address]),
) -> Result<End, OpenError> {
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let end = runtime
        .map_err(|error| error.to_string())
        .and_then(|runtime| runtime.block_on(run(listener, doors, settings, ready)))
        .map_err(OpenError::File);
    host.end();
    // Whatever was the end of it, the game is written down; a bot of one's own game that thinks is
    // waited for.
    let _ = thread.join();
    end
}

/// What all requests share.
#[derive(Debug)]
struct Shared {
    doors: Arc<Doors>,
    /// What a browser calls this server; anything if others are listened to, whose names for it
    /// nobody knows.
    names: Option<[String; 2]>,
    tabs: AtomicUsize,
    /// Rings when a tab comes or goes.
    changed: Notify,
}

async fn run(
    listener: Listener,
    (doors, own): (Arc<Doors>, Vec<Door>),
    settings: Settings,
    ready: impl FnOnce(&[Address]),
) -> Result<End, String> {
    let said = |error: std::io::Error| error.to_string();
    let address = listener.local_addr().map_err(said)?;
    let listener = TcpListener::from_std(listener).map_err(said)?;
    let names = [address.to_string(), format!("localhost:{}", address.port())];
    let shared = Arc::new(Shared {
        doors,
        names: address.ip().is_loopback().then_some(names),
        tabs: AtomicUsize::new(0),
        changed: Notify::new(),
    });
    let served = axum::serve(listener, router(Arc::clone(&shared))).into_future();
    let stopping = signals()?;
    let reached = reached_at(address);
    let link = |door: &Door| Address { role: door.role, link: format!("http://{reached}/{}/", door.token) };
    ready(&own.iter().map(link).collect::<Vec<_>>());
    tokio::select! {
        ended = served => ended.map(|()| End::Left).map_err(said),
        number = stopping => Ok(End::Signal(number)),
        () = abandoned(&shared, settings.patience) => Ok(End::Left),
    }
}

/// Where others reach this machine: all its addresses are none that a link could name. Nothing is
/// sent to find out.
fn reached_at(address: SocketAddr) -> SocketAddr {
    if !address.ip().is_unspecified() {
        return address;
    }
    let route = UdpSocket::bind("0.0.0.0:0").and_then(|socket| {
        socket.connect("192.0.2.1:9")?;
        socket.local_addr()
    });
    route.map_or(address, |own| SocketAddr::new(own.ip(), address.port()))
}

/// Nobody can guess it: 128 bits of the system's chance.
pub(crate) fn token() -> Result<String, String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| error.to_string())?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Waits for a signal that asks to stop, and says which.
fn signals() -> Result<impl Future<Output = u8>, String> {
    use tokio::signal::unix::{SignalKind, signal};
    let listen = |kind: SignalKind| signal(kind).map_err(|error| error.to_string());
    let (mut interrupt, mut terminate, mut hangup) =
        (listen(SignalKind::interrupt())?, listen(SignalKind::terminate())?, listen(SignalKind::hangup())?);
    let number = |kind: SignalKind| kind.as_raw_value() as u8;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => number(SignalKind::interrupt()),
            _ = terminate.recv() => number(SignalKind::terminate()),
            _ = hangup.recv() => number(SignalKind::hangup()),
        }
    })
}

/// Waits until a tab was open and none has been for a while.
async fn abandoned(shared: &Shared, patience: Option<Duration>) {
    let Some(patience) = patience else { return std::future::pending().await };
    let mut has_been = false;
    loop {
        let changed = shared.changed.notified();
        let is_open = shared.tabs.load(Ordering::SeqCst) > 0;
        has_been |= is_open;
        if is_open || !has_been {
            changed.await;
        } else if tokio::time::timeout(patience, changed).await.is_err() {
            return;
        }
    }
}

fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route(
            "/{token}/",
            get(|| async { ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], assets::page(None)) }),
        )
        .route("/{token}/assets/{name}", get(asset))
        .route("/{token}/web/{*name}", get(module))
        .route("/{token}/socket", get(socket))
        .route("/{token}/replay.html", get(replay))
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), guard))
        .with_state(shared)
}

fn file(kind: &'static str, text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}

async fn asset(Path((_, name)): Path<(String, String)>) -> Response {
    let kind = if name.ends_with(".css") { STYLESHEET } else { SCRIPT };
    assets::asset(&name).map_or_else(|| StatusCode::NOT_FOUND.into_response(), |text| file(kind, text))
}

const STYLESHEET: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// A script of the replay page.
async fn module(Path((_, name)): Path<(String, String)>) -> Response {
    if name == "tokens.css" {
        return file(STYLESHEET, page::html::TOKENS);
    }
    page::module(&name).map_or_else(|| StatusCode::NOT_FOUND.into_response(), |text| file(SCRIPT, text))
}

/// Lets in who knows the link, and adds the headers that every answer has.
async fn guard(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let mut response = match is_ours(&shared, request.uri().path(), request.headers()) {
        true => next.run(request).await,
        false => StatusCode::NOT_FOUND.into_response(),
    };
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// Whether a request comes by a link, to this server by its name, and from no other site's page.
fn is_ours(shared: &Shared, path: &str, headers: &HeaderMap) -> bool {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let knows_link = path.split('/').nth(1).is_some_and(|token| shared.doors.find(token).is_some());
    let Some(host) = text(header::HOST) else { return false };
    let names_us = shared.names.as_ref().is_none_or(|names| names.iter().any(|name| name == host));
    let is_same_site = text(header::ORIGIN).is_none_or(|origin| origin.strip_prefix("http://") == Some(host));
    knows_link && names_us && is_same_site
}

async fn socket(
    State(shared): State<Arc<Shared>>,
    Path(token): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let Some(Door { role, host, .. }) = shared.doors.find(&token) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    connect(host, role, upgrade, move || OpenTab::new(shared))
}

/// The replay page carries its script and style in itself, asks for nothing, and may keep nothing.
pub const REPLAY_POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; \
    img-src data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-scripts allow-downloads";

/// The game as a page of its own.
async fn replay(State(shared): State<Arc<Shared>>, Path(token): Path<String>) -> Response {
    let Some(Door { role, host, .. }) = shared.doors.find(&token) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    match host.replay(role).await {
        Some(page) => {
            let headers = [
                (header::CONTENT_TYPE, "text/html; charset=utf-8"),
                (header::CONTENT_SECURITY_POLICY, REPLAY_POLICY),
            ];
            (headers, page).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// A tab that is open, counted for as long as it is.
struct OpenTab(Arc<Shared>);

impl OpenTab {
    fn new(shared: Arc<Shared>) -> Self {
        shared.tabs.fetch_add(1, Ordering::SeqCst);
        shared.changed.notify_waiters();
        Self(shared)
    }
}

impl Drop for OpenTab {
    fn drop(&mut self) {
        self.0.tabs.fetch_sub(1, Ordering::SeqCst);
        self.0.changed.notify_waiters();
    }
}
