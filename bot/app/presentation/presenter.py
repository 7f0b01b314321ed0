"""Turn sessions into cards.

The presenter looks up the players' names and chooses the language and the layout. Public screens
use the language of their room; a front end that draws for one viewer passes theirs. What a screen
can show is given by its limits, never by its platform.

Matches are presented here. Packages with other kinds of sessions or screens register a builder for
them, in `bot.app.wiring`.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from bot.app.model.card import Card, Limits
from bot.app.model.room import Room
from bot.app.model.session import Screen, ScreenKind, Session, SessionKind
from bot.app.ports.store import Store
from bot.app.ports.system import Now
from bot.app.presentation import buttons as rows
from bot.app.presentation import lobby, match_text, solo_cards
from bot.app.presentation.match_text import PlayerNames
from bot.app.presentation.placement_card import placeholder_card
from bot.app.presentation.player_name import player_names, player_names_in
from bot.text import dice, phrases, refusals
from bot.text.catalog import Texts, texts
from core.errors import Refused
from core.match.model import Match, Status
from core.match.view import see

CardBuilder = Callable[[Texts, Session, Screen, Limits], Awaitable[Card]]
"""Build the card of one screen in this language. Its text is cut to the limits afterwards."""


class Presenter:
    """Builds the card of any screen of any session.

    Args:
        store: names, ratings and the settings of rooms.
        now: the clock.
        builders: by kind of screen, then by kind of session; the presenter itself builds the rest.
    """

    def __init__(
        self,
        store: Store,
        now: Now,
        builders: Mapping[SessionKind | ScreenKind, CardBuilder],
    ) -> None:
        self._store = store
        self._now = now
        self._builders = builders

    async def card(
        self, session: Session, screen: Screen, limits: Limits, *, locale: str | None = None
    ) -> Card:
        """Return what this screen shows now, in `locale` or else the language of its room."""
        match = session.match
        language = texts(locale or await self._language(match, screen))
        build = self._builders.get(screen.kind) or self._builders.get(session.kind)
        if build is not None:
            card = await build(language, session, screen, limits)
            return replace(card, text=_cut(card.text, limits))
        cast = await self.cast_in(language, match, screen.room)
        if match.is_solo and screen.kind is ScreenKind.CARD and match.turn:
            return placeholder_card(language, session, cast)
        if solo_cards.fits(match, screen.kind):
            card = solo_cards.card(language, see(match), cast, screen.kind, limits)
            return replace(card, text=_cut(card.text, limits))
        if match.status is Status.OPEN or match.turn == 0:
            return self._challenge(language, match, cast, limits)
        view = see(match)
        if screen.kind is ScreenKind.CARD and not match.is_over:
            return placeholder_card(language, session, cast)
        if screen.kind in (ScreenKind.RESULT, ScreenKind.CARD):
            changes = await self._store.changes(match.id) if match.rated else {}
            result = match_text.result(language, view, cast, changes)
            return Card(_cut(result, limits), rows=rows.result(language, match))
        now, joined = self._now(), _joined(session, screen, cast)
        text = match_text.board(language, view, await self._rated(match, cast), now, joined)
        return Card(
            text=_cut(text, limits),
            board=view,
            names=cast.seats,
            alt=match_text.alternative(language, view, cast),
            rows=rows.board(language, view, limits, now),
            points=rows.points(view) if limits.grid else {},
            mentions=match.people,
        )

    async def _rated(self, match: Match, cast: PlayerNames) -> PlayerNames:
        """Add the ratings while a rated match of two players is on."""
        if not match.rated or match.is_over or len(match.people) != 2 or len(match.seats) != 2:
            return cast
        ratings = await self._store.ratings(match.game, match.people)
        seats = [occupant for occupant in match.seats if occupant is not None]
        return replace(cast, ratings=tuple(ratings[occupant.player] for occupant in seats))

    async def _language(self, match: Match, screen: Screen) -> str:
        """Return the language of the room, in a private chat its reader's, else the screen's."""
        room = screen.room
        chosen = (await self._store.houses.settings(room)).language
        if chosen is None and room.space is None:
            accounts = await self._store.accounts(room.platform, match.people)
            owners = [player for player, user in accounts.items() if user == room.chat] or sorted(
                accounts
            )
            players = await self._store.players(owners)
            chosen = (
                players[owners[0]].locale if len(owners) == 1 and owners[0] in players else None
            )
        return chosen or screen.locale

    def _challenge(self, language: Texts, match: Match, cast: PlayerNames, limits: Limits) -> Card:
        if lobby.is_lobby(match):
            text = lobby.text(language, match, cast)
            buttons = lobby.buttons(language, match, limits.abreast or limits.per_row)
        else:
            text = match_text.challenge(language, match, cast, timed=limits.timed)
            buttons = rows.challenge(language, match)
        if (proof := see(match).proof) is not None and match.status is Status.OPEN:
            ready = None not in match.seats
            promise = dice.promise if ready else dice.promise_to_accept
            text += "\n" + promise(language, proof)
            if ready and not lobby.is_lobby(match):
                buttons = rows.roll(language, match)
        if match.cause is not None:
            why = phrases.cause(language, match.cause, cast.host, cast.invited or "")
            text = f"{text.splitlines()[0]}\n{why}"
        mentions = () if match.invited is None else (match.invited,)
        return Card(text, rows=buttons, mentions=mentions)

    async def cast_in(self, language: Texts, match: Match, room: Room) -> PlayerNames:
        """Return the names of a match as everyone in that room may see them."""
        return await player_names_in(self._store, language, match, room)

    async def cast(self, language: Texts, match: Match, platform: str) -> PlayerNames:
        """Return the names of a match as a reader on `platform` sees them."""
        return await player_names(self._store, language, match, platform)

    def refusal(self, refused: Refused, locale: str) -> str:
        """Return the sentence that explains a refusal."""
        return refusals.refusal(texts(locale), refused)


def _joined(session: Session, screen: Screen, cast: PlayerNames) -> str:
    """Return who joined by an invite code from another room, for the room of the offer; else ""."""
    match, home = session.match, session.home
    chat = (screen.room.platform, screen.room.chat)
    others = [
        each.room
        for each in session.screens
        if each.kind is ScreenKind.BOARD and (each.room.platform, each.room.chat) != chat
    ]
    offered_here = chat == (home.platform, home.chat) and match.previous is None
    if not others or not offered_here or match.setup.seats != 2:
        return ""
    guests = [
        named
        for named, occupant in zip(cast.seats, match.seats, strict=True)
        if occupant is not None and occupant.player != match.host
    ]
    return guests[0] if guests else ""


def _cut(text: str, limits: Limits) -> str:
    return text if len(text) <= limits.text else text[: limits.text - 1] + "…"
