"""Link several accounts of one person, and unlink them.

A code is requested on one account and typed on the other; then both confirm, each seeing the
other's name, first the one that typed it. So no account can be taken over by guessing a code,
nor by tricking a player into typing one. A code is valid for ten minutes and for one other account.
All of this is stored, so a restart in between asks nothing again.
"""

from dataclasses import replace

from bot.app.attempt_limit import AttemptLimit
from bot.app.commit import MatchWriter
from bot.app.lifecycle import CommandDispatcher
from bot.app.model.account_link import Link
from bot.app.model.button_token import command_token
from bot.app.model.card import Button, Buttons, Card, Style
from bot.app.model.invite_code import draw_code, read_code
from bot.app.model.player import Player
from bot.app.model.request import Actor, Reply, Request, Verb
from bot.app.ports.store import Store
from bot.app.ports.system import Now, RandomBytes
from bot.app.presentation.player_name import name
from bot.app.session_cache import SessionCache
from bot.app.subscriptions import Subscriptions
from bot.text.catalog import Texts, texts
from core.errors import Reason, Refused
from core.match.clock import MINUTE
from core.types import PlayerId

GOOD_FOR = 10 * MINUTE
"""Milliseconds for which a code is valid."""

JOIN, YES, NO = "join", "yes", "no"
"""Arguments of `link` besides a code: the issuer confirms; the typist confirms or declines."""


