-- Tournaments: settings, who takes part with which version, and which block of the arena belongs to which of them.
CREATE TABLE tournaments (
  id {id},
  owner_id BIGINT REFERENCES users (id),
  name TEXT NOT NULL,
  game TEXT NOT NULL,
  -- As the command line keeps them, in JSON; the entrants are below.
  settings TEXT NOT NULL,
  -- open, running, finished.
  state TEXT NOT NULL,
  -- Until when one can enter; then it starts.
  deadline BIGINT,
  -- File: what was played elsewhere. NULL for what is played here.
  played TEXT,
  created BIGINT NOT NULL
);
CREATE INDEX tournaments_by_state ON tournaments (state, id);
-- The order of entering is that of the seeds. The version is the one that was entered, whatever comes later.
CREATE TABLE entries (
  id {id},
  tournament_id BIGINT NOT NULL REFERENCES tournaments (id),
  bot_id BIGINT NOT NULL REFERENCES bots (id),
  version_id BIGINT NOT NULL REFERENCES versions (id),
  UNIQUE (tournament_id, bot_id)
);
-- Of a block of a tournament: which one it is. No block is planned twice.
ALTER TABLE blocks ADD COLUMN tournament_id BIGINT;
ALTER TABLE blocks ADD COLUMN round BIGINT;
ALTER TABLE blocks ADD COLUMN pairing BIGINT;
ALTER TABLE blocks ADD COLUMN number BIGINT;
CREATE UNIQUE INDEX blocks_of_tournament ON blocks (tournament_id, round, pairing, number);
