-- Tables at which people play.
CREATE TABLE play_tables (
  id {id},
  game TEXT NOT NULL,
  -- What is fixed, and the secret parts of the links, as JSON.
  setup TEXT NOT NULL,
  links TEXT NOT NULL,
  created BIGINT NOT NULL,
  changed BIGINT NOT NULL
);
CREATE INDEX play_tables_by_change ON play_tables (changed);
-- Who comes by which link.
CREATE TABLE play_links (
  token TEXT PRIMARY KEY,
  table_id BIGINT NOT NULL REFERENCES play_tables (id) ON DELETE CASCADE,
  -- The seat; none for spectators.
  seat BIGINT
);
CREATE INDEX play_links_by_table ON play_links (table_id);
-- What happened, entry after entry.
CREATE TABLE play_entries (
  table_id BIGINT NOT NULL REFERENCES play_tables (id) ON DELETE CASCADE,
  number BIGINT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (table_id, number)
);
