"""Keeping order in a room: ending and annulling matches, barring people.

For those who run it. What belongs to a room is what was offered there: a match that is merely shown
here is run from where it is at home. Without a name both ask back with a list, so that nothing is
ended by a slip. Whoever is barred plays nothing new anywhere in that server or group, nor comes
in there by a code; what they play there is given up as if they had left (`presence.py`).
"""

from collections.abc import Awaitable, Callable, Iterable

from bot.app import wording
from bot.app.card import Button, Buttons, Card, Style
from bot.app.houses import houses
from bot.app.managing import must_manage
from bot.app.player import PlayerRecord
from bot.app.ports import Store
from bot.app.presence import Presence
from bot.app.present import Presenter, name
from bot.app.requests import Actor, Reply, Request, Verb
from bot.app.session import Room, Session
from bot.app.sessions import Sessions
from bot.app.tokens import NO_MATCH, Press, encode
from bot.text import games
from bot.text.catalog import Texts, texts
from core.day import day_of
from core.errors import Reason, Refused
from core.match.commands import Abort, Annul, Command
from core.match.model import AbortCause
from core.types import MatchId, PlayerId

LISTED = 10
"""So many matches are listed to choose from, and so many people."""

Act = Callable[[MatchId, Command], Awaitable[Session]]
End = Callable[[MatchId], Awaitable[Session]]