class AccountLinking:
    """Handle `link` and `unlink`."""

    def __init__(
        self,
        store: Store,
        sessions: SessionCache,
        now: Now,
        fresh: RandomBytes,
        dispatcher: CommandDispatcher,
        writer: MatchWriter,
        events: Subscriptions,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._now = now
        self._random_bytes = fresh
        self._dispatcher = dispatcher
        self._writer = writer
        self._events = events
        self._tries = AttemptLimit(now)

    async def link(self, request: Request, player: Player, locale: str) -> Reply:
        """Advance linking by one step.

        Raises Refused: UNKNOWN_LINK, YOURSELF, TOO_MANY_TRIES.
        """
        await self._remember_rooms(request, player)
        word, _, code = request.arg.strip().partition(" ")
        language, platform = texts(locale), request.actor.platform
        match word.lower():
            case "":
                return await self._ask(language, player, platform)
            case "join":
                return await self._join(language, player, platform)
            case "yes":
                return await self._agree(
                    language, await self._valid_link(code, player, request.actor), player, platform
                )
            case "no":
                await self._drop(code, player)
                return Reply(language.t("OK, the accounts stay separate."))
            case _:
                return await self._type(language, request, player)

    async def _remember_rooms(self, request: Request, player: Player) -> None:
        """Remember the private chats of an account before it is unlinked, when they become
        unreachable."""
        rooms = [request.room] if request.private else []
        for room in (*rooms, *([request.to] if request.to else [])):
            await self._store.belongings.own_room(player.id, room)

    # --- the account that issues a code -----------------------------------------------------------

    async def _ask(self, language: Texts, player: Player, platform: str) -> Reply:
        """Issue a code, or show the state of the current one."""
        link = await self._store.links.of(player.id)
        if link is None or not self._is_good(link):
            link = await self._store.links.ask(player.id, lambda: draw_code(self._random_bytes(16)))
        if link.other is not None and link.agreed:
            return Reply(card=await self._question(language, link.other, platform, JOIN))
        text = language.t(
            "Your code is {code}. From your other account, send me “link {code}” within ten"
            " minutes, confirm there, then come back here. Don't share it: anyone who links an"
            " account plays as you.",
            code=link.code,
        )
        on = Button(language.t("Continue"), _token(), Style.PRIMARY)
        return Reply(card=Card(text, rows=(Buttons((on,)),)))

    async def _join(self, language: Texts, player: Player, platform: str) -> Reply:
        link = await self._store.links.of(player.id)
        if link is None or link.other is None or not link.agreed or not self._is_good(link):
            raise Refused(Reason.UNKNOWN_LINK)
        other = await self._record(link.other)
        joined = await self._store.links.join(player.id, link.other)
        for id in joined.changed:
            self._sessions.forget(id)
        self._events.player_changed(joined.gone, joined.stays)
        await self._cancel_challenges(joined.stays)
        live = await self._store.belongings.live(joined.stays)
        async for session in self._sessions.readable(live):
            self._writer.publish(session)
        called = name(language, other, platform)
        return Reply(
            language.t(
                "Your account is now linked with {name}: you share matches, ratings and settings."
                " “unlink” separates an account again.",
                name=called,
            )
        )

    async def _cancel_challenges(self, player: PlayerId) -> None:
        """Cancel challenges to oneself, which cannot be accepted."""
        live = await self._store.belongings.live(player)
        async for session in self._sessions.readable(live):
            id = session.match.id
            match, contest = session.match, session.contest
            asked = (
                (match.host, match.invited) if contest is None else (contest.host, contest.invited)
            )
            offered = not match.turn and (contest is None or contest.begun is None)
            if offered and match.is_for_one and asked == (player, player):
                await self._dispatcher.give_up(id, player)

    # --- the other account ------------------------------------------------------------------------

    async def _type(self, language: Texts, request: Request, player: Player) -> Reply:
        platform = request.actor.platform
        link = await self._valid_link(request.arg, player, request.actor)
        if not await self._store.links.type(link.code, player.id):
            self._tries.wrong(player.id, request.actor)
            raise Refused(Reason.UNKNOWN_LINK)
        return Reply(
            card=await self._question(language, link.player, platform, f"{YES} {link.code}")
        )

    async def _agree(self, language: Texts, link: Link, player: Player, platform: str) -> Reply:
        if not await self._store.links.agree(link.code, player.id):
            raise Refused(Reason.UNKNOWN_LINK)
        other = name(language, await self._record(link.player), platform)
        return Reply(
            language.t("Great. Now go back to {name} and press Continue there.", name=other)
        )

    async def _drop(self, code: str, player: Player) -> None:
        """Drop a code on the request of a player involved; codes of others stay."""
        read = read_code(code)
        link = await (self._store.links.by_code(read) if read else self._store.links.of(player.id))
        if link is not None and player.id in (link.player, link.other):
            await self._store.links.drop(link.code)

    async def _valid_link(self, typed: str, player: Player, actor: Actor) -> Link:
        """Return the link of a code that this player may type."""
        self._tries.must_have_some(player.id, actor)
        code = read_code(typed)
        link = None if code is None else await self._store.links.by_code(code)
        if link is None or not self._is_good(link):
            self._tries.wrong(player.id, actor)
            raise Refused(Reason.UNKNOWN_LINK)
        if link.player == player.id:
            raise Refused(Reason.YOURSELF)
        return link

    def _is_good(self, link: Link) -> bool:
        return self._now() < link.made + GOOD_FOR

    async def _question(self, language: Texts, asked: PlayerId, platform: str, yes: str) -> Card:
        other = await self._record(asked)
        text = language.t(
            "Are you {name} too? Linking merges both accounts: matches, ratings, settings."
            " Matches you played against each other no longer count. Only say yes if both"
            " accounts are yours.",
            name=name(language, other, platform),
        )
        no = " ".join((NO, *yes.split(" ")[1:]))
        return Card(
            text,
            rows=(
                Buttons(
                    (
                        Button(language.t("Yes, that's me"), _token(yes), Style.SUCCESS),
                        Button(language.t("No"), _token(no)),
                    )
                ),
            ),
        )

    async def _record(self, player: PlayerId) -> Player:
        players = await self._store.players([player])
        if player not in players:
            raise Refused(Reason.UNKNOWN_LINK)
        return players[player]

    # --- unlinking --------------------------------------------------------------------------------

    async def unlink(self, request: Request, player: Player, locale: str) -> Reply:
        """Unlink the current account after a confirmation. Raises Refused(NOT_LINKED)."""
        language = texts(locale)
        if not await self._store.links.is_linked(player.id):
            raise Refused(Reason.NOT_LINKED)
        if request.arg.strip().lower() != YES:
            text = language.t(
                "Your matches, ratings and settings stay with your other accounts, including"
                " matches you started from this one. This account becomes a new player."
            )
            button = Button(
                language.t("Unlink this account"), _token(YES, Verb.UNLINK), Style.DANGER
            )
            return Reply(card=Card(text, rows=(Buttons((button,)),)))
        if not await self._store.links.split(player.id, request.actor):
            raise Refused(Reason.NOT_LINKED)
        self._events.player_changed(player.id, player.id)
        return Reply(language.t("This account is now a new player. Nice to meet you!"))


def _token(arg: str = "", verb: Verb = Verb.LINK) -> str:
    return command_token(verb, arg)


def known_as(request: Request, player: Player) -> Request:
    """Return the request with a web guest's other account as the actor, if they have linked one."""
    actor = request.actor
    if not actor.is_guest or player.platforms <= {actor.platform}:
        return request
    return replace(request, actor=replace(actor, is_guest=False))
