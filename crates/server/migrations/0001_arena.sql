-- The arena. `{id}` is how the database at hand numbers rows. Times are milliseconds since 1970.
CREATE TABLE users (
  id {id},
  name TEXT NOT NULL,
  -- The name in lower case: nobody can take a name that looks like another's.
  folded TEXT NOT NULL UNIQUE,
  password TEXT NOT NULL,
  role TEXT NOT NULL,
  created BIGINT NOT NULL,
  disabled BIGINT NOT NULL DEFAULT 0
);
CREATE TABLE sessions (
  hash TEXT PRIMARY KEY,
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created BIGINT NOT NULL,
  expires BIGINT NOT NULL
);
CREATE INDEX sessions_of_user ON sessions (user_id);
CREATE TABLE tokens (
  id {id},
  hash TEXT NOT NULL UNIQUE,
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  created BIGINT NOT NULL,
  expires BIGINT NOT NULL
);
CREATE INDEX tokens_of_user ON tokens (user_id);
-- Links that work once: the first administrator's, and new passwords.
CREATE TABLE links (
  hash TEXT PRIMARY KEY,
  purpose TEXT NOT NULL,
  user_id BIGINT REFERENCES users (id) ON DELETE CASCADE,
  expires BIGINT NOT NULL
);
CREATE TABLE bots (
  id {id},
  -- Nobody owns the built-in ones.
  owner_id BIGINT REFERENCES users (id),
  game TEXT NOT NULL,
  name TEXT NOT NULL,
  folded TEXT NOT NULL,
  created BIGINT NOT NULL,
  active_version BIGINT,
  UNIQUE (game, folded)
);
CREATE INDEX bots_of_owner ON bots (owner_id);
CREATE TABLE versions (
  id {id},
  bot_id BIGINT NOT NULL REFERENCES bots (id),
  number BIGINT NOT NULL,
  -- What the source is: built_in, python, cpp, zip or program.
  kind TEXT NOT NULL,
  source TEXT,
  bytes BIGINT NOT NULL,
  -- waiting, building, ready, broken.
  state TEXT NOT NULL,
  attempt BIGINT NOT NULL DEFAULT 0,
  report TEXT,
  created BIGINT NOT NULL,
  finished BIGINT,
  UNIQUE (bot_id, number)
);
CREATE INDEX versions_by_state ON versions (state, id);
CREATE TABLE challenges (
  id {id},
  owner_id BIGINT NOT NULL REFERENCES users (id),
  game TEXT NOT NULL,
  version_id BIGINT NOT NULL REFERENCES versions (id),
  opponent_id BIGINT NOT NULL REFERENCES versions (id),
  blocks BIGINT NOT NULL,
  created BIGINT NOT NULL
);
CREATE INDEX challenges_of_owner ON challenges (owner_id, id);
-- One map and one seed, played once in each seating.
CREATE TABLE blocks (
  id {id},
  game TEXT NOT NULL,
  map TEXT NOT NULL,
  rules TEXT NOT NULL,
  clock TEXT NOT NULL,
  seed TEXT NOT NULL,
  -- ladder or challenge.
  purpose TEXT NOT NULL,
  challenge_id BIGINT REFERENCES challenges (id),
  created BIGINT NOT NULL,
  -- Set when all its matches are done; NULL as long as it does not count.
  finished BIGINT
);
CREATE INDEX blocks_of_ladder ON blocks (game, purpose, id);
CREATE INDEX blocks_of_challenge ON blocks (challenge_id, id);
CREATE TABLE matches (
  id {id},
  block_id BIGINT NOT NULL REFERENCES blocks (id),
  game TEXT NOT NULL,
  -- waiting, running, played (to be verified), verifying, done, failed.
  state TEXT NOT NULL,
  attempt BIGINT NOT NULL DEFAULT 0,
  turns BIGINT,
  digest TEXT,
  replay TEXT,
  created BIGINT NOT NULL,
  started BIGINT,
  finished BIGINT,
  failure TEXT
);
CREATE INDEX matches_by_state ON matches (state, id);
CREATE INDEX matches_of_block ON matches (block_id, id);
CREATE INDEX matches_of_game ON matches (game, id);
CREATE TABLE seats (
  match_id BIGINT NOT NULL REFERENCES matches (id),
  seat BIGINT NOT NULL,
  version_id BIGINT NOT NULL REFERENCES versions (id),
  place BIGINT,
  score BIGINT,
  is_out BIGINT,
  units_lost BIGINT,
  orders BIGINT,
  refused BIGINT,
  cpu DOUBLE PRECISION,
  longest_cpu DOUBLE PRECISION,
  -- JSON: turn and sentence.
  faults TEXT,
  -- Files: what it wrote to standard error, and what it was sent.
  stderr TEXT,
  record TEXT,
  PRIMARY KEY (match_id, seat)
);
CREATE INDEX seats_of_version ON seats (version_id, match_id);
-- The latest fit of a ladder, and those before it. Both follow from finished blocks.
CREATE TABLE ratings (
  version_id BIGINT PRIMARY KEY REFERENCES versions (id),
  game TEXT NOT NULL,
  elo DOUBLE PRECISION NOT NULL,
  error DOUBLE PRECISION NOT NULL,
  determined BIGINT NOT NULL,
  games BIGINT NOT NULL,
  blocks BIGINT NOT NULL
);
CREATE INDEX ratings_of_game ON ratings (game, elo);
CREATE TABLE rating_history (
  version_id BIGINT NOT NULL REFERENCES versions (id),
  blocks BIGINT NOT NULL,
  elo DOUBLE PRECISION NOT NULL,
  error DOUBLE PRECISION NOT NULL,
  PRIMARY KEY (version_id, blocks)
);
CREATE TABLE audit (
  id {id},
  happened BIGINT NOT NULL,
  user_id BIGINT,
  what TEXT NOT NULL,
  about TEXT NOT NULL
);
