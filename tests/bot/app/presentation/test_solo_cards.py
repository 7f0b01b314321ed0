"""Solitaire Dice alone, through the service on a real database: promise, throws, sheet, end."""

import hashlib
import json
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app.model.button_token import decode
from bot.app.model.card import Buttons, Limits, Menu
from bot.app.model.request import Verb
from bot.app.model.session import ScreenKind
from bot.text import dice
from bot.text.numbers import whole
from core.chance import commitment
from core.errors import Reason
from core.games.dice.rules import View
from core.match.auto_moves import auto_move
from core.match.clock import DAY
from core.match.model import ABANDON_AFTER, Status
from core.types import MatchId
from tests.bot.app.harness import ANN, BO, ROOM, Harness, harness
from tests.fakes.front_end import LIMITS, Sheet, buttons

VERIFY = Path(__file__).parents[4] / "docs" / "verify_dice.py"


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[Harness]:
    async with harness(tmp_path / "tavola.db") as opened:
        yield opened


def splits(sheet: Sheet) -> list[str]:
    """The tokens of the ways to split."""
    found = [button.token for button in sheet.buttons()]
    return [token for token in found if decode(token).verb is Verb.MOVE]


def board(home: Harness, id: MatchId) -> Sheet:
    """The message with the sheet."""
    found = [s for s in home.paper.sheets.values() if s.card.board and s.card.board.match.id == id]
    return found[-1]


async def rolled(home: Harness, words: str = "dice") -> MatchId:
    """Ann's game after its first throw."""
    await home.say(ANN, words)
    reply = await home.click(ANN, home.paper.last(ROOM), "🎲 Roll")
    return (await home.match(reply)).match.id


async def choose(home: Harness, id: MatchId, which: int = 0) -> None:
    ways = splits(board(home, id))
    reply = await home.press(ANN, ways[which % len(ways)])
    assert reply.reason is None, reply


async def played(home: Harness, id: MatchId, which: int = 0) -> Sheet:
    """Play to the end; return the message with the result."""
    while not (await home.session(id)).match.is_over:
        await choose(home, id, which)
    return home.paper.last(ROOM)


# --- the promise ---------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["dice", "/dice", "play dice"])
async def test_the_first_card_has_the_promise_and_no_throw(home: Harness, words: str) -> None:
    reply = await home.say(ANN, words)
    session = await home.match(reply)
    assert (session.match.status, session.match.rated) == (Status.OPEN, False)
    card = home.paper.last(ROOM).card
    chance = session.match.setup.chance
    assert chance is not None
    assert commitment(chance.seed) in card.text
    assert card.board is None
    assert [button.label for button in buttons(card)] == ["🎲 Roll", "Rules", "Cancel"]
    assert "30 days" in card.text
    assert chance.seed.hex() not in repr(card)


async def test_the_press_on_roll_is_the_players_part_and_is_made_once(home: Harness) -> None:
    await home.say(ANN, "dice")
    promise = home.paper.last(ROOM)
    token = promise.token("🎲 Roll")
    assert (await home.press(BO, token)).reason is Reason.NOT_HOST
    reply = await home.press(ANN, token, id="the press")
    first = (await home.match(reply)).match
    assert first.setup.chance is not None
    assert first.setup.chance.client == hashlib.sha256(b"the press").hexdigest()[:8]
    for again in ("the press", "another press"):  # delivered twice, pressed twice
        assert (await home.press(ANN, token, id=again)).reason is Reason.REPEATED
    assert (await home.session(first.id)).match == first


async def test_called_off_the_seed_is_told_and_it_can_be_offered_again(home: Harness) -> None:
    reply = await home.say(ANN, "dice")
    seed = (await home.match(reply)).match.setup.chance
    assert seed is not None
    await home.click(ANN, home.paper.last(ROOM), "Cancel")
    over = home.paper.last(ROOM)
    assert seed.seed.hex() in over.card.text
    again = await home.match(await home.click(ANN, over, "Play again"))
    assert again.match.status is Status.OPEN
    assert again.match.setup.chance is not None
    assert again.match.setup.chance.seed != seed.seed
    await home.click(ANN, over, "Play again")
    assert len(home.paper.sheets) == 2  # a second press makes no second game


