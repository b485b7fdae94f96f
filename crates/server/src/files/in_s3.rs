//! Files in an S3-compatible store.
//!
//! `object_store` knows the protocol: signatures, retries, lists, what one store does and another
//! does not. Its requests go out by the client for HTTP that this program has anyway.

use super::is_name;
use futures_util::TryStreamExt;
use futures_util::future::BoxFuture;
use http_body_util::BodyExt;
use object_store::aws::{AmazonS3, AmazonS3Builder};
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse, HttpService,
};
use object_store::path::Path;
use object_store::{
    ClientOptions, GetOptions, GetRange, ObjectStore, ObjectStoreExt, PutPayload, RetryConfig,
};
use std::io;
use std::sync::Arc;
use std::sync::mpsc;
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};

/// How long a request may take, and all tries of it together.
const ONE_TRY: Duration = Duration::from_secs(30);
const ALL_TRIES: Duration = Duration::from_secs(60);

/// The largest answer that is taken, in bytes.
const LARGEST: u64 = 256 << 20;

/// Threads that wait for the store.
const THREADS: usize = 2;

/// A bucket, or a part of it.
#[derive(Clone, Debug)]
pub(super) struct FilesInS3 {
    store: Arc<AmazonS3>,
    prefix: String,
    /// Of its own, so that whoever asks may be anywhere.
    runtime: Arc<OwnRuntime>,
}

/// A runtime that may be let go anywhere.
#[derive(Debug)]
struct OwnRuntime(Option<Runtime>);

impl Drop for OwnRuntime {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

impl FilesInS3 {
    /// Opens a bucket. Credentials, region and endpoint come from the environment, under the names
    /// that other programs use: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`,
    /// `AWS_ENDPOINT_URL` and the like.
    pub(super) fn open(bucket: &str, prefix: &str) -> io::Result<Self> {
        let retry = RetryConfig { max_retries: 5, retry_timeout: ALL_TRIES, ..RetryConfig::default() };
        let store = AmazonS3Builder::from_env()
            .with_bucket_name(bucket)
            // An endpoint is without TLS where its address says so.
            .with_allow_http(true)
            .with_retry(retry)
            .with_http_connector(Connector)
            .build()
            .map_err(|error| io::Error::other(format!("s3://{bucket}: {error}")))?;
        let mut runtime = Builder::new_multi_thread();
        let runtime = runtime.worker_threads(THREADS).thread_name("files").enable_all().build()?;
        let runtime = Arc::new(OwnRuntime(Some(runtime)));
        Ok(Self { store: Arc::new(store), prefix: prefix.to_owned(), runtime })
    }

    /// An object is there whole, or not at all; the same content under the same name again changes
    /// nothing.
    pub(super) fn keep(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let (store, path) = (Arc::clone(&self.store), self.path(name));
        let payload = PutPayload::from(bytes.to_vec());
        self.wait(Box::pin(async move { store.put(&path, payload).await.map(|_| ()) }))
    }

    pub(super) fn read(&self, name: &str, most: u64) -> io::Result<Vec<u8>> {
        let (store, path) = (Arc::clone(&self.store), self.path(name));
        let most = most.min(LARGEST);
        let bytes = self.wait(Box::pin(async move {
            let size = store.head(&path).await?.size;
            let range = (size > most).then_some(GetRange::Bounded(0..most));
            let options = GetOptions { range, ..GetOptions::default() };
            store.get_opts(&path, options).await?.bytes().await
        }))?;
        Ok(bytes.to_vec())
    }

    pub(super) fn names(&self) -> io::Result<Vec<String>> {
        let store = Arc::clone(&self.store);
        let prefix = (!self.prefix.is_empty()).then(|| Path::from(self.prefix.as_str()));
        let found = self.wait(Box::pin(async move {
            store.list(prefix.as_ref()).map_ok(|object| object.location).try_collect::<Vec<_>>().await
        }))?;
        let last = found.iter().filter_map(|path| path.filename().map(str::to_owned));
        let mut names: Vec<String> = last.filter(|name| is_name(name)).collect();
        names.sort();
        Ok(names)
    }

    /// Laid out as the folder is, so that one can be copied to the other by any program.
    fn path(&self, name: &str) -> Path {
        Path::from(format!("{}/{}/{name}", self.prefix, &name[..2]))
    }

    /// Waits for an answer, in whatever thread we are.
    fn wait<T: Send + 'static>(&self, future: BoxFuture<'static, object_store::Result<T>>) -> io::Result<T> {
        let (sender, receiver) = mpsc::channel();
        let Some(runtime) = &self.runtime.0 else { return Err(io::Error::other("the arena stops")) };
        runtime.spawn(async move {
            // Whoever waited may be gone.
            let _ = sender.send(future.await);
        });
        let receive = move || receiver.recv();
        let answer = match tokio::runtime::Handle::try_current() {
            // Others of this runtime go on meanwhile.
            Ok(handle) if handle.runtime_flavor() == tokio::runtime::RuntimeFlavor::MultiThread => {
                tokio::task::block_in_place(receive)
            }
            _ => receive(),
        };
        let answer = answer.map_err(|_| io::Error::other("the request was dropped"))?;
        answer.map_err(|error| match error {
            object_store::Error::NotFound { .. } => io::Error::new(io::ErrorKind::NotFound, "no such file"),
            other => io::Error::other(other.to_string()),
        })
    }
}

