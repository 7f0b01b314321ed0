-- Codes that lead from elsewhere to a match (bot/app/matches/invite_codes.py); one a match, made when asked for.
CREATE TABLE codes (
    code TEXT NOT NULL PRIMARY KEY,
    session TEXT NOT NULL UNIQUE REFERENCES sessions (id)
) STRICT, WITHOUT ROWID;
