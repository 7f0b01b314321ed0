"""What people wish at a window: challenges, moves, commands; and what each of them is shown."""

import asyncio
import json

import pytest

from bot.frontends.web.handlers import LONGEST_SAID
from tests.bot.frontends.web.table import Table
from tests.bot.frontends.web.visitor import token, visitor


async def test_a_challenge_shows_each_what_they_may_do(table: Table) -> None:
    await table.ann.ask("ask", verb="challenge", opponent=table.id("Bo"))
    mine, theirs = await table.ann.shown(), await table.bo.shown()
    assert (mine["host"], mine["asked"]) == (True, False)
    assert (theirs["host"], theirs["asked"]) == (False, True)
    assert token(theirs, "Accept")
    assert not token(theirs, "Cancel")
    assert token(mine, "Cancel")
    assert not token(mine, "Accept")


async def test_an_open_challenge_has_no_accept_button_for_its_own_host(table: Table) -> None:
    await table.ann.say("/challenge reversi")
    assert not token(await table.ann.shown(), "Accept")
    assert token(await table.bo.shown(), "Accept")


async def test_everybody_sees_what_may_be_played_and_whose_turn_it_is(table: Table) -> None:
    board = await table.started()
    assert sorted(board["card"]["board"]["view"]["legal"]) == ["c4", "d3", "e6", "f5"]
    assert board["mine"] == [board["card"]["board"]["to_act"]]
    async with table.browser.window("Eve") as eve:
        for window, seats in ((table.bo, [1]), (eve, [])):
            await window.hello("again", ticket=window.welcome["ticket"])
            [entry] = window.welcome["log"]
            assert entry["shown"]["card"]["board"] == board["card"]["board"]
            assert entry["shown"]["mine"] == seats


async def test_a_crowded_board_is_a_short_message(table: Table) -> None:
    """361 points are named once, and not each with a button's token."""
    await table.ann.ask("ask", verb="play", arg="pente", options={"first": "challenger"})
    board = await table.ann.shown(lambda shown: shown["turn"] == 2)
    assert len(board["card"]["board"]["view"]["legal"]) > 300
    assert len(json.dumps(board)) < 5_000


async def test_a_move_reaches_everybody_with_a_higher_version(table: Table) -> None:
    board = await table.started()
    assert (await table.ann.play(board, "d3"))["type"] == "ok"
    for window in (table.ann, table.bo):
        shown = await window.shown(lambda shown: shown["turn"] == 2)
        assert shown["version"] > board["version"]
        assert shown["card"]["board"]["view"]["last"] == "d3"
        assert [seat["tally"] for seat in shown["seats"]] == [4, 1]


async def test_steps_of_picking_keep_their_buttons(table: Table) -> None:
    """The page offers none, for its board takes the moves; who asks for them has them."""
    await table.ann.ask("ask", verb="play", arg="pente", options={"first": "challenger"})
    await table.ann.shown(lambda shown: shown["turn"] == 2)
    picked = await table.ann.say("/pick")
    assert picked["shown"] is None
    while picked["card"]:
        buttons = [each for row in picked["card"]["rows"] for each in row["buttons"]]
        following = next(each for each in buttons if each["enabled"])
        picked = await table.ann.press(following["token"])
    board = await table.ann.shown(lambda shown: shown["turn"] == 4)
    assert board["card"]["board"]["view"]["cells"].count("O") == 2


async def test_a_sheet_comes_as_a_board_and_only_to_whose_it_is(table: Table) -> None:
    options = {"arg": "dice", "opponent": table.id("Bo")}
    made = await table.ann.ask("ask", verb="challenge", **options)
    accepted = await table.bo.press(await table.bo.button("Accept"))
    sheet = accepted["shown"]
    assert (sheet["contest"], sheet["mine"], sheet["turn"]) == (made["session"], [0], 1)
    verbs = [each["label"] for row in sheet["card"]["rows"] for each in row["buttons"]]
    assert verbs == ["End game"]
    asked = {"verb": "board", "session": sheet["session"]}
    assert (await table.ann.ask("ask", **asked))["reason"] == "not_seated"
    move = sheet["card"]["board"]["view"]["legal"][0]
    played = await table.bo.play(sheet, move)
    assert played["shown"]["turn"] > 1
    assert (await table.ann.play(sheet, move))["reason"] == "not_seated"
    assert (await table.bo.play(sheet, move))["shown"]["turn"] == played["shown"]["turn"]


