//! The tables.

use rusqlite::Connection;

/// The version of the tables below. An older database is brought up to it, a newer one refused.
pub(crate) const VERSION: i32 = 2;

/// All tables. A database whose tables read otherwise is refused: whoever changes a letter here
/// changes [`VERSION`], too. `tally` and the counters of `tournament` are sums over `seat`, kept
/// with every game so that a question about a million games is answered at once.
const FIRST: &str = "
create table tournament (
    id integer primary key check (id = 1),
    settings text not null,
    blocks integer not null default 0,
    blocks_finished integer not null default 0,
    games integer not null default 0,
    games_finished integer not null default 0
);
create table map (
    id integer primary key,
    name text not null,
    hash text not null,
    text text not null
);
create table entry (
    id integer primary key,
    name text not null unique,
    source text not null,
    fingerprint text,
    problem text
);
create table block (
    id integer primary key,
    round integer not null,
    pairing integer not null,
    number integer not null,
    map integer not null references map,
    seed integer not null,
    members text not null,
    seatings text not null,
    first_match integer not null,
    left integer not null,
    unique (round, pairing, number)
);
create index block_waiting on block (id) where left > 0;
create table match (
    id integer primary key,
    block integer not null references block,
    turns integer not null,
    digest integer not null,
    wall real
);
create index match_block on match (block);
create table seat (
    match integer not null references match,
    seat integer not null,
    entry integer not null references entry,
    place integer not null,
    score integer not null,
    out integer not null,
    faults text not null,
    orders integer not null,
    refused integer not null,
    cpu real not null,
    longest_cpu real not null,
    wall real not null,
    primary key (match, seat)
) without rowid;
create index seat_lost on seat (entry, match) where place > 1;
create table replay (
    match integer primary key references match,
    packed integer not null,
    bytes blob not null
);
create index replay_unpacked on replay (match) where packed = 0;
create table tally (
    entry integer primary key references entry,
    games integer not null default 0,
    firsts integer not null default 0,
    out integer not null default 0,
    faults integer not null default 0,
    cpu real not null default 0,
    longest_cpu real not null default 0
);
create table rating (
    entry integer primary key references entry,
    blocks integer not null,
    elo real not null,
    error real not null,
    determined integer not null
);
";

/// What version 1 lacked: units lost, and ratings between two fits.
const FROM_1: &str = "
alter table seat add column lost integer not null default 0;
create table online (
    entry integer primary key references entry,
    blocks integer not null,
    elo real not null,
    error real not null
);
";

/// Brings a database of this version up to the newest.
pub(crate) fn upgrade(connection: &Connection, version: i32) -> rusqlite::Result<()> {
    match version {
        1 => connection.execute_batch(&format!("begin; {FROM_1} pragma user_version = {VERSION}; commit;")),
        _ => Ok(()),
    }
}

/// Makes the tables of a new database.
pub(crate) fn create(connection: &Connection) -> rusqlite::Result<()> {
    create_first(connection)?;
    upgrade(connection, 1)
}

/// Makes the tables of a database of the first version.
pub(crate) fn create_first(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(&format!("begin; {FIRST} pragma user_version = 1; commit;"))
}
