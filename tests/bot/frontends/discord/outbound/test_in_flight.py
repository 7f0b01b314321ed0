""" "This interaction failed" must not be read by anybody: every press gets its answer in time."""

import asyncio
from pathlib import Path

import pytest

from bot.app.model.card import Card
from bot.app.model.request import Verb
from bot.app.presentation.board_images import BoardImages
from tests.bot.frontends.discord.harness import Harness, harness, moves, token
from tests.fakes.clock import FixedNow
from tests.fakes.discord import Answer, FakeDiscord, Person
from tests.fakes.discord import interactions as act
from tests.fakes.discord.errors import JSON, ApiError
from tests.fakes.discord.faults import Drop, Hold, LoseAnswer, Refuse
from tests.fakes.discord.interactions import MESSAGE, THINKING, UPDATE, WILL_UPDATE
from tests.fakes.discord.messages import V2, Message
from tests.fakes.discord.people import Place, Server
from tests.fakes.discord.permissions import Permission
from tests.fakes.discord.world import ANNOUNCEMENTS, FORUM

CALLBACK = "/interactions/*/callback"
EDIT = "/channels/*/messages/*"


class Patience:
    """Waits that end when the test says so."""

    def __init__(self) -> None:
        self.over = asyncio.Event()

    async def __call__(self, seconds: float) -> None:
        del seconds
        await self.over.wait()


async def plies(home: Harness, board: Message) -> int:
    return len((await home.session(board)).match.plies)


async def test_from_every_kind_of_channel(
    home: Harness, ann: Person, bo: Person, server: Server
) -> None:
    """Field report 12."""
    text = server.text("text")
    forum = server.channel(FORUM, "forum")
    places = [
        server.voice("voice"),
        server.channel(ANNOUNCEMENTS, "news"),
        text.thread("a thread"),
        forum.thread("a post"),
        server.text("made later, not in the cache"),
    ]
    for place in places:
        board = await home.started(ann, bo, place)
        await home.press(ann, board, "d3")
        assert await plies(home, board) == 1
        assert "1. Ann d3" in board.text


async def test_in_private(home: Harness, ann: Person) -> None:
    answer = await home.slash(ann, ann.direct, "play", first="challenger")
    board = answer.message
    assert board.rows[0] == ["d3", "c4", "f5", "e6"]
    await home.press(ann, board, "d3")
    assert await plies(home, board) == 2


async def test_from_a_kind_of_channel_that_nobody_knows(
    home: Harness, ann: Person, server: Server
) -> None:
    place = server.channel(99, "something new")
    answer = await home.slash(ann, place, "play", first="challenger")
    assert "Ann" in answer.message.text
    await home.press(ann, answer.message, "d3")
    assert await plies(home, answer.message) == 2


async def test_slow_drawing_is_overtaken_by_an_edit(
    tmp_path: Path, discord: FakeDiscord, now: FixedNow, server: Server, ann: Person, bo: Person
) -> None:
    """Field report 13."""

    class SlowPictures(BoardImages):
        slow = False

        def board(self, card: Card, theme: str, size: int) -> bytes:
            if self.slow:
                now.advance(5_000)
            return super().board(card, theme, size)

    lounge, pictures = server.voice(), SlowPictures()
    async with harness(tmp_path / "tavola.db", discord, now, pictures=pictures) as home:
        board = await home.started(ann, bo, lounge)
        pictures.slow = True
        late = await home.press(ann, board, "d3")
        assert late.it.refused == [10062]
        assert "1. Ann d3" in board.text
        assert len(board.attachments) == 1


async def test_what_cannot_be_shown_in_time_is_put_off(
    tmp_path: Path, discord: FakeDiscord, now: FixedNow, server: Server, ann: Person, bo: Person
) -> None:
    lounge, patience = server.voice(), Patience()
    async with harness(tmp_path / "tavola.db", discord, now, wait=patience) as home:
        one = await home.started(ann, bo, lounge)
        two = await home.started(ann, bo, lounge)
        hold = Hold()
        discord.faults.add("PATCH", EDIT, hold)
        typing = ann.type(lounge, "move", point=token(one, Verb.MOVE))
        await hold.arrived.wait()  # this chat is busy with the edit of the first board
        it = ann.touch(two, "d3")
        patience.over.set()
        answer = await ann.wait(it)
        assert answer.kind == WILL_UPDATE
        hold.release.set()
        await ann.wait(typing)
        await home.settled()
        assert "1. Ann d3" in two.text
        assert await plies(home, two) == 1


async def test_a_command_that_is_put_off_is_filled_later(
    tmp_path: Path, discord: FakeDiscord, now: FixedNow, server: Server, ann: Person, bo: Person
) -> None:
    lounge, patience = server.voice(), Patience()
    async with harness(tmp_path / "tavola.db", discord, now, wait=patience) as home:
        board = await home.started(ann, bo, lounge)
        hold = Hold()
        discord.faults.add("PATCH", EDIT, hold)
        typing = ann.type(lounge, "move", point="d3")
        await hold.arrived.wait()
        it = bo.type(lounge, "play", first="challenger")
        patience.over.set()
        answer = await bo.wait(it)
        assert answer.kind == THINKING
        hold.release.set()
        await ann.wait(typing)
        await home.settled()
        assert moves(lounge.last) == ["d3", "c4", "f5", "e6"]
        assert lounge.last is answer.message
        await home.press(ann, board, token(board, Verb.BOARD))
        assert await plies(home, board) == 1


