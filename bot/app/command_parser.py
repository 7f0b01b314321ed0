"""Parse typed commands: `/play reversi club opening=balanced`, `challenge reversi @Bo`, `d3`.

Pure and tolerant: a leading slash and an `@botname` are dropped, case does not matter, options may
be `key=value` or, if the value is unambiguous (a game, a level, `rated`, `5+3`), the value alone.
Names are not resolved: an opponent is passed on as typed.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from bot.app.history import records
from bot.app.model.request import Verb
from bot.app.model.typography import plain
from core.errors import Reason, Refused
from core.match.create import FIRST
from core.registry import GAMES
from core.types import MatchId

LONGEST = 400
"""Maximum length of a command in characters."""

_TEAMS = {"2x2", "2v2", "2vs2", "2\N{MULTIPLICATION SIGN}2", "teams"}
_SHORT = {
    "m": Verb.MOVE,
    "accept": Verb.JOIN,
    "lb": Verb.LEADERBOARD,
    "begin": Verb.START,
    "start": Verb.HELP,
}
_ASKED = (Verb.DRAW, Verb.TAKEBACK, Verb.PAUSE, Verb.REMATCH)
_OF_PEOPLE = (Verb.BAR, Verb.UNBAR, Verb.BLOCK, Verb.UNBLOCK)
_OF_PAST = (Verb.REPLAY, Verb.RECORD, Verb.REVIEW, Verb.FROM)
_OF_GAMES = (Verb.CHALLENGE, Verb.PLAY, Verb.LEADERBOARD)
_MATCH = re.compile(r"[a-z2-7]{13}")
_CLOCK = re.compile(r"none|[0-9]+[smhd]|[0-9]+\+[0-9]+")


@dataclass(frozen=True, slots=True)
class ParsedCommand:
    """A parsed request. `session`: a match named by its id, as shown in histories."""

    verb: Verb
    arg: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    opponent: str | None = None
    session: MatchId | None = None


def read(text: str) -> ParsedCommand:
    """Parse a command line.

    Raises Refused: UNKNOWN_VERB, TOO_LONG, UNKNOWN_MATCH, and those of options.
    """
    first, *following = text.strip().removeprefix("/").split(None, 1) or [""]
    rest = following[0] if following else ""
    word = first.partition("@")[0].lower()
    if len(text) > (records.LONGEST if word == Verb.IMPORT else LONGEST):
        raise Refused(Reason.TOO_LONG)
    if word in _SHORT:
        verb = _SHORT[word]
    elif word in set(Verb):
        verb = Verb(word)
    else:
        raise Refused(Reason.UNKNOWN_VERB, verb=word[:20])
    if verb in _ASKED and rest.strip().lower() in (Verb.YES, Verb.NO):
        return ParsedCommand(Verb(rest.strip().lower()), verb)  # "draw no" must not accept a draw
    if verb in _OF_PEOPLE:
        return ParsedCommand(verb, opponent=rest.strip().removeprefix("@") or None)
    if verb in _OF_PAST:
        return _of_past(verb, plain(rest).split())
    if verb in (Verb.CHALLENGE, Verb.PLAY, Verb.DICE, Verb.LEADERBOARD, Verb.PROFILE):
        return _options(verb, plain(rest).split())
    if verb is Verb.HISTORY:
        return ParsedCommand(verb, rest.strip().lower().removeprefix("page").lstrip(" ="))
    return ParsedCommand(verb, rest.strip())


def looks_like_move(text: str) -> bool:
    """Return whether a bare line may be a move of some game."""
    if not text.strip() or len(text) > LONGEST:
        return False
    for game in GAMES.values():
        try:
            game.read_move(text)
        except Refused as refused:
            # Meant as a point, and worth an explanation.
            if refused.reason is not Reason.NO_LETTER_I:
                continue
        return True
    return False


def _of_past(verb: Verb, words: list[str]) -> ParsedCommand:
    """Parse a command about the match with this id, or the last one in the room."""
    named = None
    if words and _MATCH.fullmatch(words[0].lower()):
        named = MatchId(words.pop(0).lower())
    if verb is Verb.FROM:
        return replace(_options(verb, words), session=named)
    if words and verb is not Verb.REVIEW:  # reviews have pages
        raise Refused(Reason.UNKNOWN_MATCH)
    return ParsedCommand(verb, " ".join(words), session=named)


def _options(verb: Verb, words: list[str]) -> ParsedCommand:
    """Parse options; an unrecognized word is taken as the game unless there is one."""
    game, opponent = "", None
    options: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if equals:
            options[key.lower()] = value.lower()
        elif word.startswith("@"):
            if opponent is not None and verb is Verb.CHALLENGE:
                raise Refused(Reason.UNKNOWN_GAME, game=opponent[:20])
            opponent = word[1:]
        elif word.lower() in GAMES:
            game = word.lower()
        elif (named := _named(word.lower())) is not None:
            options.update(named)
        elif verb is Verb.FROM and word.isdecimal():
            game = word
        elif verb is Verb.LEADERBOARD and word.isdecimal():
            options["page"] = word
        elif verb is Verb.LEADERBOARD and word.lower() == "page":
            continue  # its number follows
        elif verb in (Verb.CHALLENGE, Verb.PROFILE) and opponent is None:
            opponent = word
        elif verb in _OF_GAMES and not game and word.isalpha():
            raise Refused(Reason.UNKNOWN_GAME, game=word[:20])
        else:
            raise Refused(Reason.UNKNOWN_OPTION, verb=verb, value=word[:20])
    return ParsedCommand(verb, game, options, opponent)


def _named(word: str) -> dict[str, str] | None:
    """Return an option recognized by its value alone."""
    if word in ("rated", "unrated", "casual"):
        return {"rated": "yes" if word == "rated" else "no"}
    if word == "hints":
        return {"hints": "yes"}
    if word in _TEAMS:
        return {"seats": "4"}
    if word in FIRST:
        return {"first": word}
    if any(word in game.levels for game in GAMES.values()):
        return {"level": word}
    for game in GAMES.values():
        for option in game.options:
            if word in option.values:
                return {option.key: word}
    if word in ("room", "space", "everywhere"):
        return {"scope": word}
    if word in ("always", "month", "week"):
        return {"period": word}
    return {"clock": word} if _CLOCK.fullmatch(word) else None
