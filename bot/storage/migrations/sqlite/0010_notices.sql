-- What people are to be told and have been. A match whose mover may have to be told is untold.
ALTER TABLE sessions ADD COLUMN untold INTEGER NOT NULL DEFAULT 0;
UPDATE sessions SET untold = 1 WHERE status = 'playing';
CREATE INDEX sessions_untold ON sessions (id) WHERE untold = 1;

-- How far somebody has been told that a match waits for them, and when the next step is due.
CREATE TABLE told (
    player TEXT NOT NULL,
    session TEXT NOT NULL REFERENCES sessions (id),
    turn INTEGER NOT NULL,
    step INTEGER NOT NULL,
    next_at INTEGER,
    PRIMARY KEY (player, session)
) STRICT, WITHOUT ROWID;
CREATE INDEX told_next ON told (next_at, player) WHERE next_at IS NOT NULL;

-- The notices that stand in rooms. Without a message: to be posted; `former`: to be withdrawn.
CREATE TABLE notices (
    player TEXT NOT NULL,
    kind TEXT NOT NULL,
    platform TEXT NOT NULL,
    space TEXT NOT NULL,
    chat TEXT NOT NULL,
    thread TEXT NOT NULL,
    at INTEGER NOT NULL,
    arg TEXT NOT NULL,
    boards TEXT NOT NULL, -- JSON list of matches
    message TEXT,
    former TEXT,
    PRIMARY KEY (player, kind, platform, chat, thread)
) STRICT, WITHOUT ROWID;
CREATE INDEX notices_unsent ON notices (player) WHERE message IS NULL OR former IS NOT NULL;

-- What somebody shall be told at an instant. Without a platform: privately.
CREATE TABLE asks (
    player TEXT NOT NULL,
    kind TEXT NOT NULL,
    arg TEXT NOT NULL,
    at INTEGER NOT NULL,
    platform TEXT NOT NULL,
    space TEXT NOT NULL,
    chat TEXT NOT NULL,
    thread TEXT NOT NULL,
    PRIMARY KEY (player, kind, arg)
) STRICT, WITHOUT ROWID;
CREATE INDEX asks_at ON asks (at, player);

-- Where somebody last acted in a match that goes on.
CREATE TABLE places (
    player TEXT NOT NULL,
    session TEXT NOT NULL REFERENCES sessions (id),
    platform TEXT NOT NULL,
    space TEXT NOT NULL,
    chat TEXT NOT NULL,
    thread TEXT NOT NULL,
    PRIMARY KEY (player, session)
) STRICT, WITHOUT ROWID;

-- Who cannot be written to privately on a platform, and was told so.
CREATE TABLE shut (
    player TEXT NOT NULL,
    platform TEXT NOT NULL,
    PRIMARY KEY (player, platform)
) STRICT, WITHOUT ROWID;
