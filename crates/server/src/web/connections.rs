//! Connections: so many are taken in, and whoever keeps one without asking for anything loses it.
//!
//! axum's own loop has no clock: a connection that never ends its request would be kept for ever,
//! and a few thousand of them would leave no place for anybody else.

mod hurried;

use axum::Router;
use axum::extract::ConnectInfo;
use hurried::Hurried;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;

/// How long the head of a request may take, and how long a connection may wait for its next.
const HEAD: Duration = Duration::from_secs(20);

/// How long whoever asked for something may take nothing of it.
const STALL: Duration = Duration::from_secs(60);

/// How long nobody is taken in after the system had no place for one more.
const PAUSE: Duration = Duration::from_millis(100);

/// Connections at the same time, if the system allows as many files.
const MOST: usize = 10_000;

/// One address may have one in so many of them: a whole class may come from one.
const SHARE: usize = 4;

/// Answers requests until `stopping` is over, and those that have begun until they are.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    places: Places,
    stopping: impl Future<Output = ()>,
) {
    let places = Arc::new(places);
    let (open, closing) = watch::channel(());
    let mut connections = JoinSet::new();
    tokio::pin!(stopping);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stopping => break,
        };
        while connections.try_join_next().is_some() {}
        match accepted {
            // Whoever has too many is hung up on.
            Ok((stream, peer)) => {
                if let Some(place) = places.take(peer.ip()) {
                    connections.spawn(answer(stream, peer, router.clone(), closing.clone(), place));
                }
            }
            Err(error) => {
                tracing::warn!("a connection could not be taken in: {error}");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
    drop((listener, open));
    while connections.join_next().await.is_some() {}
}

/// Answers the requests of one connection.
async fn answer(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    mut closing: watch::Receiver<()>,
    _place: Place,
) {
    // A small event is not kept back until the one before it was acknowledged.
    let _ = stream.set_nodelay(true);
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.call(request)
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD);
    let stream = Hurried::new(stream, STALL);
    let connection = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
    tokio::pin!(connection);
    // How a connection ends is its client's affair.
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = closing.changed() => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = connection.await;
}

/// How many connections there may be.
#[derive(Debug)]
pub(crate) struct Places {
    most: usize,
    /// Of one address; none where all come from a proxy of ours.
    most_of_one: Option<usize>,
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// A place that is given back when its connection ends.
struct Place {
    places: Arc<Places>,
    address: IpAddr,
}

impl Places {
    /// As many as the system allows files for, with as many left for everything else.
    pub(crate) fn new(behind_proxy: bool) -> Self {
        let most = (files_at_once() / 2).min(MOST);
        Self::of(most, (!behind_proxy).then_some(most / SHARE))
    }

    fn of(most: usize, most_of_one: Option<usize>) -> Self {
        Self { most, most_of_one, taken: Mutex::default() }
    }

    fn take(self: &Arc<Self>, address: IpAddr) -> Option<Place> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let of_one = taken.by_address.get(&address).copied().unwrap_or_default();
        if taken.all >= self.most || self.most_of_one.is_some_and(|most| of_one >= most) {
            return None;
        }
        taken.all += 1;
        taken.by_address.insert(address, of_one + 1);
        Some(Place { places: Arc::clone(self), address })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.all -= 1;
        let of_one = taken.by_address.get(&self.address).copied().unwrap_or_default();
        match of_one {
            0 | 1 => _ = taken.by_address.remove(&self.address),
            more => _ = taken.by_address.insert(self.address, more - 1),
        }
    }
}

/// How many files this process may have open, after it has asked for as many as it may.
fn files_at_once() -> usize {
    /// What every system allows.
    const USUAL: u64 = 1024;
    let limit = getrlimit(Resource::Nofile);
    let wanted = limit.maximum.unwrap_or(4 * MOST as u64).min(4 * MOST as u64);
    let now = limit.current.unwrap_or(wanted);
    let raised = now < wanted
        && setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum: limit.maximum }).is_ok();
    usize::try_from(if raised { wanted } else { now.max(USUAL) }).unwrap_or(MOST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    #[test]
    fn nobody_takes_all_places() {
        let places = Arc::new(Places::of(5, Some(3)));
        let [one, other] = [1, 2].map(|last| IpAddr::V4(Ipv4Addr::new(10, 0, 0, last)));
        let mut held: Vec<Place> = (0..3).map(|_| places.take(one).unwrap()).collect();
        assert!(places.take(one).is_none(), "it has its share");
        held.extend([places.take(other).unwrap(), places.take(other).unwrap()]);
        assert!(places.take(other).is_none(), "there are no more");
        held.remove(0);
        assert!(places.take(one).is_some());
        drop(held);
        assert!(places.taken.lock().unwrap().by_address.is_empty(), "nobody is remembered");
        let behind_proxy = Arc::new(Places::of(5, None));
        assert_eq!((0..9).map_while(|_| behind_proxy.take(one)).collect::<Vec<_>>().len(), 5);
    }
}