/// Makes clients.
#[derive(Debug)]
struct Connector;

impl HttpConnector for Connector {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        let config = ureq::Agent::config_builder()
            // What a status means is the store's business.
            .http_status_as_error(false)
            .max_redirects(0)
            .timeout_global(Some(ONE_TRY))
            .allow_non_standard_methods(true)
            .user_agent(concat!("sandtable/", env!("CARGO_PKG_VERSION")))
            .build();
        Ok(HttpClient::new(Service(config.into())))
    }
}

/// Sends requests.
#[derive(Debug)]
struct Service(ureq::Agent);

impl HttpService for Service {
    fn call<'service, 'called>(
        &'service self,
        request: HttpRequest,
    ) -> BoxFuture<'called, Result<HttpResponse, HttpError>>
    where
        'service: 'called,
        Self: 'called,
    {
        let agent = self.0.clone();
        Box::pin(async move {
            // It waits for the answer, so it does so in a thread that has nothing else to do.
            let (parts, body) = request.into_parts();
            let bytes = body.collect().await?.to_bytes();
            let sent = tokio::task::spawn_blocking(move || send(&agent, parts, &bytes)).await;
            sent.unwrap_or_else(|gone| Err(HttpError::new(HttpErrorKind::Unknown, gone)))
        })
    }
}

fn send(
    agent: &ureq::Agent,
    parts: ureq::http::request::Parts,
    bytes: &[u8],
) -> Result<HttpResponse, HttpError> {
    let answer = agent.run(ureq::http::Request::from_parts(parts, bytes)).map_err(said)?;
    let (parts, body) = answer.into_parts();
    let bytes = body.into_with_config().limit(LARGEST).read_to_vec().map_err(said)?;
    Ok(HttpResponse::from_parts(parts, bytes.into()))
}

fn said(error: ureq::Error) -> HttpError {
    let kind = match &error {
        ureq::Error::Timeout(_) => HttpErrorKind::Timeout,
        ureq::Error::HostNotFound | ureq::Error::ConnectionFailed => HttpErrorKind::Connect,
        ureq::Error::Io(why) if why.kind() == io::ErrorKind::ConnectionRefused => HttpErrorKind::Connect,
        ureq::Error::Io(_) => HttpErrorKind::Interrupted,
        _ => HttpErrorKind::Unknown,
    };
    HttpError::new(kind, error)
}

#[cfg(test)]
#[allow(clippy::print_stdout, reason = "a skipped test says why")]
mod tests {
    use crate::files::{Files, FilesPlace};
    use testing::s3;

    #[test]
    fn files_lie_in_a_real_store_as_they_do_in_a_folder() {
        let Some(bucket) = s3::bucket() else {
            println!("skipped: {} does not name a bucket", s3::VARIABLE);
            return;
        };
        let place = format!("{bucket}/test-{}", std::process::id());
        let files = Files::open(&place.parse::<FilesPlace>().unwrap()).unwrap();
        assert!(files.names().unwrap().is_empty());
        let name = files.keep(b"a bot").unwrap();
        assert_eq!(files.keep(b"a bot").unwrap(), name);
        assert_eq!(files.read(&name, 100).unwrap(), b"a bot");
        assert_eq!(files.read(&name, 3).unwrap(), b"a b", "bounded");
        let empty = files.keep(b"").unwrap();
        assert_eq!(files.read(&empty, 100).unwrap(), b"");
        let nothing = files.read(&"0".repeat(64), 100).unwrap_err();
        assert_eq!(nothing.kind(), std::io::ErrorKind::NotFound);
        let large: Vec<u8> = (0..3_000_000_u32).map(|at| (at % 251) as u8).collect();
        assert_eq!(files.read(&files.keep(&large).unwrap(), u64::MAX).unwrap(), large);
        // Whoever asks may be in a request.
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let (asked, known) = (files.clone(), name.clone());
        let read = runtime.block_on(async { tokio::spawn(async move { asked.read(&known, 9) }).await });
        assert_eq!(read.unwrap().unwrap(), b"a bot");
        // To a folder and back.
        let folder = tempfile::tempdir().unwrap();
        let here = Files::open(&FilesPlace::Folder(folder.path().join("files"))).unwrap();
        files.copy_to(&here).unwrap();
        assert_eq!(here.names().unwrap(), files.names().unwrap());
        let again = Files::open(&format!("{place}-again").parse::<FilesPlace>().unwrap()).unwrap();
        here.copy_to(&again).unwrap();
        assert_eq!(again.names().unwrap(), files.names().unwrap());
        let no_bucket = Files::open(&"s3://there-is-no-such-bucket".parse::<FilesPlace>().unwrap()).unwrap();
        assert!(no_bucket.keep(b"lost").is_err());
    }
}
