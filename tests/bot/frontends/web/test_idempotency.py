"""A request sent twice is served once."""

import asyncio

import pytest

from bot.frontends.web.idempotency import IdempotencyCache
from bot.frontends.web.protocol import Ok, Refusal


class Counter:
    """Serves, and counts how often."""

    def __init__(self, answer: Ok | Refusal | None = None) -> None:
        self.served = 0
        self.answer = answer or Ok(id="1")
        self.go_on = asyncio.Event()

    async def at_once(self) -> Ok | Refusal:
        self.served += 1
        return self.answer

    async def slowly(self) -> Ok | Refusal:
        await self.go_on.wait()
        return await self.at_once()

    async def never(self) -> Ok | Refusal:
        self.served += 1
        raise RuntimeError("planted")


async def test_the_second_gets_the_same_answer() -> None:
    answered, counter = IdempotencyCache(), Counter(Ok(id="1", text="once"))
    first = await answered.once(("ann", "1"), counter.at_once)
    assert await answered.once(("ann", "1"), counter.at_once) is first
    assert counter.served == 1


async def test_the_second_waits_while_the_first_is_served_even_if_its_window_is_gone() -> None:
    answered, counter = IdempotencyCache(), Counter()
    first = asyncio.create_task(answered.once(("ann", "1"), counter.slowly))
    second = asyncio.create_task(answered.once(("ann", "1"), counter.slowly))
    await asyncio.sleep(0)
    first.cancel()
    counter.go_on.set()
    assert await second == Ok(id="1")
    assert counter.served == 1


async def test_requests_and_guests_are_kept_apart() -> None:
    answered, counter = IdempotencyCache(), Counter()
    for key in (("ann", "1"), ("ann", "2"), ("bo", "1")):
        await answered.once(key, counter.at_once)
    assert counter.served == 3


@pytest.mark.parametrize("reason", ["busy", "illegal_move"])
async def test_only_our_own_failures_may_be_tried_again(reason: str) -> None:
    answered, counter = IdempotencyCache(), Counter(Refusal(id="1", reason=reason, text="no"))
    for _ in range(2):
        await answered.once(("ann", "1"), counter.at_once)
    assert counter.served == (2 if reason == "busy" else 1)


async def test_an_exception_is_not_kept() -> None:
    answered, counter = IdempotencyCache(), Counter()
    for _ in range(2):
        with pytest.raises(RuntimeError, match="planted"):
            await answered.once(("ann", "1"), counter.never)
    assert counter.served == 2


async def test_the_oldest_are_forgotten() -> None:
    answered, counter = IdempotencyCache(kept=2), Counter()
    for id in ("1", "2", "3", "3", "1"):
        await answered.once(("ann", id), counter.at_once)
    assert counter.served == 4
