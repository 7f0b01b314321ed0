-- The first schema. Instants are milliseconds since 1970 UTC. A room is four columns: platform,
-- space (its server), chat, thread; where there is no space or thread the text is empty.

PRAGMA application_id = 1415673455; -- "Tavo": tells our files from other programs' files

-- A match and what it waits for. The body is JSON (bot/storage/codec.py); the other columns are what
-- queries ask for. Three indexes hold only rows that wait for something, so that asking costs
-- nothing for finished matches.
CREATE TABLE sessions (
    id TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL,
    status TEXT NOT NULL,
    format INTEGER NOT NULL,
    body TEXT NOT NULL,
    home_platform TEXT NOT NULL,
    home_space TEXT NOT NULL,
    home_chat TEXT NOT NULL,
    home_thread TEXT NOT NULL,
    created INTEGER NOT NULL,
    people TEXT NOT NULL DEFAULT '[]', -- JSON list of those whose rows are in seats
    unshown INTEGER NOT NULL, -- 1: some screen shows an older version
    thinking INTEGER NOT NULL, -- 1: a computer has to move
    due_at INTEGER -- when something happens without anybody pressing
) STRICT;
CREATE INDEX sessions_home ON sessions (home_platform, home_chat, home_thread);
CREATE INDEX sessions_unshown ON sessions (id) WHERE unshown = 1;
CREATE INDEX sessions_thinking ON sessions (id) WHERE thinking = 1;
CREATE INDEX sessions_due ON sessions (due_at, id) WHERE due_at IS NOT NULL;

-- The messages that show a match. `live` is 1 while the match is open or running.
CREATE TABLE screens (
    session TEXT NOT NULL REFERENCES sessions (id),
    number INTEGER NOT NULL,
    platform TEXT NOT NULL,
    space TEXT NOT NULL,
    chat TEXT NOT NULL,
    thread TEXT NOT NULL,
    kind TEXT NOT NULL,
    locale TEXT NOT NULL,
    live INTEGER NOT NULL,
    message TEXT,
    shown INTEGER NOT NULL,
    PRIMARY KEY (session, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX screens_room ON screens (platform, chat, thread, live);

-- Which people sit in which open or running match.
CREATE TABLE seats (
    player TEXT NOT NULL,
    session TEXT NOT NULL REFERENCES sessions (id),
    PRIMARY KEY (player, session)
) STRICT, WITHOUT ROWID;

-- The match a person finished last, of those offered in a room.
CREATE TABLE last_finished (
    platform TEXT NOT NULL,
    chat TEXT NOT NULL,
    thread TEXT NOT NULL,
    player TEXT NOT NULL,
    session TEXT NOT NULL REFERENCES sessions (id),
    PRIMARY KEY (platform, chat, thread, player)
) STRICT, WITHOUT ROWID;

-- People. A player's id outside is "p" and this number; numbers are never given twice.
CREATE TABLE players (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    platform TEXT NOT NULL,
    locale TEXT,
    met INTEGER NOT NULL -- when first seen
) STRICT;

CREATE TABLE accounts (
    platform TEXT NOT NULL,
    user TEXT NOT NULL,
    player INTEGER NOT NULL REFERENCES players (id),
    PRIMARY KEY (platform, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX accounts_player ON accounts (player, platform);

-- What finished matches meant for those who played them, one row a person and match.
CREATE TABLE results (
    session TEXT NOT NULL,
    player INTEGER NOT NULL REFERENCES players (id),
    game TEXT NOT NULL,
    ending TEXT NOT NULL,
    rated INTEGER NOT NULL,
    platform TEXT NOT NULL,
    space TEXT NOT NULL,
    chat TEXT NOT NULL,
    thread TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (session, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX results_room ON results (platform, chat, thread);

-- Sums of the results for each leaderboard, incremented in the transaction that adds the result and
-- kept in the order of ranks. `scope` and `period` are keys made by bot/storage/rankings/standings.py.
CREATE TABLE standings (
    game TEXT NOT NULL,
    scope TEXT NOT NULL,
    period TEXT NOT NULL,
    player INTEGER NOT NULL REFERENCES players (id),
    won INTEGER NOT NULL,
    drew INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    PRIMARY KEY (game, scope, period, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX standings_rank ON standings (game, scope, period, won DESC, lost, player, drew);

-- The log of web rooms: lines that were said, and screens. A screen has one entry.
CREATE TABLE web_log (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    platform TEXT NOT NULL,
    chat TEXT NOT NULL,
    thread TEXT NOT NULL,
    at INTEGER NOT NULL,
    player TEXT,
    said TEXT NOT NULL,
    session TEXT,
    screen INTEGER NOT NULL
) STRICT;
CREATE INDEX web_log_room ON web_log (platform, chat, thread, id);
CREATE UNIQUE INDEX web_log_screen ON web_log (session, screen) WHERE session IS NOT NULL;

CREATE TABLE web_rooms (
    platform TEXT NOT NULL,
    space TEXT NOT NULL,
    chat TEXT NOT NULL,
    thread TEXT NOT NULL,
    newest INTEGER NOT NULL, -- id of the last entry in its log
    PRIMARY KEY (platform, chat, thread)
) STRICT, WITHOUT ROWID;

-- Secrets the bot makes for itself, such as the key of the page's links.
CREATE TABLE secrets (
    name TEXT NOT NULL PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;
