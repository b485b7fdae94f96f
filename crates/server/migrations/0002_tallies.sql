-- What finished ladder blocks say, counted: all that ratings are computed from.
CREATE TABLE tallies (
  game TEXT NOT NULL,
  -- Who came where in each game of the block: `version:place,…;version:place,…`.
  pattern TEXT NOT NULL,
  -- Blocks that say so and are not the same games again; they count.
  counted BIGINT NOT NULL,
  -- All blocks that say so.
  played BIGINT NOT NULL,
  PRIMARY KEY (game, pattern)
);
-- How many blocks the kept ratings of a game know.
CREATE TABLE fits (
  game TEXT PRIMARY KEY,
  blocks BIGINT NOT NULL
);
-- The same for blocks that are the same games again; NULL before the block was counted.
ALTER TABLE blocks ADD COLUMN signature TEXT;
CREATE INDEX blocks_by_signature ON blocks (game, purpose, signature);
-- The bot of the seat's version, so that a bot's matches are one stretch of an index.
ALTER TABLE seats ADD COLUMN bot_id BIGINT;
UPDATE seats SET bot_id = (SELECT bot_id FROM versions WHERE versions.id = seats.version_id);
CREATE INDEX seats_of_bot ON seats (bot_id, match_id);
CREATE INDEX bots_by_active_version ON bots (active_version);
DROP INDEX ratings_of_game;
CREATE INDEX ratings_of_game ON ratings (game, elo, version_id);
-- What a request that may be sent twice was answered the first time.
CREATE TABLE idempotency (
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  idempotency_key TEXT NOT NULL,
  -- The hash of what was asked.
  request TEXT NOT NULL,
  answer TEXT NOT NULL,
  created BIGINT NOT NULL,
  PRIMARY KEY (user_id, idempotency_key)
);
-- A challenge is against several; opponent_id is the first of them.
CREATE TABLE challenge_opponents (
  challenge_id BIGINT NOT NULL REFERENCES challenges (id),
  version_id BIGINT NOT NULL REFERENCES versions (id),
  PRIMARY KEY (challenge_id, version_id)
);
INSERT INTO challenge_opponents (challenge_id, version_id) SELECT id, opponent_id FROM challenges;
