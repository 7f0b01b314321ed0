-- How many stand where on a leaderboard, so that no page has to count those above it. A tier is what
-- a board is sorted by first: always the rating, within a month or a week, and below all who have a
-- rating, the wins; of games played alone the best. Triggers keep it in step.

ALTER TABLE standings ADD COLUMN tier INTEGER
    GENERATED ALWAYS AS (iif(rating, rating, won - 1000000)) VIRTUAL;
DROP INDEX standings_rank;
CREATE INDEX standings_rank
    ON standings (game, scope, period, tier DESC, won DESC, lost, player, drew, rating);

CREATE TABLE tiers (
    board TEXT NOT NULL, -- the table that is counted: standings or scores
    game TEXT NOT NULL,
    scope TEXT NOT NULL,
    period TEXT NOT NULL,
    tier INTEGER NOT NULL,
    people INTEGER NOT NULL,
    PRIMARY KEY (board, game, scope, period, tier)
) STRICT, WITHOUT ROWID;

INSERT INTO tiers
    SELECT 'standings', game, scope, period, tier, count(*) FROM standings GROUP BY 2, 3, 4, 5;
INSERT INTO tiers
    SELECT 'scores', game, scope, period, best, count(*) FROM scores WHERE best IS NOT NULL
    GROUP BY 2, 3, 4, 5;

CREATE TRIGGER standings_added AFTER INSERT ON standings BEGIN
    INSERT INTO tiers VALUES ('standings', new.game, new.scope, new.period, new.tier, 1)
        ON CONFLICT DO UPDATE SET people = people + 1;
END;
CREATE TRIGGER standings_moved AFTER UPDATE ON standings WHEN old.tier <> new.tier BEGIN
    UPDATE tiers SET people = people - 1 WHERE board = 'standings' AND game = old.game
        AND scope = old.scope AND period = old.period AND tier = old.tier;
    INSERT INTO tiers VALUES ('standings', new.game, new.scope, new.period, new.tier, 1)
        ON CONFLICT DO UPDATE SET people = people + 1;
END;
CREATE TRIGGER standings_removed AFTER DELETE ON standings BEGIN
    UPDATE tiers SET people = people - 1 WHERE board = 'standings' AND game = old.game
        AND scope = old.scope AND period = old.period AND tier = old.tier;
END;

CREATE TRIGGER scores_added AFTER INSERT ON scores WHEN new.best IS NOT NULL BEGIN
    INSERT INTO tiers VALUES ('scores', new.game, new.scope, new.period, new.best, 1)
        ON CONFLICT DO UPDATE SET people = people + 1;
END;
CREATE TRIGGER scores_moved AFTER UPDATE ON scores WHEN old.best IS NOT new.best BEGIN
    UPDATE tiers SET people = people - 1 WHERE board = 'scores' AND game = old.game
        AND scope = old.scope AND period = old.period AND tier = old.best;
    INSERT INTO tiers SELECT 'scores', new.game, new.scope, new.period, new.best, 1
        WHERE new.best IS NOT NULL ON CONFLICT DO UPDATE SET people = people + 1;
END;
CREATE TRIGGER scores_removed AFTER DELETE ON scores WHEN old.best IS NOT NULL BEGIN
    UPDATE tiers SET people = people - 1 WHERE board = 'scores' AND game = old.game
        AND scope = old.scope AND period = old.period AND tier = old.best;
END;
