-- A contest is kept as the session of its table: a match that nobody sits at (core/contest.py), with
-- the contest itself beside it as JSON. Its entries are sessions of their own.
ALTER TABLE sessions ADD COLUMN contest TEXT;
