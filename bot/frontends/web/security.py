"""What every request has to pass, and what every answer carries.

The page can move a player's discs, so it must only be reachable as itself: a foreign name in
`Host` is DNS rebinding, a foreign `Origin` is another site's script. Answers carry a content policy
that allows nothing but the page's own files, so a name that looks like HTML stays a name.
"""

from urllib.parse import urlsplit

from aiohttp import hdrs, web
from aiohttp.typedefs import Handler, Middleware

POLICY = (
    "default-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self';"
    " frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # "no-referrer" would make the Origin of our own form "null"
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


def is_local(url: str) -> bool:
    """Whether an address of the page leads nowhere from another machine."""
    return urlsplit(url).hostname in LOOPBACK


def hosts(host: str, public_url: str) -> frozenset[str]:
    """The names under which the page may be asked for."""
    public = urlsplit(public_url).hostname if public_url else None
    return LOOPBACK | {host} | ({public} if public else set())


def guard(allowed: frozenset[str]) -> Middleware:
    """The middleware that turns foreign requests away."""

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        if _name(request.host) not in allowed:
            raise web.HTTPMisdirectedRequest(text="This is not the address of this page.\n")
        origin = request.headers.get(hdrs.ORIGIN)
        own = (f"http://{request.host}", f"https://{request.host}")  # a proxy may add the TLS
        if origin is not None and origin not in own:
            raise web.HTTPForbidden(text="This page answers only to itself.\n")
        if origin is None and _needs_origin(request):
            raise web.HTTPForbidden(text="A request like this has to name its origin.\n")
        return await handler(request)

    return check


async def dress(request: web.Request, response: web.StreamResponse) -> None:
    """Puts the headers on every answer, refusals included."""
    del request
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault(hdrs.CACHE_CONTROL, "no-cache")


def _name(host: str) -> str | None:
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


def _needs_origin(request: web.Request) -> bool:
    asks_for_socket = request.headers.get(hdrs.UPGRADE, "").lower() == "websocket"
    return asks_for_socket or request.method not in ("GET", "HEAD")