async def test_the_same_press_twice_acts_once(table: Table) -> None:
    board = await table.started()
    async with table.browser.window("Ann", ticket=table.ann.welcome["ticket"]) as twin:
        answers = await asyncio.gather(
            table.ann.play(board, "d3"), twin.play(board, "d3", id="other")
        )
    assert [answer["type"] for answer in answers] == ["ok", "ok"]
    session = await table.home.sessions.load(board["session"])
    assert [ply.move for ply in session.match.plies] == ["d3"]


async def test_the_waiting_player_and_a_stranger_change_nothing(table: Table) -> None:
    """Field reports 24 and 26."""
    board = await table.started()
    async with table.browser.window("Eve") as eve:
        assert (await table.bo.play(board, "d3"))["reason"] == "not_your_turn"
        assert (await eve.play(board, "d3"))["reason"] == "not_seated"
    session = await table.home.sessions.load(board["session"])
    assert session.version == board["version"]


async def test_a_typed_move_is_for_the_match_on_the_stage(table: Table) -> None:
    board = await table.started()
    other = await table.started()
    assert (await table.ann.say("d3"))["reason"] == "which_match"
    assert (await table.ann.say("D 3", session=other["session"]))["type"] == "ok"
    assert (await table.ann.say("a1", session=board["session"]))["reason"] == "illegal_move"
    assert (await table.ann.say("/move d3", session=board["session"]))["type"] == "ok"


async def test_commands_that_make_a_match_do_not_mind_the_stage(table: Table) -> None:
    board = await table.started()
    made = await table.ann.say("/play reversi novice", session=board["session"])
    assert made["session"] != board["session"]


async def test_a_rematch_is_one_match(table: Table) -> None:
    board = await table.started()
    await table.ann.play(board, "d3")
    reply = await table.bo.shown(lambda shown: shown["turn"] == 2)
    await table.bo.play(reply, "c3")
    await table.ann.ask("ask", verb="resign", session=board["session"])
    assert (await table.ann.ask("ask", verb="resign", session=board["session"]))["card"] is None
    wish = await table.ann.button("Rematch")
    await table.ann.press(wish)
    await table.bo.press(await table.bo.button("Accept"))
    again = await table.ann.shown(lambda shown: shown["previous"] == board["session"])
    assert again["mine"] == [1], "colours swapped"
    assert (await table.ann.press(wish))["type"] in ("ok", "refused")
    assert len(await table.home.store.of_player(again["seats"][0]["player"])) == 1


async def test_resigning_is_asked_twice_even_if_the_first_press_comes_twice(table: Table) -> None:
    board = await table.started()
    press = token(board, "Resign")
    first = await table.ann.press(press, id="one")
    assert first["card"]["rows"][0]["buttons"]
    again = await table.ann.press(press, id="one")
    assert again == first
    session = await table.home.sessions.load(board["session"])
    assert session.match.outcome is None
    assert session.match.cause is None


async def test_my_matches_are_told_wherever_i_look(table: Table) -> None:
    board = await table.started()
    await table.bo.hello("Bo", room="kitchen", ticket=table.bo.welcome["ticket"])
    [listed] = table.bo.welcome["matches"]
    assert (listed["session"], listed["rooms"]) == (board["session"], ["lobby"])
    assert listed["yours"] is False
    await table.ann.play(board, "d3")
    told = await table.bo.next(lambda m: m["type"] == "match" and m["match"]["yours"])
    assert told["match"]["names"] == ["Ann", "Bo"]


async def test_a_challenge_reaches_the_invited_in_another_room(table: Table) -> None:
    await table.bo.hello("Bo", room="kitchen", ticket=table.bo.welcome["ticket"])
    await table.ann.say("/challenge reversi @Bo")
    told = await table.bo.next(lambda m: m["type"] == "match")
    assert (told["match"]["asked"], told["match"]["rooms"]) == (True, ["lobby"])


async def test_everybody_reads_their_own_language(table: Table) -> None:
    async with table.browser.window("Zoe", locale="fr") as zoe:
        await table.ann.ask("ask", verb="challenge", opponent=table.id("Bo"))
        english = (await table.bo.shown())["card"]["text"]
        french = (await zoe.shown())["card"]["text"]
        assert "challenges" in english
        assert french != english
        assert (await zoe.say("/nonsense"))["text"].startswith("Je ")


async def test_private_answers_are_private(table: Table) -> None:
    answer = await table.ann.say("/help")
    assert "“play”" in answer["card"]["text"]
    await table.bo.hello("Bo")
    assert table.bo.welcome["log"] == []


async def test_the_list_of_matches_leads_to_their_boards(table: Table) -> None:
    board = await table.started()
    [link] = (await table.ann.say("/games"))["card"]["links"]
    assert (link["session"], link["room"]) == (board["session"], "lobby")


