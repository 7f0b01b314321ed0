"""One lock per key."""

import asyncio

import pytest

from bot.app.keyed_lock import KeyedLock


async def test_holders_of_one_key_take_turns_and_leave_nothing() -> None:
    locks, inside, worst = KeyedLock(), 0, 0

    async def work(key: str) -> None:
        nonlocal inside, worst
        async with locks.hold(key):
            inside += 1
            worst = max(worst, inside)
            await asyncio.sleep(0)
            inside -= 1

    await asyncio.gather(*(work("a") for _ in range(20)))
    assert worst == 1
    assert len(locks) == 0


async def test_other_keys_do_not_wait() -> None:
    locks = KeyedLock()
    async with locks.hold("a"), locks.hold("b"):
        assert len(locks) == 2


async def test_order_of_arrival() -> None:
    locks, order = KeyedLock(), []

    async def work(number: int) -> None:
        async with locks.hold("a"):
            order.append(number)

    await asyncio.gather(*(work(number) for number in range(10)))
    assert order == list(range(10))


async def test_a_cancelled_waiter_leaves_no_trace() -> None:
    locks = KeyedLock()
    async with locks.hold("a"):
        waiter = asyncio.create_task(locks.hold("a").__aenter__())
        await asyncio.sleep(0)
        waiter.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiter
    assert len(locks) == 0


async def test_a_fault_inside_frees_the_key() -> None:
    locks = KeyedLock()
    with pytest.raises(RuntimeError):
        async with locks.hold("a"):
            raise RuntimeError
    assert len(locks) == 0
