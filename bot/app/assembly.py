"""Puts together everybody who serves a wish, in the order in which they need each other.

Knows each of them and what none of them does. What needs engines or front ends joins later
(`bot/running.py`).
"""

from dataclasses import dataclass

from bot.app.acting import Acting
from bot.app.admission import Admission, Bounds
from bot.app.answers import Answers
from bot.app.archive import Archive
from bot.app.arrivals import Arrivals
from bot.app.barring import Barring
from bot.app.changes import Changes, Step, no_step
from bot.app.contacts import Contacts
from bot.app.contests import Act, Contests
from bot.app.daily import Daily
from bot.app.days import Days
from bot.app.desks import Staff, desks, keepers_desks, people_desks
from bot.app.guests import Guests
from bot.app.linking import Linking
from bot.app.managing import Managing
from bot.app.meant import Meant
from bot.app.mydata import MyData
from bot.app.openings import Openings
from bot.app.order import Order
from bot.app.places import Places
from bot.app.ports import Fresh, Now, Store
from bot.app.presence import Presence
from bot.app.present import Presenter
from bot.app.questions import Questions
from bot.app.service import GameService
from bot.app.session import Session
from bot.app.sessions import Sessions
from bot.app.sheets import Sheets
from bot.app.showing import Showing
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
