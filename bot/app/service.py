"""The one way in: `handle(request) -> reply`.

A request is served in a few milliseconds: lock the session, load it, `decide`, save it with a
version check, wake those who draw, think and keep time, answer. Nothing here draws, talks to a
network or waits for an engine; all of that is derived from the saved state afterwards. Must not
know platforms, SQL or rules.

    press or text -> handle -> bind -> decide -> save -> announce -> reply
"""

import logging
from collections.abc import Callable
from dataclasses import replace

from bot.app import contests, offering, places
from bot.app.admission import OFFERING, Admission, Bounds, must_be_near
from bot.app.advancing import advance, flag_fell_first
from bot.app.answers import Answers
from bot.app.archive import Archive
from bot.app.binding import bind, names_seat
from bot.app.contacts import Contacts
from bot.app.contests import Contests
from bot.app.daily import Daily
from bot.app.days import Days
from bot.app.desks import Serve, desks, people_desks
from bot.app.guests import Guests
from bot.app.linking import Linking, Moved, known_as
from bot.app.locks import KeyedLock
from bot.app.managing import Managing
from bot.app.meant import Meant
from bot.app.mydata import MyData
from bot.app.order import Order
from bot.app.places import Places
from bot.app.player import PlayerRecord
from bot.app.ports import Fresh, Now, Store, StoreUnavailable, VersionConflict
from bot.app.presence import Presence
from bot.app.present import Presenter
from bot.app.requests import Reply, Request, Verb
from bot.app.session import Room, Screen, ScreenKind, Session
from bot.app.sessions import Sessions
from bot.app.sheets import Sheets
from bot.text.catalog import nearest, texts
from core.contest import Kind
from core.errors import Reason, Refused
from core.match.commands import Command, Depart, Gone
from core.match.decide import Decision, decide
from core.match.forced import forced, play_forced
from core.match.model import Match, Status
from core.types import MatchId, Millis, PlayerId

log = logging.getLogger(__name__)

TRIES = 3
"""How often a save is tried again after somebody else saved first."""

ASKED_FOR = 30_000
"""For how long, in milliseconds, a second "resign" confirms the first."""

REPOST_EVERY = 30_000
"""A board is posted anew at most this often, in milliseconds."""

Announce = Callable[[Session, Request | None], None]
"""Told of every saved session; must not wait."""

Step = Callable[[str], None]
"""Told where on its way a request is. Does nothing but in tests, which kill the process there."""


def no_step(name: str) -> None:
    """Goes on."""
    del name