class Order:
    """Serves those who run a room."""

    def __init__(
        self,
        store: Store,
        sessions: Sessions,
        presenter: Presenter,
        presence: Presence,
        act: Act,
        end_contest: End,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._presenter = presenter
        self._presence = presence
        self._act = act
        self._end_contest = end_contest

    # --- matches

    async def end(self, request: Request, player: PlayerRecord, locale: str) -> Reply:
        """Ends the match that is named; without a name the running ones are listed."""
        del player
        must_manage(request)
        if (id := _named(request)) is None:
            here = await self._store.in_room(request.room)
            return Reply(card=await self._listed(request, here, texts(locale)))
        await self._must_be_of(id, request.room)
        await self.end_match(id)
        return Reply(texts(locale).t("Ended; it does not count."))

    async def annul(self, request: Request, player: PlayerRecord, locale: str) -> Reply:
        """Annuls the match that is named; without a name the last ones are listed."""
        del player
        must_manage(request)
        if (id := _named(request)) is None:
            last = await self._store.houses.finished(request.room, LISTED)
            return Reply(card=await self._listed(request, last, texts(locale)))
        await self._must_be_of(id, request.room)
        await self.annul_match(id)
        return Reply(texts(locale).t("Annulled: it counts for nothing any more."))

    async def end_match(self, id: MatchId) -> None:
        """Ends it without a result.

        Refused(FINISHED), Refused(ABORTED), Refused(UNKNOWN_MATCH), Refused(NOT_MANAGER) for a day
        of the daily dice, which is everybody's.
        """
        session = await self._sessions.load(id)
        if _is_day(session):
            raise Refused(Reason.NOT_MANAGER)
        if session.contest is not None:
            await self._end_contest(id)
        else:
            await self._act(id, Abort(AbortCause.ENDED))

    async def annul_match(self, id: MatchId) -> None:
        """Has it count for nothing. Refused(NOT_FINISHED), Refused(ABORTED), Refused(REPEATED)."""
        session = await self._sessions.load(id)
        if not session.match.is_over:
            raise Refused(Reason.NOT_FINISHED)
        entries = () if session.contest is None else session.contest.entries
        for each in (id, *(entry.match for entry in entries)):
            await self._store.annul(each)  # first: what says so shall be true
        if session.contest is None:
            await self._act(id, Annul())

    async def _must_be_of(self, id: MatchId, room: Room) -> None:
        """Refused(NOT_MANAGER) for what is at home elsewhere, or everywhere."""
        session = await self._sessions.load(id)
        if _is_day(session) or houses(session.home)[0] != houses(room)[0]:
            raise Refused(Reason.NOT_MANAGER)

    async def _listed(self, request: Request, ids: Iterable[MatchId], language: Texts) -> Card:
        """A button for each match of this house."""
        rows: list[Buttons] = []
        for id in ids:
            session = await self._sessions.load(id)
            if houses(session.home)[0] != houses(request.room)[0] or session.match.annulled:
                continue
            if len(rows) == LISTED:
                break
            match = session.match
            cast = await self._presenter.cast(language, match, request.room.platform)
            who = wording.together(language, [each for each in cast.seats if each] or [cast.host])
            label = f"{games.game_name(language, match.game)} · {who}"
            token = encode(Press(id, match.turn, request.verb))
            rows.append(Buttons((Button(label, token, Style.DANGER),)))
        if not rows:
            return Card(language.t("There is no match here for that."))
        if request.verb is Verb.END:
            return Card(language.t("Which match shall end, without a result?"), rows=tuple(rows))
        return Card(language.t("Which match shall count for nothing?"), rows=tuple(rows))

    # --- people

    async def bar(self, request: Request, player: PlayerRecord, locale: str) -> Reply:
        """Bars the person who is named, or whose button was pressed; without a name those who are
        barred are listed, and guests who could be."""
        del player
        must_manage(request)
        language, house = texts(locale), houses(request.room)[0]
        if request.opponent is None and not request.arg:
            return Reply(card=await self._barred_here(request, language))
        if request.opponent is not None and request.opponent.is_bot:
            raise Refused(Reason.BOT_CHALLENGE)
        who = await self._meant(request)
        await self.bar_from(house, who.id)
        named = name(language, who, request.room.platform)
        said = language.t("{name} cannot play here any more.", name=named)
        again = _again(language, who.id)
        return Reply(card=Card(said, rows=(Buttons((again,)),)))

    async def unbar(self, request: Request, player: PlayerRecord, locale: str) -> Reply:
        """Lets somebody play here again: the one who is named, or whose button was pressed."""
        del player
        must_manage(request)
        language, house = texts(locale), houses(request.room)[0]
        if request.opponent is None and not request.arg:
            return Reply(card=await self._barred_here(request, language))
        id = PlayerId(request.arg)
        if request.opponent is not None or request.arg.isdecimal():
            id = (await self._meant(request)).id
        who = (await self._store.players((id,))).get(id)
        if who is None:
            raise Refused(Reason.UNKNOWN_PLAYER, name=request.arg[:20])
        await self.let_into(house, id)
        named = name(language, who, request.room.platform)
        return Reply(language.t("{name} may play here again.", name=named))

    async def _meant(self, request: Request) -> PlayerRecord:
        """Who is named, or has this number on the platform; whoever never came is called by it.
        Of guests it is a button that says who."""
        if request.opponent is not None:
            return await self._store.player_for(request.opponent)
        if not request.arg.isdecimal():
            guests = [who for who in await self._guests(request.room) if who.id == request.arg]
            if not guests:
                raise Refused(Reason.UNKNOWN_PLAYER, name=request.arg)
            return guests[0]
        platform, user = request.room.platform, request.arg
        known = await self._store.presence.who(platform, user)
        if known is None:
            return await self._store.player_for(Actor(platform, user, user))
        return (await self._store.players((known,)))[known]

    async def bar_from(self, house: Room, player: PlayerId) -> None:
        """From now on; what they play there is given up after the usual warning."""
        await self._store.houses.bar(house, player)
        await self._presence.barred(player)

    async def let_into(self, house: Room, player: PlayerId) -> None:
        """They may play there again, and go on with what was not given up yet."""
        await self._store.houses.unbar(house, player)
        await self._presence.unbarred(player)

    async def _barred_here(self, request: Request, language: Texts) -> Card:
        ids = (await self._store.houses.barred(houses(request.room)[0]))[-LISTED:]
        known, platform = await self._store.players(ids), request.room.platform
        rows = []
        for id in ids:
            named = name(language, known.get(id), platform)
            rows.append(Buttons((_again(language, id, named),)))
        for who in (await self._guests(request.room))[:LISTED]:
            label = language.t("Bar {name}", name=name(language, who, platform))
            token = encode(Press(NO_MATCH, 0, Verb.BAR, who.id))
            rows.append(Buttons((Button(label, token, Style.DANGER),)))
        said = language.t("Barred here:") if ids else language.t("Nobody is barred here.")
        return Card(said, rows=tuple(rows))

    async def _guests(self, room: Room) -> list[PlayerRecord]:
        """Who plays here, or did lately, from another platform, where nobody here can name them;
        not who is barred already."""
        house, people = houses(room)[0], set[PlayerId]()
        lately = await self._store.houses.finished(room, LISTED)
        for id in (*await self._store.in_room(room), *lately):
            session = await self._sessions.load(id)
            if houses(session.home)[0] == house:
                people.update(session.match.people)
        people.difference_update(await self._store.houses.barred(house))
        known = await self._store.players(sorted(people))
        return [who for _, who in sorted(known.items()) if who.on(room.platform) is None]


def _is_day(session: Session) -> bool:
    return session.contest is not None and day_of(session.contest.chance.label) is not None


def _again(language: Texts, who: PlayerId, named: str = "") -> Button:
    label = language.t("Let {name} play again", name=named) if named else language.t("Undo")
    return Button(label, encode(Press(NO_MATCH, 0, Verb.UNBAR, who)))


def _named(request: Request) -> MatchId | None:
    """The match that was pressed, answered to, or typed."""
    if request.session not in (None, NO_MATCH):
        return request.session
    return MatchId(request.arg) if request.arg else None
