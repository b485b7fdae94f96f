-- Processes that take jobs: servers and workers.
CREATE TABLE machines (
  id {id},
  -- What people call it.
  name TEXT NOT NULL,
  -- server or worker.
  kind TEXT NOT NULL,
  -- Matches and builds at the same time.
  jobs BIGINT NOT NULL,
  -- Whether its sandbox keeps every promise. Else it gets no strangers' code.
  contains_strangers BIGINT NOT NULL,
  -- How fast it is beside the arena's first server. CPU clocks are scaled by it.
  speed DOUBLE PRECISION NOT NULL,
  joined BIGINT NOT NULL,
  -- When it last said that it lives. What it has taken is its own as long as it does.
  seen BIGINT NOT NULL,
  left_at BIGINT,
  -- Why nothing is taken from it any more.
  stopped TEXT,
  -- When the last of its games began that was played again elsewhere with the same orders.
  good_until BIGINT
);
CREATE INDEX machines_here ON machines (left_at, seen);
-- Who is at it, or was last.
ALTER TABLE versions ADD COLUMN machine_id BIGINT;
ALTER TABLE submissions ADD COLUMN machine_id BIGINT;
ALTER TABLE matches ADD COLUMN machine_id BIGINT;
-- Who played it, and how fast that machine was.
ALTER TABLE matches ADD COLUMN played_by BIGINT;
ALTER TABLE matches ADD COLUMN speed DOUBLE PRECISION;
CREATE INDEX matches_by_player ON matches (played_by, started);
-- Whether anybody but built-in bots plays in it.
ALTER TABLE matches ADD COLUMN strangers BIGINT NOT NULL DEFAULT 1;
-- What one server at a time does.
CREATE TABLE leases (
  name TEXT PRIMARY KEY,
  machine_id BIGINT NOT NULL,
  expires BIGINT NOT NULL
);
-- Numbers that all machines agree on.
CREATE TABLE facts (
  name TEXT PRIMARY KEY,
  number DOUBLE PRECISION NOT NULL
);
-- PostgreSQL only:
-- The source of a version that a machine is at: workers cannot read the column itself.
CREATE FUNCTION job_source(wanted BIGINT, machine BIGINT) RETURNS TEXT
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
    SELECT source FROM versions WHERE id = wanted AND (
      (state = 'building' AND machine_id = machine)
      OR EXISTS (
        SELECT 1 FROM seats JOIN matches ON matches.id = seats.match_id
        WHERE seats.version_id = wanted AND matches.machine_id = machine
          AND matches.state IN ('running', 'verifying')
      )
    )
  $$;
REVOKE EXECUTE ON FUNCTION job_source(BIGINT, BIGINT) FROM PUBLIC;
-- What a worker may write. Servers connect as the owner of the tables, whom no policy concerns.
ALTER TABLE matches ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON matches FOR SELECT USING (true);
CREATE POLICY played ON matches FOR UPDATE
  USING (state IN ('waiting', 'running'))
  WITH CHECK (state IN ('waiting', 'running', 'played', 'failed'));
ALTER TABLE versions ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON versions FOR SELECT USING (true);
CREATE POLICY built ON versions FOR UPDATE
  USING (state IN ('waiting', 'building'))
  WITH CHECK (state IN ('waiting', 'building', 'ready', 'broken'));
ALTER TABLE seats ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON seats FOR SELECT USING (true);
CREATE POLICY played ON seats FOR UPDATE
  USING (EXISTS (SELECT 1 FROM matches WHERE matches.id = match_id AND matches.state = 'running'));
ALTER TABLE bots ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON bots FOR SELECT USING (true);
CREATE POLICY built ON bots FOR UPDATE
  USING (EXISTS (SELECT 1 FROM versions WHERE versions.bot_id = bots.id AND versions.state = 'building'));
ALTER TABLE machines ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON machines FOR SELECT USING (true);
CREATE POLICY joined ON machines FOR INSERT WITH CHECK (kind = 'worker' AND stopped IS NULL);
CREATE POLICY lived ON machines FOR UPDATE USING (kind = 'worker');
