"""The daily dice at the desk: one game each on the same throws, what is shared and checked."""

import asyncio
import json
import re
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app.model.button_token import Press, decode, encode
from bot.app.model.request import Verb
from bot.app.model.room import Room
from bot.text.numbers import whole
from core.chance import commitment
from core.errors import Reason
from core.match.model import Status
from tests.bot.app.company import sheet, splits, throw
from tests.bot.app.daily_play import (
    HOUR,
    PRIVATE,
    TODAY,
    at,
    contest,
    enter,
    finish,
    line,
    own,
    passes,
    play,
    token_of,
    total,
)
from tests.bot.app.harness import ANN, BO, ELSEWHERE, EVE, ROOM, Harness
from tests.fakes.clock import START, FixedNow
from tests.fakes.front_end import buttons

VERIFY = Path(__file__).parents[4] / "docs" / "verify_dice.py"


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[Harness]:
    async with at(tmp_path / "tavola.db", FixedNow()) as opened:
        yield opened


# --- coming in -----------------------------------------------------------------------------------


async def test_in_a_room_it_is_one_line_with_a_button(home: Harness) -> None:
    token = await line(home, ANN)
    card = home.paper.last(ROOM).card
    assert "\n" not in card.text
    assert card.text.startswith("Daily dice, 15 January: same throws for everyone")
    assert card.board is None
    assert decode(token).verb is Verb.SHEET


async def test_asked_for_again_the_line_comes_to_the_end_of_the_room(home: Harness) -> None:
    await line(home, ANN)
    first = home.paper.last(ROOM)
    home.now.advance(1)
    await line(home, BO)
    assert home.paper.last(ROOM) is not first
    assert (await home.say(EVE, "daily")).reason is Reason.TOO_OFTEN
    home.now.advance(30_000)
    reply = await home.say(EVE, "daily")
    assert reply.reason is None
    assert reply.replaced


async def test_everybody_has_the_same_throws_and_plays_unseen(home: Harness) -> None:
    token = await line(home, ANN)
    shown = len(home.paper.sheets)
    anns, bos = await home.press(ANN, token), await home.press(BO, token)
    assert throw(anns) == throw(bos)
    for who, reply in ((ANN, anns), (BO, bos)):
        assert sheet(reply).text.startswith(
            "Daily dice, 15 January\nThe throws are already fixed (fingerprint "
        )
        await finish(home, who, reply, last=2 if who is BO else 0)
    assert len(home.paper.sheets) == shown  # nothing was said in the room
    assert home.paper.last(ROOM).cards[-1].text.startswith("Daily dice, 15 January:")


async def test_reopening_shows_the_same_throw_until_the_choice_is_stored(home: Harness) -> None:
    reply = await enter(home, ANN)
    for _ in range(4):
        first = throw(reply)
        assert throw(await enter(home, ANN)) == first
        moved = await home.press(ANN, splits(sheet(reply))[0])
        late = await home.press(ANN, splits(sheet(reply))[0])  # the same press once more
        assert throw(late) == throw(moved)
        reply = moved
    assert len((await own(home, ANN, TODAY)).plies) >= 4


async def test_in_private_the_sheet_comes_at_once_and_stands_there(home: Harness) -> None:
    reply = await home.ask(ANN, Verb.DAILY, room=PRIVATE, private=True)
    assert reply.session is not None
    card = home.paper.last(PRIVATE).card
    assert card.board is not None
    assert card.text.startswith("Daily dice, 15 January")
    again = await home.ask(ANN, Verb.DAILY, room=PRIVATE, private=True)
    assert again.session is not None
    assert again.session.match.id == reply.session.match.id


async def test_a_game_is_finished_where_it_was_not_begun(home: Harness) -> None:
    """Begun in a room, gone on with in private, finished there."""
    token = await line(home, ANN)
    reply = await home.press(ANN, token)
    await home.press(ANN, splits(sheet(reply))[0])
    await home.press(ANN, token, PRIVATE, private=True)
    while ways := splits(home.paper.first(PRIVATE).card):
        await home.press(ANN, ways[0], PRIVATE, private=True)
    said = home.paper.last(PRIVATE).card
    assert re.match(r"\N{MINUS SIGN}?\d+\. Rank 1 of 1 here so far, streak 1\.", said.text)
    assert [button.label for button in buttons(said)] == [
        "Share",
        "Standings",
        "Remind me tomorrow",
    ]


