"""Export and delete a player's own data.

Owns the confirmations before a deletion and its order: matches and offers are given up by the
rules, then one transaction erases the player's identity. If the bot is killed between the two, the
matches are over and nothing else has changed; asking again completes the deletion.
"""

import logging
from contextlib import suppress

from bot.app.commit import MatchWriter
from bot.app.lifecycle import CommandDispatcher
from bot.app.model.button_token import command_token
from bot.app.model.card import Button, Buttons, Card, Style
from bot.app.model.player import Player
from bot.app.model.request import Reply, Request, Verb
from bot.app.model.room import Room
from bot.app.model.session import Session
from bot.app.people import data_export
from bot.app.ports.store import Store, VersionConflict
from bot.app.ports.system import Now
from bot.app.presentation import match_text
from bot.app.presentation.presenter import Presenter
from bot.app.session_cache import SessionCache
from bot.app.subscriptions import Subscriptions
from bot.text import games
from bot.text.catalog import Texts, texts
from core.errors import Refused
from core.match.clock import MINUTE
from core.types import MatchId, Millis, PlayerId

log = logging.getLogger(__name__)

ASKED_FOR = 2 * MINUTE
"""Milliseconds for which each confirmation of a deletion may be answered."""

TRIES = 5
"""Retries after a match was started during the deletion."""

SHOWN = 10
"""Maximum number of running matches listed before they are given up."""

FIRST, SECOND, NO = "yes", "sure", "no"
"""Arguments of `delete`: the two confirmations, and the refusal."""


class PersonalDataHandlers:
    """Handle `export` and `delete`."""

    def __init__(
        self,
        store: Store,
        sessions: SessionCache,
        presenter: Presenter,
        now: Now,
        dispatcher: CommandDispatcher,
        writer: MatchWriter,
        events: Subscriptions,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._presenter = presenter
        self._now = now
        self._dispatcher = dispatcher
        self._writer = writer
        self._events = events
        # The expected answer and when it was requested.
        self._asked: dict[PlayerId, tuple[str, Millis]] = {}

    async def export(self, request: Request, player: Player, locale: str) -> Reply:
        """Return the asker's data as a file, visible to them alone."""
        del request
        file = await data_export.file(self._store, self._sessions, player, self._now())
        text = texts(locale).t(
            "Everything I keep about you. Times are milliseconds since 1970 (UTC); other people"
            " are numbers."
        )
        return Reply(card=Card(text, files=(file,)))

    async def delete(self, request: Request, player: Player, locale: str) -> Reply:
        """Ask twice, then delete. An unexpected answer starts over."""
        language, answer = texts(locale), request.arg.strip().lower()
        if answer == NO:
            self._asked.pop(player.id, None)
            return Reply(language.t("Nothing was deleted."))
        waited_for, since = self._asked.get(player.id, ("", Millis(0)))
        if answer != waited_for or not answer or self._now() >= since + ASKED_FOR:
            self._wait(player.id, FIRST)
            return Reply(card=await self._first(language, player, request.room))
        if answer == FIRST:
            self._wait(player.id, SECOND)
            return Reply(card=_second(language))
        del self._asked[player.id]
        await self._leave(request, player.id)
        return Reply(
            language.t(
                "Everything about you has been deleted. If you write to me again, you're a new"
                " player."
            )
        )

    def _wait(self, player: PlayerId, answer: str) -> None:
        now = self._now()
        self._asked = {id: asked for id, asked in self._asked.items() if now < asked[1] + ASKED_FOR}
        self._asked[player] = (answer, now)

    async def _first(self, language: Texts, player: Player, room: Room) -> Card:
        lines = [
            language.t(
                "This deletes your name, accounts, settings, results, ratings and what you wrote"
                " in web rooms. Opponents keep their matches against “a player who left”."
                " Messages already in chats stay there."
            )
        ]
        live = self._sessions.readable(await self._live(player.id))
        running = [await self._line(language, session, room) async for session in live]
        if running:
            lines.append(
                language.n(
                    "You give up {count} match or challenge:",
                    "You give up {count} matches and challenges:",
                    len(running),
                )
            )
            lines += [f"– {line}" for line in running[:SHOWN]]
            lines += ["…"] if len(running) > SHOWN else []
        return Card(
            "\n".join(lines), rows=_answers(language, language.t("Delete everything"), FIRST)
        )

    async def _live(self, player: PlayerId) -> list[MatchId]:
        return list(await self._store.belongings.live(player))

    async def _line(self, language: Texts, session: Session, room: Room) -> str:
        """Return `Reversi · Ann and Bo`."""
        cast = await self._presenter.cast_in(language, session.match, room)
        names = [each for each in cast.seats if each] or [cast.host]
        named = games.game_name(language, session.match.game)
        return f"{named} · {match_text.together(language, names)}"

    async def _leave(self, request: Request, player: PlayerId) -> None:
        rooms = [request.room] if request.private else []
        rooms += [request.to] if request.to is not None else []
        ended: set[MatchId] = set()
        for left in reversed(range(TRIES)):
            for id in await self._live(player):
                with suppress(Refused):  # it may have ended by itself, or belong to a day
                    await self._dispatcher.give_up(id, player)
                    ended.add(id)
            try:
                changed = await self._store.belongings.leave(player, rooms, ended)
                break
            except VersionConflict:
                if not left:
                    raise
        for id in changed:
            self._sessions.forget(id)
        log.info("a player deleted their data")
        self._events.player_changed(player, None)
        async for session in self._sessions.readable(sorted(ended & changed)):
            self._writer.publish(session)


def _second(language: Texts) -> Card:
    text = language.t("This can't be undone. Delete everything?")
    return Card(text, rows=_answers(language, language.t("Yes, delete everything"), SECOND))


def _answers(language: Texts, label: str, answer: str) -> tuple[Buttons, ...]:
    yes = Button(label, _token(answer), Style.DANGER)
    return (Buttons((yes, Button(language.t("Cancel"), _token(NO)))),)


def _token(answer: str) -> str:
    return command_token(Verb.DELETE, answer)
