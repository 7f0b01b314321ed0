"""Render a session as a card: the only place that puts a match into words for a screen.

Joins the players' names and chooses language and layout. Public screens use the language of the
screen; front ends that render for one viewer pass theirs. Platform-independent: `Limits` describe
what a screen can show.
"""

from dataclasses import replace

from bot.app import placement
from bot.app.analysis import review_cards
from bot.app.analysis.review_cards import ReviewPlots
from bot.app.contests import cards, solo_cards
from bot.app.contests.cards import ContestView
from bot.app.daily.cards import DailyCards
from bot.app.matches import lobby
from bot.app.model.card import Card, Limits
from bot.app.model.room import Room
from bot.app.model.session import Screen, ScreenKind, Session
from bot.app.ports.store import Store
from bot.app.ports.system import Now
from bot.app.presentation import buttons as rows
from bot.app.presentation import match_text
from bot.app.presentation.entries import entry_matches
from bot.app.presentation.match_text import PlayerNames
from bot.app.presentation.player_name import name
from bot.text import dice, games, phrases, refusals
from bot.text.catalog import Texts, texts
from core.contest import Contest, ContestKind
from core.errors import Refused
from core.match.model import Match, Occupant, Status
from core.match.view import see
from core.types import COMPUTER, PlayerId
from renderers.theme import THEMES


class Presenter:
    """Renders sessions as cards."""

    def __init__(self, store: Store, now: Now) -> None:
        self._store = store
        self._now = now
        self.daily = DailyCards(store, now, name)
        self.plots = ReviewPlots()

    async def card(
        self, session: Session, screen: Screen, limits: Limits, *, locale: str | None = None
    ) -> Card:
        """Return the current card of a session's screen, in `locale` or the screen's language."""
        match = session.match
        language = texts(locale or await self._language(match, screen))
        if session.contest is not None and session.contest.kind is ContestKind.DAILY:
            return await self.daily.card(language, session, screen.kind, screen.room.platform)
        if session.contest is not None:
            shown = await self.contest_view(language, session, session.contest, screen.room)
            card = cards.card(language, shown, screen.kind)
            return replace(card, text=_cut(card.text, limits))
        cast = await self.cast_in(language, match, screen.room)
        if screen.kind is ScreenKind.REVIEW:
            return await self._review(language, match, cast, limits)
        if match.is_solo and screen.kind is ScreenKind.CARD and match.turn:
            return placement.placeholder_card(language, session, cast)
        if solo_cards.fits(match, screen.kind):
            card = solo_cards.card(language, see(match), cast, screen.kind, limits)
            if match.day is not None:
                card = await self._daily_card(language, session, match, screen.kind, card)
            return replace(card, text=_cut(card.text, limits))
        if match.status is Status.OPEN or match.turn == 0:
            return self._challenge(language, match, cast, limits)
        view = see(match)
        if screen.kind is ScreenKind.CARD and not match.is_over:
            return placement.placeholder_card(language, session, cast)
        if screen.kind in (ScreenKind.RESULT, ScreenKind.CARD):
            changes = await self._store.changes(match.id) if match.rated else {}
            result = match_text.result(language, view, cast, changes)
            return Card(_cut(result, limits), rows=rows.result(language, match))
        now, came = self._now(), _joined(session, screen, cast)
        text = match_text.board(language, view, await self._rated(match, cast), now, came)
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
        """Add the ratings to the names of a running rated match of two players."""
        if not match.rated or match.is_over or len(match.people) != 2 or len(match.seats) != 2:
            return cast
        ratings = await self._store.ratings(match.game, match.people)
        seats = [occupant for occupant in match.seats if occupant is not None]
        return replace(cast, ratings=tuple(ratings[occupant.player] for occupant in seats))

    async def _review(
        self, language: Texts, match: Match, cast: PlayerNames, limits: Limits
    ) -> Card:
        """Return a published review; a review that cannot be read any longer offers to run it
        again."""
        review = await self._store.reviews.of(match.id)
        if review is None:
            return review_cards.failed(language, match)
        card = review_cards.public(language, match, review, cast)
        files = await self.plots.of(match, review, THEMES[0], None)
        return replace(card, text=_cut(card.text, limits), files=files)

    async def _language(self, match: Match, screen: Screen) -> str:
        """Return the language of the room, in a private chat of its player, else of the match."""
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

    async def _daily_card(
        self, language: Texts, session: Session, match: Match, kind: ScreenKind, card: Card
    ) -> Card:
        """Add the day's lines to the card of a daily board."""
        if kind is ScreenKind.RESULT:
            return await self.daily.standing(language, match, session.home)
        head = await self.daily.head(language, match)
        return replace(card, text=f"{head}\n{card.text}")

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

    async def contest_view(
        self, language: Texts, session: Session, contest: Contest, room: Room
    ) -> ContestView:
        """Return a contest with everything its cards need: progress and owners of its matches."""
        matches = await entry_matches(contest, self._store.load)
        present = [entry.who for entry in contest.entries]
        if contest.begun is None:
            present = [Occupant(COMPUTER, level) for level in contest.levels]
        entrants = replace(session.match, seats=tuple(present), invited=contest.invited)
        cast = await self.cast_in(language, entrants, room)
        return ContestView(contest, matches, cast, session.match.is_over, self._now())

    async def cast_in(self, language: Texts, match: Match, room: Room) -> PlayerNames:
        """Return the names of a match as everyone in that room may see them."""
        named = (await self._store.houses.settings(room)).names
        return await self.cast(language, match, room.platform, veiled=not named)

    async def cast(
        self, language: Texts, match: Match, platform: str, *, veiled: bool = False
    ) -> PlayerNames:
        """Return the names of a match as seen on `platform`.

        `veiled` hides the names of players from other platforms.
        """
        ids = {occupant.player for occupant in match.seats if occupant is not None}
        ids |= {match.host} | ({match.invited} if match.invited else set())
        players = await self._store.players(sorted(ids))

        def called(id: PlayerId) -> str:
            return name(language, players.get(id), platform, veiled=veiled)

        def seat(number: int, occupant: Occupant | None) -> str:
            if occupant is None:
                return ""
            if match.is_imported:
                return language.t("Player {number}", number=number % 2 + 1)
            if occupant.level is not None:
                level = games.level_name(language, occupant.level)
                return language.t("Computer ({level})", level=level)
            return called(occupant.player)

        invited = called(match.invited) if match.invited else None
        host = called(match.host)
        return PlayerNames(tuple(seat(*each) for each in enumerate(match.seats)), host, invited)

    def refusal(self, refused: Refused, locale: str) -> str:
        """Explain a refusal in one sentence of that language."""
        return refusals.refusal(texts(locale), refused)


def _joined(session: Session, screen: Screen, cast: PlayerNames) -> str:
    """Return who took the seat by a code elsewhere, for the screen of the offer; else ""."""
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
