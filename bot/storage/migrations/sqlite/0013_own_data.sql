-- One's own data: accounts joined into one person, people kept away, what is wiped after a deletion.

-- What somebody is called where they have another account than `platform` says: JSON, platform to
-- name; empty where there is none.
ALTER TABLE players ADD COLUMN also TEXT NOT NULL DEFAULT '';

-- A code that one account has asked for and another may type. `other` is who did, `agreed` says that
-- they meant it.
CREATE TABLE links (
    code TEXT NOT NULL PRIMARY KEY,
    player INTEGER NOT NULL UNIQUE REFERENCES players (id),
    made INTEGER NOT NULL,
    other INTEGER REFERENCES players (id),
    agreed INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- Whom somebody wants no challenges from.
CREATE TABLE blocks (
    player INTEGER NOT NULL REFERENCES players (id),
    other INTEGER NOT NULL REFERENCES players (id),
    at INTEGER NOT NULL,
    PRIMARY KEY (player, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX blocks_other ON blocks (other);

-- Private chats whose id does not follow from that of the account.
CREATE TABLE own_rooms (
    platform TEXT NOT NULL,
    chat TEXT NOT NULL,
    player INTEGER NOT NULL REFERENCES players (id),
    PRIMARY KEY (platform, chat)
) STRICT, WITHOUT ROWID;
CREATE INDEX own_rooms_player ON own_rooms (player);

-- While there is a row, what was deleted may still stand in unused corners of the file.
CREATE TABLE wipes (
    asked INTEGER PRIMARY KEY -- when
) STRICT;

-- What somebody has offered that is open or came to nothing: too much of it is refused.
CREATE INDEX sessions_offered ON sessions (json_extract(body, '$.host'), created)
    WHERE status IN ('open', 'aborted');
