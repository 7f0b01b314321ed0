"""Cards of the daily dice: a room's messages, a player's board and result, the tables.

Combines days, places and names. A card for a room shows neither totals nor the seed before the day
has closed. Who may see the table of a running day is decided in `handlers.py`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.app.model.button_token import Press, command_token, encode
from bot.app.model.card import Button, Buttons, Card, Limits, Style
from bot.app.model.daily import DayPlace
from bot.app.model.leaderboard import Scope, ScopeKind
from bot.app.model.player import Player
from bot.app.model.request import Verb
from bot.app.model.room import Room
from bot.app.model.session import Screen, ScreenKind, Session
from bot.app.ports.store import Store
from bot.app.ports.system import Now
from bot.app.presentation import buttons as rows
from bot.app.presentation import match_text, solo_cards
from bot.app.presentation.player_name import name, player_names_in
from bot.text import daily as words
from bot.text import games, numbers
from bot.text.catalog import Texts
from core import daily
from core.chance import commitment, proof
from core.contest import Contest
from core.day import Day
from core.errors import Reason, Refused
from core.games.dice.rules import View
from core.match.clock import HOUR
from core.match.model import Match
from core.match.view import see
from core.types import COMPUTER, MatchId, PlayerId

FIRST = 3
"""Number of players named in a room's message."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A request for a table: of a day, or (None) of all closed days; its scope and its reader."""

    day: Day | None
    scope: Scope
    page: int
    viewer: PlayerId
    platform: str


