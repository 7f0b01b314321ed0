"""Authentication for the page: who may open it, and who is who on it.

Owns three kinds of proof: a *link* (printed by the terminal; valid once), a *cookie* (this browser
may open the page) and a *ticket* (this connection is that guest). The terminal's link and the
cookie it is exchanged for are the operator's: that browser manages the rooms. Cookies and tickets
are signed with a stored secret, so they survive a restart; links are in memory, because every start
prints a new one. Independent of HTTP.
"""

import hmac
from base64 import b32encode, urlsafe_b64encode

from bot.app.lru import LRUDict
from bot.app.ports.system import Now, RandomBytes
from core.match.clock import DAY
from core.types import Millis

LINK_FOR = DAY
"""How long an unused link opens the page, in milliseconds."""

COOKIE_FOR = 90 * DAY
"""How long a browser stays let in, in milliseconds."""

LINKS_KEPT = 1_000
"""The oldest unused links of guests are forgotten beyond this many; the operator's never are."""

LINKS_OF_ONE = 20
"""Unused links of one browser; its own oldest makes room for another."""

SECRET_BYTES = 32

_COOKIE, _OWNER = "cookie", "owner"


class Auth:
    """Makes and checks links, cookies and tickets. `secret` is the same at every start."""

    def __init__(self, secret: bytes, now: Now, fresh: RandomBytes) -> None:
        self._secret = secret
        self._now = now
        self._fresh = fresh
        self._links: LRUDict[str, tuple[Millis, str]] = LRUDict(LINKS_KEPT)  # good until, by whom
        self._operators: LRUDict[str, tuple[Millis, bool]] = LRUDict(LINKS_KEPT)  # until, whose

    def link(self, *, owner: bool = False, by: str = "") -> str:
        """Return a fresh token that lets one browser in.

        Args:
            owner: whether that browser will be the operator's.
            by: the guest's browser that asks for it, for its quota; "" for the operator.
        """
        token = urlsafe_b64encode(self._fresh(18)).decode()
        until = Millis(self._now() + LINK_FOR)
        if owner or not by:
            self._operators[token] = until, owner
            return token
        own = [each for each, (_, browser) in self._links.items() if browser == by]
        for oldest in own[: max(0, len(own) + 1 - LINKS_OF_ONE)]:
            del self._links[oldest]
        self._links[token] = until, by
        return token

    def redeem(self, token: str) -> str | None:
        """The cookie for a link that is good, which it is no longer; None for any other."""
        until, owner = self._operators.pop(token, (Millis(0), False))
        until, _ = self._links.pop(token, (until, ""))
        return self.cookie(owner=owner) if self._now() < until else None

    def browser_of(self, cookie: str) -> str:
        """Return what a cookie that admits says of its browser: the same at every visit."""
        return cookie.split(".")[1]

    def cookie(self, *, owner: bool = False) -> str:
        """A value that admits its browser for `COOKIE_FOR`."""
        body = f"{self._now() + COOKIE_FOR:x}.{self._fresh(8).hex()}"
        return f"{body}.{self._sign(_OWNER if owner else _COOKIE, body)}"

    def admits(self, cookie: str) -> bool:
        return self._is_good(_COOKIE, cookie) or self.is_owners(cookie)

    def is_owners(self, cookie: str) -> bool:
        """Whether the operator's link was changed for it."""
        return self._is_good(_OWNER, cookie)

    def _is_good(self, purpose: str, cookie: str) -> bool:
        body, _, signature = cookie.rpartition(".")
        if not self._holds(purpose, body, signature):
            return False
        until = int(body.partition(".")[0], 16)
        return self._now() < until

    def guest(self, browser: str = "") -> str:
        """Return the id of a new guest: 16 characters of a-z2-7, after those of the browser.

        The browser is part of the id so that a bar holds for every guest it makes. The operator's
        browser is left out: there guests are barred one by one.
        """
        own = b32encode(self._fresh(10)).decode().lower()
        return f"{browser}-{own}" if browser else own

    def ticket(self, guest: str) -> str:
        """Return the ticket with which a connection stays the same guest. It is the identity: keep
        it secret."""
        return f"{guest}.{self._sign('ticket', guest)}"

    def guest_of(self, ticket: str) -> str | None:
        """The guest whose ticket this is, or None where it is not one of ours."""
        guest, _, signature = ticket.rpartition(".")
        return guest if self._holds("ticket", guest, signature) else None

    def _holds(self, purpose: str, body: str, signature: str) -> bool:
        good = self._sign(purpose, body)
        return hmac.compare_digest(good.encode(), _bytes(signature))

    def _sign(self, purpose: str, body: str) -> str:
        return hmac.digest(self._secret, _bytes(f"{purpose}\n{body}"), "sha256")[:20].hex()


def _bytes(text: str) -> bytes:
    """Encode what a header carried; bytes that are no text arrive as lone surrogates."""
    return text.encode(errors="surrogatepass")
