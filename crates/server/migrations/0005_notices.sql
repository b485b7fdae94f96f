-- News for a person. The same news comes once.
CREATE TABLE notices (
  id {id},
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- bot_broken, challenge_done, graded, deadline, tournament_started, tournament_finished.
  kind TEXT NOT NULL,
  -- The way to the page it is about, and what that is called.
  link TEXT NOT NULL,
  about TEXT NOT NULL,
  created BIGINT NOT NULL,
  seen BIGINT NOT NULL DEFAULT 0,
  UNIQUE (user_id, kind, link)
);
CREATE INDEX notices_unseen ON notices (user_id, seen);
-- Secret addresses of feeds, hashed: a feed reader has no session.
CREATE TABLE feeds (
  user_id BIGINT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  hash TEXT NOT NULL UNIQUE
);
-- What organisers decide while the arena runs.
CREATE TABLE choices (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
);
