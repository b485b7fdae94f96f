-- Who ran the replay of a match again: somebody else than who played it, wherever there is somebody
-- else. The state `checked` is new: a worker has run the replay of a server again, and a server
-- lets it count.
ALTER TABLE matches ADD COLUMN checked_by BIGINT;
-- The role of the database that a machine is. Workers change what machines of their own role have.
ALTER TABLE machines ADD COLUMN role TEXT NOT NULL DEFAULT '';
-- The hash of the secret with which a worker asks a server for files.
ALTER TABLE machines ADD COLUMN secret TEXT;
CREATE INDEX versions_by_source ON versions (source);
CREATE INDEX versions_by_machine ON versions (machine_id, finished);
-- PostgreSQL only:
ALTER TABLE machines ALTER COLUMN role SET DEFAULT CURRENT_USER;
DROP POLICY lived ON machines;
CREATE POLICY lived ON machines FOR UPDATE USING (kind = 'worker' AND role = CURRENT_USER);
DROP POLICY played ON matches;
CREATE POLICY played ON matches FOR UPDATE
  USING (state IN ('waiting', 'running', 'played', 'verifying'))
  WITH CHECK (state IN ('waiting', 'running', 'played', 'verifying', 'checked', 'failed'));
-- What a worker may do with a match, beyond what its role may write and its state allows: what it
-- plays or verifies is its own, what it says of a result it says of its own, and it verifies
-- servers alone. Servers own the tables.
CREATE FUNCTION worker_match() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  mine CONSTANT TEXT := CURRENT_USER;
BEGIN
  IF pg_has_role(mine, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
    RETURN NEW;
  END IF;
  IF OLD.state IN ('running', 'verifying')
    AND NOT EXISTS (SELECT 1 FROM machines WHERE id = OLD.machine_id AND role = mine) THEN
    RAISE EXCEPTION 'permission denied: match % is with another machine', OLD.id;
  END IF;
  IF NEW.machine_id IS DISTINCT FROM OLD.machine_id
    AND NOT EXISTS (SELECT 1 FROM machines WHERE id = NEW.machine_id AND role = mine) THEN
    RAISE EXCEPTION 'permission denied: machine % is not of this role', NEW.machine_id;
  END IF;
  IF NEW.state = 'played' AND OLD.state = 'running' THEN
    IF NOT EXISTS (SELECT 1 FROM machines WHERE id = NEW.played_by AND role = mine AND kind = 'worker') THEN
      RAISE EXCEPTION 'permission denied: match % was played by this role', OLD.id;
    END IF;
  ELSIF (NEW.turns, NEW.digest, NEW.replay, NEW.played_by, NEW.speed)
    IS DISTINCT FROM (OLD.turns, OLD.digest, OLD.replay, OLD.played_by, OLD.speed) THEN
    RAISE EXCEPTION 'permission denied: match % is not being played', OLD.id;
  END IF;
  IF NEW.state IN ('verifying', 'checked') AND NEW.state <> OLD.state
    AND NOT EXISTS (SELECT 1 FROM machines WHERE id = OLD.played_by AND kind = 'server') THEN
    RAISE EXCEPTION 'permission denied: match % was not played by a server', OLD.id;
  END IF;
  IF NEW.checked_by IS NOT NULL AND NOT (NEW.state = 'checked' AND NEW.checked_by = OLD.machine_id) THEN
    RAISE EXCEPTION 'permission denied: match % is not checked', OLD.id;
  END IF;
  IF NOT (OLD.state, NEW.state) IN (
    ('waiting', 'running'), ('running', 'waiting'), ('running', 'running'), ('running', 'played'),
    ('running', 'failed'), ('played', 'verifying'), ('verifying', 'played'), ('verifying', 'checked'),
    ('verifying', 'waiting'), ('verifying', 'failed')) THEN
    RAISE EXCEPTION 'permission denied: match % goes from % to %', OLD.id, OLD.state, NEW.state;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER worker_match BEFORE UPDATE ON matches FOR EACH ROW EXECUTE FUNCTION worker_match();
-- Seats belong to whoever plays the match.
DROP POLICY played ON seats;
CREATE POLICY played ON seats FOR UPDATE USING (EXISTS (
  SELECT 1 FROM matches JOIN machines ON machines.id = matches.machine_id
  WHERE matches.id = match_id AND matches.state = 'running' AND machines.role = CURRENT_USER));
DROP POLICY built ON versions;
CREATE POLICY built ON versions FOR UPDATE
  USING (state = 'waiting' OR (state = 'building' AND EXISTS (
    SELECT 1 FROM machines WHERE machines.id = machine_id AND machines.role = CURRENT_USER)))
  WITH CHECK (state IN ('waiting', 'building', 'ready', 'broken'));
-- Sources go to machines of the asking role only.
CREATE OR REPLACE FUNCTION job_source(wanted BIGINT, machine BIGINT) RETURNS TEXT
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
    SELECT source FROM versions WHERE id = wanted
    AND EXISTS (SELECT 1 FROM machines WHERE machines.id = machine AND machines.role = SESSION_USER)
    AND (
      (state = 'building' AND machine_id = machine)
      OR EXISTS (
        SELECT 1 FROM seats JOIN matches ON matches.id = seats.match_id
        WHERE seats.version_id = wanted AND matches.machine_id = machine
          AND matches.state IN ('running', 'verifying')
      )
    )
  $$;
