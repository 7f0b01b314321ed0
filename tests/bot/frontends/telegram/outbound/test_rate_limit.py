"""The platform's pace: what a group, a private chat and all of them together may have."""

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest

from bot.app.model.request import Actor, Request, Verb
from bot.app.model.room import Room
from bot.frontends.telegram.outbound.rate_limit import KEPT, RateLimit
from tests.bot.frontends.telegram.harness import harness
from tests.fakes import leaping
from tests.fakes.telegram import FakeTelegram

GROUP, PRIVATE = "-1001", "7"


async def times(pace: RateLimit, chat: str, count: int) -> list[float]:
    """When so many turns were given to tasks that all wanted theirs at once."""
    given: list[float] = []

    async def one() -> None:
        await pace.turn(chat)
        given.append(asyncio.get_running_loop().time())

    await asyncio.gather(*(one() for _ in range(count)))
    return given


def most_within(given: list[float], seconds: float) -> int:
    return max(sum(start <= at < start + seconds for at in given) for start in given)


def test_a_group_never_gets_more_than_twenty_in_any_minute() -> None:
    given = leaping.run(times(RateLimit(), GROUP, 100))
    assert most_within(given, 60) in (19, 20)
    assert max(b - a for a, b in pairwise(given)) < 5  # and never waits long for the next


def test_a_group_at_rest_gets_its_burst_again() -> None:
    async def play() -> list[list[float]]:
        pace, runs = RateLimit(), []
        for _ in range(3):
            runs.append(await times(pace, GROUP, 6))
            await asyncio.sleep(60)
        return runs

    for given in leaping.run(play()):
        assert given[-1] - given[0] < 0.3


def test_a_private_chat_gets_one_a_second_after_a_burst() -> None:
    given = leaping.run(times(RateLimit(), PRIVATE, 23))
    assert given[2] - given[0] < 0.1
    assert given[-1] - given[2] == pytest.approx(20, abs=1)


def test_all_chats_together_get_at_most_thirty_a_second() -> None:
    async def crowd() -> list[float]:
        pace = RateLimit()
        given = await asyncio.gather(*(times(pace, str(chat), 1) for chat in range(1, 301)))
        return sorted(at for [at] in given)

    given = leaping.run(crowd())
    assert most_within(given, 1) <= 30
    assert given[-1] < 13


def test_a_flood_wait_holds_one_chat() -> None:
    async def held() -> tuple[list[float], list[float]]:
        pace = RateLimit()
        pace.hold(GROUP, 30)
        pace.hold(GROUP, 10)  # a shorter one does not shorten it
        return await asyncio.gather(times(pace, GROUP, 1), times(pace, PRIVATE, 1))

    [group], [private] = leaping.run(held())
    assert group == pytest.approx(30)
    assert private < 1


def test_chats_long_at_rest_are_forgotten() -> None:
    async def visit() -> int:
        pace = RateLimit()
        for chat in range(KEPT + 10):
            await pace.turn(str(chat + 1))
        return len(pace._chats)

    assert leaping.run(visit()) == KEPT


async def test_twenty_matches_at_once_in_one_group(tmp_path: Path) -> None:
    """Nothing is refused, nothing answered with 429, and the newest board wins."""
    async with (
        FakeTelegram(enforce_flood=True, minute=1.8) as telegram,
        harness(tmp_path / "t.db", telegram, minute=2.0) as home,  # slower by what clocks jitter
    ):
        ann, bo = telegram.people.person("Ann"), telegram.people.person("Bo")
        group = telegram.people.group(ann, bo, super=True)
        room = Room("telegram", str(group.id), str(group.id))
        actors = [Actor("telegram", str(who.id), who.first_name) for who in (ann, bo)]

        async def move(i: int, j: int, verb: Verb, arg: str) -> None:
            wish = Request(f"{i}-{j}", actors[j % 2], room, verb, ids[i], arg=arg)
            assert (await home.service.handle(wish)).reason is None

        ids = []
        for i in range(20):
            wish = Request(str(i), actors[0], room, Verb.CHALLENGE, options={"first": "challenger"})
            reply = await home.service.handle(wish)
            assert reply.session is not None
            ids.append(reply.session.match.id)
            await move(i, 1, Verb.JOIN, "")
        for j, arg in enumerate(("d3", "c3", "c4"), 2):  # Ann, Bo, Ann
            await asyncio.gather(*(move(i, j, Verb.MOVE, arg) for i in range(20)))
        await home.publisher.idle()
        assert len(home.ours(group)) == 20
        assert all("3. Ann c4" in board.text for board in home.ours(group))
        assert {call.status for call in telegram.calls if call.chat == group.id} == {200}
        assert telegram.flood.worst(group.id) <= 20
        assert telegram.violations == []
