//! Tables at which people play: what is fixed, who comes by which link, and what happened.

use super::{Database, Engine, now};

/// Tables at which nothing happened for so long are removed, in milliseconds.
const FORGOTTEN_AFTER: i64 = 180 * 24 * 60 * 60 * 1000;

/// What PostgreSQL calls the news of tables: which of them has a new entry.
pub(crate) const TABLES: &str = "sandtable_tables";

/// A table as it is kept.
#[derive(Clone, Debug)]
pub(crate) struct PlayTable {
    pub(crate) setup: String,
    pub(crate) links: String,
    pub(crate) entries: Vec<String>,
}

/// Who comes by a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PlayLink {
    pub(crate) table: i64,
    /// The seat; none for spectators.
    pub(crate) seat: Option<u8>,
}

impl Database {
    /// Keeps a new table with its links, and removes those that everybody has forgotten.
    pub(crate) async fn add_play_table(
        &self,
        game: &str,
        (setup, links): (&str, &str),
        tokens: &[(String, Option<u8>)],
    ) -> Result<i64, sqlx::Error> {
        let mut change = self.change().await?;
        sqlx::query("DELETE FROM play_tables WHERE changed < $1")
            .bind(now() - FORGOTTEN_AFTER)
            .execute(&mut *change)
            .await?;
        let add = "INSERT INTO play_tables (game, setup, links, created, changed) \
                   VALUES ($1, $2, $3, $4, $4) RETURNING id";
        let query = sqlx::query_scalar(add).bind(game).bind(setup).bind(links).bind(now());
        let table: i64 = query.fetch_one(&mut *change).await?;
        for (token, seat) in tokens {
            sqlx::query("INSERT INTO play_links (token, table_id, seat) VALUES ($1, $2, $3)")
                .bind(token)
                .bind(table)
                .bind(seat.map(i64::from))
                .execute(&mut *change)
                .await?;
        }
        change.commit().await?;
        Ok(table)
    }

    /// Who comes by a link.
    pub(crate) async fn play_link(&self, token: &str) -> Result<Option<PlayLink>, sqlx::Error> {
        let query = sqlx::query_as("SELECT table_id, seat FROM play_links WHERE token = $1").bind(token);
        let found: Option<(i64, Option<i64>)> = query.fetch_optional(&self.pool).await?;
        let seat = |seat: i64| u8::try_from(seat).unwrap_or(u8::MAX);
        Ok(found.map(|(table, place)| PlayLink { table, seat: place.map(seat) }))
    }

    /// A table with all that happened at it.
    pub(crate) async fn play_table(&self, table: i64) -> Result<Option<PlayTable>, sqlx::Error> {
        let query = sqlx::query_as("SELECT setup, links FROM play_tables WHERE id = $1").bind(table);
        let found: Option<(String, String)> = query.fetch_optional(&self.pool).await?;
        let Some((setup, links)) = found else { return Ok(None) };
        Ok(Some(PlayTable { setup, links, entries: self.play_entries(table, 0).await? }))
    }

    /// What happened at a table, from this entry on.
    pub(crate) async fn play_entries(&self, table: i64, from: i64) -> Result<Vec<String>, sqlx::Error> {
        let query = "SELECT text FROM play_entries WHERE table_id = $1 AND number >= $2 ORDER BY number";
        sqlx::query_scalar(query).bind(table).bind(from).fetch_all(&self.pool).await
    }

    /// Keeps what happened at a table, and tells the other machines. Two who both think that they
    /// come next do not both succeed.
    pub(crate) async fn add_play_entry(
        &self,
        table: i64,
        number: i64,
        text: &str,
    ) -> Result<(), sqlx::Error> {
        let mut change = self.change_of_own().await?;
        sqlx::query("INSERT INTO play_entries (table_id, number, text) VALUES ($1, $2, $3)")
            .bind(table)
            .bind(number)
            .bind(text)
            .execute(&mut *change)
            .await?;
        sqlx::query("UPDATE play_tables SET changed = $2 WHERE id = $1")
            .bind(table)
            .bind(now())
            .execute(&mut *change)
            .await?;
        if self.engine == Engine::Postgres {
            let tell = sqlx::query("SELECT pg_notify($1, $2)").bind(TABLES).bind(table.to_string());
            tell.execute(&mut *change).await?;
        }
        change.commit().await
    }
}