async def test_nobody_else_comes_in_and_no_computer_plays_along(home: Harness) -> None:
    await home.say(ANN, "dice")
    promise = decode(home.paper.last(ROOM).token("🎲 Roll"))
    invited = await home.ask(ANN, Verb.INVITE, session=promise.session)
    assert invited.reason is Reason.PLAYED_ALONE
    joined = await home.ask(BO, Verb.JOIN, session=promise.session)
    assert joined.reason is Reason.SEAT_TAKEN
    assert (await home.say(ANN, "dice greedy")).reason is Reason.PLAYED_ALONE
    assert (await home.say(ANN, "dice @Bo")).reason is Reason.PLAYED_ALONE


# --- the sheet -----------------------------------------------------------------------------------


async def test_the_ways_to_split_stand_in_a_row_for_each_die_left_over(home: Harness) -> None:
    id = await rolled(home)
    card = board(home, id).card
    assert card.board is not None
    view = card.board.board
    assert isinstance(view, View)
    rows = [row for row in card.rows if isinstance(row, Buttons)]
    assert len(rows) == len(set(view.throw)) + 1
    for row in rows[:-1]:
        assert len({button.label.rpartition("✕")[2] for button in row.row}) == 1
    labels = [button.label for row in rows[:-1] for button in row.row]
    assert labels == [dice.split_label(move, free=False) for move in view.legal]
    assert [button.label for button in rows[-1].row] == ["End game", "⤓ Show below"]
    assert "Choose two pairs" in card.text
    assert "Throw: " in card.alt
    assert labels[0] in card.alt


@pytest.mark.parametrize(
    ("limits", "widest"),
    [
        (LIMITS, 3),
        (Limits(text=1024, buttons=100, per_row=8, menu=8, pictures=True, abreast=2),
         2),
    ],
)  # fmt: skip
async def test_rows_are_as_wide_as_the_screen_likes(
    tmp_path: Path, limits: Limits, widest: int
) -> None:
    async with harness(tmp_path / "tavola.db", limits) as home:
        card = board(home, await rolled(home)).card
        rows = [row for row in card.rows if isinstance(row, Buttons)]
        assert max(len(row.row) for row in rows[:-1]) == widest


async def test_where_buttons_are_few_there_are_menus(tmp_path: Path) -> None:
    narrow = Limits(text=2000, buttons=10, per_row=5, menu=4, pictures=True)
    async with harness(tmp_path / "tavola.db", narrow) as home:
        id = await rolled(home)
        sheet = board(home, id)
        menus = [row for row in sheet.card.rows if isinstance(row, Menu)]
        view = (await home.session(id)).match
        assert menus
        assert all(len(menu.choices) <= 4 for menu in menus)
        await home.press(ANN, splits(sheet)[-1])
        assert (await home.session(id)).match.turn > view.turn


async def test_each_choice_changes_the_sheet_and_a_late_press_nothing(home: Harness) -> None:
    id = await rolled(home)
    early = splits(board(home, id))
    await home.press(ANN, early[0])
    match = (await home.session(id)).match
    card = board(home, id).card
    assert "\n1. " in card.text
    assert re.search(r"^🎲 Ann (\N{MINUS SIGN}\d+)\n1\. \d+ \+ \d+ ✕\d, \1$", card.text)
    assert (await home.press(ANN, early[0])).reason is Reason.REPEATED
    assert (await home.press(ANN, early[1])).reason is Reason.STALE_TURN
    assert (await home.press(BO, splits(board(home, id))[0])).reason is Reason.NOT_SEATED
    assert (await home.session(id)).match == match


async def test_a_split_can_be_typed(home: Harness) -> None:
    id = await rolled(home)
    move = decode(splits(board(home, id))[0]).arg
    a, b, c, d, rest = [die for die in move if die.isdigit()]
    assert (await home.say(ANN, f"move {a}{b} {c} + {d}, {rest}")).reason is None
    assert (await home.session(id)).match.plies[0].move == move
    refused = await home.say(ANN, "move 1+1 1+1 1")
    assert refused.reason in (Reason.ILLEGAL_MOVE, None)