@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize("fault", [Drop(), LoseAnswer()])
async def test_a_lost_answer_changes_nothing(
    home: Harness, ann: Person, bo: Person, lounge: Place, fault: Drop | LoseAnswer, times: int
) -> None:
    """It is given once more, for a connection that lay idle may have been closed just then."""
    board = await home.started(ann, bo, lounge)
    home.discord.faults.add("POST", CALLBACK, fault, times=times)
    it = ann.touch(board, "d3")
    await home.discord.until(lambda: "1. Ann d3" in board.text)
    await home.settled()
    assert it.answer == (UPDATE if isinstance(fault, LoseAnswer) or times == 1 else None)
    assert await plies(home, board) == 1
    assert len(board.attachments) == 1
    await home.press(bo, board, "c3")
    assert await plies(home, board) == 2


@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize("fault", [Drop(), LoseAnswer()])
async def test_a_lost_answer_to_a_command_posts_one_board(
    home: Harness, ann: Person, lounge: Place, fault: Drop | LoseAnswer, times: int
) -> None:
    home.discord.faults.add("POST", CALLBACK, fault, times=times)
    ann.type(lounge, "play", first="challenger")
    await home.discord.until(lambda: lounge.messages)
    await home.settled()
    [board] = lounge.messages
    assert moves(board) == ["d3", "c4", "f5", "e6"]
    await home.press(ann, board, "d3")
    assert lounge.messages == [board]


