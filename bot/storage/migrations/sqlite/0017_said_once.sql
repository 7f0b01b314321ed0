-- A line of chat is stored with the request it was said by, so that one whose answer was lost is
-- not stored twice. The id is a digest: it names no account.
ALTER TABLE web_log ADD COLUMN request TEXT;
CREATE UNIQUE INDEX web_log_request ON web_log (request) WHERE request IS NOT NULL;
