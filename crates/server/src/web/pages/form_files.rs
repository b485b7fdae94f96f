//! Forms with files.

use super::upload::packed;
use crate::limits::LARGEST_UPLOAD;
use crate::web::refusal::Refusal;
use crate::web::viewer::Viewer;
use axum::extract::Multipart;
use axum::extract::multipart::{MultipartError, MultipartRejection};
use axum::http::StatusCode;
use std::collections::BTreeMap;

/// Files of one form.
const MOST_FILES: usize = 500;

/// What was sent with a form.
#[derive(Debug, Default)]
pub(super) struct FormFiles {
    fields: BTreeMap<String, Vec<u8>>,
    files: Vec<SentFile>,
}

/// A file of a form.
#[derive(Debug)]
struct SentFile {
    field: String,
    /// Its name, or its path in a folder.
    name: String,
    bytes: Vec<u8>,
}

impl FormFiles {
    /// Reads a form of whoever has an account. Its token comes first, so that nothing else is read
    /// without it.
    pub(super) async fn read(
        viewer: &Viewer,
        form: Result<Multipart, MultipartRejection>,
    ) -> Result<Self, Refusal> {
        viewer.user()?;
        let mut form = form.map_err(|wrong| Refusal::Bad(wrong.body_text()))?;
        let mut sent = Self::default();
        while let Some(part) = form.next_field().await.map_err(unreadable)? {
            let field = part.name().unwrap_or_default().to_owned();
            let name = part.file_name().map(str::to_owned);
            let bytes = part.bytes().await.map_err(unreadable)?.to_vec();
            match name {
                None => _ = sent.fields.insert(field, bytes),
                // A browser sends a file without a name where none was chosen.
                Some(name) if name.is_empty() => {}
                Some(name) => sent.files.push(SentFile { field, name, bytes }),
            }
            viewer.sent(sent.field("csrf"))?;
            if sent.files.len() > MOST_FILES {
                return Err(Refusal::TooLarge(format!("a folder has at most {MOST_FILES} files")));
            }
        }
        viewer.sent(sent.field("csrf"))?;
        Ok(sent)
    }

    /// A field as text; empty if it was not sent.
    pub(super) fn field(&self, name: &str) -> &str {
        self.fields.get(name).and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or_default()
    }

    /// A field as it was sent.
    pub(super) fn take_field(&mut self, name: &str) -> Vec<u8> {
        self.fields.remove(name).unwrap_or_default()
    }

    /// The file of a field, with its name; none if none was chosen.
    pub(super) fn take_file(&mut self, field: &str) -> Option<(String, Vec<u8>)> {
        let at = self.files.iter().position(|file| file.field == field && !file.bytes.is_empty())?;
        let SentFile { name, bytes, .. } = self.files.swap_remove(at);
        Some((name, bytes))
    }

    /// The file of `file`, or the folder of `folder` as a zip file; none if neither was chosen.
    pub(super) fn take_handed_over(&mut self) -> Result<Option<(String, Vec<u8>)>, Refusal> {
        if let Some(file) = self.take_file("file") {
            return Ok(Some(file));
        }
        let (folder, rest) =
            std::mem::take(&mut self.files).into_iter().partition(|file| file.field == "folder");
        self.files = rest;
        let folder: Vec<SentFile> = folder;
        if folder.is_empty() {
            return Ok(None);
        }
        let files = folder.into_iter().map(|file| (file.name, file.bytes)).collect();
        Ok(Some(("folder.zip".to_owned(), packed(files)?)))
    }
}

fn unreadable(error: MultipartError) -> Refusal {
    match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => {
            Refusal::TooLarge(format!("a file has at most {} MiB", LARGEST_UPLOAD >> 20))
        }
        _ => Refusal::Bad("the form cannot be read".into()),
    }
}
