"""Histories, profiles, replays, records and imports, as players request them."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageSequence

from bot.app.model.button_token import decode
from bot.app.model.card import Card
from bot.app.model.display_names import apart
from bot.app.model.request import Reply, Verb
from bot.app.model.room import Room
from core.errors import Reason
from core.games.reversi.rules import REVERSI
from core.match.commands import PlayMove
from core.match.model import Match, Status
from core.match.view import see
from core.types import COMPUTER, MatchId
from renderers import animation
from renderers.registry import RENDERERS
from renderers.theme import THEMES
from tests.bot.app.harness import ANN, BO, EVE, ROOM, Harness, actor, harness
from tests.fakes.front_end import buttons

SIXTY = "f5d6c3d3c4f4c5b3"


async def finished(home: Harness, moves: str = "f5d6c3", first: str = "Ann") -> MatchId:
    """Ann and Bo play these moves of Reversi; then the player to move resigns."""
    people = {"Ann": (ANN, BO), "Bo": (BO, ANN)}[first]
    id = await home.started(*people)
    for number, at in enumerate(range(0, len(moves), 2)):
        await home.ask(people[number % 2], Verb.MOVE, moves[at : at + 2], session=id)
    await home.ask(people[len(moves) // 2 % 2], Verb.RESIGN, "sure", session=id)
    assert (await home.session(id)).match.status is Status.FINISHED
    return id


def card(reply: Reply) -> Card:
    assert reply.card is not None, reply
    return reply.card


def label(reply: Reply, text: str) -> str:
    """Return the token of the button whose label contains `text`."""
    return next(button.token for button in buttons(card(reply)) if button.label == text)


# --- history -------------------------------------------------------------------------------------


async def test_a_newcomer_gets_a_kind_answer(home: Harness) -> None:
    for verb in (Verb.HISTORY, Verb.PROFILE):
        said = card(await home.ask(ANN, verb)).text
        assert "No finished matches yet." in said


async def test_the_history_links_to_each_match_and_says_what_it_did(home: Harness) -> None:
    one = await finished(home)
    home.now.advance(1000)
    two = await finished(home, first="Bo")
    links = card(await home.ask(ANN, Verb.HISTORY)).links
    assert [link.session for link in links] == [two, one]
    won = r"\d{4}-\d\d-\d\d · Reversi · Ann and Bo · won \(\+\d+\) · [a-z2-7]{13}"
    assert re.fullmatch(won, links[1].label), links[1].label
    assert "Bo and Ann · lost (\N{MINUS SIGN}" in links[0].label


async def test_pages_are_turned_by_buttons(home: Harness) -> None:
    for _ in range(11):
        await finished(home)
    first = await home.ask(ANN, Verb.HISTORY)
    assert "Page 1 of 2" in card(first).text
    second = await home.press(ANN, label(first, "▶"))
    assert "Page 2 of 2" in card(second).text
    assert len(card(second).links) == 1
    back = await home.press(ANN, label(second, "◀"))
    assert card(back).text == card(first).text
    assert (await home.say(ANN, "history nonsense")).reason is Reason.UNKNOWN_OPTION


async def test_a_match_with_the_computer_is_in_the_history_too(home: Harness) -> None:
    started = await home.match(await home.say(ANN, "play novice first=challenger"))
    id = started.match.id
    await home.ask(ANN, Verb.MOVE, "f5", session=id)
    reply = (await home.session(id)).match
    answer = reply.seats[1]
    assert answer is not None
    assert answer.player == COMPUTER
    await home.app.dispatcher.act(id, decided(reply))
    await home.ask(ANN, Verb.RESIGN, "sure", session=id)
    [link] = card(await home.ask(ANN, Verb.HISTORY)).links
    assert link.label.endswith(f"Ann and Computer (novice) · lost · {id}")
    assert "Against the computer: novice 0:1" in card(await home.ask(ANN, Verb.PROFILE)).text


def decided(match: Match) -> PlayMove:
    """Return the computer's answer: the first legal move."""
    return PlayMove(COMPUTER, see(match).moves[0], match.turn)


# --- profiles ------------------------------------------------------------------------------------