@pytest.mark.parametrize("auto", [True, False])
async def test_a_throw_that_leaves_no_choice_is_played_by_itself_if_one_likes(
    home: Harness, auto: bool
) -> None:
    await home.say(ANN, f"settings auto {'yes' if auto else 'no'}")
    told = False
    for _ in range(12):
        id = await rolled(home)
        while not (match := (await home.session(id)).match).is_over:
            if auto_move(match) is not None:
                assert not auto
                told = True
            await choose(home, id)
            told = told or "the only option" in board(home, id).card.text
    assert told


async def test_only_what_makes_sense_can_be_done(home: Harness) -> None:
    id = await rolled(home)
    more = await home.ask(ANN, Verb.MORE, session=id)
    assert more.card is not None
    assert [button.label for button in buttons(more.card)] == [
        "End game",
        "Text board",
        "Rules",
        "Invite spectators",
    ]
    assert (await home.say(ANN, "draw")).reason is Reason.PLAYED_ALONE
    assert (await home.say(ANN, "takeback")).reason is Reason.NO_TAKEBACK
    text = await home.ask(ANN, Verb.TEXT, session=id)
    assert text.card is not None
    assert "x -" in text.card.monospace


# --- the end -------------------------------------------------------------------------------------


async def test_the_end_tells_total_win_and_what_checks_the_dice(home: Harness) -> None:
    id = await rolled(home)
    end = await played(home, id)
    match = (await home.session(id)).match
    assert match.outcome is not None
    assert match.setup.chance is not None
    said = end.card.text
    assert f"{whole(match.outcome.scores[0])} points" in said
    assert match.setup.chance.seed.hex() in said
    assert [button.label for button in end.buttons()] == [
        "Play again",
        "Review",
        "Replay",
        "Record",
    ]
    await home.click(ANN, end, "Play again")
    assert "The next game is ready." in end.card.text
    next_one = (await home.session(id)).match.rematch
    assert next_one is not None
    born = (await home.session(next_one)).match
    assert (born.status, born.turn) == (Status.OPEN, 0)
    assert "(fingerprint " in home.paper.last(ROOM).card.text


