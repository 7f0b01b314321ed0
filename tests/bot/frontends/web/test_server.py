"""The page over HTTP: who is let in, and what every answer carries."""

import re
from pathlib import Path

import aiohttp
import pytest

from bot.frontends.web import security
from bot.frontends.web.auth import LINK_FOR
from bot.frontends.web.rate_limit import DOOR
from bot.frontends.web.server import STATIC
from tests.bot.frontends.web.harness import Harness, free_port, harness
from tests.bot.frontends.web.visitor import Visitor, visitor
from tests.fakes.clock import FixedNow


async def get(who: Visitor, path: str, **headers: str) -> aiohttp.ClientResponse:
    return await who.http.get(who.url + path, headers=headers, allow_redirects=False)


# --- links and cookies ----------------------------------------------------------------------------


async def test_without_a_link_there_is_a_door_that_says_how_to_get_one(home: Harness) -> None:
    async with visitor(home.url) as stranger:
        answer = await get(stranger, "/")
        page = await answer.text()
    assert answer.status == 403
    assert "You need an invite link" in page
    assert "in the terminal" in page
    assert "app.js" not in page


async def test_a_link_is_changed_into_a_cookie_and_works_once(home: Harness) -> None:
    link = home.web.link()
    async with visitor(home.url) as first, visitor(home.url) as second:
        entered = await first.come_in(link)
        assert (entered.status, entered.headers["Location"]) == (303, "/")
        assert "app.js" in await (await get(first, "/")).text()
        again = await second.come_in(link)
        assert again.status == 403
        assert "has been used or has expired" in await again.text()
        assert (await get(second, "/")).status == 403


async def test_the_cookie_is_kept_from_scripts_and_other_sites(home: Harness) -> None:
    async with visitor(home.url) as someone:
        cookie = (await someone.come_in(home.web.link())).headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert "Path=/" in cookie
    assert "Secure" not in cookie


async def test_behind_a_proxy_with_tls_the_cookie_is_secure(tmp_path: Path) -> None:
    async with harness(tmp_path / "t.db", public_url="https://play.example.org") as home:
        link = home.web.link()
        assert link.startswith("https://play.example.org/enter/")
        token = link.rpartition("/")[2]
        local = f"http://127.0.0.1:{home.port}"
        async with visitor(local) as someone:
            answer = await someone.http.post(
                f"{local}/enter/{token}",
                headers={"Host": "play.example.org", "Origin": "https://play.example.org"},
                allow_redirects=False,
            )
    assert answer.status == 303
    assert "Secure" in answer.headers["Set-Cookie"]


async def test_looking_at_a_link_does_not_use_it(home: Harness) -> None:
    """Chats preview links and browsers fetch them ahead."""
    link = home.web.link()
    async with visitor(home.url) as someone:
        for _ in range(3):
            seen = await someone.http.get(link)
            assert seen.status == 200
            assert 'data-kind="open"' in await seen.text()
        assert (await someone.come_in(link)).status == 303


async def test_who_is_in_needs_no_link_again(home: Harness) -> None:
    async with visitor(home.url, home.web.link()) as someone:
        spare = home.web.link()
        seen = await someone.http.get(spare, allow_redirects=False)
        assert (seen.status, seen.headers["Location"]) == (303, "/")
        assert (await someone.come_in(spare)).status == 303
        async with visitor(home.url) as other:
            assert (await other.come_in(spare)).status == 303, "the spare link was not used up"


async def test_an_old_link_is_not_good(home: Harness) -> None:
    link = home.web.link()
    home.now.advance(LINK_FOR)
    async with visitor(home.url) as someone:
        assert (await someone.come_in(link)).status == 403


async def test_links_cannot_be_tried_for_ever(home: Harness) -> None:
    async with visitor(home.url) as guesser:
        tried = [(await guesser.come_in(f"{home.url}/enter/{i}")).status for i in range(DOOR.burst)]
        assert set(tried) == {403}
        assert (await guesser.come_in(home.web.link())).status == 429


async def test_the_cookie_outlives_a_restart(tmp_path: Path) -> None:
    port = free_port()
    async with harness(tmp_path / "t.db", port=port) as home, visitor(home.url) as someone:
        await someone.come_in(home.web.link())
        [cookie] = someone.http.cookie_jar
    again = harness(tmp_path / "t.db", port=port, seed="later")
    async with again as home, visitor(home.url) as someone:
        someone.http.cookie_jar.update_cookies({cookie.key: cookie.value})
        assert (await get(someone, "/")).status == 200


async def test_whether_one_is_in_can_be_asked(home: Harness) -> None:
    async with visitor(home.url) as stranger:
        assert (await get(stranger, "/here")).status == 403
    async with visitor(home.url, home.web.link()) as someone:
        assert (await get(someone, "/here")).status == 204