async def test_nobody_acts_on_the_sheet_of_somebody_else(home: Harness) -> None:
    reply = await enter(home, ANN)
    id = (await own(home, ANN, TODAY)).id
    for verb in (Verb.MOVE, Verb.BOARD, Verb.TEXT, Verb.RESIGN, Verb.MORE):
        refused = await home.ask(BO, verb, session=id, arg="1+1 1+1 1", turn=1)
        assert refused.reason is Reason.NOT_SEATED, verb
    for verb in (Verb.RECORD, Verb.REPLAY):
        assert (await home.ask(BO, verb, session=id)).reason is Reason.NOT_FINISHED
    for verb in (Verb.WATCH, Verb.INVITE, Verb.DRAW, Verb.REMATCH, Verb.TAKEBACK, Verb.FROM):
        refused = await home.ask(ANN, verb, session=id)
        assert refused.reason in (Reason.PLAYED_ALONE, Reason.NO_CODE), verb
    assert throw(await enter(home, ANN)) == throw(reply)


@pytest.mark.parametrize(
    "verb",
    [
        *(Verb.JOIN, Verb.WATCH, Verb.INVITE, Verb.CANCEL, Verb.CLOSE, Verb.COMPUTER, Verb.BOARD),
        *(Verb.AGAIN, Verb.DECLINE, Verb.RESIGN, Verb.RECORD),
    ],
)
async def test_a_forged_press_on_the_day_itself_does_nothing(home: Harness, verb: Verb) -> None:
    await line(home, ANN)
    before = await home.session(TODAY.table)
    reply = await home.ask(BO, verb, session=TODAY.table, arg="")
    assert reply.reason is not None
    assert await home.session(TODAY.table) == before


async def test_who_is_barred_from_a_room_neither_asks_for_it_nor_comes_in_by_it(
    home: Harness,
) -> None:
    token = await line(home, ANN)
    bo = (await home.store.player_for(BO)).id
    await home.store.houses.bar(Room("paper", "server", ""), bo)
    assert (await home.say(BO, "daily")).reason is Reason.BARRED
    for room, private in ((ROOM, False), (PRIVATE, True)):
        assert (await home.press(BO, token, room, private=private)).reason is Reason.BARRED
    assert await home.store.days.entry(TODAY, bo) is None
    reply = await home.ask(BO, Verb.DAILY, room=PRIVATE, private=True)
    assert reply.reason is None  # elsewhere they may


async def test_the_line_is_no_match_of_the_room(home: Harness) -> None:
    """It neither makes `join` ambiguous nor counts among the matches there."""
    await line(home, ANN)
    await home.say(ANN, "challenge reversi")
    assert (await home.say(BO, "join")).reason is None
    assert len(await home.store.in_room(ROOM)) == 1


async def test_ones_games_and_history_lead_to_a_sheet_that_no_room_shows(home: Harness) -> None:
    await enter(home, ANN)
    listed = await home.say(ANN, "games")
    assert listed.card is not None
    assert len(listed.card.links) == 1
    await finish(home, ANN, await enter(home, ANN))
    past = await home.say(ANN, "history")
    assert past.card is not None
    assert past.card.links == ()  # its total is told when the day has closed
    await passes(home, TODAY.closes)
    past = await home.say(ANN, "history")
    assert past.card is not None
    assert len(past.card.links) == 1


# --- sharing, reminding ---------------------------------------------------------------------------


async def test_what_is_shared_hides_the_total_and_tells_no_sums(home: Harness) -> None:
    done = await play(home, ANN)
    reply = await home.press(ANN, token_of(sheet(done), "Share"))
    assert reply.text == "Shared."
    card = home.paper.last(ROOM).card
    points = whole(await total(home, ANN, TODAY))
    start, end = card.hidden
    assert card.text[start:end] == points
    assert re.fullmatch(rf"Daily 15 January · Ann {points} · 🟩*⬜*🟥+", card.text)
    shown = len(home.paper.sheets)
    await home.press(ANN, token_of(sheet(done), "Share"))  # once more: it stands there already
    assert len(home.paper.sheets) == shown
    bos = await home.press(BO, home.paper.last(ROOM).token("🎲 Play"))
    assert splits(sheet(bos))


