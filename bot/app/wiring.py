"""Compose the application.

The only module of `bot.app` that knows all components. `bot.bootstrap` adds what runs beside
requests: front ends, engines, schedulers.
"""

from dataclasses import dataclass

from bot.app.analysis.hints import Hints
from bot.app.analysis.review_cards import ReviewPlots, SharedReviews
from bot.app.analysis.review_handler import ReviewHandlers
from bot.app.commit import MatchWriter, Step, no_step
from bot.app.contests.cards import ContestCards
from bot.app.contests.handlers import ContestHandlers
from bot.app.contests.lifecycle import ContestLifecycle
from bot.app.contests.private_boards import PrivateBoards
from bot.app.daily.cards import DailyCards
from bot.app.daily.handlers import DailyHandlers
from bot.app.daily.lifecycle import DailyLifecycle
from bot.app.facade import Facade
from bot.app.history.handlers import HistoryHandlers
from bot.app.lifecycle import CommandDispatcher
from bot.app.matches.confirmations import Confirmations
from bot.app.matches.handlers import CreateHandlers
from bot.app.matches.invite_codes import InviteCodes
from bot.app.matches.join import JoinHandlers
from bot.app.matches.playing import PlayHandlers
from bot.app.matches.screens import ScreenHandlers
from bot.app.model.session import ScreenKind, SessionKind
from bot.app.people.account_linking import AccountLinking
from bot.app.people.blocking import BlockHandlers
from bot.app.people.data_deletion import PersonalDataHandlers
from bot.app.placement import Placement
from bot.app.ports.engines import Engines
from bot.app.ports.store import Store
from bot.app.ports.system import Now, RandomBytes
from bot.app.presence.tracker import PresenceTracker
from bot.app.presentation.presenter import Presenter
from bot.app.resolver import SessionResolver
from bot.app.rooms.access import AccessPolicy, OperatorLimits
from bot.app.rooms.bans import BanHandlers
from bot.app.rooms.moderation import ModerationHandlers
from bot.app.rooms.settings_handler import RoomSettingsHandlers
from bot.app.routing import Handlers, routes
from bot.app.service import GameService
from bot.app.session_cache import SessionCache
from bot.app.subscriptions import Subscriptions
from bot.app.views import Views


@dataclass(frozen=True, slots=True)
class Advisers:
    """What hints and reviews are made with."""

    engines: Engines
    plots: ReviewPlots


@dataclass(frozen=True, slots=True)
class Application:
    """The service, and the components that others than front ends use."""

    service: GameService
    writer: MatchWriter
    events: Subscriptions
    facade: Facade
    dispatcher: CommandDispatcher
    """For the bot's own commands."""
    days: DailyLifecycle
    daily: DailyHandlers
    moderation: ModerationHandlers
    bans: BanHandlers
    reviews: ReviewHandlers | None


def build_presenter(store: Store, now: Now, plots: ReviewPlots | None = None) -> Presenter:
    """Return the presenter with the card builders of all kinds of sessions and screens."""
    days = DailyCards(store, now)
    return Presenter(
        store,
        now,
        {
            ScreenKind.REVIEW: SharedReviews(store, plots or ReviewPlots()).card,
            SessionKind.CONTEST: ContestCards(store, now).card,
            SessionKind.DAY: days.card,
            SessionKind.DAILY_BOARD: days.board,
        },
    )


def build_application(
    store: Store,
    sessions: SessionCache,
    presenter: Presenter,
    now: Now,
    fresh: RandomBytes,
    step: Step = no_step,
    bounds: OperatorLimits | None = None,
    advisers: Advisers | None = None,
) -> Application:
    """Build all components of the application, in the order of their dependencies.

    Args:
        store: the repositories.
        sessions: the session cache.
        presenter: builds cards.
        now: the clock.
        fresh: the source of random bytes.
        step: called at each named step of a request.
        bounds: the operator's limits on rooms and matches.
        advisers: gives hints and reviews; without it there are none.
    """
    events = Subscriptions()
    writer = MatchWriter(store, sessions, now, fresh, events, step)
    contests = ContestLifecycle(sessions, writer, now)
    days = DailyLifecycle(store, sessions, writer, now, fresh)
    dispatcher = CommandDispatcher(
        sessions,
        writer,
        {
            SessionKind.CONTEST: contests,
            SessionKind.PRIVATE_BOARD: contests,
            SessionKind.DAY: days,
            SessionKind.DAILY_BOARD: days,
        },
    )
    presence = PresenceTracker(store, sessions, dispatcher, writer, now)
    events.on_player_changed(presence.moved)
    blocks, placement = BlockHandlers(store, now), Placement(store)
    access = AccessPolicy(store, bounds or OperatorLimits(), blocks)
    codes = InviteCodes(store, sessions, presenter, now, fresh)

    confirmations = Confirmations(store, sessions, presenter, now)
    playing = PlayHandlers(dispatcher, access, confirmations, codes)
    screens = ScreenHandlers(writer, placement, now)
    cards = ContestCards(store, now)
    boards = PrivateBoards(sessions, presenter, cards, writer, now, dispatcher, playing, screens)
    daily = DailyHandlers(store, sessions, days, boards, now, writer)
    moderation = ModerationHandlers(store, sessions, presenter, dispatcher)
    bans = BanHandlers(store, sessions, presence)
    of_people = (dispatcher, writer, events)
    hints, reviews = None, None
    if advisers is not None:
        hints = Hints(store, sessions, advisers.engines)
        shared = (presenter, advisers.engines, writer, advisers.plots)
        reviews = ReviewHandlers(store, sessions, *shared)
    handlers = Handlers(
        views=Views(store, sessions, presenter, now, presence.doubt),
        creating=CreateHandlers(store, sessions, writer, access, now, fresh),
        joining=JoinHandlers(writer, playing, access, placement, codes, screens, now),
        playing=playing,
        confirmations=confirmations,
        screens=screens,
        contests=ContestHandlers(
            store, sessions, codes, access, boards, contests, writer, now, fresh
        ),
        boards=boards,
        daily=daily,
        history=HistoryHandlers(store, sessions, presenter, now),
        room_settings=RoomSettingsHandlers(store),
        moderation=moderation,
        bans=bans,
        blocks=blocks,
        linking=AccountLinking(store, sessions, now, fresh, *of_people),
        personal_data=PersonalDataHandlers(store, sessions, presenter, now, *of_people),
        hints=hints,
        reviews=reviews,
    )
    resolver = SessionResolver(store, sessions, codes)
    service = GameService(store, resolver, access, boards, routes(handlers), presence, events, step)
    facade = Facade(store, sessions, presenter, events)
    return Application(
        service, writer, events, facade, dispatcher, days, daily, moderation, bans, reviews
    )
