//! A stream whose other end has to take what it is sent.
//!
//! An answer is in memory until it is taken: whoever asks for large ones and reads none of them would
//! fill it.

use std::future::Future;
use std::io::{self, ErrorKind, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// A stream that breaks off when nothing of what is sent was taken for a while.
#[derive(Debug)]
pub(super) struct Hurried<S> {
    stream: S,
    patience: Duration,
    /// Runs while something waits to be taken.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl<S> Hurried<S> {
    pub(super) fn new(stream: S, patience: Duration) -> Self {
        Self { stream, patience, waiting: None }
    }

    /// What came of a try to send, unless the time for it is over.
    fn tried<T>(&mut self, context: &mut Context<'_>, tried: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if tried.is_ready() {
            self.waiting = None;
            return tried;
        }
        let patience = self.patience;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(sleep(patience)));
        ready!(waiting.as_mut().poll(context));
        Poll::Ready(Err(ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Hurried<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Hurried<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let tried = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.tried(context, tried)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let tried = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.tried(context, tried)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap()
    }

    #[test]
    fn whoever_takes_nothing_is_given_up() {
        let said = runtime().block_on(async {
            let (ours, _theirs) = duplex(16);
            Hurried::new(ours, Duration::from_millis(1)).write_all(&[0; 100]).await
        });
        assert_eq!(said.unwrap_err().kind(), ErrorKind::TimedOut);
    }

    #[test]
    fn whoever_takes_it_gets_all_of_it() {
        let taken = runtime().block_on(async {
            let (ours, mut theirs) = duplex(16);
            let send = async { Hurried::new(ours, Duration::from_secs(600)).write_all(&[7; 100]).await };
            let mut taken = Vec::new();
            let (sent, read) = tokio::join!(send, theirs.read_to_end(&mut taken));
            sent.unwrap();
            assert_eq!(read.unwrap(), taken.len());
            taken
        });
        assert_eq!(taken, [7; 100]);
    }
}
