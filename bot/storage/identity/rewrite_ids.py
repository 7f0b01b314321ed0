"""Find the stored matches and contests that name a player, and replace the id.

Bodies are edited as JSON, whatever their format number, so no move is replayed. They contain
players as ids only, under the keys `PEOPLE`; a Pente move can look like such an id (`p7`), so no
other value is ever replaced.
"""

import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from bot.app.ports.store import UnreadableMatch
from core.contest import ContestKind
from core.day import table_of
from core.types import COMPUTER, MatchId, PlayerId

log = logging.getLogger(__name__)

PEOPLE = ("player", "host", "invited")
"""The fields of a stored match or contest that hold a player's id."""


@dataclass(slots=True)
class StoredDocument:
    """A match as JSON, with its contest if it is the table of one. Edited in place."""

    body: dict[str, Any]
    contest: dict[str, Any] | None

    @property
    def seated(self) -> set[PlayerId]:
        """Return who sits or takes part; for a contest that has not begun, its host."""
        seats = [who["player"] for who in self.body["seats"] if who is not None]
        if self.contest is not None:
            seats += [entry["who"]["player"] for entry in self.contest.get("entries", ())]
            seats += [] if self.contest.get("begun") else [self.contest["host"]]
        return set(seats) - {COMPUTER}

    @property
    def people(self) -> set[PlayerId]:
        """Return every player named."""
        found = set(_named(self.body)) | set(_named(self.contest or {}))
        return found - {COMPUTER}

    @property
    def belongs_to(self) -> MatchId | None:
        """Return the contest whose throws the match uses."""
        chance = self.body["setup"].get("chance")
        own = chance is None or chance["label"] == self.body["id"]
        return None if own else table_of(chance["label"])

    @property
    def is_of_a_day(self) -> bool:
        """Return whether this is a daily contest, with or without entries so far."""
        return self.contest is not None and self.contest["kind"] == ContestKind.DAILY

    @property
    def is_over(self) -> bool:
        return self.body["status"] in ("finished", "aborted")

    def relabel(self, old: PlayerId, new: PlayerId) -> None:
        """Replace every mention of one player by the other."""
        _replace(self.body, old, new)
        _replace(self.contest or {}, old, new)

    def leave_nothing_open(self) -> None:
        """Drop offers made after the end."""
        if self.is_over:
            self.body.pop("offers", None)
            self.body.pop("declined", None)

    def texts(self) -> tuple[str, str | None]:
        """Return body and contest as stored."""
        contest = None if self.contest is None else _encode(self.contest)
        return _encode(self.body), contest


def naming(
    player: PlayerId, rows: Iterable[tuple[str, str, str | None]]
) -> dict[MatchId, StoredDocument]:
    """Return the documents that name this player, from rows of id, body and contest.

    A damaged row is logged and left alone: it must not keep a player from leaving.
    """
    documents: dict[MatchId, StoredDocument] = {}
    for id, body, contest in rows:
        try:
            document = written(body, contest)
            _ = document.seated, document.belongs_to, document.is_of_a_day, document.is_over
            if player in document.people:
                documents[MatchId(id)] = document
        except (UnreadableMatch, LookupError, TypeError, AttributeError, ValueError) as fault:
            log.warning("match %s cannot be read: %s", id, fault)
    return documents


def written(body: str, contest: str | None) -> StoredDocument:
    """Return the document of a session's columns. Raises UnreadableMatch where it is damaged."""
    return StoredDocument(_decode(body), None if contest is None else _decode(contest))


def _decode(text: str) -> dict[str, Any]:
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.MsgspecError, ValueError) as fault:
        raise UnreadableMatch(f"stored JSON is damaged: {fault}") from fault


def _encode(value: dict[str, Any]) -> str:
    return msgspec.json.encode(value).decode()


def _named(value: object) -> Iterator[PlayerId]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in PEOPLE and isinstance(inner, str):
                yield PlayerId(inner)
            yield from _named(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _named(inner)


def _replace(value: object, old: PlayerId, new: PlayerId) -> None:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in PEOPLE and inner == old:
                value[key] = new
            _replace(inner, old, new)
    elif isinstance(value, list):
        for inner in value:
            _replace(inner, old, new)