async def test_an_answer_that_arrived_though_an_error_came_back(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    """A 502 after the effect: the library repeats it and hears 40060."""
    board = await home.started(ann, bo, lounge)
    home.discord.faults.add("POST", CALLBACK, Refuse(ApiError(502, 0, "Bad Gateway")))
    answer = await home.press(ann, board, "d3")
    assert answer.kind == UPDATE
    assert await plies(home, board) == 1


async def test_the_same_press_twice_at_once(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    board = await home.started(ann, bo, lounge)
    acts = [ann.touch(board, "d3") for _ in range(5)]
    answers = [await ann.wait(it) for it in acts]
    await home.settled()
    assert await plies(home, board) == 1
    assert [answer.told for answer in answers] == [""] * 5


async def test_the_same_move_typed_twice_is_answered_twice(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    board = await home.started(ann, bo, lounge)
    chosen = token(board, Verb.MOVE)
    for _ in range(2):
        answer = await home.slash(ann, lounge, "move", point=chosen)
        assert (answer.kind, answer.told) == (MESSAGE, "Done.")
    assert await plies(home, board) == 1


async def test_a_wrong_press_while_the_right_one_waits(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    board = await home.started(ann, bo, lounge)
    right, wrong = ann.touch(board, "d3"), bo.touch(board, "d3")
    answers = (await ann.wait(right), await bo.wait(wrong))
    await home.settled()
    assert [answer.kind for answer in answers] == [UPDATE, MESSAGE]
    assert "1. Ann d3" in board.text


async def test_fast_presses_of_different_squares_play_one(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    board = await home.started(ann, bo, lounge)
    acts = [ann.touch(board, square) for square in moves(board)]
    answers = [await ann.wait(it) for it in acts]
    await home.settled()
    assert await plies(home, board) == 1
    assert sum(answer.told != "" for answer in answers) == 3


def old_message(discord: FakeDiscord, place: Place, custom_id: str) -> Message:
    """A message of some other release."""
    button: JSON = {"type": 2, "style": 1, "label": "go", "custom_id": custom_id}
    world = discord.world
    message = Message(world.ids.next(), place.channel, world.app, world.now(), flags=V2)
    message.components = [{"type": 1, "components": [button]}]
    place.channel.messages[message.id] = message
    return message


@pytest.mark.parametrize(
    "custom_id",
    [
        "v0-abc",
        "v2-aaaaaaaaaaaaa-1-move-d3",
        "v1-aaaaaaaaaaaaa-1-move-d3",
        "v1-aaaaaaaaaaaaa-1-nothing",
        "v1-'; DROP TABLE--1-move",
        "v1-aaaaaaaaaaaaa-999999999-yes-draw",
    ],
)
async def test_buttons_of_other_releases_and_forged_ones_are_refused(
    home: Harness, ann: Person, lounge: Place, custom_id: str
) -> None:
    message = old_message(home.discord, lounge, custom_id)
    answer = await home.press(ann, message, "go")
    assert (answer.kind, answer.private) == (MESSAGE, True)
    assert answer.told


async def test_a_fault_of_ours_is_answered_and_logged(
    home: Harness,
    ann: Person,
    bo: Person,
    lounge: Place,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    board = await home.started(ann, bo, lounge)

    async def broken(_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(home.service, "handle", broken)
    answer = await home.press(ann, board, "d3")
    assert answer.private
    assert answer.told
    assert "ZeroDivisionError" in caplog.text
    assert (await home.session(board)).match.id in caplog.text


async def test_a_command_of_an_older_release_is_answered(
    home: Harness, ann: Person, lounge: Place
) -> None:
    old = {"id": "1", "name": "duel", "description": "d", "type": 1, "contexts": [0]}
    home.discord.commands.append(old)
    answer = await home.slash(ann, lounge, "duel")
    assert (answer.kind, answer.private) == (MESSAGE, True)


async def test_a_press_on_a_board_whose_posting_was_never_confirmed(
    tmp_path: Path, discord: FakeDiscord, now: FixedNow, server: Server, ann: Person, bo: Person
) -> None:
    """The board is adopted, not doubled."""
    lounge = server.voice()
    async with harness(tmp_path / "tavola.db", discord, now) as home:
        board = await home.started(ann, bo, lounge)
        id = (await home.session(board)).match.id
        await home.sessions.repost(id, 0)  # as it is when the answer was lost with the process
        await home.press(ann, board, "d3")
        assert lounge.messages == [board]
        assert "1. Ann d3" in board.text
        assert (await home.store.load(id)).screens[0].message == board.id


async def test_a_channel_that_the_bot_cannot_see_is_served_by_presses(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    board = await home.started(ann, bo, lounge)
    lounge.deny(Permission.VIEW_CHANNEL)
    answer = await home.press(ann, board, "d3")
    assert answer.kind == UPDATE
    assert "1. Ann d3" in board.text
    assert "View Channel" in answer.told
    assert await plies(home, board) == 1


async def test_a_board_out_of_sight_learns_from_a_press_that_the_match_is_over(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    """Nothing but a press reaches it: until then it has its buttons."""
    board = await home.started(ann, bo, lounge)
    await home.press(ann, board, "d3")
    await home.press(bo, board, "c3")
    lounge.deny(Permission.VIEW_CHANNEL)
    panel = (await home.press(ann, board, "⋯")).message
    await home.press(ann, panel, "🏳 Resign")
    await home.press(ann, panel, "🏳 Resign")
    assert moves(board)
    late = await home.press(bo, board, moves(board)[0])
    assert "This match is over." in late.told
    assert board.rows == []
    assert "Bo wins" in board.text


async def test_a_board_out_of_sight_that_was_replaced_loses_its_buttons_when_pressed(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    board = await home.started(ann, bo, lounge)
    lounge.deny(Permission.VIEW_CHANNEL)
    await home.slash(ann, lounge, "move", point="d3")
    new = lounge.last
    assert new is not board
    assert "1. Ann d3" in new.text
    late = await home.press(bo, board, moves(board)[1])
    assert late.told.startswith("The position has changed")
    assert board.rows == []
    assert moves(new)


@pytest.mark.parametrize(
    "foreign", ["another-bots-button", "v0-old", "v99-newer-1-move-d3", "v1-menu-0", "x" * 100]
)
async def test_what_another_bot_or_release_made_is_answered(
    home: Harness, ann: Person, bo: Person, server: Server, foreign: str
) -> None:
    board = await home.started(ann, bo, server.voice())
    told = Answer(home.discord, ann.forge(board, foreign))
    await home.discord.until(lambda: told.kind, "an answer")
    assert (told.told, told.private) == ("This button has expired.", True)
    assert await plies(home, board) == 0


@pytest.mark.parametrize("kind", [act.COMMAND, act.COMPLETION])
async def test_a_command_of_another_release_is_answered(
    home: Harness, ann: Person, server: Server, kind: int
) -> None:
    """Clients offer what they learnt last, an hour ago."""
    old = {"id": "1", "type": 1, "name": "chess", "options": []}
    outdated = {"id": "1", "type": 1, "name": "move", "options": []}
    for data, named in ((old, "chess"), (outdated, "move")):
        it = ann._act(kind, server.voice().channel, data)
        if kind == act.COMPLETION:
            continue
        told = await ann.wait(it)
        assert told.private
        assert told.told == f"I don't know “{named}”. “help” shows what I can do."
    assert (await home.slash(ann, server.voice(), "games")).private


async def test_a_button_that_is_no_longer_on_the_board_is_answered(
    home: Harness, ann: Person, bo: Person, server: Server
) -> None:
    """Pressed while the board was being edited: the identifier counts, not what it shows now."""
    board = await home.started(ann, bo, server.voice())
    late = next(b["custom_id"] for b in board.buttons if b["label"] == "f5")
    await home.press(ann, board, "d3")
    assert late not in [button["custom_id"] for button in board.buttons]
    told = await ann.wait(ann.forge(board, late))
    await home.settled()
    assert told.private
    assert await plies(home, board) == 1
