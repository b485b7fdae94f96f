//! The way to a table from a browser on this machine: one page, its scripts, one WebSocket.
//!
//! Only this machine is listened to, and only who knows the link gets in: other users of the machine do not, and neither do pages of
//! other sites in the same browser.

use crate::host::{Host, MOST_WAITING};
use crate::protocol::Deed;
use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use interaction::{OpenError, Options};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::sync::{Notify, mpsc};

/// How the server behaves.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The port; any that is free without one.
    pub port: Option<u16>,
    /// How long it goes on without an open tab.
    pub patience: Duration,
}

/// How it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// No tab has been open for a while.
    Left,
    /// A signal asked for it, by its number.
    Signal(u8),
}

/// The largest message of a page, in bytes.
const LARGEST: usize = 4096;

/// Only our own files, no inline scripts, nobody else's frames.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
    form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/// Serves a game until nobody is there any more or a signal asks to stop. `ready` is called with the address of the page.
///
/// # Errors
/// If the game cannot be played, or not be served.
pub fn serve(options: Options, settings: Settings, ready: impl FnOnce(&str)) -> Result<End, OpenError> {
    let (host, thread) = Host::start(options)?;
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let end = runtime
        .map_err(|error| error.to_string())
        .and_then(|runtime| runtime.block_on(run(host.clone(), settings, ready)))
        .map_err(OpenError::File);
    host.end();
    // Whatever was the end of it, the game is written down; a bot that thinks is waited for.
    let _ = thread.join();
    end
}

/// What all requests share.
#[derive(Debug)]
struct Shared {
    host: Host,
    /// What an address has to begin with.
    token: String,
    /// What a browser calls this server.
    names: [String; 2],
    tabs: AtomicUsize,
    /// Rings when a tab comes or goes.
    changed: Notify,
}

async fn run(host: Host, settings: Settings, ready: impl FnOnce(&str)) -> Result<End, String> {
    let wanted = SocketAddr::from((Ipv4Addr::LOCALHOST, settings.port.unwrap_or(0)));
    let said = |error: std::io::Error| format!("cannot listen on {wanted}: {error}");
    let listener = TcpListener::bind(wanted).await.map_err(said)?;
    let address = listener.local_addr().map_err(said)?;
    let shared = Arc::new(Shared {
        host,
        token: token()?,
        names: [address.to_string(), format!("localhost:{}", address.port())],
        tabs: AtomicUsize::new(0),
        changed: Notify::new(),
    });
    let served = axum::serve(listener, router(Arc::clone(&shared))).into_future();
    let stopping = signals()?;
    ready(&format!("http://{address}/{}/", shared.token));
    tokio::select! {
        ended = served => ended.map(|()| End::Left).map_err(|error| error.to_string()),
        number = stopping => Ok(End::Signal(number)),
        () = abandoned(&shared, settings.patience) => Ok(End::Left),
    }
}

/// Nobody can guess it: 128 bits of the system's chance.
fn token() -> Result<String, String> {
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
async fn abandoned(shared: &Shared, patience: Duration) {
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
        .route("/{token}/", get(|| async { file("text/html; charset=utf-8", PAGE) }))
        .route("/{token}/assets/{name}", get(asset))
        .route("/{token}/web/{*name}", get(module))
        .route("/{token}/socket", get(socket))
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), guard))
        .with_state(shared)
}

const PAGE: &str = include_str!("../assets/play.html");

/// Stylesheets and scripts of the page.
const ASSETS: &[(&str, &str)] = &[
    ("play.css", include_str!("../assets/play.css")),
    ("play.js", include_str!("../assets/play.js")),
    ("stage.js", include_str!("../assets/stage.js")),
    ("overlay.js", include_str!("../assets/overlay.js")),
    ("beside.js", include_str!("../assets/beside.js")),
    ("say.js", include_str!("../assets/say.js")),
];

fn file(kind: &'static str, text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}

async fn asset(Path((_, name)): Path<(String, String)>) -> Response {
    let kind = if name.ends_with(".css") { "text/css; charset=utf-8" } else { SCRIPT };
    let found = ASSETS.iter().find(|(file, _)| *file == name);
    found.map_or_else(|| StatusCode::NOT_FOUND.into_response(), |(_, text)| file(kind, text))
}

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// A script of the replay page.
async fn module(Path((_, name)): Path<(String, String)>) -> Response {
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
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Whether a request comes by the link, to this server by its name, and from no other site's page.
fn is_ours(shared: &Shared, path: &str, headers: &HeaderMap) -> bool {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let knows_link = path.split('/').nth(1) == Some(&*shared.token);
    let names_us = text(header::HOST).is_some_and(|host| shared.names.iter().any(|name| name == host));
    let is_same_site = text(header::ORIGIN)
        .is_none_or(|origin| shared.names.iter().any(|name| origin.strip_prefix("http://") == Some(&**name)));
    knows_link && names_us && is_same_site
}

async fn socket(State(shared): State<Arc<Shared>>, upgrade: WebSocketUpgrade) -> Response {
    upgrade.max_message_size(LARGEST).on_upgrade(move |socket| async move {
        shared.tabs.fetch_add(1, Ordering::SeqCst);
        shared.changed.notify_waiters();
        talk(&shared.host, socket).await;
        shared.tabs.fetch_sub(1, Ordering::SeqCst);
        shared.changed.notify_waiters();
    })
}

/// Carries messages to and fro until the tab is closed. What is no message means nothing.
async fn talk(host: &Host, mut socket: WebSocket) {
    let (tab, mut told) = mpsc::channel(MOST_WAITING);
    host.join(tab);
    loop {
        tokio::select! {
            message = told.recv() => {
                let Some(message) = message else { return };
                if socket.send(Message::text(&*message)).await.is_err() {
                    return;
                }
            }
            said = socket.recv() => match said {
                Some(Ok(Message::Text(text))) => {
                    if let Ok(deed) = serde_json::from_str::<Deed>(&text) {
                        host.take(deed);
                    }
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => {}
            },
        }
    }
}
