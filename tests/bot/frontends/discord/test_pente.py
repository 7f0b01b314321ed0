"""Pente on Discord: 361 points by form, by column and row, by completed command."""

from collections.abc import Awaitable, Callable
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from bot.app.model.button_token import decode
from bot.app.model.request import Verb
from core.game import Termination
from tests.bot.frontends.discord.harness import Harness, harness, pressed
from tests.fakes.clock import FixedNow
from tests.fakes.discord import Answer, FakeDiscord, Person
from tests.fakes.discord.errors import ApiError
from tests.fakes.discord.faults import Refuse
from tests.fakes.discord.interactions import FORM, MESSAGE, UPDATE, WILL_UPDATE
from tests.fakes.discord.messages import Message
from tests.fakes.discord.people import Place, Server
from tests.fakes.discord.permissions import Permission

CONTROLS = ["Type a point", "Pick a point", "⤓", "⋯"]
HEAVIEST = 180_000
"""Bytes of a picture at most (issue "Pente")."""

EDIT = "/channels/{channel_id}/messages/{message_id}"
FIVE = ("a1", "k13", "a3", "k11", "a5", "k12", "a7", "k14")
"""Bo begins, for Ann's first stone is there; she wins with five on column K."""

PAIRS = ("l10", "n13", "m10", "n10", "l11", "h7", "m12", "q16")
"""With N10 Ann takes a pair."""

Way = Callable[[Harness, Person, Message, str], Awaitable[Answer]]


async def by_form(home: Harness, who: Person, board: Message, point: str) -> Answer:
    form = await who.press(board, "Type a point")
    assert form.kind == FORM
    answer = await who.submit(form, point)
    await home.settled()
    return answer


async def by_steps(home: Harness, who: Person, board: Message, point: str) -> Answer:
    panel = (await home.press(who, board, "Pick a point")).message
    await home.press(who, panel, point[0].upper())
    return await home.press(who, panel, point[1:])


async def by_command(home: Harness, who: Person, board: Message, point: str) -> Answer:
    place = Place(home.discord, board.channel)
    offered = await who.complete(place, "move", "point", point=point)
    assert offered.choices[0] == point
    return await home.slash(who, place, "move", point=offered.choices[0])


WAYS = pytest.mark.parametrize("way", [by_form, by_steps, by_command])


@WAYS
async def test_a_whole_match_by_one_way_alone(
    home: Harness, ann: Person, bo: Person, lounge: Place, way: Way
) -> None:
    board = await home.started(ann, bo, lounge, "pente")
    assert board.rows == [CONTROLS]
    for number, point in enumerate(FIVE):
        who = (bo, ann)[number % 2]
        await way(home, who, board, point)
        assert f"{number + 2}. {'Bo' if who is bo else 'Ann'} {point.upper()}" in board.text
        assert len(board.attachments) == 1
    result = lounge.last
    assert "five in a row" in result.text
    assert result.rows == [["Rematch", "Review", "Replay", "Record"]]
    match = (await home.store.load(decode(result.buttons[0]["custom_id"]).session)).match
    assert match.outcome is not None
    assert match.outcome.termination is Termination.FIVE
    assert board.rows == []


@WAYS
async def test_in_a_thread_in_private_and_with_a_restart(
    tmp_path: Path,
    discord: FakeDiscord,
    now: FixedNow,
    ann: Person,
    bo: Person,
    channel: Place,
    way: Way,
) -> None:
    async with harness(tmp_path / "tavola.db", discord, now) as home:
        board = await home.started(ann, bo, channel, "pente")
        assert board.channel is not channel.channel
        await way(home, bo, board, "l11")
    async with harness(tmp_path / "tavola.db", discord, now) as home:
        await way(home, ann, board, "n13")
        assert "3. Ann N13" in board.text
        alone = (await home.slash(ann, ann.direct, "play", game="pente")).message
        await home.settled()
        if alone.text.startswith("⚪ Ann"):  # the computer had the first free stone
            assert len((await home.session(alone)).match.plies) == 1
        taken = {ply.move for ply in (await home.session(alone)).match.plies}
        point = next(p for p in ("q3", "q4") if p not in taken)
        await way(home, ann, alone, point)
        assert point in [ply.move for ply in (await home.session(alone)).match.plies]


