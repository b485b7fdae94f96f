//! Requests that may be sent again without being done again: the header `Idempotency-Key`.

use crate::database::once::Once;
use crate::web::refusal::Refusal;
use axum::http::HeaderMap;

/// The longest key, in bytes.
const LONGEST: usize = 128;

/// The key of a request, with what was asked; none if it has none.
pub(super) fn once(headers: &HeaderMap, asked: &[&[u8]]) -> Result<Option<Once>, Refusal> {
    let Some(value) = headers.get("idempotency-key") else { return Ok(None) };
    let is_key = |text: &&str| (1..=LONGEST).contains(&text.len());
    let key = value.to_str().ok().filter(is_key).ok_or_else(|| {
        Refusal::Bad(format!("an Idempotency-Key has 1 to {LONGEST} visible ASCII characters"))
    })?;
    let mut hasher = blake3::Hasher::new();
    for part in asked {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    Ok(Some(Once { key: key.to_owned(), request: hasher.finalize().to_hex().to_string() }))
}