async def test_the_profile_tells_ratings_results_and_streaks_with_a_plot(home: Harness) -> None:
    for _ in range(3):
        await finished(home, "f5d6c3d3")  # Ann resigns: Bo wins
    await finished(home)
    shown = card(await home.ask(BO, Verb.PROFILE))
    head, sums, against = shown.text.splitlines()
    assert head == "Bo"
    assert re.fullmatch(
        r"Reversi · \d+\? · 3 won, 0 drawn, 1 lost · winning streak 0, longest 3", sums
    ), sums
    assert against == "Against Ann 3:1"
    [plot] = shown.files
    assert plot.name.endswith(".png")
    assert Image.open(BytesIO(plot.data)).size == (800, 460)


async def test_dice_have_their_part_of_the_profile(home: Harness) -> None:
    started = await home.match(await home.say(ANN, "dice"))
    id = started.match.id
    await home.ask(ANN, Verb.START, session=id)
    while (match := (await home.session(id)).match).status is Status.PLAYING:
        move = decided(match).move
        await home.ask(ANN, Verb.MOVE, move, session=id, turn=match.turn)
    shown = card(await home.ask(ANN, Verb.PROFILE))
    assert re.search(
        r"Solitaire Dice · best \N{MINUS SIGN}?\d+, average \N{MINUS SIGN}?\d+ · 1 game$",
        shown.text,
    )
    assert len(shown.files) == 1


async def test_a_profile_is_for_those_who_share_a_room_or_have_played_together(
    home: Harness,
) -> None:
    elsewhere = Room("paper", None, "elsewhere")
    await finished(home)
    for who, room in ((BO, elsewhere), (ANN, elsewhere), (EVE, ROOM)):
        met = card(await home.say(who, "profile @Ann", room=room))
        assert met.text.startswith("Ann\n")
    stranger = await home.say(EVE, "profile @Ann", room=elsewhere)
    assert stranger.reason is Reason.UNKNOWN_PLAYER


# --- replays and records -------------------------------------------------------------------------


async def test_a_replay_has_a_frame_for_every_position(home: Harness) -> None:
    id = await finished(home)
    sheet = home.paper.last(ROOM)
    reply = await home.click(EVE, sheet, "Replay")
    [file] = card(reply).files
    assert file.name == f"reversi-{id}.gif"
    assert getattr(Image.open(BytesIO(file.data)), "n_frames", 1) == 4
    assert "Ann wins" in card(reply).text or "Bo wins" in card(reply).text
    again = await home.ask(EVE, Verb.REPLAY, session=id)
    assert card(again).files == card(reply).files, "the same match, the same picture"


async def test_the_last_match_here_is_meant_where_none_is_named(home: Harness) -> None:
    assert (await home.say(ANN, "replay")).reason is Reason.NO_MATCH_HERE
    await finished(home)
    assert card(await home.say(ANN, "replay")).files
    assert card(await home.say(ANN, "record")).files


async def test_in_private_ones_last_match_is_meant_wherever_it_was(home: Harness) -> None:
    id = await finished(home)
    private, hall = Room("paper", None, "ann"), Room("paper", "club", "hall")
    for verb in ("replay", "record"):
        told = card(await home.say(ANN, verb, room=private))
        assert id in told.files[0].name
        assert (await home.say(ANN, verb, room=hall)).reason is Reason.NO_MATCH_HERE
        assert (await home.say(EVE, verb, room=private)).reason is Reason.NO_MATCH_HERE
    assert (await home.say(ANN, "rematch", room=private)).reason is Reason.NO_MATCH_HERE


async def test_nobody_is_to_move_at_the_end_of_a_replay(home: Harness) -> None:
    id = await finished(home)
    gif = card(await home.ask(ANN, Verb.REPLAY, session=id)).files[0].data
    *_, last = ImageSequence.Iterator(Image.open(BytesIO(gif)))
    board = see((await home.session(id)).match).board
    drawn = RENDERERS[REVERSI.id].draw(board, ("Ann", "Bo"), THEMES[0], animation.SIZE)
    still = Image.open(BytesIO(drawn.png(1))).convert("RGB")
    assert last.convert("RGB").crop((0, 0, *still.size)).tobytes() == still.tobytes()


async def test_any_match_of_the_history_is_told_by_its_id(home: Harness) -> None:
    first = await finished(home)
    await finished(home, "f5d6")
    elsewhere = Room("paper", None, "elsewhere")
    for who, room in ((ANN, ROOM), (BO, elsewhere)):
        replay = card(await home.say(who, f"replay {first}", room=room))
        assert replay.files[0].name == f"reversi-{first}.gif"
        record = card(await home.say(who, f"record {first.upper()}", room=room))
        assert "B[f5]W[d6//0]B[c3//0]" in record.monospace
    onward = await home.match(await home.say(BO, f"from {first} 1 novice", room=elsewhere))
    assert [ply.move for ply in onward.match.plies] == []
    assert onward.match.setup.opening == ("f5",)
    nothing = await home.say(ANN, "replay aaaaaaaaaaaab")
    assert nothing.reason is Reason.UNKNOWN_MATCH