async def verified(*arguments: str) -> str:
    """What docs/verify_dice.py says; it must not complain."""
    done = subprocess.run(  # noqa: ASYNC221 - a tenth of a second
        [sys.executable, str(VERIFY), *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


async def test_what_the_bot_printed_checks_out_without_the_bot(
    home: Harness, tmp_path: Path
) -> None:
    """The promise of the first message, the words of the last, the record: nothing else."""
    await home.say(ANN, "dice")
    first = home.paper.last(ROOM)
    promised = re.search(r"[0-9a-f]{64}", first.card.text)
    assert promised is not None
    id = (await home.match(await home.click(ANN, first, "🎲 Roll"))).match.id
    thrown = []
    while not (await home.session(id)).match.is_over:
        view = board(home, id).card.board
        assert view is not None
        thrown.append(list(view.board.throw))  # type: ignore[attr-defined]
        await choose(home, id)
    end = home.paper.last(ROOM)
    told = re.search(r"seed (\w+), label (\w+), client text (\S+)\.$", end.card.text, re.MULTILINE)
    assert told is not None
    rounds = len((await home.session(id)).match.plies)
    said = (await verified(*told.groups(), str(rounds))).splitlines()
    assert said[0] == f"commitment {promised[0]}"
    dice_of = [re.search(r"\[(.*)\]", line) for line in said[1:]]
    computed = [[int(die) for die in found[1].split(",")] for found in dice_of if found]
    assert [throw for throw in computed if throw in thrown] != []
    assert set(map(tuple, thrown)) <= set(map(tuple, computed))

    reply = await home.click(BO, end, "Record")  # anybody may look
    assert reply.card is not None
    file = tmp_path / "game.json"
    file.write_text(reply.card.monospace, encoding="utf-8")
    said = (await verified(str(file))).splitlines()
    assert said[0] == f"commitment {promised[0]}"
    assert len(said) == rounds + 1
    record = json.loads(reply.card.monospace)
    match = (await home.session(id)).match
    assert match.outcome is not None
    assert record["total"] == match.outcome.scores[0]


async def test_the_record_is_told_when_it_is_over(home: Harness) -> None:
    id = await rolled(home)
    assert (await home.ask(ANN, Verb.RECORD, session=id)).reason is Reason.NOT_FINISHED
    assert (await home.say(ANN, "record")).reason is Reason.NO_MATCH_HERE
    await home.ask(ANN, Verb.RESIGN, "sure", session=id)
    reply = await home.say(ANN, "record")
    assert reply.card is not None
    assert json.loads(reply.card.monospace)["finished"] is False


async def test_giving_up_is_asked_twice_and_counts_as_abandoned(home: Harness) -> None:
    id = await rolled(home)
    asked = await home.click(ANN, board(home, id), "End game")
    assert asked.card is not None
    assert "abandoned" in asked.card.text
    [sure, keep] = buttons(asked.card)
    assert (sure.label, keep.label) == ("End game", "Keep playing")
    await home.press(ANN, sure.token)
    match = (await home.session(id)).match
    assert match.status is Status.FINISHED
    assert match.setup.chance is not None
    end = home.paper.last(ROOM)
    assert "gave up" in end.card.text
    assert match.setup.chance.seed.hex() in end.card.text


async def test_annulled_its_result_says_so(home: Harness) -> None:
    id = await rolled(home)
    await played(home, id)
    assert "Annulled" not in home.paper.last(ROOM).card.text
    await home.app.moderation.annul_match(id)
    await home.publisher.idle()
    lines = home.paper.last(ROOM).card.text.splitlines()
    assert lines[1] == "Annulled: no longer counted."


async def test_left_for_thirty_days_it_ends_by_itself(home: Harness) -> None:
    id = await rolled(home)
    home.now.advance(ABANDON_AFTER - DAY)
    await home.sweep.run()
    await home.publisher.idle()
    assert "⏳ Ends at 2027-02-14" in home.paper.last(ROOM).card.text
    home.now.advance(DAY - 1)
    await home.sweep.run()
    assert not (await home.session(id)).match.is_over
    home.now.advance(1)
    await home.sweep.run()
    assert (await home.session(id)).match.status is Status.FINISHED
    await home.publisher.idle()
    assert "Ann ran out of time" in home.paper.last(ROOM).card.text


# --- kills ---------------------------------------------------------------------------------------


async def test_a_crash_between_throw_and_choice_changes_nothing(tmp_path: Path) -> None:
    """The house falls down after every single step; the same buttons go on, nothing is rerolled."""
    async with harness(tmp_path / "tavola.db") as home:
        await home.say(ANN, "dice")
        roll = home.paper.last(ROOM).token("🎲 Roll")
    async with harness(tmp_path / "tavola.db") as home:
        id = (await home.match(await home.press(ANN, roll))).match.id
        last = splits(board(home, id))[0]
        shown = board(home, id).card.board
    seen = 0
    while True:
        async with harness(tmp_path / "tavola.db") as home:
            match = (await home.session(id)).match
            if match.is_over:
                break
            assert (await home.press(ANN, roll)).reason is Reason.REPEATED
            await home.ask(ANN, Verb.BOARD, session=id)
            card = board(home, id).card
            assert shown is not None
            assert card.board is not None
            assert card.board.board == shown.board  # the throw that was shown before the fall
            seen += 1
            assert (await home.press(ANN, last)).reason is None
            assert (await home.press(ANN, last)).reason in (Reason.REPEATED, Reason.FINISHED)
            after = board(home, id)
            shown, last = after.card.board, (splits(after) or [""])[0]
            result = [s.kind for s in (await home.session(id)).screens]
    assert seen > 8
    assert ScreenKind.RESULT in result
