"""Who serves a wish that `decide` need not be asked about: verb -> desk, in one literal.

A desk answers whoever asks and leaves matches as they are. Must not know how a desk does it.
"""

from collections.abc import Awaitable, Callable, Mapping

from bot.app.answers import Answers
from bot.app.archive import Archive
from bot.app.contacts import Contacts
from bot.app.linking import Linking
from bot.app.managing import Managing
from bot.app.mydata import MyData
from bot.app.order import Order
from bot.app.player import PlayerRecord
from bot.app.requests import Reply, Request, Verb

Serve = Callable[[Request, PlayerRecord, str], Awaitable[Reply]]
"""Serves one wish of this person in this language. Raises Refused."""


def desks(
    answers: Answers, archive: Archive, managing: Managing, order: Order
) -> Mapping[Verb, Serve]:
    """Every verb that a desk serves."""
    return {
        Verb.GAMES: answers.look,
        Verb.LEADERBOARD: answers.look,
        Verb.HELP: answers.look,
        Verb.RULES: answers.look,
        Verb.PRIVACY: answers.look,
        Verb.SETTINGS: answers.settings,
        Verb.TEXT: answers.text,
        Verb.PICK: answers.pick,
        Verb.MORE: answers.more,
        Verb.HISTORY: archive.look,
        Verb.PROFILE: archive.look,
        Verb.IMPORT: archive.look,
        Verb.REPLAY: archive.tell,
        Verb.RECORD: archive.tell,
        Verb.SETUP: managing.setup,
        Verb.TELL: managing.tell,
        Verb.END: order.end,
        Verb.ANNUL: order.annul,
        Verb.BAR: order.bar,
        Verb.UNBAR: order.unbar,
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
