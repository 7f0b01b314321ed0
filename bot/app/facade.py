"""What front ends may use besides sending requests to `GameService.handle`.

Front ends translate; they neither read nor write the store. What they need is here, each rule once:
the message of a screen, a room's display preferences, a player's language, and chat migration.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.app.model.player import Player
from bot.app.model.request import Actor, Request, Verb
from bot.app.model.room import LogEntry, Room
from bot.app.model.room_settings import RoomSettings, scopes
from bot.app.model.session import Screen, ScreenKind, Session
from bot.app.model.settings import Settings
from bot.app.notifications.after_move import AfterMove
from bot.app.ports.store import Store, UnreadableMatch
from bot.app.presentation.player_name import name
from bot.app.presentation.presenter import Presenter
from bot.app.session_cache import SessionCache
from bot.app.subscriptions import Subscriptions
from bot.text.catalog import Texts, nearest
from core.errors import Refused
from core.match.create import match_id
from core.match.model import Match
from core.types import MatchId, Millis, PlayerId

GREETED = "greeted"
"""The key that records that a server's managers were shown its settings."""

ON_RESULTS = (Verb.REMATCH, Verb.YES, Verb.NO, Verb.WITHDRAW)
"""The buttons of a result; for a finished match no other message has them."""


@dataclass(frozen=True, slots=True)
class DisplayPrefs:
    """How boards look in a room. `theme` is one of `renderers.theme.THEMES`."""

    theme: str
    pictures: bool