class DailyCards:
    """Builds the cards of days, boards and tables."""

    def __init__(self, store: Store, now: Now) -> None:
        self._store = store
        self._now = now

    # --- for rooms --------------------------------------------------------------------------------

    async def card(self, texts: Texts, session: Session, screen: Screen, limits: Limits) -> Card:
        """Build a room's message about a day: its line, the morning news, or a shared result."""
        del limits
        contest, kind = session.contest, screen.kind
        assert contest is not None
        day = daily.day(contest)
        if contest.host != COMPUTER:
            return await self._share(texts, day, contest, screen.room.platform)
        over, table = session.match.is_over, _table(texts, contest.id, day)
        rows = (Buttons((table,) if over else (_play(texts, contest.id), table)),)
        if kind is ScreenKind.NOTICE:
            return Card("\n".join(await self._news(texts, session, day)), rows=rows)
        if not over:
            return Card(words.line(texts, day), rows=rows)
        return Card(words.ended(texts, day, await self._first(texts, day, session.home)), rows=rows)

    async def _news(self, texts: Texts, session: Session, day: Day) -> list[str]:
        """Return the lines of the morning news: the day, the last winners, seed, fingerprints."""
        said = [words.line(texts, day)]
        if session.match.is_over:
            said = [words.over(texts, day)]
        closed = await self._store.days.last_closed()
        before = day if session.match.is_over else closed
        if closed is not None and before is not None:
            first = await self._first(texts, before, session.home)
            said.append(words.best_of(texts, before, first))
            said.append(await self.key(texts, before))
        if not session.match.is_over:
            said.append(await self.bound(texts, day))
        return [line for line in said if line]

    async def _first(self, texts: Texts, day: Day, room: Room) -> Sequence[str]:
        """Return the best players of that room."""
        table = await self._store.days.table(day, ScopeKind.ROOM, room, 1, None)
        scope = Scope(ScopeKind.ROOM, room)
        asked = Asked(day, scope, 1, COMPUTER, room.platform)
        return await self._places(texts, asked, table.rows[:FIRST])

    async def bound(self, texts: Texts, day: Day) -> str:
        """Return the fingerprints of the seeds of this day and the next, if they exist."""
        own, next = [await self._contest(each) for each in (day, day.plus(1))]
        if own is None:
            return ""
        following = None if next is None else commitment(next.chance.seed)
        return words.bound(texts, commitment(own.chance.seed), following)

    async def key(self, texts: Texts, day: Day) -> str:
        """Return the seed of a day, or "" before it has closed."""
        try:
            session = await self._store.load(day.table)
        except Refused:
            return ""
        if session.contest is None or not session.match.is_over:
            return ""
        return words.key(texts, day, proof(session.contest.chance, over=True))

    async def _contest(self, day: Day) -> Contest | None:
        try:
            return (await self._store.load(day.table)).contest
        except Refused as refused:
            if refused.reason is not Reason.UNKNOWN_MATCH:
                raise
            return None

    async def _share(self, texts: Texts, day: Day, contest: Contest, platform: str) -> Card:
        """`Daily 14 March · Ann 340 · 🟩🟩⬜🟥`, the total hidden until it is pressed."""
        entry = await self._store.days.entry(day, contest.host)
        known = await self._store.players([contest.host])
        called = name(texts, known.get(contest.host), platform)
        before = words.shared(texts, day, called) + " "
        if entry is None or entry.total is None:
            return Card(before.rstrip())
        total = numbers.whole(entry.total)
        board = see((await self._store.load(entry.match)).match).board
        assert isinstance(board, View)
        said = f"{before}{total} · {words.squares(board)}"
        return Card(
            said,
            hidden=(len(before), len(before) + len(total)),
            rows=(Buttons((_play(texts, contest.id),)),),
        )

    # --- for one player ---------------------------------------------------------------------------

    async def board(self, texts: Texts, session: Session, screen: Screen, limits: Limits) -> Card:
        """Build a player's own board of a day, and at its end the place it has reached."""
        match = session.match
        if screen.kind is ScreenKind.RESULT:
            return await self._result(texts, match, session.home)
        cast = await player_names_in(self._store, texts, match, screen.room)
        card = solo_cards.card(texts, see(match), cast, screen.kind, limits)
        return replace(card, text=f"{await self._head(texts, match)}\n{card.text}")

    async def _head(self, texts: Texts, match: Match) -> str:
        """Return the day, and before the first throw the fingerprints of its seed."""
        day = match.day
        assert day is not None
        said = words.head(texts, day)
        if match.plies or match.is_over:
            return said
        return f"{said}\n{await self.bound(texts, day)}"

    async def _result(self, texts: Texts, match: Match, home: Room) -> Card:
        """Return the place that a finished board has reached so far, and what to do next."""
        day, [who] = match.day, match.seats
        assert day is not None
        assert who is not None
        entry = await self._store.days.entry(day, who.player)
        shown = Scope(ScopeKind.ROOM, home)
        here = await self._store.days.stands(day, shown.kind, home, who.player)
        table = _button(
            texts.t("Standings"), match.id, _which(day, ScopeKind.ROOM if here else None)
        )
        if entry is None or entry.total is None:
            why = match_text.annulled(texts) if match.annulled else words.unfinished(texts)
            return Card(why, rows=(Buttons((table,)),))
        buttons = (_button(texts.t("Share"), match.id, "share"), table)
        kept = _kept(texts, match) if self._now() >= day.closes else ()
        if not entry.ranked:
            return Card(words.unranked(texts, entry.total), rows=(Buttons(buttons), *kept))
        remind = _button(texts.t("Remind me tomorrow"), match.id, "remind")
        said = await self._stands(texts, day, who.player, home if here else None)
        return Card(said, rows=(Buttons((*buttons, remind)), *kept))

    async def _stands(self, texts: Texts, day: Day, player: PlayerId, home: Room | None) -> str:
        kind = ScopeKind.EVERYWHERE if home is None else ScopeKind.ROOM
        room = home or Room("", None, "")
        table = await self._store.days.table(day, kind, room, 1, player)
        streak = await self._store.days.streak(player, day)
        left = -((self._now() - day.closes) // HOUR)  # begun hours count
        hours = left if left > 0 else None
        assert table.mine is not None  # a total is in the tables with the save that made it
        mine, here = table.mine, home is not None
        return words.standing(texts, mine.total, mine.rank, table.of, streak, hours, here=here)

    # --- tables -----------------------------------------------------------------------------------

    async def table(self, texts: Texts, asked: Asked) -> Card:
        """Build a page of a table, with buttons for others."""
        if asked.day is None:
            return await self._records(texts, asked)
        day, scope = asked.day, asked.scope
        table = await self._store.days.table(day, scope.kind, scope.room, asked.page, asked.viewer)
        said = [words.head(texts, day) + _where(texts, scope.kind)]
        said += await self._places(texts, asked, table.rows) or [words.empty_table(texts)]
        if table.mine is not None and table.mine not in table.rows:
            said += ["…", *await self._places(texts, asked, [table.mine])]
        said.append(await self.key(texts, day) or await self.bound(texts, day))
        return _paged(texts, said, asked, table.page, table.pages)

    async def _places(self, texts: Texts, asked: Asked, rows: Sequence[DayPlace]) -> list[str]:
        people = [row.player for row in rows if row.player is not None]
        names = await self._names(texts, asked, people)
        computer = games.level_name(texts, daily.STRONGEST)
        called = texts.t("Computer ({level})", level=computer)
        return [
            words.place(row.rank, called if row.player is None else names[row.player.id], row.total)
            for row in rows
        ]

    async def _names(
        self, texts: Texts, asked: Asked, people: Sequence[Player]
    ) -> dict[PlayerId, str]:
        """Return the names to show, by the rules of leaderboards.

        In a room, players of other platforms are "a player". Everywhere, so are players who did not
        agree to be listed, and those of other platforms if the room hides their names. Readers
        always see themselves.
        """
        room = asked.scope.room
        veiled = not (await self._store.houses.settings(room)).names
        names = {}
        for who in people:
            known = who.on(room.platform) is not None
            if asked.scope.kind is ScopeKind.EVERYWHERE:
                known = (await self._store.settings(who.id)).listed and (known or not veiled)
            shown = who if known or who.id == asked.viewer else None
            names[who.id] = name(texts, shown, asked.platform)
        return names

    async def _records(self, texts: Texts, asked: Asked) -> Card:
        scope = asked.scope
        found = await self._store.days.records(scope.kind, scope.room, asked.page, asked.viewer)
        rows = list(found.rows)
        more = [] if found.mine is None or found.mine in rows else [found.mine]
        names = await self._names(texts, asked, [row.player for row in (*rows, *more)])
        lines = [
            f"{row.rank}. {names[row.player.id]} · "
            + words.recorded(texts, row.best, row.mean, row.days, row.streak, row.longest)
            for row in (*rows, *more)
        ]
        if more:
            lines.insert(-1, "…")
        title = words.all_days(texts) + _where(texts, scope.kind)
        said = [title, *(lines or [words.empty_table(texts)])]
        return _paged(texts, said, asked, found.page, found.pages)


def again(texts: Texts, day: Day) -> Card:
    """Return the reminder that a new day has begun."""
    return Card(words.again(texts), rows=(Buttons((_play(texts, day.table),)),))


def first_own(texts: Texts, day: Day) -> Card:
    """Return the reply to a player who must finish their own game before seeing the table."""
    return Card(words.first_own(texts), rows=(Buttons((_play(texts, day.table),)),))


def handed_on(texts: Texts, shared: Card, day: Day) -> Card:
    """Return a shared result to forward by hand; its button belongs to the day, not to a room."""
    return replace(shared, rows=(Buttons((_play(texts, day.table),)),))


def for_each_alone(texts: Texts, day: Day) -> Card:
    """Return a button instead of a table that others in the room may not see yet."""
    table = _about(texts.t("Standings"), _which(day, ScopeKind.ROOM))
    return Card(words.for_each_alone(texts), rows=(Buttons((table,)),))


def shut(texts: Texts, day: Day, today: Day) -> Card:
    """Return the reply to a player who is too late for that day."""
    return Card(words.shut(texts, day), rows=(Buttons((_play(texts, today.table),)),))


def _where(texts: Texts, kind: ScopeKind) -> str:
    match kind:
        case ScopeKind.ROOM:
            return ""
        case ScopeKind.SPACE:
            return " · " + texts.t("the whole server or group")
        case ScopeKind.EVERYWHERE:
            return " · " + texts.t("everywhere")


def _paged(texts: Texts, said: list[str], asked: Asked, page: int, pages: int) -> Card:
    """Return the card of a table with buttons for its pages, scopes and kinds."""
    kind, day = asked.scope.kind, asked.day
    if pages > 1:
        said.append(texts.t("Page {page} of {pages}", page=page, pages=pages))
    turns = rows.turning(
        page, pages, lambda to: command_token(Verb.DAILY, f"{_which(day, kind)} {to}")
    )
    labels = {
        ScopeKind.ROOM: texts.t("Here"),
        ScopeKind.SPACE: texts.t("Whole server or group"),
        ScopeKind.EVERYWHERE: texts.t("Everywhere"),
    }
    scopes = [_about(label, _which(day, each)) for each, label in labels.items() if each != kind]
    if day is None:
        scopes.append(_about(texts.t("Standings"), f"table {kind}"))
    else:
        scopes.append(_about(texts.t("All-time"), _which(None, kind)))
    ways = tuple(Buttons(tuple(row)) for row in (turns, scopes) if row)
    return Card("\n".join(line for line in said if line), rows=ways)


def _which(day: Day | None, kind: ScopeKind | None) -> str:
    """Return the argument for a table; without a kind, its reader's default is used."""
    words = ["all"] if day is None else ["table", str(day.number)]
    return " ".join((*words, *(() if kind is None else (kind,))))


def _play(texts: Texts, about: MatchId) -> Button:
    return Button(texts.t("🎲 Play"), encode(Press(about, 0, Verb.SHEET)), Style.SUCCESS)


def _table(texts: Texts, about: MatchId, day: Day) -> Button:
    return _button(texts.t("Standings"), about, _which(day, ScopeKind.ROOM))


def _button(label: str, about: MatchId, arg: str) -> Button:
    return Button(label, encode(Press(about, 0, Verb.DAILY, arg)))


def _kept(texts: Texts, match: Match) -> tuple[Buttons, ...]:
    """Return the buttons for a closed day: review, replay, record."""
    ways = ((texts.t("Review"), Verb.REVIEW), (texts.t("Replay"), Verb.REPLAY))
    looks = (*ways, (texts.t("Record"), Verb.RECORD))
    return (Buttons(tuple(rows.button(match, label, verb) for label, verb in looks)),)


def _about(label: str, arg: str) -> Button:
    return Button(label, command_token(Verb.DAILY, arg))
