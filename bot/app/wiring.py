"""Puts together everybody who serves a wish, in the order in which they need each other.

Knows each of them and what none of them does. What needs engines or front ends joins later
(`bot/bootstrap.py`).
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.app.commit import MatchWriter, Step, no_step
from bot.app.contests.private_boards import PrivateBoards
from bot.app.contests.service import ContestService
from bot.app.daily.handlers import DailyHandlers
from bot.app.daily.lifecycle import DailyLifecycle
from bot.app.facade import Facade
from bot.app.history.handlers import HistoryHandlers
from bot.app.lifecycle import CommandDispatcher
from bot.app.matches.confirmations import Confirmations
from bot.app.matches.handlers import CreateHandlers
from bot.app.matches.invite_codes import InviteCodes
from bot.app.matches.join import JoinHandlers
from bot.app.matches.resolve import MatchResolver
from bot.app.matches.screens import ScreenHandlers
from bot.app.model.session import Session
from bot.app.people.account_linking import AccountLinking
from bot.app.people.blocking import BlockHandlers
from bot.app.people.data_deletion import PersonalDataHandlers
from bot.app.placement import Placement
from bot.app.ports.store import Store
from bot.app.ports.system import Now, RandomBytes
from bot.app.presence.tracker import PresenceTracker
from bot.app.presentation.presenter import Presenter
from bot.app.rooms.access import AccessPolicy, OperatorLimits
from bot.app.rooms.bans import BanHandlers
from bot.app.rooms.moderation import ModerationHandlers
from bot.app.rooms.settings_handler import RoomSettingsHandlers
from bot.app.routing import Handlers, desks, keepers_desks, people_desks
from bot.app.service import GameService
from bot.app.session_cache import SessionCache
from bot.app.views import Views
from core.match.commands import Command
from core.types import MatchId


@dataclass(frozen=True, slots=True)
class Application:
    """The way in, and whoever is spoken to from elsewhere than a front end."""

    service: GameService
    writer: MatchWriter
    facade: Facade
    act: Callable[[MatchId, Command], Awaitable[Session]]
    """For the bot's own commands. Raises Refused."""
    days: DailyLifecycle
    daily: DailyHandlers
    order: ModerationHandlers
    barring: BanHandlers


def build_application(
    store: Store,
    sessions: SessionCache,
    presenter: Presenter,
    now: Now,
    fresh: RandomBytes,
    step: Step = no_step,
    bounds: OperatorLimits | None = None,
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
    changes, meant = MatchWriter(store, sessions, now, fresh, step), MatchResolver(store, sessions)
    contacts, rooms = BlockHandlers(store, now), Placement(store)
    admission = AccessPolicy(store, bounds or OperatorLimits(), contacts)
    guests = InviteCodes(store, sessions, presenter, now, fresh)

    async def settle(id: MatchId) -> Session:
        return await acting.settle(id)  # a sheet may find that its contest is due

    tell = changes.tell
    sheets = PrivateBoards(sessions, presenter, changes, now, settle)
    days = DailyLifecycle(store, sessions, changes, now, fresh)
    daily = DailyHandlers(store, sessions, presenter, days, sheets, now, tell)
    with_people = (guests, admission, rooms, sheets)
    contests = ContestService(store, sessions, *with_people, changes, now, fresh)
    changes.noted_by(contests.note)
    acting = CommandDispatcher(sessions, changes, contests, days)
    presence = PresenceTracker(store, sessions, acting.act, changes.announce, now, changes.outages)

    of_people = (acting.give_up, changes.moved, lambda session: tell(session, None))
    linking = AccountLinking(store, sessions, now, fresh, *of_people)
    mine = PersonalDataHandlers(store, sessions, presenter, now, *of_people)
    changes.follow(presence.moved)

    order = ModerationHandlers(store, sessions, presenter, acting.act, contests.end)
    barring = BanHandlers(store, sessions, presence)
    questions = Confirmations(store, sessions, presenter, meant, now)
    answers = Views(store, sessions, presenter, meant, now, presence.doubt)
    archive = HistoryHandlers(store, sessions, presenter, meant, now)
    openings = CreateHandlers(store, sessions, changes, meant, admission, now, fresh)
    showing = ScreenHandlers(sessions, changes, meant, rooms, now)
    arrivals = JoinHandlers(changes, meant, admission, rooms, guests, contests, showing, now)
    staff = Handlers(
        first=(daily.serve, contests.serve, arrivals.serve, questions.serve),
        desks={
            **desks(answers, questions, archive, openings, showing),
            **keepers_desks(RoomSettingsHandlers(store), order, barring),
            **people_desks(contacts, linking, mine),
        },
        questions=questions,
        sheets=sheets,
    )
    service = GameService(
        store, sessions, presenter, changes, meant, admission, presence, staff, step
    )
    facade = Facade(store, sessions, presenter, changes.announce)
    changes.listen(facade.after_move.wake)
    return Application(service, changes, facade, acting.act, days, daily, order, barring)
