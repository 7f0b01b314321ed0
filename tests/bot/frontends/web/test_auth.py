"""Links, cookies and tickets."""

import re

import pytest

from bot.frontends.web.auth import COOKIE_FOR, LINK_FOR, LINKS_KEPT, LINKS_OF_ONE, Auth
from tests.fakes.clock import FixedNow, Seeded

SECRET = b"s" * 32


@pytest.fixture
def now() -> FixedNow:
    return FixedNow()


@pytest.fixture
def keys(now: FixedNow) -> Auth:
    return Auth(SECRET, now, Seeded())


def test_a_link_is_good_once(keys: Auth) -> None:
    link = keys.link()
    assert keys.redeem(link)
    assert not keys.redeem(link)


def test_only_the_operators_link_makes_the_operators_cookie(keys: Auth, now: FixedNow) -> None:
    own, other = keys.redeem(keys.link(owner=True)), keys.redeem(keys.link())
    assert own is not None
    assert other is not None
    assert keys.admits(own)
    assert keys.admits(other)
    assert keys.is_owners(own)
    assert not keys.is_owners(other)
    now.advance(COOKIE_FOR)
    assert not keys.is_owners(own)


def test_an_invented_link_is_not_good(keys: Auth) -> None:
    keys.link()
    assert not keys.redeem("")
    assert not keys.redeem("AAAAAAAAAAAAAAAAAAAAAAAA")


def test_a_link_grows_old(keys: Auth, now: FixedNow) -> None:
    young, old = keys.link(), keys.link()
    now.advance(LINK_FOR - 1)
    assert keys.redeem(young)
    now.advance(1)
    assert not keys.redeem(old)


def test_unused_links_do_not_pile_up(keys: Auth) -> None:
    first, second = keys.link(), keys.link()
    for _ in range(LINKS_KEPT - 1):
        keys.link()
    assert not keys.redeem(first)
    assert keys.redeem(second)


def test_links_of_a_guest_take_none_from_others(keys: Auth) -> None:
    operators, own, others = keys.link(owner=True), keys.link(), keys.link(by="bo")
    first, second = keys.link(by="ann"), keys.link(by="ann")
    for _ in range(LINKS_OF_ONE - 1):
        keys.link(by="ann")
    assert not keys.redeem(first)
    assert keys.redeem(second)
    assert keys.redeem(others)
    for browser in range(LINKS_KEPT + 20):
        keys.link(by=f"browser {browser}")
    assert keys.redeem(operators)
    assert keys.redeem(own)


@pytest.mark.parametrize("byte", range(0x80, 0x100))
def test_a_cookie_that_is_no_text_admits_nobody(keys: Auth, byte: int) -> None:
    """Such bytes of a header arrive as lone surrogates."""
    strange = bytes([byte]).decode(errors="surrogateescape")
    for cookie in (strange, f"{strange}.a.b", f"a.{strange}", f"{keys.cookie()}{strange}"):
        assert not keys.admits(cookie)
        assert not keys.is_owners(cookie)
    assert keys.guest_of(f"{strange}.{strange}") is None
    assert keys.redeem(strange) is None


def test_a_cookie_admits_until_it_is_old(keys: Auth, now: FixedNow) -> None:
    cookie = keys.cookie()
    assert keys.admits(cookie)
    now.advance(COOKIE_FOR)
    assert not keys.admits(cookie)


def test_cookies_and_tickets_outlive_a_restart(keys: Auth, now: FixedNow) -> None:
    guest = keys.guest()
    cookie, ticket = keys.cookie(), keys.ticket(guest)
    later = Auth(SECRET, now, Seeded("later"))
    assert later.admits(cookie)
    assert later.guest_of(ticket) == guest


def test_another_secret_knows_neither(keys: Auth, now: FixedNow) -> None:
    other = Auth(b"t" * 32, now, Seeded())
    assert not other.admits(keys.cookie())
    assert other.guest_of(keys.ticket(keys.guest())) is None


@pytest.mark.parametrize("forged", ["", ".", "..", "é", "ffffffffffff.0.0", "a" * 10_000])
def test_junk_admits_nobody(keys: Auth, forged: str) -> None:
    assert not keys.admits(forged)
    assert keys.guest_of(forged) is None


def test_every_character_of_a_cookie_counts(keys: Auth) -> None:
    cookie = keys.cookie()
    for i, character in enumerate(cookie):
        other = "0" if character != "0" else "1"
        assert not keys.admits(cookie[:i] + other + cookie[i + 1 :])


def test_a_ticket_is_no_cookie_and_a_cookie_no_ticket(keys: Auth) -> None:
    assert not keys.admits(keys.ticket(keys.guest()))
    assert keys.guest_of(keys.cookie()) is None


def test_guests_are_different(keys: Auth) -> None:
    assert len({keys.guest() for _ in range(100)}) == 100


def test_what_is_made_is_hard_to_guess_and_goes_into_addresses(keys: Auth) -> None:
    """At least 64 random bits each, in letters that need no quoting and no padding."""
    assert re.fullmatch("[A-Za-z0-9_-]{24}", keys.link())
    assert re.fullmatch("[a-z2-7]{16}", keys.guest())
    assert re.fullmatch(r"[0-9a-f]+\.[0-9a-f]{16}\.[0-9a-f]{40}", keys.cookie())
    assert re.fullmatch(r"[a-z2-7]{16}\.[0-9a-f]{40}", keys.ticket(keys.guest()))
