"""Who serves a wish that is not simply a command to a match: verb -> desk, in two literals.

Must not know how a desk does it.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from bot.app.contests.private_boards import PrivateBoards
from bot.app.history.handlers import HistoryHandlers
from bot.app.matches.confirmations import Confirmations
from bot.app.matches.handlers import CreateHandlers
from bot.app.matches.screens import ScreenHandlers
from bot.app.model.player import Player
from bot.app.model.request import Reply, Request, Verb
from bot.app.people.account_linking import AccountLinking
from bot.app.people.blocking import BlockHandlers
from bot.app.people.data_deletion import PersonalDataHandlers
from bot.app.rooms.bans import BanHandlers
from bot.app.rooms.moderation import ModerationHandlers
from bot.app.rooms.settings_handler import RoomSettingsHandlers
from bot.app.views import Views

Serve = Callable[[Request, Player, str], Awaitable[Reply]]
"""Serves one wish of this person in this language. Raises Refused."""


MayServe = Callable[[Request, Player, str], Awaitable[Reply | None]]
"""The same by one who has to look whether it is for them; None where it is not."""


@dataclass(frozen=True, slots=True)
class Handlers:
    """Everybody who serves."""

    first: Sequence[MayServe]
    """Asked in this order, whatever the verb."""
    desks: Mapping[Verb, Serve]
    questions: Confirmations
    """What is asked back before a command is made of a wish."""
    sheets: PrivateBoards
    """What is answered where only its player sees a match."""


def desks(
    answers: Views,
    questions: Confirmations,
    archive: HistoryHandlers,
    openings: CreateHandlers,
    showing: ScreenHandlers,
) -> Mapping[Verb, Serve]:
    """Every verb about matches."""
    return {
        Verb.CHALLENGE: openings.serve,
        Verb.PLAY: openings.serve,
        Verb.DICE: openings.serve,
        Verb.AGAIN: openings.serve,
        Verb.FROM: openings.serve,
        Verb.BOARD: showing.serve,
        Verb.GAMES: answers.look,
        Verb.LEADERBOARD: answers.look,
        Verb.HELP: answers.look,
        Verb.RULES: answers.look,
        Verb.PRIVACY: answers.look,
        Verb.SETTINGS: answers.settings,
        Verb.TEXT: answers.text,
        Verb.PICK: questions.pick,
        Verb.MORE: answers.more,
        Verb.HISTORY: archive.look,
        Verb.PROFILE: archive.look,
        Verb.IMPORT: archive.look,
        Verb.REPLAY: archive.tell,
        Verb.RECORD: archive.tell,
    }


def keepers_desks(
    managing: RoomSettingsHandlers, order: ModerationHandlers, barring: BanHandlers
) -> Mapping[Verb, Serve]:
    """Every verb about a room."""
    return {
        Verb.SETUP: managing.setup,
        Verb.TELL: managing.tell,
        Verb.END: order.end,
        Verb.ANNUL: order.annul,
        Verb.BAR: barring.bar,
        Verb.UNBAR: barring.unbar,
    }


def people_desks(
    contacts: BlockHandlers, linking: AccountLinking, mine: PersonalDataHandlers
) -> Mapping[Verb, Serve]:
    """Every verb about oneself and about others as people."""
    return {
        Verb.LINK: linking.link,
        Verb.UNLINK: linking.unlink,
        Verb.BLOCK: contacts.serve,
        Verb.UNBLOCK: contacts.serve,
        Verb.EXPORT: mine.export,
        Verb.DELETE: mine.delete,
    }
