-- What people prefer (bot/app/people/settings_card.py): one row for each setting that somebody chose. Their
-- language is not here but in players.locale, where every question about a person reads it.
CREATE TABLE settings (
    player INTEGER NOT NULL REFERENCES players (id),
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (player, key)
) STRICT, WITHOUT ROWID;