# the form


async def test_a_form_opens_only_for_who_has_to_move(
    home: Harness, ann: Person, bo: Person, eve: Person, lounge: Place
) -> None:
    board = await home.started(ann, bo, lounge, "pente")
    for other in (ann, eve):
        answer = await home.press(other, board, "Type a point")
        assert (answer.kind, answer.private) == (MESSAGE, True)
    form = await bo.press(board, "Type a point")
    assert form.it.form is not None
    assert form.it.form["title"] == "Your move"
    assert form.it.form["components"][0]["label"] == "A point, such as K10"
    await home.settled()


@pytest.mark.parametrize("typed", ["L11", "l 11", "11L", " L,11 ", "\uff2c\uff11\uff11", "l-11"])
async def test_a_form_takes_a_point_however_it_is_typed(
    home: Harness, ann: Person, bo: Person, lounge: Place, typed: str
) -> None:
    board = await home.started(ann, bo, lounge, "pente")
    answer = await by_form(home, bo, board, typed)
    assert (answer.kind, answer.told) == (UPDATE, "")  # the board is the answer, in one request
    assert "2. Bo L11" in board.text
    assert home.discord.asked("PATCH", EDIT) == []


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("I9", "I"),
        ("k10", "K10"),
        ("hello", "hello"),
        ("Z5", "Z5"),
        ("K20", "K20"),
    ],
)
async def test_what_a_form_cannot_do_is_told_and_the_board_stays(
    home: Harness, ann: Person, bo: Person, lounge: Place, typed: str, told: str
) -> None:
    board = await home.started(ann, bo, lounge, "pente")
    seen = (board.text, board.rows, board.edits, board.picture)
    answer = await by_form(home, bo, board, typed)
    assert (answer.kind, answer.private) == (MESSAGE, True)
    assert told in answer.told
    assert (board.text, board.rows, board.edits, board.picture) == seen
    await by_form(home, bo, board, "l11")
    assert "2. Bo L11" in board.text


