"""Presence, and the outboxes of windows."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext

import aiohttp
from aiohttp import web

from bot.app.model.player import Player
from bot.app.model.request import Actor
from bot.frontends.web.connections import OUTBOX, OUTBOX_SIZE, Connection, Connections, Seated
from bot.frontends.web.protocol import People, Person
from bot.frontends.web.room_log import room
from core.types import PlayerId

LOBBY, KITCHEN = room("lobby"), room("kitchen")


def seated(name: str, where: str = "lobby") -> Seated:
    player = PlayerId(f"p-{name}")
    actor = Actor("web", name, name, "en")
    return Seated(actor, Player(player, name, "web"), room(where), "en")


def people(*names: str) -> People:
    return People(people=[Person(PlayerId(name), name) for name in names])


def opened(windows: Connections, *who: Seated) -> list[Connection]:
    made = []
    for each in who:
        window = Connection(web.WebSocketResponse(), "127.0.0.1")
        windows.open(window)
        windows.seat(window, each)
        made.append(window)
    return made


def test_people_are_listed_once_in_the_order_they_came() -> None:
    windows = Connections()
    opened(windows, seated("Bo"), seated("Ann"), seated("Bo"), seated("Eve", "kitchen"))
    assert [person.name for person in windows.people(LOBBY)] == ["Bo", "Ann"]
    assert [person.name for person in windows.people(KITCHEN)] == ["Eve"]
    assert windows.rooms() == ("lobby", "kitchen")
    assert len(windows) == 4


def test_a_window_is_in_one_room() -> None:
    windows = Connections()
    [window] = opened(windows, seated("Ann"))
    windows.seat(window, seated("Ann", "kitchen"))
    assert windows.in_room(LOBBY) == ()
    assert windows.in_room(KITCHEN) == (window,)
    windows.close(window)
    assert windows.rooms() == ()
    windows.close(window)
    assert len(windows) == 0


def test_people_are_found_by_id_and_by_name() -> None:
    windows = Connections()
    ann, other = seated("Mary Ann"), seated("mary ann", "kitchen")
    opened(windows, other, ann)
    assert windows.actor(PlayerId("p-Mary Ann")) == ann.actor
    assert windows.actor(PlayerId("p-nobody")) is None
    assert windows.named("MARY_ANN", LOBBY) == ann.actor, "in this room first"
    assert windows.named("mary ann", KITCHEN) == other.actor
    assert windows.named("nobody", LOBBY) is None
    assert len(windows.of_players([PlayerId("p-Mary Ann"), PlayerId("p-mary ann")])) == 2


@asynccontextmanager
async def line() -> AsyncIterator[tuple[Connection, aiohttp.ClientWebSocketResponse]]:
    """A window whose outbox is not delivered yet, and its other end."""
    ends: asyncio.Future[Connection] = asyncio.get_running_loop().create_future()
    over = asyncio.Event()

    async def serve(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        ends.set_result(Connection(socket, ""))
        await over.wait()
        return socket

    app = web.Application()
    app.add_routes([web.get("/", serve)])
    runner = web.AppRunner(app, shutdown_timeout=0)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    async with aiohttp.ClientSession() as http:
        other = await http.ws_connect(
            f"http://127.0.0.1:{runner.addresses[0][1]}/",
            timeout=aiohttp.ClientWSTimeout(ws_close=0.1),  # nobody answers a goodbye here
        )
        yield await ends, other
        over.set()
        await other.close()
    await runner.cleanup()


async def test_a_newer_state_takes_the_place_of_the_one_that_waits() -> None:
    async with line() as (window, other):
        window.push(people("Ann"), key="people")
        window.push_text('"between"')
        window.push(people("Ann", "Bo"), key="people")
        delivery = asyncio.create_task(window.deliver())
        assert await other.receive_json() == "between"
        assert len((await other.receive_json())["people"]) == 2
        delivery.cancel()


async def test_a_window_that_does_not_read_is_closed() -> None:
    async with line() as (window, other):
        for _ in range(OUTBOX + 1):
            window.push(people("Ann"))
        delivery = asyncio.create_task(window.deliver())
        assert (await other.receive()).type is aiohttp.WSMsgType.CLOSE
        assert other.close_code == 1013
        await delivery


async def test_what_is_pushed_to_a_window_that_is_gone_does_no_harm() -> None:
    async with line() as (window, other):
        delivery = asyncio.create_task(window.deliver())
        await other.close()
        for _ in range(3):
            window.push(people("Ann"))
            await asyncio.sleep(0)
        delivery.cancel()
        await asyncio.gather(delivery, return_exceptions=True)


async def test_a_window_that_does_not_read_loses_its_outbox_at_once() -> None:
    """Nothing is delivered meanwhile: what is pushed alone bounds what is kept."""
    for hold in (False, True):
        window = Connection(web.WebSocketResponse(), "")
        with window.holding() if hold else nullcontext():
            for _ in range(3 * OUTBOX_SIZE // 1_000):
                window.push_text("x" * 1_000)
                assert window._size <= OUTBOX_SIZE + 1_000
        assert not window._outbox


async def test_a_newer_state_does_not_count_twice() -> None:
    window = Connection(web.WebSocketResponse(), "")
    for _ in range(OUTBOX_SIZE // 1_000):
        with window.holding():
            window.push_text("x" * 2_000, key="board")
        window.push_text("x" * 2_000, key="board")
    assert (len(window._outbox), window._size) == (1, 2_000)
