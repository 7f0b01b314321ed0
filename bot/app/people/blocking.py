"""Blocks between players, and limits on challenges.

Owns what a player allows others to do, by name (`block`) or in general (the setting `challenges`),
and the limits on offers that stay open. A blocked player gets the same refusal as one whom the
setting keeps away, so the block is not revealed. Running matches continue after a block. The store
is the only state, so a restart forgets nothing.
"""

from bot.app.model.button_token import command_token
from bot.app.model.card import Button, Buttons, Card
from bot.app.model.player import Player
from bot.app.model.request import Reply, Request, Verb
from bot.app.model.session import Session
from bot.app.ports.store import Store
from bot.app.ports.system import Now
from bot.app.presentation.player_name import name
from bot.text.catalog import Texts, texts
from core.errors import Reason, Refused
from core.match.clock import DAY
from core.match.model import Status
from core.types import Millis, PlayerId

WITHIN = DAY
"""Milliseconds over which offers are counted; no offer is open for longer."""

MOST_OPEN = 10
"""Maximum open offers per player."""

MOST_NAMED = 30
"""Maximum unanswered challenges by name within that span."""

MOST_TO_ONE = 3
"""Maximum unanswered challenges to the same player."""

SHOWN = 20
"""Maximum number of unblock buttons in the list."""


class BlockHandlers:
    """Enforce and edit blocks."""

    def __init__(self, store: Store, now: Now) -> None:
        self._store = store
        self._now = now

    # --- checks before a match --------------------------------------------------------------------

    async def may_offer(self, session: Session, player: PlayerId) -> None:
        """Check an open match or contest before it is created.

        Raises:
            Refused: OFFERED_ENOUGH, CHALLENGED_ENOUGH, ASKED_ENOUGH, BLOCKED, TAKES_NONE,
                PLAYER_LEFT.
        """
        match, contest = session.match, session.contest
        if match.status is not Status.OPEN or match.is_solo:
            return
        invited = match.invited if contest is None else contest.invited
        if invited is not None:
            await self._must_take(invited, player)
        since = Millis(self._now() - WITHIN)
        offers = await self._store.contacts.offers(player, since, invited, match.id)
        if offers.open >= MOST_OPEN:
            raise Refused(Reason.OFFERED_ENOUGH, count=MOST_OPEN)
        if invited is None:
            return
        if offers.to_one >= MOST_TO_ONE:
            raise Refused(Reason.ASKED_ENOUGH, count=MOST_TO_ONE)
        if offers.named >= MOST_NAMED:
            raise Refused(Reason.CHALLENGED_ENOUGH, count=MOST_NAMED)

    async def may_join(self, session: Session, player: PlayerId) -> None:
        """Check a player before they take a seat. Raises Refused: NOT_FOR_YOU, BLOCKED."""
        match, contest = session.match, session.contest
        present = {match.host, *match.people} if contest is None else {contest.host}
        if match.is_over or player in present:
            return
        await self._must_not_block(player, present)
        if await self._store.contacts.blocking(player, present):
            raise Refused(Reason.NOT_FOR_YOU)

    async def may_ask_again(self, session: Session, player: PlayerId) -> None:
        """Check a rematch. Raises Refused: TAKES_NONE, BLOCKED, PLAYER_LEFT."""
        others = set(session.match.people) - {player}
        if not others:
            return
        await self._must_not_block(player, others)
        await self._must_be_here(others)
        if await self._store.contacts.blocking(player, others):
            raise Refused(Reason.TAKES_NONE)

    async def _must_take(self, invited: PlayerId, player: PlayerId) -> None:
        """Check that `invited` accepts challenges from this player."""
        await self._must_not_block(player, {invited})
        await self._must_be_here({invited})
        wants = (await self._store.settings(invited)).challenges
        contacts = self._store.contacts
        stranger = wants == "met" and not await contacts.have_played(player, invited)
        if wants == "nobody" or stranger or await contacts.blocking(player, {invited}):
            raise Refused(Reason.TAKES_NONE)

    async def _must_not_block(self, player: PlayerId, others: set[PlayerId]) -> None:
        if others & set(await self._store.contacts.blocked(player)):
            raise Refused(Reason.BLOCKED)

    async def _must_be_here(self, people: set[PlayerId]) -> None:
        players = await self._store.players(sorted(people))
        if any(players[id].has_left for id in people if id in players):
            raise Refused(Reason.PLAYER_LEFT)

    # --- the command ------------------------------------------------------------------------------

    async def serve(self, request: Request, player: Player, locale: str) -> Reply:
        """Block or unblock a player; without a name, list the blocked players.

        Raises Refused: YOURSELF, UNKNOWN_PLAYER, BOT_CHALLENGE.
        """
        language, platform = texts(locale), request.actor.platform
        other = await self._target(request)
        if other is None:
            return Reply(card=await self._list(language, player, platform))
        if other.id == player.id:
            raise Refused(Reason.YOURSELF)
        called = name(language, other, platform)
        if request.verb is Verb.UNBLOCK:
            await self._store.contacts.unblock(player.id, other.id)
            return Reply(language.t("{name} can challenge you again.", name=called))
        await self._store.contacts.block(player.id, other.id)
        text = language.t(
            "{name} can no longer challenge you, join your challenges or ask you for a rematch."
            " They aren't notified. Running matches continue.",
            name=called,
        )
        return Reply(card=Card(text, rows=(Buttons((_unblock(language, other, called),)),)))

    async def _target(self, request: Request) -> Player | None:
        """Return the player named by the front end or by a button, or None."""
        if request.opponent is not None:
            if request.opponent.is_bot:
                raise Refused(Reason.BOT_CHALLENGE)
            return await self._store.player_for(request.opponent)
        wanted = request.arg.strip()
        if not wanted:
            return None
        players = await self._store.players([PlayerId(wanted)])
        if not players:
            raise Refused(Reason.UNKNOWN_PLAYER, name=wanted[:20])
        return players[PlayerId(wanted)]

    async def _list(self, language: Texts, player: Player, platform: str) -> Card:
        ids = await self._store.contacts.blocked(player.id)
        if not ids:
            return Card(language.t("You haven't blocked anyone. “block @name” blocks someone."))
        players = await self._store.players(ids)
        named = [
            (players[id], name(language, players[id], platform)) for id in ids if id in players
        ]
        text = language.t("Blocked people: {names}", names=", ".join(each for _, each in named))
        buttons = [Buttons((_unblock(language, other, each),)) for other, each in named[:SHOWN]]
        return Card(text, rows=tuple(buttons))


def _unblock(language: Texts, player: Player, called: str) -> Button:
    token = command_token(Verb.UNBLOCK, player.id)
    return Button(language.t("Unblock {name}", name=called), token)