async def test_the_missing_letter_is_explained(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    board = await home.started(ann, bo, lounge, "pente")
    answer = await by_form(home, bo, board, "i9")
    assert "H" in answer.told
    assert "J" in answer.told


async def test_a_form_outlives_the_process_but_not_its_turn(
    tmp_path: Path, discord: FakeDiscord, now: FixedNow, ann: Person, bo: Person, lounge: Place
) -> None:
    async with harness(tmp_path / "tavola.db", discord, now) as home:
        board = await home.started(ann, bo, lounge, "pente")
        form = await bo.press(board, "Type a point")
        await home.settled()
    async with harness(tmp_path / "tavola.db", discord, now) as home:
        await bo.submit(form, "l11")
        await home.settled()
        assert "2. Bo L11" in board.text
        late = await bo.submit(form, "m11")
        assert late.private
        again = await bo.submit(form, "l11")  # the same once more is no fault
        await home.settled()
        assert (again.kind, again.told) == (WILL_UPDATE, "")
        assert len((await home.session(board)).match.plies) == 1


async def test_a_forged_form_is_answered(
    home: Harness, ann: Person, bo: Person, eve: Person, lounge: Place
) -> None:
    board = await home.started(ann, bo, lounge, "pente")
    form = await bo.press(board, "Type a point")
    assert form.it.form is not None
    theirs = await eve.submit(form, "l11")
    assert theirs.private
    for made_up in ("v1-nothing", "v9-later-thing", "x"):
        form.it.form["custom_id"] = made_up
        answer = await bo.submit(form, "l11")
        assert answer.private
        assert answer.told
    await home.settled()
    assert (await home.session(board)).match.plies == ()


# column and row


async def test_picking_is_private_and_stays_in_one_message(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    board = await home.started(ann, bo, lounge, "pente")
    seen = (board.text, board.rows, board.edits)
    opened = await home.press(bo, board, "Pick a point")
    panel = opened.message
    assert (opened.kind, panel.for_user) == (MESSAGE, bo.user.id)
    assert panel.text == "Which column?"
    assert panel.rows == [list("ABCDE"), list("FGHJK"), list("LMNOP"), list("QRST")]
    whole = panel.picture
    step = await home.press(bo, panel, "L")
    assert (step.kind, step.told) == (UPDATE, "")
    assert panel.text == "Which row in column L?"
    assert panel.picture != whole
    assert len(panel.attachments) == 1
    assert (board.text, board.rows, board.edits) == seen
    await home.press(bo, panel, "↩ Back")
    assert (panel.text, panel.picture) == ("Which column?", whole)
    await home.press(bo, panel, "M")
    await home.press(bo, panel, "12")
    assert (panel.text, panel.rows, panel.attachments) == ("Played: M12", [], [])
    assert "2. Bo M12" in board.text
    assert len(home.discord.asked("PATCH", EDIT)) == 1


async def test_a_column_chosen_before_somebody_moved_says_so(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    board = await home.started(ann, bo, lounge, "pente")
    panel = (await home.press(bo, board, "Pick a point")).message
    await home.press(bo, panel, "L")
    await home.slash(bo, lounge, "move", point="a1")
    await home.press(bo, panel, "12")
    assert panel.rows == []
    assert panel.text
    assert "A1" in board.text
    assert len((await home.session(board)).match.plies) == 1


async def test_strangers_and_those_who_wait_are_told(
    home: Harness, ann: Person, bo: Person, eve: Person, lounge: Place
) -> None:
    board = await home.started(ann, bo, lounge, "pente")
    for other in (ann, eve):
        answer = await home.press(other, board, "Pick a point")
        assert answer.private
        assert answer.message.rows == []


async def test_where_only_tokens_reach_the_board_follows_the_choice(
    home: Harness, discord: FakeDiscord, ann: Person, bo: Person
) -> None:
    ann.user_installed = bo.user_installed = True
    friends = discord.group(ann, bo)
    await home.slash(ann, friends, "challenge", game="pente", first="challenger")
    card = friends.last
    await home.press(bo, card, "Accept")
    await by_steps(home, bo, card, "l11")
    board = friends.last
    assert "2. Bo L11" in board.text
    await by_form(home, ann, board, "n13")
    assert "3. Ann N13" in friends.last.text
    await by_command(home, bo, friends.last, "m12")
    assert "4. Bo M12" in friends.last.text
    assert [r.path for r in discord.requests if r.path.startswith("/channels/")] == []


# asked before placing


@WAYS
async def test_who_likes_to_be_asked_is_asked(
    home: Harness, ann: Person, bo: Person, lounge: Place, way: Way
) -> None:
    panel = (await home.slash(bo, lounge, "me settings")).message
    await home.press(bo, panel, "Ask before placing")
    board = await home.started(ann, bo, lounge, "pente")
    seen = (board.text, board.edits)
    for label, told in (("Cancel", "Nothing was placed."), ("Place", "Played: L11")):
        asked = await way(home, bo, board, "l11")
        question = asked.it.message if way is by_steps else asked.message
        assert question is not None
        assert question.for_user == bo.user.id
        assert "L11" in question.text
        assert question.rows == [["Place", "Cancel"]]
        assert (board.text, board.edits) == seen
        await home.press(bo, question, label)
        assert question.text == told
    assert "2. Bo L11" in board.text


# two against two


async def test_four_play_from_the_lobby_to_the_result(
    home: Harness, discord: FakeDiscord, ann: Person, bo: Person, server: Server, channel: Place
) -> None:
    cy, dee = discord.person("Cy"), discord.person("Dee")
    server.join(cy, dee)
    await home.slash(ann, channel, "challenge", game="pente", seats="4")
    lobby = channel.last
    for who, label in ((bo, "Join team B"), (cy, "Join team A"), (dee, "Join team B")):
        await home.press(who, lobby, label)
    await home.press(ann, lobby, "Start")
    board = Place(discord, discord.world.channels[lobby.id]).last
    assert board.rows == [CONTROLS]
    order = {name: person for name, person in (("Ann", ann), ("Bo", bo), ("Cy", cy), ("Dee", dee))}
    ways = (by_form, by_steps, by_command)
    moved = []
    for number, point in enumerate(FIVE):
        name = board.text.rpartition("▶ ")[2].split()[0]
        moved.append(name)
        waiting = next(person for other, person in order.items() if other != name)
        assert (await home.press(waiting, board, "Type a point")).private
        await ways[number % len(ways)](home, order[name], board, point)
        assert f"{number + 2}. {name} {point.upper()}" in board.text
        assert len(board.attachments) == 1
        assert len(board.alt) <= 1024
    assert set(moved) == set(order)
    assert moved[:4] == moved[4:]
    result = Place(discord, discord.world.channels[lobby.id]).last
    assert "Ann" in result.text
    assert "Cy" in result.text


# pictures


async def test_pictures_are_large_enough_to_read_and_light_enough_to_send(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    board = await home.started(ann, bo, lounge, "pente")
    for number, point in enumerate(PAIRS):
        who = (bo, ann)[number % 2]
        panel = (await home.press(who, board, "Pick a point")).message
        await home.press(who, panel, point[0].upper())
        for picture in (board.picture, panel.picture):
            assert picture is not None
            assert len(picture) <= HEAVIEST
            assert 800 <= Image.open(BytesIO(picture)).width <= 1000
        await home.press(who, panel, point[1:])
        assert 0 < len(board.alt) <= 1024
        assert point.upper() in board.alt
        assert ("⚪ Ann 1000? · 1" in board.text) is (number >= PAIRS.index("n10"))


async def test_without_the_right_to_attach_files_all_is_in_letters(
    home: Harness, ann: Person, bo: Person, server: Server
) -> None:
    lounge = server.voice()
    lounge.deny(Permission.ATTACH_FILES)
    board = await home.started(ann, bo, lounge, "pente")
    assert board.attachments == []
    assert "K" in board.text
    assert board.rows == [CONTROLS]
    panel = (await home.press(bo, board, "Pick a point")).message
    assert panel.attachments == []
    assert "```" in panel.source
    await home.press(bo, panel, "L")
    await home.press(bo, panel, "11")
    assert "2. Bo L11" in board.text
    assert "X" in board.text


async def test_a_right_that_is_missing_unseen_costs_the_picture_only(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    board = await home.started(ann, bo, lounge, "pente")
    home.discord.faults.add(
        "POST", "/interactions/*/callback", Refuse(ApiError(403, 50013, "Missing Permissions"))
    )
    panel = (await home.press(bo, board, "Pick a point")).message
    assert panel.attachments == []
    assert "```" in panel.source
    assert panel.rows[0] == list("ABCDE")


# offers


async def test_an_offer_is_answered_above_the_ways_to_move(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    board = await home.started(ann, bo, lounge, "pente")
    await by_form(home, bo, board, "l11")
    panel = (await home.press(ann, board, "⋯")).message
    await home.press(ann, panel, "½ Draw")
    assert board.rows == [["Accept", "Decline", "Withdraw"], CONTROLS]
    assert pressed(board).verb is Verb.YES
    await home.press(bo, board, "Accept")
    assert board.rows == []
    assert "draw" in lounge.last.text.lower()
