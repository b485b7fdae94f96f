-- Matches that somebody watches at a server which does not play them.
CREATE TABLE watched (
  match_id BIGINT PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
  -- Until when the player should tell of them.
  expires BIGINT NOT NULL
);
-- What such matches have written so far: whole lines of their replays, beginning at a byte.
CREATE TABLE live_lines (
  match_id BIGINT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
  attempt BIGINT NOT NULL,
  first_byte BIGINT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (match_id, attempt, first_byte)
);
