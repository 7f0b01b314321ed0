"""Contests survive: a restart after every press, a death at every step, a crash before the end."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from bot.app.model.button_token import Press, encode
from bot.app.model.request import Verb
from bot.app.model.session import ScreenKind
from core.errors import Reason
from core.match.model import AbortCause, Status
from tests.bot.app.company import my_sheet, offered, own_match, play, sheet, splits, table_of, throw
from tests.bot.app.harness import ANN, BO, EVE, actor, harness


async def test_a_restart_after_every_press_changes_nothing(tmp_path: Path) -> None:
    """Between throw and choice, again and again: the throw is the same, no press counts twice."""
    path, turns = tmp_path / "tavola.db", 0
    async with harness(path) as home:
        card = await offered(home)
        accept, id = card.token("Accept"), table_of(card)
    token = encode(Press(id, 0, Verb.SHEET))
    async with harness(path) as home:
        seen = {BO.name: throw(await home.press(BO, accept))}
        seen[ANN.name] = throw(await home.press(ANN, token))
    assert seen[ANN.name] == seen[BO.name]
    going_on = [ANN, BO]
    while going_on:
        who = going_on[turns % len(going_on)]
        turns += 1
        async with harness(path) as home:
            assert throw(await home.press(BO, accept)) == seen[BO.name]  # refreshed
            mine = await home.press(who, token)
            assert throw(mine) == seen[who.name]
            way = splits(sheet(mine))[0]
            moved = await home.press(who, way)
            assert throw(await home.press(who, way)) == throw(moved)
            seen[who.name] = throw(moved)
            if not splits(sheet(moved)):
                going_on.remove(who)
    async with harness(path) as home:
        session = await home.session(id)
        assert session.match.status is Status.FINISHED
        assert turns > 16


class Killed(BaseException):
    """The process dies here."""


class Killer:
    """Dies at the n-th time that a step is reached."""

    def __init__(self, name: str, on: int) -> None:
        self._name, self._left = name, on

    def __call__(self, name: str) -> None:
        if name == self._name:
            self._left -= 1
            if self._left == 0:
                raise Killed


@pytest.mark.parametrize("step", ["received", "loaded", "decided", "saved", "announced"])
async def test_killed_at_any_step_a_press_is_made_or_not_and_never_twice(
    tmp_path: Path, step: str
) -> None:
    """The press that accepts, each split, the last one of all: each dies once and is made again."""
    path = tmp_path / "tavola.db"
    async with harness(path) as home:
        card = await offered(home)
        press, id = card.token("Accept"), table_of(card)
    for who in (BO, ANN):
        while press:
            async with harness(path, step=Killer(step, 1)) as home:
                with suppress(Killed):  # some steps are not on the way of every press
                    await home.press(who, press)
            async with harness(path) as home:
                await home.press(who, press)
                mine = await home.press(who, encode(Press(id, 0, Verb.SHEET)))
                press = (splits(sheet(mine)) or [""])[0]
        if who is BO:
            async with harness(path) as home:
                mine = await home.press(ANN, encode(Press(id, 0, Verb.SHEET)))
                press = splits(sheet(mine))[0]
    async with harness(path) as home:
        await home.sweep.run()
        await home.publisher.idle()
        session = await home.session(id)
        assert session.match.status is Status.FINISHED
        assert session.contest is not None
        plies = [(await home.session(e.match)).match.plies for e in session.contest.entries]
        assert plies[0] == plies[1]  # the same throws, the same choices, each made once
        results = [s for s in session.screens if s.kind is ScreenKind.RESULT]
        assert len(results) == 1
        board = await home.say(EVE, "leaderboard dice")
        assert board.card is not None
        assert board.card.text.count("1 game,") == 2


async def test_what_a_crash_left_between_the_last_move_and_the_end_is_found(
    tmp_path: Path,
) -> None:
    """The last match is saved, and then nothing: the store itself says that the contest is due."""
    path = tmp_path / "tavola.db"
    async with harness(path) as home:
        card = await offered(home)
        id = table_of(card)
        await play(home, BO, await home.click(BO, card, "Accept"))
        rounds = len((await own_match(home, card, BO)).plies)
        reply = await my_sheet(home, card, ANN)
        while len((await own_match(home, card, ANN)).plies) < rounds - 1:
            reply = await home.press(ANN, splits(sheet(reply))[0])
    async with harness(path, step=Killer("saved", 1)) as home:
        with pytest.raises(Killed):
            await home.press(ANN, splits(sheet(reply))[0])
    async with harness(path) as home:
        assert (await home.session(id)).match.status is Status.OPEN
        await home.sweep.run()
        await home.publisher.idle()
        assert (await home.session(id)).match.status is Status.FINISHED
        assert len(home.paper.sheets) == 2  # the card, and the result


@pytest.mark.parametrize(("step", "on"), [("loaded", 1), ("loaded", 2), ("saved", 2)])
async def test_what_a_crash_left_of_a_contest_that_was_ended_is_found(
    tmp_path: Path, step: str, on: int
) -> None:
    """Killed before the first sheet is called off, before the second, before the card says so."""
    path, manager = tmp_path / "tavola.db", replace(actor("Mo"), may_manage=True)
    async with harness(path) as home:
        card = await offered(home)
        id = table_of(card)
        await home.click(BO, card, "Accept")
    async with harness(path, step=Killer(step, on)) as home:
        with pytest.raises(Killed):
            await home.ask(manager, Verb.END, session=id)
    async with harness(path) as home:
        await home.sweep.run()
        await home.publisher.idle()
        session = await home.session(id)
        assert session.contest is not None
        assert (session.match.status, session.match.cause) == (Status.ABORTED, AbortCause.ENDED)
        for entry in session.contest.entries:
            assert (await home.session(entry.match)).match.cause is AbortCause.ENDED
        assert "Ended by an admin." in home.paper.last(card.room).card.text
        assert (await home.ask(manager, Verb.END, session=id)).reason is Reason.FINISHED
        assert session.due is None