class Facade:
    """The application as front ends see it."""

    def __init__(
        self, store: Store, sessions: SessionCache, presenter: Presenter, events: Subscriptions
    ) -> None:
        self._store = store
        self._sessions = sessions
        self.events = events
        self.after_move = AfterMove(store, sessions, presenter)
        events.on_saved(self.after_move.wake)

    # --- sessions ---------------------------------------------------------------------------------

    async def session(self, id: MatchId) -> Session:
        """Return a session. Raises Refused(UNKNOWN_MATCH)."""
        return await self._sessions.load(id)

    async def find_session(self, id: MatchId | None) -> Session | None:
        """Return the session of that id, if there is one."""
        try:
            return None if id is None else await self._sessions.load(id)
        except Refused:
            return None

    async def readable(self, id: MatchId) -> Session | None:
        """Return the session of this id, or None if its stored form is damaged.

        Raises:
            Refused: UNKNOWN_MATCH.
        """
        try:
            return await self._sessions.load(id)
        except UnreadableMatch:
            return None

    async def sessions_in(self, room: Room) -> Sequence[Session]:
        """Return the open and running matches that have a screen in this room, oldest first."""
        ids = await self._store.in_room(room)
        return [session async for session in self._sessions.readable(ids)]

    async def sessions_of(self, player: PlayerId) -> Sequence[Session]:
        """Return the open and running matches of this player, and those offered to them."""
        ids = await self._store.of_player(player)
        offered = await self._store.contacts.asking(player)
        every = dict.fromkeys((*ids, *offered))
        return [session async for session in self._sessions.readable(every)]

    async def adopt_message(self, id: MatchId, room: Room, message: str, verb: Verb) -> None:
        """Record the pressed message as the board whose posting was never confirmed.

        Without this the publisher would post the board a second time. Does nothing if the message
        is known, or if every screen of this room has one.
        """
        session = await self.find_session(id)
        if session is None:
            return
        screens = [(i, each) for i, each in enumerate(session.screens) if each.room == room]
        if any(screen.message == message for _, screen in screens):
            return
        is_result = session.match.is_over and verb in ON_RESULTS
        kinds = (ScreenKind.RESULT,) if is_result else (ScreenKind.BOARD, ScreenKind.CARD)
        for index, screen in screens:
            if screen.kind in kinds and not screen.message:
                await self._sessions.mark_shown(id, index, 0, message, room)
                return

    async def located(self, request: Request, message: str) -> Request:
        """Return the request with the room that the session knows for this message, if any."""
        session = await self.find_session(request.session)
        for screen in () if session is None else session.screens:
            if (screen.room.chat, screen.message) == (request.room.chat, message):
                return replace(request, room=screen.room)
        return request

    async def repost(self, id: MatchId, screen: int) -> None:
        """Forget the message of a screen, so that the publisher posts it again."""
        await self._sessions.repost(id, screen)

    async def chat_migrated(self, old: Room, new: Room) -> None:
        """Move everything kept about a chat to its new id and have its boards posted there."""
        await self._sessions.move_room(old, new)
        for session in await self.sessions_in(new):
            self.events.saved(session, None)

    # --- people -----------------------------------------------------------------------------------

    async def player(self, actor: Actor) -> Player:
        """Return the player behind an account, created at first sight."""
        return await self._store.player_for(actor)

    async def players(self, ids: Sequence[PlayerId]) -> Mapping[PlayerId, Player]:
        """Return those of the players that exist."""
        return await self._store.players(ids)

    async def locale(self, actor: Actor) -> str:
        """Return the player's chosen language, else the one their platform reports."""
        player = await self._store.belongings.known(actor)
        return nearest(None if player is None else player.locale, actor.locale)

    async def settings(self, actor: Actor) -> Settings:
        """Return the actor's settings. Creates no player: they may just have left."""
        player = await self._store.belongings.known(actor)
        return Settings() if player is None else await self._store.settings(player.id)

    async def find_player(self, platform: str, name: str) -> Actor | None:
        """Return the only account of that name on the platform."""
        return await self._store.contacts.named(platform, name)

    async def accounts(self, platform: str, ids: Sequence[PlayerId]) -> Mapping[PlayerId, str]:
        """Return the account ids of those players who have an account on the platform."""
        return await self._store.accounts(platform, ids)

    async def mentions(
        self, language: Texts, platform: str, ids: Sequence[PlayerId]
    ) -> Mapping[str, str]:
        """Return account ids by displayed name, to mention these players on the platform."""
        accounts = await self._store.accounts(platform, ids)
        players = await self._store.players(tuple(accounts))
        return {name(language, players[id], platform): account for id, account in accounts.items()}

    # --- rooms ------------------------------------------------------------------------------------

    async def room_settings(self, room: Room) -> RoomSettings:
        """Return the effective settings of a room."""
        return await self._store.houses.settings(room)

    async def display_prefs(
        self, room: Room, match: Match, *, shared: bool, account: str | None = None
    ) -> DisplayPrefs:
        """Return how the boards of a match look in a room.

        Args:
            room: where the boards are displayed.
            match: the match.
            shared: whether several people see this room; if so, the defaults apply.
            account: the owner of the private chat, if the platform provides it. Without it the chat
                is
                attributed to the only player from this platform; with two, the defaults apply.
        """
        wanted = (await self._store.houses.settings(room)).pictures
        own = Settings() if shared else await self._settings_of_reader(room, match, account)
        return DisplayPrefs(own.theme, wanted and own.pictures)

    async def _settings_of_reader(self, room: Room, match: Match, account: str | None) -> Settings:
        accounts = await self._store.accounts(room.platform, match.people)
        readers = [id for id, user in accounts.items() if account in (None, user)]
        return await self._store.settings(readers[0]) if len(readers) == 1 else Settings()

    async def greet_once(self, room: Room) -> bool:
        """Return whether the room's server was never greeted, and record the greeting."""
        server = scopes(room)[0]
        if GREETED in await self._store.houses.chosen(server):
            return False
        await self._store.houses.choose(server, GREETED, "yes")
        return True

    async def live_rooms(self, platform: str) -> Sequence[Room]:
        """Return the platform's rooms in which matches are open or running."""
        return await self._store.presence.live_rooms(platform)

    # --- the log of a web room --------------------------------------------------------------------

    async def log(self, room: Room, last: int, before: int | None = None) -> Sequence[LogEntry]:
        """Return the last entries of a room (with `before`, those before it), oldest first."""
        return await self._store.log(room, last, before)

    async def say(
        self, room: Room, player: PlayerId, text: str, at: Millis, request: str
    ) -> LogEntry:
        """Add a line of chat. A request that is repeated, also after a restart, adds one line."""
        return await self._store.say(room, player, text, at, match_id("said", request))

    async def post(self, screen: Screen, match: MatchId, index: int, at: Millis) -> LogEntry:
        """Append a screen to its room's log."""
        return await self._store.post(screen.room, match, index, at)

    async def web_rooms(self) -> Sequence[Room]:
        """Return web rooms with a log, the most recently active first."""
        return await self._store.web_rooms()

    async def secret(self, name: str, make: Callable[[], bytes]) -> bytes:
        """Return the secret of that name, made on first use."""
        return await self._store.secret(name, make)
