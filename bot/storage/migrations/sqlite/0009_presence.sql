-- Who is no longer where, and when the bot could not be reached at all (bot/app/presence/tracker.py).

-- People who left a server or group, were barred there, or blocked the bot in their private chat.
-- `place` is the server or group, or the chat where there is none.
CREATE TABLE absent (
    player INTEGER NOT NULL REFERENCES players (id),
    platform TEXT NOT NULL,
    place TEXT NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (player, platform, place)
) STRICT, WITHOUT ROWID;

-- Where the bot was removed. `kind` says whether `place` is a whole server or group, or one chat.
CREATE TABLE closed (
    platform TEXT NOT NULL,
    kind TEXT NOT NULL, -- space or chat
    place TEXT NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (platform, kind, place)
) STRICT, WITHOUT ROWID;

-- When the bot was seen running last, and the times it was down that matches were not credited for.
CREATE TABLE alive (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
) STRICT;
CREATE TABLE outages (
    ended INTEGER PRIMARY KEY,
    began INTEGER NOT NULL
) STRICT;

-- Open and running matches of a server, whatever the channel.
CREATE INDEX screens_space ON screens (platform, space) WHERE live = 1;

-- Running matches without a clock wait for something too now: two days until somebody is told that
-- they keep the others waiting, 29 where there is nobody to wait but a computer.
UPDATE sessions SET due_at = json_extract(body, '$.since') + 86400000 * iif(
    EXISTS (SELECT 1 FROM json_each(body, '$.seats') WHERE json_extract(value, '$.level') IS NOT NULL),
    29, 2)
    WHERE status = 'playing' AND due_at IS NULL AND json_array_length(body, '$.seats') > 1;

-- Whoever is no longer there does not stand on its leaderboards: without a tier a row has no rank and
-- is on no page. It stays, for they may come back.
DROP TRIGGER standings_added;
DROP TRIGGER standings_moved;
DROP TRIGGER standings_removed;
DROP INDEX standings_rank;
ALTER TABLE standings DROP COLUMN tier;
ALTER TABLE standings ADD COLUMN away INTEGER NOT NULL DEFAULT 0;
ALTER TABLE standings ADD COLUMN tier INTEGER
    GENERATED ALWAYS AS (iif(away, NULL, iif(rating, rating, won - 1000000))) VIRTUAL;
CREATE INDEX standings_rank
    ON standings (game, scope, period, tier DESC, won DESC, lost, player, drew, rating, away);

CREATE TRIGGER standings_added AFTER INSERT ON standings WHEN new.tier IS NOT NULL BEGIN
    INSERT INTO tiers VALUES ('standings', new.game, new.scope, new.period, new.tier, 1)
        ON CONFLICT DO UPDATE SET people = people + 1;
END;
CREATE TRIGGER standings_moved AFTER UPDATE ON standings WHEN old.tier IS NOT new.tier BEGIN
    UPDATE tiers SET people = people - 1 WHERE board = 'standings' AND game = old.game
        AND scope = old.scope AND period = old.period AND tier = old.tier;
    INSERT INTO tiers SELECT 'standings', new.game, new.scope, new.period, new.tier, 1
        WHERE new.tier IS NOT NULL ON CONFLICT DO UPDATE SET people = people + 1;
END;
CREATE TRIGGER standings_removed AFTER DELETE ON standings WHEN old.tier IS NOT NULL BEGIN
    UPDATE tiers SET people = people - 1 WHERE board = 'standings' AND game = old.game
        AND scope = old.scope AND period = old.period AND tier = old.tier;
END;

DROP TRIGGER scores_added;
DROP TRIGGER scores_moved;
DROP TRIGGER scores_removed;
DROP INDEX scores_rank;
ALTER TABLE scores ADD COLUMN away INTEGER NOT NULL DEFAULT 0;
ALTER TABLE scores ADD COLUMN tier INTEGER GENERATED ALWAYS AS (iif(away, NULL, best)) VIRTUAL;
CREATE INDEX scores_rank ON scores (game, scope, period, tier DESC, mean DESC, player)
    WHERE tier IS NOT NULL;

CREATE TRIGGER scores_added AFTER INSERT ON scores WHEN new.tier IS NOT NULL BEGIN
    INSERT INTO tiers VALUES ('scores', new.game, new.scope, new.period, new.tier, 1)
        ON CONFLICT DO UPDATE SET people = people + 1;
END;
CREATE TRIGGER scores_moved AFTER UPDATE ON scores WHEN old.tier IS NOT new.tier BEGIN
    UPDATE tiers SET people = people - 1 WHERE board = 'scores' AND game = old.game
        AND scope = old.scope AND period = old.period AND tier = old.tier;
    INSERT INTO tiers SELECT 'scores', new.game, new.scope, new.period, new.tier, 1
        WHERE new.tier IS NOT NULL ON CONFLICT DO UPDATE SET people = people + 1;
END;
CREATE TRIGGER scores_removed AFTER DELETE ON scores WHEN old.tier IS NOT NULL BEGIN
    UPDATE tiers SET people = people - 1 WHERE board = 'scores' AND game = old.game
        AND scope = old.scope AND period = old.period AND tier = old.tier;
END;
