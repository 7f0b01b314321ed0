"""Updates are served in the order in which Telegram sent them, by chat and by match."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from bot.frontends.telegram.ordering import UpdateOrder, end_turn
from core.match.model import Status
from tests.bot.frontends.telegram.harness import Harness, harness
from tests.fakes.telegram import Chat, FakeTelegram, Message, User

OPENING = ["c4", "c3", "c2", "b2", "a2", "a1", "d3", "a3"]
"""A legal beginning of Reversi, black first."""


async def offered(home: Harness, group: Chat, ann: User) -> Message:
    await home.say(ann, group, "/challenge@tavola_bot first=challenger")
    return home.last(group)


async def test_accepted_then_cancelled_in_one_batch_is_accepted(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    card = await offered(home, group, ann)
    id = (await home.session(card)).match.id
    accept, cancel = home.data(card, "Accept"), home.data(card, "Cancel")
    with home.telegram.state.updates.batch():
        first = home.telegram.people.press_data(bo, card, accept)
        home.telegram.people.press_data(ann, card, cancel)
    await first.done
    await home.settled()
    assert (await home.store.load(id)).match.status is Status.PLAYING


async def test_moves_sent_while_the_bot_was_down_are_all_played(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group)
    before = len(home.ours(group))
    with home.telegram.state.updates.batch():
        for number, move in enumerate(OPENING):
            who = (ann, bo)[number % 2]
            home.telegram.people.say(who, group, move, reply_to=board)
    await home.settled()
    match = (await home.session(board)).match
    assert [ply.move for ply in match.plies] == OPENING
    assert len(home.ours(group)) == before  # no refusal


Act = tuple[User, str]


def acts(random: Random, ann: User, bo: User, session: str) -> list[Act]:
    """What two people do at one match in a random order, sensible or not."""
    tokens = ["0-join", "0-withdraw", "1-move-d3", "2-move-c3", "3-move-c4", "1-move-c4"]
    tokens += ["2-draw", "3-resign-sure", "2-takeback", "2-yes-takeback", "3-no-draw"]
    count = random.randint(4, 9)
    return [
        (random.choice((ann, bo)), f"v1-{session}-{random.choice(tokens)}") for _ in range(count)
    ]


async def outcome(path: Path, seed: int, *, at_once: bool) -> object:
    """The match, and what each press was answered."""
    async with FakeTelegram() as telegram, harness(path, telegram) as home:
        ann = telegram.people.person("Ann", username="ann_b", language="en")
        bo = telegram.people.person("Bo", username="bo_c", language="en")
        group = telegram.people.group(ann, bo, super=True)
        card = await offered(home, group, ann)
        match = (await home.session(card)).match
        todo = acts(Random(seed), ann, bo, match.id)
        presses = []
        if at_once:
            with telegram.state.updates.batch():
                presses = [telegram.people.press_data(who, card, data) for who, data in todo]
        else:
            for who, data in todo:
                presses.append(telegram.people.press_data(who, card, data))
                await presses[-1].done
                await home.settled()
        answers = [await press.done for press in presses]
        await home.settled()
        left = (await home.store.load(match.id)).match
        return answers, left.status, [ply.move for ply in left.plies], left.outcome, left.seats


@pytest.mark.parametrize("seed", range(6))
async def test_a_batch_comes_to_what_its_acts_come_to_one_by_one(tmp_path: Path, seed: int) -> None:
    together = await outcome(tmp_path / "together.db", seed, at_once=True)
    assert together == await outcome(tmp_path / "apart.db", seed, at_once=False)


async def test_turns_keep_the_order_of_arrival_and_hold_up_no_other_chat() -> None:
    order, served = UpdateOrder(), []
    gate = asyncio.Event()

    async def update(name: str, keys: list[str], *, waits: bool = False) -> None:
        async with order.turn(keys):
            if waits:
                await gate.wait()
            served.append(name)

    tasks = [
        asyncio.create_task(update("a", ["chat 1"], waits=True)),
        asyncio.create_task(update("b", ["chat 1", "match m"])),
        asyncio.create_task(update("c", ["chat 2", "match m"])),
        asyncio.create_task(update("d", ["chat 3"])),
    ]
    await tasks[3]
    assert served == ["d"]
    gate.set()
    await asyncio.gather(*tasks)
    assert served == ["d", "a", "b", "c"]
    assert len(order) == 0


async def test_a_turn_ends_with_the_first_thing_that_is_sent() -> None:
    order, served = UpdateOrder(), []
    sent = asyncio.Event()

    async def slow() -> None:
        async with order.turn(["chat 1"]):
            end_turn()
            await sent.wait()
            served.append("slow")

    async def quick() -> None:
        async with order.turn(["chat 1"]):
            served.append("quick")
            sent.set()

    await asyncio.gather(slow(), quick())
    assert served == ["quick", "slow"]
