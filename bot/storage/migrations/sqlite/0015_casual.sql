-- Casual matches are on no leaderboard of a server, a group or of everywhere any more, and streaks
-- are of rated matches: what is agreed to count for nothing can be won at will. A room that belongs
-- to no server or group goes on counting them. Keys are as bot/storage/rankings/standings.py makes them; the
-- ISO week of a day is that of its week's Thursday.

WITH casual AS (
    SELECT game, player, ending, platform, space, chat, thread, date(at / 1000, 'unixepoch') AS day,
        date(at / 1000, 'unixepoch', '-3 days', 'weekday 4') AS thursday
    FROM results WHERE NOT rated AND points IS NULL AND ending <> 'abandoned'
        AND against NOT LIKE 'level:%'
),
scoped AS (
    SELECT casual.*, json_array('everywhere') AS scope FROM casual
    UNION ALL SELECT casual.*, json_array('space', platform, space) FROM casual WHERE space <> ''
    UNION ALL SELECT casual.*, json_array('room', platform, chat, thread) FROM casual
        WHERE space <> ''
),
counted AS (
    SELECT scoped.*, 'always' AS period FROM scoped
    UNION ALL SELECT scoped.*, strftime('%Y-%m', day) FROM scoped
    UNION ALL SELECT scoped.*, printf('%s-W%02d', strftime('%Y', thursday),
        (strftime('%j', thursday) - 1) / 7 + 1) FROM scoped
),
sums AS (
    SELECT game, scope, period, player, sum(ending = 'won') AS won, sum(ending = 'drew') AS drew,
        sum(ending = 'lost') AS lost
    FROM counted GROUP BY game, scope, period, player
)
UPDATE standings SET won = standings.won - sums.won, drew = standings.drew - sums.drew,
    lost = standings.lost - sums.lost
    FROM sums WHERE standings.game = sums.game AND standings.scope = sums.scope
        AND standings.period = sums.period AND standings.player = sums.player;
DELETE FROM standings WHERE won + drew + lost = 0;

-- A stretch is what was won after one match that was not.
DELETE FROM streaks;
WITH stretched AS (
    SELECT player, game, ending = 'won' AS won,
        sum(ending <> 'won') OVER (PARTITION BY player, game ORDER BY at, session) AS stretch
    FROM results WHERE rated AND against <> '' AND against NOT LIKE 'level:%'
),
runs AS (SELECT player, game, stretch, sum(won) AS won FROM stretched GROUP BY 1, 2, 3),
running AS (SELECT player, game, won, max(stretch) FROM runs GROUP BY 1, 2),
longest AS (SELECT player, game, max(won) AS won FROM runs GROUP BY 1, 2)
INSERT INTO streaks (player, game, running, longest)
    SELECT player, game, running.won, longest.won FROM running JOIN longest USING (player, game);
