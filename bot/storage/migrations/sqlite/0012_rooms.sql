-- What rooms say (bot/app/model/room_settings.py): one row for each setting that somebody chose. The room is a
-- channel or topic, or the whole it belongs to: a group, or a server, which is a room without a chat.
CREATE TABLE room_settings (
    platform TEXT NOT NULL,
    space TEXT NOT NULL,
    chat TEXT NOT NULL,
    thread TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (platform, space, chat, thread, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX room_settings_key ON room_settings (key, platform, space, chat, thread);

-- Who may not play in a whole such as those above; where all of it is empty, nowhere.
CREATE TABLE bars (
    player INTEGER NOT NULL REFERENCES players (id),
    platform TEXT NOT NULL,
    space TEXT NOT NULL,
    chat TEXT NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (player, platform, space, chat)
) STRICT, WITHOUT ROWID;
CREATE INDEX bars_house ON bars (platform, space, chat, since);

-- Who wants to hear of it when somebody offers a match in a room.
CREATE TABLE listeners (
    platform TEXT NOT NULL,
    space TEXT NOT NULL,
    chat TEXT NOT NULL,
    thread TEXT NOT NULL,
    player INTEGER NOT NULL REFERENCES players (id),
    PRIMARY KEY (platform, space, chat, thread, player)
) STRICT, WITHOUT ROWID;
