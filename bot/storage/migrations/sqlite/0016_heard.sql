-- Up to which offer each listener of a room has been told, by when that was made: a bot that dies
-- right after an offer tells them of it when it is back. Offers older than this are nothing new.
ALTER TABLE listeners ADD COLUMN heard INTEGER NOT NULL DEFAULT 0;
UPDATE listeners SET heard = 1000 * CAST(strftime('%s', 'now') AS INTEGER);