# --- the guard ------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/healthz", "/static/app.js", "/stream", "/enter/x"])
@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "["])
async def test_another_name_for_this_address_is_refused(
    home: Harness, path: str, host: str
) -> None:
    """DNS rebinding: the browser believes that it talks to that site."""
    async with visitor(home.url, home.web.link()) as someone:
        assert (await get(someone, path, Host=host)).status == 421


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8080", "127.0.0.1:1", "[::1]:8080"])
async def test_the_machines_own_names_are_good(home: Harness, host: str) -> None:
    async with visitor(home.url) as someone:
        assert (await get(someone, "/healthz", Host=host)).status == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://[", "http://127.0.0.1:1", "http://localhost"]
)
async def test_another_sites_scripts_are_refused(home: Harness, origin: str) -> None:
    async with visitor(home.url, home.web.link()) as someone:
        assert (await get(someone, "/", Origin=origin)).status == 403
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await someone.http.ws_connect(f"{home.url}/stream", headers={"Origin": origin})
        assert refused.value.status == 403


async def test_what_changes_something_has_to_name_its_origin(home: Harness) -> None:
    async with visitor(home.url, home.web.link()) as someone:
        answer = await someone.http.post(home.web.link())
        assert answer.status == 403
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await someone.http.ws_connect(f"{home.url}/stream")
        assert refused.value.status == 403


async def test_the_socket_needs_the_cookie(home: Harness) -> None:
    async with visitor(home.url) as stranger:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            async with stranger.window():
                pass
    assert refused.value.status == 403


@pytest.mark.parametrize("path", ["/", "/healthz", "/static/app.js", "/nowhere", "/texts.json"])
async def test_every_answer_carries_the_policy(home: Harness, path: str) -> None:
    async with visitor(home.url) as someone:
        answer = await get(someone, path)
    for name, value in security.HEADERS.items():
        assert answer.headers[name] == value
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
    assert "unsafe" not in answer.headers["Content-Security-Policy"]


def test_the_page_has_nothing_inline() -> None:
    for file in (STATIC / "index.html", STATIC / "door.html"):
        text = file.read_text()
        assert not re.search(r"<style|<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=", text), file.name


async def test_nobody_gets_out_of_the_folder(home: Harness) -> None:
    async with visitor(home.url) as someone:
        for path in ("/static/../server.py", "/static/%2e%2e/server.py", "/static/..%2fkeys.py"):
            answer = await someone.http.get(f"{home.url}{path}")
            assert answer.status in (403, 404), path


# --- files, sentences, pictures -------------------------------------------------------------------


async def test_files_are_asked_for_again_but_not_sent_again(home: Harness) -> None:
    async with visitor(home.url) as someone:
        first = await get(someone, "/static/app.js")
        assert first.headers["Cache-Control"] == "no-cache"
        second = await get(someone, "/static/app.js", **{"If-None-Match": first.headers["ETag"]})
        assert second.status == 304


@pytest.mark.parametrize(
    ("query", "accepted", "locale"),
    [
        ("", "fr-CA,fr;q=0.9,en;q=0.8", "fr"),
        ("", "de, it;q=0.7", "it"),
        ("", "ht", "ht"),
        ("", "de", "en"),
        ("", "", "en"),
        ("?locale=it", "fr", "it"),
        ("?locale=xx", "fr", "fr"),
    ],
)
async def test_the_language_is_chosen_or_the_browsers(
    home: Harness, query: str, accepted: str, locale: str
) -> None:
    async with visitor(home.url) as someone:
        answer = await get(someone, f"/texts.json{query}", **{"Accept-Language": accepted})
        assert (await answer.json())["locale"] == locale


async def test_the_door_speaks_the_browsers_language(home: Harness) -> None:
    async with visitor(home.url) as stranger:
        page = await (await get(stranger, "/", **{"Accept-Language": "it"})).text()
    assert '<html lang="it">' in page


async def test_a_board_is_a_picture_for_ever(home: Harness) -> None:
    async with visitor(home.url, home.web.link()) as someone, someone.window("Ann") as ann:
        await ann.ask("ask", verb="play", options={"level": "novice", "first": "challenger"})
        shown = await ann.shown(lambda shown: shown["status"] == "playing")
        path = f"/boards/{shown['session']}/{shown['version']}.png"
        answer = await get(someone, path)
        assert answer.status == 200
        assert answer.headers["Content-Type"] == "image/png"
        assert "immutable" in answer.headers["Cache-Control"]
        assert (await answer.read()).startswith(b"\x89PNG")
        wooden = await get(someone, f"{path}?theme=wood&size=320")
        assert await wooden.read() != await answer.read()
        for wrong in ("?theme=../x", "?size=1", "?size=abc"):
            assert (await get(someone, path + wrong)).status == 404
        other = f"/boards/{shown['session']}/{shown['version'] + 1}.png"
        assert (await get(someone, other)).status == 404
        assert (await get(someone, "/boards/aaaaaaaaaaaaa/1.png")).status == 404
    async with visitor(home.url) as stranger:
        assert (await get(stranger, path)).status == 403


async def test_health_needs_no_cookie(home: Harness) -> None:
    async with visitor(home.url) as anybody:
        assert await (await get(anybody, "/healthz")).text() == "ok\n"
        assert await (await get(anybody, "/ready")).text() == "ready\n"


async def test_it_listens_on_this_machine_only(home: Harness) -> None:
    assert home.url.startswith("http://127.0.0.1:")


async def test_a_taken_address_is_told(home: Harness, tmp_path: Path) -> None:
    with pytest.raises(OSError, match="address"):
        async with harness(tmp_path / "other.db", now=FixedNow(), port=home.port):
            pass
