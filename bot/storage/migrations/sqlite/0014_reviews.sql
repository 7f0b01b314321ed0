-- What an adviser makes of matches that are over (core/review.py), as JSON with a format number. It
-- can be made anew at any time: a row that this release cannot read counts as none.
CREATE TABLE reviews (
    match TEXT PRIMARY KEY REFERENCES sessions (id),
    format INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT, WITHOUT ROWID;
