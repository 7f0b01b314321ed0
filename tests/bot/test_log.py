"""Log lines: their two forms, and that no secret gets through."""

import io
import json
import logging
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import log

TOKEN = "123456789:AAbbCCddEEffGGhhIIjjKKllMMnnOOpp_-Q"


@pytest.fixture(autouse=True)
def _put_back() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    logging.captureWarnings(False)


def written(form: str, secrets: tuple[str, ...] = (), level: str = "info") -> io.StringIO:
    stream = io.StringIO()
    log.set_up(level, form, secrets, stream)
    return stream


def test_a_line_of_text() -> None:
    stream = written("text")
    logging.getLogger("bot.app.service").warning("saved %s times", 2)
    at, rest = stream.getvalue().split(" ", 1)
    assert len(at) == len("2026-03-01T12:00:00.000Z")
    assert rest == "WARNING bot.app.service saved 2 times\n"


def test_a_line_about_a_match_names_session_and_turn() -> None:
    stream = written("text")
    logger = logging.getLogger("bot")
    logger.info("moved", extra={"session": "abcdefghijklm", "turn": 12})
    logger.info("opened", extra={"session": "abcdefghijklm", "turn": 0})
    logger.info("seen", extra={"session": "abcdefghijklm"})
    first, second, third = stream.getvalue().splitlines()
    assert first.endswith(" INFO bot [abcdefghijklm 12] moved")
    assert second.endswith(" INFO bot [abcdefghijklm 0] opened")
    assert third.endswith(" INFO bot [abcdefghijklm] seen")


def test_json_is_one_object_a_line() -> None:
    stream = written("json")
    logger = logging.getLogger("bot.x")
    logger.info("moved\nfar", extra={"session": "abc", "turn": 3})
    logger.error("plain")
    moved, plain = map(json.loads, stream.getvalue().splitlines())
    assert moved.pop("at").endswith("Z")
    assert moved == {
        "level": "info",
        "logger": "bot.x",
        "message": "moved\nfar",
        "session": "abc",
        "turn": 3,
    }
    assert set(plain) == {"at", "level", "logger", "message"}


@pytest.mark.parametrize("form", ["text", "json"])
def test_tracebacks_are_kept_without_their_secrets(form: str) -> None:
    stream = written(form, (TOKEN,))
    try:
        raise OSError(f"cannot reach https://api.telegram.org/bot{TOKEN}/getMe")
    except OSError:
        logging.getLogger("bot").exception("failed with %s", TOKEN)
    text = stream.getvalue()
    assert TOKEN not in text
    assert "Traceback" in text
    assert "https://api.telegram.org/bot***/getMe" in text
    assert "failed with ***" in text


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize(
    "line",
    [
        f"https://api.telegram.org/bot{TOKEN}/getMe",
        f"https://api.telegram.org/bot{quote(TOKEN, safe='')}/getMe",
        "GET /enter/hunter2-_hunter2 HTTP/1.1",
        "Bot " + "M" * 24 + ".hunter." + "x" * 38,
    ],
)
def test_what_looks_like_a_secret_is_hidden_untold(form: str, line: str) -> None:
    stream = written(form)
    logging.getLogger("aiohttp").warning(line)
    text = stream.getvalue()
    assert "***" in text
    assert "hunter" not in text
    assert "AAbbCC" not in text


@given(st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=4), st.text())
def test_no_secret_gets_through(secret: str, around: str) -> None:
    redactor = log.Redactor([secret])
    for form in (secret, quote(secret, safe="")):
        cleaned = redactor.clean(f"{around} {form} {around}")
        assert form not in cleaned.replace(log.HIDDEN, "") or form in around


@given(st.text(alphabet=st.characters(exclude_characters="/:%.-")))
def test_ordinary_text_is_left_alone(text: str) -> None:
    assert log.Redactor(["a-secret"]).clean(text) == text


def test_levels() -> None:
    stream = written("text", level="warning")
    logging.getLogger("bot").info("quiet")
    logging.getLogger("bot").warning("loud")
    assert "quiet" not in stream.getvalue()
    assert "loud" in stream.getvalue()


def test_what_libraries_say_at_each_request_is_left_out() -> None:
    stream = written("text", level="debug")
    logging.getLogger("httpx").info("HTTP Request: POST https://example.org")
    assert stream.getvalue() == ""


def test_setting_up_twice_writes_once() -> None:
    written("text")
    stream = written("text")
    logging.getLogger("bot").info("once")
    assert stream.getvalue().count("once") == 1


@pytest.mark.parametrize("form", ["text", "json"])
def test_text_from_outside_forges_no_line(form: str) -> None:
    forged = "2026-03-01T12:00:00.000Z INFO bot all is well"
    stream = written(form)
    for between in ("\n", "\r", "\x0b", "\x85", "\u2028", "\u2029"):
        logging.getLogger("bot").warning("unknown field %s", f"x{between}{forged}")
        try:
            raise ValueError(f"x{between}{forged}")
        except ValueError:
            logging.getLogger("bot").exception("failed")
    for line in stream.getvalue().splitlines():
        assert not line.startswith(forged)
    logging.getLogger("bot").warning("red \x1b[31m, back \u202e, half \ud83d")
    last = stream.getvalue().splitlines()[-1]
    assert last.isprintable()
    last.encode()
    assert "\\u202e" in last
