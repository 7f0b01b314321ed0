-- Games that one person plays alone: their points, and what the leaderboards say of each person.

ALTER TABLE results ADD COLUMN points INTEGER; -- NULL between two sides, and where it was abandoned

-- One row for each leaderboard and person, brought up to date in the transaction that adds the
-- result. `scope` and `period` are keys made by bot/storage/rankings/standings.py. `latest` are the last
-- points, newest last, at most so many as make the mean; who has finished no game has neither best
-- nor mean and no rank.
CREATE TABLE scores (
    game TEXT NOT NULL,
    scope TEXT NOT NULL,
    period TEXT NOT NULL,
    player INTEGER NOT NULL REFERENCES players (id),
    best INTEGER,
    mean REAL,
    latest TEXT NOT NULL, -- JSON list
    games INTEGER NOT NULL,
    won INTEGER NOT NULL,
    abandoned INTEGER NOT NULL,
    PRIMARY KEY (game, scope, period, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX scores_rank ON scores (game, scope, period, best DESC, mean DESC, player)
    WHERE best IS NOT NULL;