async def test_a_match_without_moves_has_no_replay(home: Harness) -> None:
    id = await home.started()
    assert (await home.ask(ANN, Verb.REPLAY, session=id)).reason is Reason.NOT_STARTED


async def test_the_record_names_the_players_and_reads_back(home: Harness) -> None:
    id = await finished(home)
    told = card(await home.ask(EVE, Verb.RECORD, session=id))
    assert "PB[Ann]PW[Bo]" in told.monospace
    [file] = told.files
    assert (file.name, file.data.decode()) == (f"reversi-{id}.ggf", told.monospace + "\n")
    brought = card(await home.say(EVE, f"import {told.monospace}"))
    assert "Reversi · Ann and Bo" in brought.text


async def test_the_record_of_reversi_comes_with_its_transcript(home: Harness) -> None:
    """The transcript for other programs gives the same moves when imported."""
    id = await finished(home)
    moves = [ply.move for ply in (await home.session(id)).match.plies]
    line = card(await home.ask(EVE, Verb.RECORD, session=id)).text.splitlines()[-1]
    brought = await home.say(EVE, f"import {line}")
    assert line == "".join(moves)
    played = (await home.session(decode(label(brought, "Record")).session)).match.plies
    assert [ply.move for ply in played] == moves


async def test_numbers_stay_beside_the_person_they_belong_to(home: Harness) -> None:
    """Hebrew and Arabic names do not reorder the text around them, in texts or pictures."""
    hebrew, arabic = "שלום", "مرحبا"
    shalom, marhaba = actor(hebrew), actor(arabic)
    id = await home.started(shalom, marhaba)
    for who, move in ((shalom, "f5"), (marhaba, "d6")):
        await home.ask(who, Verb.MOVE, move, session=id)
    assert f"⚫ {apart(hebrew)} 1000? · 3" in home.paper.last(ROOM).cards[-1].text
    await home.ask(shalom, Verb.RESIGN, "sure", session=id)
    board = card(await home.say(shalom, "leaderboard")).text
    assert f"1. {apart(arabic)} " in board
    record = card(await home.ask(shalom, Verb.RECORD, session=id))
    assert f"PB[{hebrew}]PW[{arabic}]" in record.monospace


async def test_dice_keep_their_record_while_they_are_thrown(home: Harness) -> None:
    started = await home.match(await home.say(ANN, "dice"))
    await home.ask(ANN, Verb.START, session=started.match.id)
    reply = await home.ask(BO, Verb.RECORD, session=started.match.id)
    assert reply.reason is Reason.NOT_FINISHED


# --- imports --------------------------------------------------------------------------------------


async def test_who_brought_a_record_has_not_played_it_against_themselves(home: Harness) -> None:
    reply = await home.say(ANN, "import f5d6c5f4e3f6g5e6e7")
    record = card(await home.press(ANN, label(reply, "Record")))
    for told in (card(reply), record):
        assert told.text.splitlines()[:2] == [
            "Reversi · Player 1 and Player 2",
            "Player 1 wins 64–0 in 9 moves: Player 2 has no discs left.",
        ]
    assert "PB[Player 1]PW[Player 2]" in record.monospace
    teams = '[Event "2x2"]\n1. K10 L9 2. N10 A1'
    reply = await home.say(ANN, f"import {teams}")
    record = card(await home.press(ANN, label(reply, "Record")))
    assert record.text.splitlines()[0] == card(reply).text.splitlines()[0]


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("PB[\u202eevil\u202c]PW[]", "Reversi · evil and Player 2"),
        ("PW[Bo]", "Reversi · Player 1 and Bo"),
        (f"PB[a\n\tb]PW[{'x' * 5000}]", f"Reversi · a b and {'x' * 40}"),
        ("PB[שלום]PW[\u200b]", f"Reversi · {apart('שלום')} and Player 2"),
    ],
)
async def test_names_in_a_record_are_made_fit_to_be_shown(
    home: Harness, written: str, told: str
) -> None:
    reply = await home.say(ANN, f"import (;GM[Othello]{written}B[f5]W[d6];)")
    assert card(reply).text.splitlines()[0] == told