async def test_the_board_in_characters(table: Table) -> None:
    board = await table.started()
    answer = await table.ann.ask("ask", verb="text", session=board["session"])
    assert "a b c d e f g h" in answer["card"]["monospace"].replace("  ", " ")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("/nonsense", "unknown_verb"),
        ("/challenge @Nobody", "unknown_player"),
        ("/challenge @Ann", "self_challenge"),
        ("/play chess", "unknown_game"),
        ("/play reversi clock=never", "unknown_option"),
        ("/resign", "no_match_here"),
        ("/" + "x" * 450, "too_long"),
        ("x" * (LONGEST_SAID + 1), "too_long"),
    ],
)
async def test_refusals_say_why(table: Table, line: str, reason: str) -> None:
    answer = await table.ann.say(line)
    assert (answer["type"], answer["reason"]) == ("refused", reason)
    assert answer["text"]


async def test_a_name_with_spaces_can_be_typed(table: Table) -> None:
    async with table.browser.window("Mary Ann") as mary:
        assert (await table.ann.say("/challenge @mary_ann"))["type"] == "ok"
        assert (await mary.shown())["asked"] is True


async def test_somebody_who_has_left_cannot_be_challenged(table: Table) -> None:
    async with table.browser.window("Cy") as cy:
        gone = cy.welcome["me"]["id"]
    await table.ann.next(lambda m: m["type"] == "people" and len(m["people"]) == 2)
    answer = await table.ann.ask("ask", verb="challenge", opponent=gone)
    assert answer["reason"] == "unknown_player"
    assert "Cy" in answer["text"]
    answer = await table.ann.ask("ask", verb="challenge", opponent="p999")
    assert answer["reason"] == "unknown_player"


async def test_an_invitation_is_a_link_that_works(table: Table) -> None:
    link = (await table.ann.ask("invite"))["link"]
    async with visitor(table.home.url, link) as friend, friend.window("Friend") as window:
        assert window.welcome["me"]["name"] == "Friend"


async def test_a_long_record_is_brought_in(table: Table) -> None:
    """Longer than anything that is said: GGF with the time of each move."""
    moves = "".join(f"{'BW'[i % 2]}[{m}//12.345]" for i, m in enumerate(("f5", "d6", "c3", "d3")))
    text = f"(;GM[Othello]PC[{'x' * 900}]PB[Ann]PW[Bo]{moves};)"
    answer = await table.ann.say(f"/import {text}")
    assert "Reversi · Ann and Bo" in answer["card"]["text"]


async def test_every_window_of_somebody_learns_what_they_prefer(table: Table) -> None:
    """A welcome tells it too; others are told nothing."""
    assert (table.ann.welcome["locale"], table.ann.welcome["theme"]) == ("", "classic")
    ticket = table.ann.welcome["ticket"]
    async with table.browser.window("Ann", ticket=ticket) as second:
        await table.ann.say("/settings theme wood")
        await table.ann.say("/help fr")
        for window in (table.ann, second):
            liked = await window.next(lambda m: m["type"] == "liked" and m["locale"] == "fr")
            assert liked["theme"] == "wood"
        await second.say("/settings")
        await second.say("/settings theme none")
        await second.say("/games")
        assert not [each for each in second.kept if each["type"] == "liked" and each["locale"]]
    await table.bo.say("/games")
    assert not [each for each in table.bo.kept if each["type"] == "liked"]
    async with table.browser.window("Ann", ticket=ticket) as third:
        assert (third.welcome["locale"], third.welcome["theme"]) == ("fr", "wood")
        assert third.welcome["owns"] is False


async def test_who_has_gone_is_meant_by_name_all_the_same(table: Table) -> None:
    """Blocked, and challenged, after they closed their window; names of two are nobody's."""
    async with table.browser.window("Eve of York") as eve:
        ticket = eve.welcome["ticket"]
    assert (
        "Eve of York can no longer" in (await table.ann.say("/block @eve_of_york"))["card"]["text"]
    )
    assert (await table.bo.say("/challenge @Eve_of_York"))["type"] == "ok"
    await table.bo.shown(lambda each: each["host"])
    async with table.browser.window("Eve of York", ticket=ticket) as eve:
        [match] = eve.welcome["matches"]
        assert match["asked"]
        assert (await eve.say("/challenge @Ann"))["reason"] == "takes_none"
    async with table.browser.window("Eve of York"):
        pass  # another one
    assert (await table.bo.say("/block @Eve_of_York"))["reason"] == "unknown_player"
