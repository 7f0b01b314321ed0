"""Ban players from a room, and lift bans.

For room managers. A banned player starts nothing new in that server or group and cannot join there
by code; their matches there are given up as if they had left (`bot/app/presence`). Players are
named by account, or by its id if they never came here; guests from other platforms, who cannot be
named here, by a button.
"""

from bot.app.model.button_token import command_token
from bot.app.model.card import Button, Buttons, Card, Style
from bot.app.model.player import Player
from bot.app.model.request import Actor, Reply, Request, Verb
from bot.app.model.room import Room
from bot.app.model.room_settings import scopes
from bot.app.ports.store import Store
from bot.app.presence.tracker import PresenceTracker
from bot.app.presentation.player_name import name
from bot.app.rooms.settings_handler import must_manage
from bot.app.session_cache import SessionCache
from bot.text.catalog import Texts, texts
from core.errors import Reason, Refused
from core.types import PlayerId

LISTED = 10
"""Maximum entries in the ban list, and recent matches scanned for guests."""


class BanHandlers:
    """Handle bans of a room."""

    def __init__(self, store: Store, sessions: SessionCache, presence: PresenceTracker) -> None:
        self._store = store
        self._sessions = sessions
        self._presence = presence

    async def bar(self, request: Request, player: Player, locale: str) -> Reply:
        """Ban the named or selected player; without a name, list bans and guests who could be
        banned."""
        del player
        must_manage(request)
        language, house = texts(locale), scopes(request.room)[0]
        if request.opponent is None and not request.arg:
            return Reply(card=await self._barred_here(request, language))
        if request.opponent is not None and request.opponent.is_bot:
            raise Refused(Reason.BOT_CHALLENGE)
        target = await self._target(request)
        await self.bar_from(house, target.id)
        named = await self._name(language, target, request.room)
        text = language.t("{name} is barred from playing here.", name=named)
        again = _again(language, target.id)
        return Reply(card=Card(text, rows=(Buttons((again,)),)))

    async def unbar(self, request: Request, player: Player, locale: str) -> Reply:
        """Lift the ban of the named or selected player."""
        del player
        must_manage(request)
        language, house = texts(locale), scopes(request.room)[0]
        if request.opponent is None and not request.arg:
            return Reply(card=await self._barred_here(request, language))
        id = PlayerId(request.arg)
        if request.opponent is not None or request.arg.isdecimal():
            id = (await self._target(request)).id
        target = (await self._store.players((id,))).get(id)
        if target is None:
            raise Refused(Reason.UNKNOWN_PLAYER, name=request.arg[:20])
        await self.let_into(house, id)
        named = await self._name(language, target, request.room)
        return Reply(language.t("{name} can play here again.", name=named))

    async def _target(self, request: Request) -> Player:
        """Return the player named by account, by its id on the platform, or by a button.

        An account that never came here is named by its id.
        """
        if request.opponent is not None:
            return await self._store.player_for(request.opponent)
        if not request.arg.isdecimal():
            guests = [
                guest for guest in await self._guests(request.room) if guest.id == request.arg
            ]
            if not guests:
                raise Refused(Reason.UNKNOWN_PLAYER, name=request.arg)
            return guests[0]
        platform, user = request.room.platform, request.arg
        id = await self._store.presence.who(platform, user)
        if id is None:
            return await self._store.player_for(Actor(platform, user, user))
        return (await self._store.players((id,)))[id]

    async def bar_from(self, house: Room, player: PlayerId) -> None:
        """Ban the player; their matches there are given up after the usual warning."""
        await self._store.houses.bar(house, player)
        await self._presence.barred(player)

    async def let_into(self, house: Room, player: PlayerId) -> None:
        """Lift the ban; matches not given up yet continue."""
        await self._store.houses.unbar(house, player)
        await self._presence.unbarred(player)

    async def _barred_here(self, request: Request, language: Texts) -> Card:
        ids = (await self._store.houses.barred(scopes(request.room)[0]))[-LISTED:]
        players = await self._store.players(ids)
        rows = []
        for id in ids:
            named = await self._name(language, players.get(id), request.room)
            rows.append(Buttons((_again(language, id, named),)))
        for guest in (await self._guests(request.room))[:LISTED]:
            named = await self._name(language, guest, request.room)
            label = language.t("Bar {name}", name=named)
            token = command_token(Verb.BAR, guest.id)
            rows.append(Buttons((Button(label, token, Style.DANGER),)))
        text = language.t("Barred here:") if ids else language.t("Nobody is barred here.")
        return Card(text, rows=tuple(rows))

    async def _name(self, language: Texts, player: Player | None, room: Room) -> str:
        """Return the player's name in that room, also where guests' names are hidden."""
        veiled = not (await self._store.houses.settings(room)).names
        return name(language, player, room.platform, veiled=veiled)

    async def _guests(self, room: Room) -> list[Player]:
        """Return current and recent players from other platforms, without those already banned."""
        house, people = scopes(room)[0], set[PlayerId]()
        lately = await self._store.houses.finished(room, LISTED)
        async for session in self._sessions.readable((*await self._store.in_room(room), *lately)):
            if scopes(session.home)[0] != house:
                continue
            people.update(session.match.people)
            if session.contest is not None:
                present = [entry.who for entry in session.contest.entries]
                people.update(player.player for player in present if player.level is None)
        people.difference_update(await self._store.houses.barred(house))
        players = await self._store.players(sorted(people))
        return [player for _, player in sorted(players.items()) if player.on(room.platform) is None]


def _again(language: Texts, player: PlayerId, named: str = "") -> Button:
    label = language.t("Unbar {name}", name=named) if named else language.t("Undo")
    return Button(label, command_token(Verb.UNBAR, player))
