"""A fake front end: a chat platform without a network.

Implements `FrontEnd` with the real presenter, so its cards are real. It records every message, and
can be set to fail in every way a platform can.
"""

from collections import defaultdict, deque
from dataclasses import dataclass

from bot.app.model.card import Button, Buttons, Card, Limits, Menu
from bot.app.model.request import ResponseHandle
from bot.app.model.room import Room
from bot.app.model.session import Screen, Session
from bot.app.ports.frontend import DeliveryError, MessageGone, Notification
from bot.app.presentation.presenter import Presenter

LIMITS = Limits(text=4000, buttons=30, per_row=5, menu=25, pictures=True)


@dataclass(slots=True)
class Sheet:
    """A message with its current card and the earlier ones."""

    room: Room
    cards: list[Card]
    versions: list[int]

    @property
    def card(self) -> Card:
        return self.cards[-1]

    def buttons(self) -> list[Button]:
        return buttons(self.card)

    def token(self, label: str) -> str:
        """The token of the button with this label."""
        found = [button.token for button in self.buttons() if button.label == label]
        assert len(found) == 1, f"{label!r} is not on {[b.label for b in self.buttons()]}"
        return found[0]


@dataclass(frozen=True, slots=True)
class Note:
    """A notification as currently shown, and how often it was edited."""

    notice: Notification
    edits: int = 0

    def __str__(self) -> str:
        """Return the mention, the text and the links."""
        whom = "" if self.notice.private else f"@{self.notice.name} "
        links = "".join(f" [{link.label}]" for link in self.notice.card.links)
        return f"{whom}{self.notice.card.text}{links}"


def buttons(card: Card) -> list[Button]:
    """All buttons of a card, menus' choices too."""
    found: list[Button] = []
    for row in card.rows:
        match row:
            case Buttons():
                found.extend(row.row)
            case Menu():
                found.extend(row.choices)
    return found


class FakeFrontEnd:
    """The platform `paper`."""

    platform = "paper"
    remembers = True

    def __init__(self, presenter: Presenter, limits: Limits = LIMITS) -> None:
        self._presenter = presenter
        self._limits = limits
        self._count = 0
        self.sheets: dict[str, Sheet] = {}
        self.faults: dict[Room, deque[DeliveryError]] = defaultdict(deque)
        self.after: dict[Room, deque[DeliveryError]] = defaultdict(
            deque
        )  # shown, then the answer lost
        self.deskless: deque[DeliveryError | None] = (
            deque()
        )  # how asking for a desk ends the next times
        self.acks: list[ResponseHandle] = []
        self.turns = 0
        self.notes: dict[str, Note] = {}  # by message
        self.withdrawn: list[Note] = []

    def resume(self, before: "FakeFrontEnd") -> None:
        """Take over the messages of the front end before a restart."""
        self._count, self.sheets, self.notes = before._count, before.sheets, before.notes

    def limits(self, screen: Screen) -> Limits:
        del screen
        return self._limits

    async def wait_for_slot(self, screen: Screen) -> None:
        del screen
        self.turns += 1

    async def show(
        self, session: Session, screen: Screen, via: ResponseHandle | None = None
    ) -> str:
        if self.faults[screen.room]:
            raise self.faults[screen.room].popleft()
        card = await self._presenter.card(session, screen, self._limits)
        if via is not None:
            self.acks.append(via)
        message = screen.message
        if message is None or message not in self.sheets:
            self._count += 1
            message = str(self._count)
            self.sheets[message] = Sheet(screen.room, [], [])
        self.sheets[message].cards.append(card)
        self.sheets[message].versions.append(session.version)
        if self.after[screen.room]:
            raise self.after[screen.room].popleft()
        return message

    async def private(self, user: str) -> Room:
        if self.deskless and (fault := self.deskless.popleft()) is not None:
            raise fault
        return Room(self.platform, None, f"desk of {user}")

    async def notify(self, notice: Notification) -> str:
        if self.faults[notice.room]:
            raise self.faults[notice.room].popleft()
        message = notice.message
        if message is None:
            self._count += 1
            message = str(self._count)
            self.notes[message] = Note(notice)
        elif message not in self.notes:
            raise MessageGone(message)
        self.notes[message] = Note(notice, self.notes[message].edits + (notice.message is not None))
        if self.after[notice.room]:
            raise self.after[notice.room].popleft()
        return message

    async def withdraw(self, notice: Notification) -> None:
        if self.faults[notice.room]:
            raise self.faults[notice.room].popleft()
        if (note := self.notes.pop(notice.message or "", None)) is not None:
            self.withdrawn.append(note)

    def noted(self, room: Room) -> list[str]:
        """The notices that stand in a room, as they read."""
        return [str(note) for note in self.notes.values() if note.notice.room == room]

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    def last(self, room: Room) -> Sheet:
        """The newest message of a room."""
        return [sheet for sheet in self.sheets.values() if sheet.room == room][-1]

    def first(self, room: Room) -> Sheet:
        return next(sheet for sheet in self.sheets.values() if sheet.room == room)
