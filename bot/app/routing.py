"""Who serves a wish that is not simply a command to a match: verb -> desk, in two literals.

Must not know how a desk does it.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from bot.app.contests.private_boards import Sheets
from bot.app.history.handlers import Archive
from bot.app.matches.confirmations import Questions
from bot.app.matches.handlers import Openings
from bot.app.matches.screens import Showing
from bot.app.model.player import PlayerRecord
from bot.app.model.request import Reply, Request, Verb
from bot.app.people.account_linking import Linking
from bot.app.people.blocking import Contacts
from bot.app.people.data_deletion import MyData
from bot.app.rooms.bans import Barring
from bot.app.rooms.moderation import Order
from bot.app.rooms.settings_handler import Managing
from bot.app.views import Answers

Serve = Callable[[Request, PlayerRecord, str], Awaitable[Reply]]
"""Serves one wish of this person in this language. Raises Refused."""


MayServe = Callable[[Request, PlayerRecord, str], Awaitable[Reply | None]]
"""The same by one who has to look whether it is for them; None where it is not."""


@dataclass(frozen=True, slots=True)
class Staff:
    """Everybody who serves."""

    first: Sequence[MayServe]
    """Asked in this order, whatever the verb."""
    desks: Mapping[Verb, Serve]
    questions: Questions
    """What is asked back before a command is made of a wish."""
    sheets: Sheets
    """What is answered where only its player sees a match."""


def desks(
    answers: Answers,
    questions: Questions,
    archive: Archive,
    openings: Openings,
    showing: Showing,
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


def keepers_desks(managing: Managing, order: Order, barring: Barring) -> Mapping[Verb, Serve]:
    """Every verb about a room."""
    return {
        Verb.SETUP: managing.setup,
        Verb.TELL: managing.tell,
        Verb.END: order.end,
        Verb.ANNUL: order.annul,
        Verb.BAR: barring.bar,
        Verb.UNBAR: barring.unbar,
    }


def people_desks(contacts: Contacts, linking: Linking, mine: MyData) -> Mapping[Verb, Serve]:
    """Every verb about oneself and about others as people."""
    return {
        Verb.LINK: linking.link,
        Verb.UNLINK: linking.unlink,
        Verb.BLOCK: contacts.serve,
        Verb.UNBLOCK: contacts.serve,
        Verb.EXPORT: mine.export,
        Verb.DELETE: mine.delete,
    }
