-- The daily dice. A day itself is kept as a contest (`sessions`), under an id that tells its date.

-- Who entered a day, once each; player 0 is the computer that takes part. `over` says that nothing
-- is left to be played, `total` is NULL where it was not played to its end. `ranked` is 0 for guests
-- of the page, who are in no table.
CREATE TABLE day_entries (
    player INTEGER NOT NULL,
    day INTEGER NOT NULL, -- days since 1970
    session TEXT NOT NULL UNIQUE,
    ranked INTEGER NOT NULL,
    over INTEGER NOT NULL DEFAULT 0,
    total INTEGER,
    PRIMARY KEY (player, day)
) STRICT, WITHOUT ROWID;
CREATE INDEX day_entries_day ON day_entries (day, over);

-- In which tables an entry stands: that of each room where it was asked for, of its server or group,
-- and of everywhere. `scope` is a key made by bot/storage/rankings/standings.py. The total comes here in the
-- transaction of the last choice.
CREATE TABLE day_places (
    day INTEGER NOT NULL,
    scope TEXT NOT NULL,
    player INTEGER NOT NULL,
    total INTEGER,
    PRIMARY KEY (day, scope, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX day_places_rank ON day_places (day, scope, total DESC, player)
    WHERE total IS NOT NULL;
CREATE INDEX day_places_player ON day_places (player, day);

-- What days that have closed come to, by table and person. They are added when the day closes, for
-- before that a better mean would tell a total to who can still use it.
CREATE TABLE day_records (
    scope TEXT NOT NULL,
    player INTEGER NOT NULL,
    days INTEGER NOT NULL,
    points INTEGER NOT NULL, -- of all days together
    best INTEGER NOT NULL,
    streak INTEGER NOT NULL, -- days in a row up to `last`
    longest INTEGER NOT NULL,
    last INTEGER NOT NULL, -- the last day of theirs
    PRIMARY KEY (scope, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX day_records_rank ON day_records (scope, best DESC, player);

-- Days that have closed: their key may be told, and they are counted above.
CREATE TABLE days_closed (day INTEGER PRIMARY KEY) STRICT;
