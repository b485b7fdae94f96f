//! The connection of one tab to its table.

use crate::host::{Host, MOST_WAITING};
use crate::protocol::{Deed, Role};
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use tokio::sync::mpsc;

/// The largest message of a page, in bytes: maps are the largest things that one sends.
const LARGEST: usize = 256 << 10;

/// Connects a tab that asks for it. What `opened` returns is dropped when it is closed.
pub fn connect<T: Send>(
    host: Host,
    role: Role,
    upgrade: WebSocketUpgrade,
    opened: impl FnOnce() -> T + Send + 'static,
) -> Response {
    upgrade.max_message_size(LARGEST).on_upgrade(move |socket| async move {
        let _open = opened();
        talk(&host, role, socket).await;
    })
}

/// Carries messages to and fro until the tab is closed. What is no message means nothing.
async fn talk(host: &Host, role: Role, mut socket: WebSocket) {
    let (to, mut told) = mpsc::channel(MOST_WAITING);
    let tab = host.join(role, to);
    loop {
        tokio::select! {
            message = told.recv() => {
                let Some(message) = message else { break };
                if socket.send(Message::text(&*message)).await.is_err() {
                    break;
                }
            }
            said = socket.recv() => match said {
                Some(Ok(Message::Text(text))) => {
                    if let Ok(deed) = serde_json::from_str::<Deed>(&text) {
                        host.take(tab, deed);
                    }
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                Some(Ok(_)) => {}
            },
        }
    }
    host.leave(tab);
}
