-- How strong people are thought to be (core/rating.py), and every match that had a part in it.

CREATE TABLE ratings (
    player INTEGER NOT NULL REFERENCES players (id),
    game TEXT NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    shown INTEGER NOT NULL, -- the number people see, which leaderboards are sorted by
    PRIMARY KEY (player, game)
) STRICT, WITHOUT ROWID;

-- Matches that were rated, in the order in which they were; `annulled` ones no longer count.
CREATE TABLE bouts (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    session TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    at INTEGER NOT NULL,
    annulled INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX bouts_game ON bouts (game, number);

-- What a bout did to each who took part: their side, its rank (1: first), the rating before and after.
CREATE TABLE rating_events (
    bout INTEGER NOT NULL REFERENCES bouts (number),
    player INTEGER NOT NULL REFERENCES players (id),
    side INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    mu_before REAL NOT NULL,
    sigma_before REAL NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    PRIMARY KEY (bout, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX rating_events_player ON rating_events (player, bout);

-- Who leads always is who is rated highest; within a month or a week, and among those without a
-- rating (0), who won most.
ALTER TABLE standings ADD COLUMN rating INTEGER NOT NULL DEFAULT 0;
DROP INDEX standings_rank;
CREATE INDEX standings_rank
    ON standings (game, scope, period, rating DESC, won DESC, lost, player, drew);
CREATE INDEX standings_player ON standings (player, game) WHERE period = 'always';