async def test_in_private_it_is_shared_where_one_came_from_or_handed_on(home: Harness) -> None:
    token = await line(home, ANN)
    for who, room, by in ((ANN, PRIVATE, token), (BO, ELSEWHERE, "")):
        if by:
            await home.press(who, by, room, private=True)
        else:
            await home.ask(who, Verb.DAILY, room=room, private=True)
        while ways := splits(home.paper.first(room).card):
            await home.press(who, ways[0], room, private=True)
        share = home.paper.last(room).token("Share")
        reply = await home.press(who, share, room, private=True)
        if by:
            assert reply.text == "Shared."
            assert "· Ann" in home.paper.last(ROOM).card.text
        else:
            assert reply.card is not None
            assert "· Bo" in reply.card.text
            [button] = buttons(reply.card)
            assert decode(button.token).session == TODAY.table


async def test_only_ones_own_finished_game_is_shared(home: Harness) -> None:
    await enter(home, ANN)
    id = (await own(home, ANN, TODAY)).id
    token = encode(Press(id, 0, Verb.DAILY, "share"))
    assert (await home.press(ANN, token)).reason is Reason.NOT_FINISHED
    assert (await home.press(BO, token)).reason is Reason.NOT_SEATED
    assert (await home.say(ANN, "daily share")).reason is Reason.BUTTON_EXPIRED


# --- afterwards ----------------------------------------------------------------------------------


async def test_record_and_replay_wait_until_the_day_has_closed_and_check_the_dice(
    home: Harness, tmp_path: Path
) -> None:
    await play(home, ANN)
    match = await own(home, ANN, TODAY)
    for now in (START + HOUR, TODAY.shuts, TODAY.closes - 1):
        await passes(home, now)
        for verb in (Verb.RECORD, Verb.REPLAY):
            reply = await home.ask(ANN, verb, session=match.id)
            assert reply.reason is Reason.NOT_FINISHED
    await passes(home, TODAY.closes)
    assert (await home.ask(ANN, Verb.REPLAY, session=match.id)).reason is None
    reply = await home.ask(ANN, Verb.RECORD, session=match.id)
    assert reply.card is not None
    written = json.loads(reply.card.monospace)
    assert (written["label"], written["client"]) == ("daily/2027-01-15", "")
    assert written["commitment"] == (await told(home))["commitment"]
    file = tmp_path / "record.json"
    file.write_text(reply.card.monospace)
    assert await verified(str(file)) == 0
    told_after = await told(home)
    assert await verified(told_after["seed"], told_after["label"], "", "5") == 0
    broken = reply.card.monospace.replace('"seed": "', '"seed": "00')
    file.write_text(broken[: broken.index('"seed": "') + 73] + broken[broken.index('",\n "comm') :])
    assert await verified(str(file)) != 0


async def test_the_sheet_of_a_closed_day_leads_to_its_record(home: Harness) -> None:
    done = await play(home, ANN)
    assert "Record" not in [button.label for button in buttons(sheet(done))]
    await passes(home, TODAY.closes)
    again = await enter(home, ANN, of=TODAY)
    assert "Rank 1 of 1, streak 1." in sheet(again).text
    reply = await home.press(ANN, token_of(sheet(again), "Record"))
    assert reply.card is not None
    assert json.loads(reply.card.monospace)["label"] == TODAY.label


async def told(home: Harness) -> dict[str, str]:
    """What binds today's throws, and the key, as the table tells them."""
    reply = await home.say(BO, "daily 2027-01-15")
    assert reply.card is not None
    last = reply.card.text.splitlines()[-1]
    found = re.search(r"seed ([0-9a-f]{64}), label (\S+), no client text", last)
    assert found is not None
    return {
        "seed": found[1],
        "label": found[2],
        "commitment": commitment(bytes.fromhex(found[1])),
    }


async def verified(*words: str) -> int:
    """What docs/verify_dice.py ends with."""
    silent = asyncio.subprocess.DEVNULL
    started = await asyncio.create_subprocess_exec(
        sys.executable, VERIFY, *words, stdout=silent, stderr=silent
    )
    return await started.wait()


async def test_when_the_day_has_closed_it_counts_as_any_game_of_dice(home: Harness) -> None:
    await play(home, ANN)
    before = await home.say(ANN, "leaderboard dice")
    assert before.card is not None
    assert "1 game" not in before.card.text
    await passes(home, TODAY.closes)
    after = await home.say(ANN, "leaderboard dice")
    assert after.card is not None
    assert f"best {whole(await total(home, ANN, TODAY))}" in after.card.text
    assert (await own(home, ANN, TODAY)).status is Status.FINISHED
    assert (await contest(home, TODAY)).begun is not None
