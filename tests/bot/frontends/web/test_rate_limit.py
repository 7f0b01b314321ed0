"""Token buckets."""

from bot.frontends.web import rate_limit
from bot.frontends.web.rate_limit import Bucket, Buckets, RateLimit
from tests.fakes.clock import FixedNow

THREE = RateLimit(burst=3, per_second=2)


def test_a_burst_then_the_pace() -> None:
    now = FixedNow()
    bucket = Bucket(THREE, now)
    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]
    now.advance(500)
    assert [bucket.take() for _ in range(2)] == [True, False]


def test_it_never_holds_more_than_a_burst() -> None:
    now = FixedNow()
    bucket = Bucket(THREE, now)
    now.advance(3_600_000)
    assert sum(bucket.take() for _ in range(10)) == 3


def test_a_clock_that_goes_back_gives_nothing() -> None:
    now = FixedNow()
    bucket = Bucket(THREE, now)
    for _ in range(3):
        bucket.take()
    now.advance(-10_000)
    assert not bucket.take()


def test_addresses_do_not_share() -> None:
    buckets = Buckets(RateLimit(1, 0), FixedNow())
    assert buckets.take("a")
    assert not buckets.take("a")
    assert buckets.take("b")


def test_addresses_are_forgotten_when_there_are_too_many() -> None:
    buckets = Buckets(RateLimit(1, 0), FixedNow())
    assert buckets.take("first")
    for i in range(rate_limit.ADDRESSES_KEPT):
        buckets.take(str(i))
    assert buckets.take("first")
    assert not buckets.take(str(rate_limit.ADDRESSES_KEPT - 1))
