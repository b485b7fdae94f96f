//! Lists as tables for other programs.

use axum::http::header;
use axum::response::{IntoResponse, Response};

/// Rows of one table at most.
pub(crate) const MOST_ROWS: i64 = 10_000;

/// Lines of values with commas between them, as RFC 4180 has them.
#[derive(Debug)]
pub(crate) struct Csv(String);

impl Csv {
    /// A table with these columns.
    pub(crate) fn new(columns: &[&str]) -> Self {
        Self(columns.join(",") + "\r\n")
    }

    /// All of it.
    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    pub(crate) fn add(&mut self, values: &[String]) {
        let fields: Vec<String> = values.iter().map(|value| field(value)).collect();
        self.0.push_str(&fields.join(","));
        self.0.push_str("\r\n");
    }
}

/// A value that no reader takes for something else: quoted if it must be, and never a formula of a
/// spreadsheet.
fn field(value: &str) -> String {
    let is_number = value.parse::<f64>().is_ok();
    let is_formula = value.starts_with(['=', '+', '-', '@', '\t', '\r']) && !is_number;
    let value = if is_formula { format!("'{value}") } else { value.to_owned() };
    match value.contains(['"', ',', '\n', '\r']) {
        true => format!("\"{}\"", value.replace('"', "\"\"")),
        false => value,
    }
}

impl IntoResponse for Csv {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "text/csv; charset=utf-8")], self.0).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::field;

    #[test]
    fn values_stay_what_they_are() {
        for (value, written) in [
            ("bot", "bot"),
            ("-12.5", "-12.5"),
            ("=1+1", "'=1+1"),
            ("a,b", "\"a,b\""),
            ("say \"no\"", "\"say \"\"no\"\"\""),
        ] {
            assert_eq!(field(value), written);
        }
    }
}
