"""Which handler serves a request: two literals.

A request about a session is routed by its verb and the kind of the session; any other request by
its verb alone. What is missing here is refused as an unknown verb.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from bot.app.analysis.hints import Hints
from bot.app.analysis.review_handler import ReviewHandlers
from bot.app.contests.handlers import ContestHandlers
from bot.app.contests.private_boards import PrivateBoards
from bot.app.daily.handlers import DailyHandlers
from bot.app.history.handlers import HistoryHandlers
from bot.app.matches import create
from bot.app.matches.confirmations import Confirmations
from bot.app.matches.handlers import CreateHandlers
from bot.app.matches.join import JoinHandlers
from bot.app.matches.playing import PlayHandlers
from bot.app.matches.screens import ScreenHandlers
from bot.app.model.player import Player
from bot.app.model.request import Reply, Request, Verb
from bot.app.model.session import Session, SessionKind
from bot.app.people.account_linking import AccountLinking
from bot.app.people.blocking import BlockHandlers
from bot.app.people.data_deletion import PersonalDataHandlers
from bot.app.rooms.bans import BanHandlers
from bot.app.rooms.moderation import ModerationHandlers
from bot.app.rooms.settings_handler import RoomSettingsHandlers
from bot.app.views import Views

Handler = Callable[[Request, Player, str], Awaitable[Reply]]
"""Serve a request of this player in this language. Raises Refused."""

SessionHandler = Callable[[Session, Request, Player, str], Awaitable[Reply]]
"""Serve a request about this session. Raises Refused."""


@dataclass(frozen=True, slots=True)
class Handlers:
    """Every component that serves requests."""

    views: Views
    creating: CreateHandlers
    joining: JoinHandlers
    playing: PlayHandlers
    confirmations: Confirmations
    screens: ScreenHandlers
    contests: ContestHandlers
    boards: PrivateBoards
    daily: DailyHandlers
    history: HistoryHandlers
    room_settings: RoomSettingsHandlers
    moderation: ModerationHandlers
    bans: BanHandlers
    blocks: BlockHandlers
    linking: AccountLinking
    personal_data: PersonalDataHandlers
    hints: Hints | None = None
    reviews: ReviewHandlers | None = None

    async def offer(self, request: Request, player: Player, locale: str) -> Reply:
        """Create a match, or a contest if the game is for one and opponents are asked for."""
        if create.is_contest(request):
            return await self.contests.offer(request, player, locale)
        return await self.creating.offer(request, player, locale)


@dataclass(frozen=True, slots=True)
class Routes:
    """The two tables."""

    by_verb: Mapping[Verb, Handler]
    by_session: Mapping[tuple[Verb, SessionKind], SessionHandler]


def routes(on: Handlers) -> Routes:
    """Return the routes to these handlers."""
    by_verb: dict[Verb, Handler] = {
        # new matches
        Verb.CHALLENGE: on.offer,
        Verb.PLAY: on.offer,
        Verb.DICE: on.offer,
        Verb.DAILY: on.daily.serve,
        # lists and pages
        Verb.GAMES: on.views.look,
        Verb.LEADERBOARD: on.views.look,
        Verb.HELP: on.views.look,
        Verb.RULES: on.views.look,
        Verb.PRIVACY: on.views.look,
        Verb.HISTORY: on.history.look,
        Verb.PROFILE: on.history.look,
        Verb.IMPORT: on.history.look,
        # the player's own affairs
        Verb.SETTINGS: on.views.settings,
        Verb.LINK: on.linking.link,
        Verb.UNLINK: on.linking.unlink,
        Verb.BLOCK: on.blocks.serve,
        Verb.UNBLOCK: on.blocks.serve,
        Verb.EXPORT: on.personal_data.export,
        Verb.DELETE: on.personal_data.delete,
        # running a room
        Verb.SETUP: on.room_settings.setup,
        Verb.TELL: on.room_settings.tell,
        Verb.END: on.moderation.end,
        Verb.ANNUL: on.moderation.annul,
        Verb.BAR: on.bans.bar,
        Verb.UNBAR: on.bans.unbar,
    }
    play, match, contest, day = (
        on.playing.play,
        SessionKind.MATCH,
        SessionKind.CONTEST,
        SessionKind.DAY,
    )
    by_session: dict[tuple[Verb, SessionKind], SessionHandler] = {
        # before a match
        (Verb.JOIN, match): on.joining.join,
        (Verb.WATCH, match): on.joining.watch,
        (Verb.INVITE, match): on.joining.invite,
        (Verb.COMPUTER, match): play,
        (Verb.LEAVE, match): play,
        (Verb.DECLINE, match): play,
        (Verb.CANCEL, match): play,
        (Verb.START, match): play,
        (Verb.AGAIN, match): on.creating.again,
        # during a match
        (Verb.MOVE, match): play,
        (Verb.PLACE, match): on.playing.place,
        (Verb.PICK, match): on.confirmations.pick,
        (Verb.SURE, match): play,
        (Verb.RESIGN, match): play,
        (Verb.CLAIM, match): play,
        (Verb.DRAW, match): play,
        (Verb.TAKEBACK, match): play,
        (Verb.PAUSE, match): play,
        (Verb.RESUME, match): play,
        (Verb.REMATCH, match): play,
        (Verb.YES, match): play,
        (Verb.NO, match): on.playing.no,
        (Verb.WITHDRAW, match): play,
        (Verb.BOARD, match): on.screens.show,
        (Verb.TEXT, match): on.views.text,
        (Verb.MORE, match): on.views.more,
        # after a match
        (Verb.REPLAY, match): on.history.tell,
        (Verb.RECORD, match): on.history.tell,
        (Verb.FROM, match): on.creating.from_position,
        # a contest
        (Verb.JOIN, contest): on.contests.join,
        (Verb.WATCH, contest): on.contests.watch,
        (Verb.INVITE, contest): on.contests.invite,
        (Verb.COMPUTER, contest): on.contests.change,
        (Verb.DECLINE, contest): on.contests.change,
        (Verb.CANCEL, contest): on.contests.change,
        (Verb.CLOSE, contest): on.contests.change,
        (Verb.SHEET, contest): on.contests.board,
        (Verb.AGAIN, contest): on.contests.again,
        (Verb.NO, contest): on.playing.no,
        (Verb.BOARD, contest): on.screens.show,
        # the daily dice
        (Verb.SHEET, day): on.daily.sheet,
    }
    for board in (SessionKind.PRIVATE_BOARD, SessionKind.DAILY_BOARD):
        by_session |= {
            (Verb.MOVE, board): on.boards.move,
            (Verb.RESIGN, board): on.boards.play,
            (Verb.BOARD, board): on.boards.show,
            (Verb.TEXT, board): on.views.text,
            (Verb.MORE, board): on.views.more,
            (Verb.REPLAY, board): on.history.tell,
            (Verb.RECORD, board): on.history.tell,
        }
    return Routes(by_verb, by_session | advice(on.hints, on.reviews))


def advice(
    hints: Hints | None, reviews: ReviewHandlers | None
) -> dict[tuple[Verb, SessionKind], SessionHandler]:
    """Return the routes to what engines are asked for."""
    found: dict[tuple[Verb, SessionKind], SessionHandler] = {}
    if hints is not None:
        found[(Verb.HINT, SessionKind.MATCH)] = hints.serve
    if reviews is not None:
        boards = (SessionKind.PRIVATE_BOARD, SessionKind.DAILY_BOARD)
        found |= {(Verb.REVIEW, kind): reviews.serve for kind in (SessionKind.MATCH, *boards)}
    return found