async def test_a_record_is_played_back_and_counts_for_nobody(home: Harness) -> None:
    reply = await home.say(ANN, f"import {SIXTY}")
    [file] = card(reply).files
    assert getattr(Image.open(BytesIO(file.data)), "n_frames", 1) == 9
    assert "Player 1 and Player 2" in card(reply).text
    assert "No finished match" in card(await home.ask(ANN, Verb.HISTORY)).text
    id = decode(label(reply, "Record")).session
    assert "B[f5]" in card(await home.ask(BO, Verb.RECORD, session=id)).monospace


async def test_a_record_without_moves_has_nothing_to_review(home: Harness) -> None:
    reply = await home.say(ANN, "import (;GM[Othello];)")
    assert [each.label for each in buttons(card(reply))] == ["Play from here", "Record"]


async def test_the_same_delivery_makes_one_match(home: Harness) -> None:
    first = await home.ask(ANN, Verb.IMPORT, SIXTY, id="twice")
    second = await home.ask(ANN, Verb.IMPORT, SIXTY, id="twice")
    assert label(first, "Record") == label(second, "Record")


NO_RECORD = (
    "I can't read a game record in this. I read moves such as f5d6c3 and GGF for Reversi, text"
    " from pente.org, and JSON for dice."
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("f5 a1", "Move 2: a1 isn't legal there."),
        ("f5 zz", "Move 2: I can't read “zz”."),
        ("K10 I5", "Move 2: this board has no column I; J follows H."),
        ("nothing", NO_RECORD),
        ("", NO_RECORD),
    ],
)
async def test_what_is_wrong_with_it_is_named_by_its_move(
    home: Harness, text: str, said: str
) -> None:
    assert (await home.ask(ANN, Verb.IMPORT, text)).text == said


async def test_no_help_with_a_rated_match_that_goes_on(home: Harness) -> None:
    id = await home.started()
    await home.ask(ANN, Verb.MOVE, "f5", session=id)
    assert (await home.ask(ANN, Verb.IMPORT, "f5")).reason is Reason.RATED_MATCH
    assert (await home.ask(BO, Verb.FROM, "1", session=id)).reason is Reason.RATED_MATCH
    assert card(await home.ask(EVE, Verb.IMPORT, "f5")).files, "for whom it is no help"


async def test_one_plays_on_against_the_computer_from_a_position(home: Harness) -> None:
    brought = await home.say(ANN, f"import {SIXTY}")
    started = await home.match(await home.press(ANN, label(brought, "Play from here")))
    match = started.match
    assert len(match.setup.opening) == 8
    assert (match.rated, match.against_computer) == (False, True)
    assert match.seats_of((await home.store.player_for(ANN)).id) == (0,)
    assert "9. Ann" not in home.paper.last(started.home).card.text


async def test_from_a_move_in_the_middle_at_a_level(home: Harness) -> None:
    id = await finished(home, "f5d6c3d3")
    match = (await home.match(await home.say(BO, "from 3 novice"))).match
    assert match.setup.opening == ("f5", "d6", "c3")
    assert match.seats[0] is not None
    assert match.seats[0].level == "novice"
    for beyond in ("99", "9" * 30):
        asked = await home.ask(BO, Verb.FROM, beyond, session=id)
        assert asked.reason is Reason.UNKNOWN_OPTION
    assert (await home.ask(BO, Verb.FROM, "x", session=id)).reason is Reason.UNKNOWN_OPTION


async def test_dice_are_not_played_on(home: Harness) -> None:
    started = await home.match(await home.say(ANN, "dice"))
    await home.ask(ANN, Verb.START, session=started.match.id)
    reply = await home.ask(ANN, Verb.FROM, session=started.match.id)
    assert reply.reason is Reason.PLAYED_ALONE


# --- restarts ------------------------------------------------------------------------------------


async def test_everything_is_there_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "tavola.db"
    async with harness(path) as home:
        id = await finished(home)
        before = [await home.ask(ANN, verb) for verb in (Verb.HISTORY, Verb.PROFILE)]
        token = home.paper.last(ROOM).token("Replay")
    async with harness(path) as home:
        after = [await home.ask(ANN, verb) for verb in (Verb.HISTORY, Verb.PROFILE)]
        assert [card(reply).text for reply in after] == [card(reply).text for reply in before]
        assert card(await home.press(actor("Di"), token)).files[0].name == f"reversi-{id}.gif"
