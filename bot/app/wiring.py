"""Puts together everybody who serves a wish, in the order in which they need each other.

Knows each of them and what none of them does. What needs engines or front ends joins later
(`bot/bootstrap.py`).
"""

from dataclasses import dataclass

from bot.app.commit import Changes, Step, no_step
from bot.app.contests.private_boards import Sheets
from bot.app.contests.service import Act, Contests
from bot.app.daily.handlers import Daily
from bot.app.daily.lifecycle import Days
from bot.app.history.handlers import Archive
from bot.app.lifecycle import Acting
from bot.app.matches.confirmations import Questions
from bot.app.matches.handlers import Openings
from bot.app.matches.invite_codes import Guests
from bot.app.matches.join import Arrivals
from bot.app.matches.resolve import Meant
from bot.app.matches.screens import Showing
from bot.app.model.session import Session
from bot.app.people.account_linking import Linking
from bot.app.people.blocking import Contacts
from bot.app.people.data_deletion import MyData
from bot.app.placement import Places
from bot.app.ports import Fresh, Now, Store
from bot.app.presence.tracker import Presence
from bot.app.presentation.presenter import Presenter
from bot.app.rooms.access import Admission, Bounds
from bot.app.rooms.bans import Barring
from bot.app.rooms.moderation import Order
from bot.app.rooms.settings_handler import Managing
from bot.app.routing import Staff, desks, keepers_desks, people_desks
from bot.app.service import GameService
from bot.app.session_cache import Sessions
from bot.app.views import Answers
from core.types import MatchId


@dataclass(frozen=True, slots=True)
class Application:
    """The way in, and whoever is spoken to from elsewhere than a front end."""

    service: GameService
    act: Act
    """For the bot's own commands. Raises Refused."""
    days: Days
    daily: Daily
    order: Order
    barring: Barring


def assemble(
    store: Store,
    sessions: Sessions,
    presenter: Presenter,
    now: Now,
    fresh: Fresh,
    step: Step = no_step,
    bounds: Bounds | None = None,
) -> Application:
    """Everybody, with nobody listening yet.

    Args:
        store: where everything is kept.
        sessions: the same, for sessions in use.
        presenter: makes cards.
        now: the time.
        fresh: chance: so many bytes of it.
        step: told where on its way a request is.
        bounds: what the operator says about places and numbers.
    """
    changes, meant = Changes(store, sessions, now, fresh, step), Meant(store, sessions)
    contacts, rooms = Contacts(store, now), Places(store)
    admission = Admission(store, bounds or Bounds(), contacts)
    guests = Guests(store, sessions, presenter, now, fresh)

    async def settle(id: MatchId) -> Session:
        return await acting.settle(id)  # a sheet may find that its contest is due

    tell, locks = changes.tell, changes.locks
    sheets = Sheets(sessions, presenter, locks, now, tell, settle)
    days = Days(store, sessions, locks, now, fresh, changes.announce, changes.act)
    daily = Daily(store, sessions, presenter, days, sheets, now, tell)
    with_people = (guests, admission, rooms, sheets)
    contests = Contests(store, sessions, *with_people, locks, now, fresh, tell, changes.act)
    changes.noted_by(contests.note)
    acting = Acting(sessions, changes, contests, days)
    presence = Presence(store, sessions, acting.act, changes.announce, now)

    of_people = (acting.give_up, changes.moved, lambda session: tell(session, None))
    linking = Linking(store, sessions, now, fresh, *of_people)
    mine = MyData(store, sessions, presenter, now, *of_people)
    changes.follow(presence.moved)

    order = Order(store, sessions, presenter, acting.act, contests.end)
    barring = Barring(store, sessions, presence)
    questions = Questions(store, sessions, presenter, meant, now)
    answers = Answers(store, sessions, presenter, meant, now, presence.doubt)
    archive = Archive(store, sessions, presenter, meant, now)
    openings = Openings(store, sessions, changes, meant, admission, now, fresh)
    showing = Showing(sessions, changes, meant, rooms, now)
    arrivals = Arrivals(changes, meant, admission, rooms, guests, contests, showing, now)
    staff = Staff(
        first=(daily.serve, contests.serve, arrivals.serve, questions.serve),
        desks={
            **desks(answers, questions, archive, openings, showing),
            **keepers_desks(Managing(store), order, barring),
            **people_desks(contacts, linking, mine),
        },
        questions=questions,
        sheets=sheets,
    )
    service = GameService(
        store, sessions, presenter, changes, meant, admission, presence, staff, step
    )
    return Application(service, acting.act, days, daily, order, barring)
