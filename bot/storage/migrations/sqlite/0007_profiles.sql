-- What profiles and histories tell of a person.

-- The other side: a player's id, `level:` and a level for a computer, empty in teams and alone.
ALTER TABLE results ADD COLUMN against TEXT NOT NULL DEFAULT '';
CREATE INDEX results_player ON results (player, at DESC, session);

-- How matches came out against each other person and each level of the computer.
CREATE TABLE duels (
    player INTEGER NOT NULL REFERENCES players (id),
    game TEXT NOT NULL,
    against TEXT NOT NULL,
    won INTEGER NOT NULL,
    drew INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    PRIMARY KEY (player, game, against)
) STRICT, WITHOUT ROWID;

-- Matches between people that were won one after the other: now, and the longest ever.
CREATE TABLE streaks (
    player INTEGER NOT NULL REFERENCES players (id),
    game TEXT NOT NULL,
    running INTEGER NOT NULL,
    longest INTEGER NOT NULL,
    PRIMARY KEY (player, game)
) STRICT, WITHOUT ROWID;