class GameService:
    """Serves requests, and the bot's own commands through `act`."""

    def __init__(
        self,
        store: Store,
        sessions: Sessions,
        presenter: Presenter,
        now: Now,
        fresh: Fresh,
        step: Step = no_step,
        bounds: Bounds | None = None,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._presenter = presenter
        self._meant = Meant(store, sessions)
        contacts = Contacts(store, now)
        self._admission = Admission(store, bounds or Bounds(), contacts)
        self._places = Places(store)
        self._guests = Guests(store, sessions, presenter, now, fresh)
        self.presence = Presence(store, sessions, self.act, self._announce, now)
        self._answers = Answers(store, sessions, presenter, self._meant, now, self.presence.doubt)
        archive = Archive(store, sessions, presenter, self._meant, now)
        self.order = Order(store, sessions, presenter, self.presence, self.act, self._end)
        self._desks: dict[Verb, Serve] = dict(
            desks(self._answers, archive, Managing(store), self.order)
        )
        self._now = now
        self._fresh = fresh
        self._step = step
        self._locks = KeyedLock()
        self._listeners: list[Announce] = []
        self._sheets = Sheets(sessions, presenter, self._locks, now, self._tell, self._settle)
        self.days = Days(store, sessions, self._locks, now, fresh, self._announce, self.act)
        self.daily = Daily(store, sessions, presenter, self.days, self._sheets, now, self._tell)
        self._contests = Contests(
            store,
            sessions,
            self._guests,
            self._admission,
            self._places,
            self._sheets,
            self._locks,
            now,
            fresh,
            self._tell,
            self.act,
        )
        of_people = (self._give_up, self._moved, lambda session: self._tell(session, None))
        linking = Linking(store, sessions, now, fresh, *of_people)
        mine = MyData(store, sessions, presenter, now, *of_people)
        self._desks |= people_desks(contacts, linking, mine)
        self._movers: list[Moved] = [self.presence.moved]
        self._reposted: dict[tuple[MatchId, Room], Millis] = {}
        self._asked: dict[
            tuple[MatchId, PlayerId], tuple[str, Millis]
        ] = {}  # by which request, when

    def listen(self, announce: Announce) -> None:
        """Adds one who is told of every saved session."""
        self._listeners.append(announce)

    def follow(self, moved: Moved) -> None:
        """Adds one who is told that a person is another one now, or (None) no more."""
        self._movers.append(moved)

    def open(self, verb: Verb, serve: Serve) -> None:
        """Adds a desk that needs more than a store: engines, say."""
        self._desks[verb] = serve

    async def handle(self, request: Request) -> Reply:
        """Serves one wish of one person; refusals are replies, in the asker's language."""
        self._step("received")
        locale = nearest(request.actor.locale)
        try:
            if await self._is_nobody(request):
                return Reply(texts(locale).t("I keep nothing about you."))
            player = await self._store.player_for(request.actor)
            locale = nearest(player.locale, request.actor.locale)
            await self.presence.seen(request.room, player.id)
            return await self._serve(known_as(request, player), player, locale)
        except Refused as refused:
            return Reply(self._presenter.refusal(refused, locale), reason=refused.reason)
        except (StoreUnavailable, VersionConflict) as fault:
            log.warning("%s of match %s failed: %s", request.verb, request.session, fault)
            busy = Refused(Reason.BUSY)
            return Reply(self._presenter.refusal(busy, locale), reason=busy.reason)

    async def _is_nobody(self, request: Request) -> bool:
        """Whether somebody of whom nothing is kept wants it deleted: nobody is made for that."""
        if request.verb is not Verb.DELETE:
            return False
        return await self._store.belongings.known(request.actor) is None

    async def _give_up(self, id: MatchId, player: PlayerId) -> None:
        """Somebody has nothing more to do with it. Refused where they had nothing to begin with."""
        if (await self._sessions.load(id)).contest is not None:
            await self._contests.depart(id, player)
        else:
            await self._change(id, lambda _: Depart(player), None)

    def _moved(self, gone: PlayerId, to: PlayerId | None) -> None:
        for moved in self._movers:
            moved(gone, to)

    async def act(self, id: MatchId, command: Command) -> Session:
        """A command of the bot's own: a computer's move, a fallen flag. Raises Refused.

        About a contest it is always the same one, whatever has become due of it, unless somebody
        has gone.
        """
        if (await self._sessions.load(id)).contest is not None:
            if isinstance(command, Gone):
                return await self._contests.leave(id, command.who)
            return await self._settle(id)
        return await self._change(id, lambda _: command, None)

    async def _settle(self, id: MatchId) -> Session:
        contest = (await self._sessions.load(id)).contest
        if contest is not None and contest.kind is Kind.DAILY:
            return await self.days.settle(id)
        return await self._contests.settle(id)

    async def _end(self, id: MatchId) -> Session:
        return await self._contests.end(id)

    async def _serve(self, request: Request, player: PlayerRecord, locale: str) -> Reply:
        self._admission.must_serve(request.room)
        if request.session is None and contests.may_be_meant(request):
            request = replace(request, session=await self._meant.which(request, player.id))
        if request.verb in OFFERING:
            request = await self._admission.offer(request, player.id)
        reply = await self.daily.serve(request, player, locale)
        if reply is None:
            reply = await self._contests.serve(request, player.id, locale)
        if reply is not None:
            return reply
        if (serve := self._desks.get(request.verb)) is not None:
            return await serve(request, player, locale)
        match request.verb:
            case Verb.CHALLENGE | Verb.PLAY | Verb.DICE | Verb.AGAIN | Verb.FROM:
                return await self._offer(request, player, locale)
            case Verb.JOIN | Verb.WATCH if request.arg and not names_seat(request):
                return await self._by_code(request, player.id, locale)
            case Verb.WATCH:
                raise Refused(Reason.NO_CODE)
            case Verb.INVITE:
                id = await self._meant.which(request, player.id)
                return await self._guests.invite(id, player.id, locale)
            case Verb.BOARD:
                return await self._show_again(request, player.id, locale)
            case Verb.PLACE if not request.arg:  # where there are no forms
                return await self._answers.pick(request, player, locale)
            case Verb.NO if request.arg == Verb.JOIN and request.session is not None:
                return self._guests.leave(request, player.id, locale)
            case Verb.NO if request.arg == Verb.MOVE:
                return self._answers.not_placed(locale)
            case _:
                id = await self._meant.which(request, player.id)
                if request.verb is Verb.JOIN:
                    offered = await self._sessions.load(id)
                    must_be_near(offered, request, player.id)
                    await self._admission.join(offered, request, player.id)
                if request.verb is not Verb.RESIGN:
                    await self._admission.play(await self._sessions.load(id), player.id)
                if request.verb in (Verb.REMATCH, Verb.YES):
                    await self._admission.again(await self._sessions.load(id), player.id)
                if request.verb in (Verb.MOVE, Verb.PLACE):
                    question = await self._answers.place(request, id, player.id, locale)
                    if question is not None:
                        return question
                if request.verb is Verb.RESIGN and not self._is_sure(request, id, player.id):
                    return await self._answers.sure(id, player.id, locale)
                saved = await self._change(id, lambda m: bind(request, m, player.id), request)
                return await self._sheets.reply(saved, request, locale)

    async def _offer(self, request: Request, player: PlayerRecord, locale: str) -> Reply:
        now, lot = self._now(), self._fresh(32)
        if request.verb is Verb.FROM:
            old = await self._sessions.load(await self._meant.which(request, player.id))
            session = offering.onward(request, old, player.id, locale, now)
        elif offering.is_alone(request):
            session = offering.alone(request, player.id, locale, lot, now)
        elif request.verb is Verb.PLAY:
            session = offering.against_computer(request, player.id, locale, lot, now)
        elif request.verb is Verb.AGAIN and request.session is not None:
            old = await self._sessions.load(request.session)
            session = offering.again(old, player.id, lot, now)
        else:
            invited = None
            if request.opponent is not None:
                invited = (await self._store.player_for(request.opponent)).id
            session = offering.challenge(request, player.id, invited, locale, lot, now)
        await self._admission.begin(session, player.id)
        created = await self._sessions.create(await self._places.begin(session))
        self._step("saved")
        self._announce(created, request)
        return Reply(session=created)

    async def _change(
        self,
        id: MatchId,
        make: Callable[[Match], Command],
        request: Request | None,
        screen: Screen | None = None,
    ) -> Session:
        """Load, decide, save; once more when somebody else saved in between.

        `screen` is one more place to show it in from now on.
        """
        async with self._locks.hold(id):
            for left in reversed(range(TRIES)):
                session = await self._sessions.load(id)
                self._step("loaded")
                command, now = make(session.match), self._now()
                decision = await self._decide(session.match, command, now)
                self._step("decided")
                wider = session if screen is None else session.shown_too(screen)
                next = advance(wider, decision, self._fresh(32), now)
                placed = await self._places.settled(next.session)
                if next.results:
                    placed = await self._places.told(placed)
                try:
                    saved = await self._sessions.save(placed, next.results, next.born, next.bout)
                    break
                except VersionConflict:
                    if not left:
                        raise
        self._step("saved")
        self._announce(saved, request)
        for born in next.born:
            self._announce(await self._sessions.load(born.match.id), None)
        await self._contests.note(saved.match)
        if flag_fell_first(session.match, command, now):
            raise Refused(Reason.FLAG_FELL)
        return saved

    async def _decide(self, match: Match, command: Command, now: Millis) -> Decision:
        """What becomes of the match, with the throws that leave its player no choice."""
        decision = decide(match, command, now)
        only = forced(decision.match)
        if only is None or not (await self._store.settings(only.by)).auto:
            return decision
        return play_forced(decision, now)

    async def _by_code(self, request: Request, player: PlayerId, locale: str) -> Reply:
        """Comes to a match by its code: asks first, then takes the seat; watching takes none."""
        found = await self._guests.find(request.arg, player)
        await self._admission.join(found, request, player)
        if found.contest is not None:
            return await self._contests.come_in(found, request, player, locale)
        place = request.to or request.room
        spoken = await self._places.language(place, locale)
        id, screen = found.match.id, Screen(place, ScreenKind.BOARD, spoken)
        if request.verb is Verb.WATCH and found.match.status is Status.OPEN:
            raise Refused(Reason.NOT_STARTED)  # its card would seat people who were not asked
        if request.verb is Verb.WATCH:
            if not found.match.is_over and found.is_shown_in(request.room):
                return await self._show_again(replace(request, session=id), player, locale)
            return Reply(session=await self._widen(id, screen, request))
        decide(found.match, bind(request, found.match, player), self._now())  # is there a seat?
        told = request.session == id and self._guests.has_asked(id, request, player)
        if not told and not found.is_shown_in(request.room):
            return await self._guests.ask(found, request, player, locale)
        saved = await self._change(id, lambda m: bind(request, m, player), request, screen)
        return Reply(session=saved)

    async def _widen(self, id: MatchId, screen: Screen, request: Request) -> Session:
        """Shows the match in one more room."""
        async with self._locks.hold(id):
            session = await self._sessions.load(id)
            if session.match.is_over:
                raise Refused(Reason.FINISHED)
            saved = await self._sessions.save(session.shown_too(screen))
        self._announce(saved, request)
        return saved

    async def _show_again(self, request: Request, player: PlayerId, locale: str) -> Reply:
        """Posts the board anew at the end of this room; who plays may bring it to another room."""
        id, now, replaced = await self._meant.which(request, player), self._now(), None
        async with self._locks.hold(id):
            session = await self._sessions.load(id)
            here = (request.room, ScreenKind.BOARD)
            at = [i for i, each in enumerate(session.screens) if (each.room, each.kind) == here]
            if at:
                if now - self._reposted.get((id, request.room), Millis(0)) < REPOST_EVERY:
                    raise Refused(Reason.TOO_OFTEN)
                self._reposted[(id, request.room)] = now
                replaced = session.screens[at[0]].message
                await self._sessions.repost(id, at[0])
                saved = await self._sessions.load(id)
            elif (there := places.board_elsewhere(session, request.room)) is not None:
                return Reply(card=places.way_to(session, there, locale))
            elif session.match.seats_of(player):
                spoken = await self._places.language(request.room, locale)
                shown = Screen(request.room, ScreenKind.BOARD, spoken)
                saved = await self._sessions.save(session.shown_too(shown))
            else:
                raise Refused(Reason.NOT_SEATED)
        self._announce(saved, request)
        return Reply(session=saved, replaced=replaced or "")

    def _tell(self, session: Session, request: Request | None) -> None:
        self._step("saved")
        self._announce(session, request)

    def _announce(self, session: Session, request: Request | None = None) -> None:
        for announce in self._listeners:
            announce(session, request)
        self._step("announced")

    def _is_sure(self, request: Request, id: MatchId, player: PlayerId) -> bool:
        """Resigning is asked twice; the first press delivered again is not the second.

        Forgetting the first time, at a restart, only asks again.
        """
        now = self._now()
        asked = self._asked.get((id, player))
        self._asked = {k: first for k, first in self._asked.items() if now - first[1] < ASKED_FOR}
        if request.arg == "sure":
            return True
        if asked is not None and now - asked[1] < ASKED_FOR and asked[0] != request.id:
            del self._asked[(id, player)]
            return True
        self._asked[(id, player)] = (request.id, now)
        return False
