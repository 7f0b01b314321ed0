"""Exporting and deleting one's own data."""

import asyncio
import gzip
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bot.app.model.card import Buttons
from bot.app.model.request import Actor, Reply, Verb
from bot.app.people import data_deletion, data_export
from core.errors import Reason
from core.match.model import AbortCause, Status
from tests.bot.app.harness import ANN, BO, ELSEWHERE, EVE, ROOM, Harness, harness


def told(reply: Reply) -> Mapping[str, Any]:
    """Return the parsed export."""
    assert reply.card is not None
    [file] = reply.card.files
    found: Mapping[str, Any] = json.loads(file.data)
    return found


def tokens(reply: Reply) -> Mapping[str, str]:
    """Return the tokens of a reply by label."""
    assert reply.card is not None
    return {
        b.label: b.token for row in reply.card.rows if isinstance(row, Buttons) for b in row.row
    }


async def deleted(home: Harness, who: Actor = ANN) -> Reply:
    """Confirm both questions by their buttons."""
    first = await home.say(who, "delete")
    second = await home.press(who, tokens(first)["Delete everything"])
    return await home.press(who, tokens(second)["Yes, delete everything"])


async def test_a_file_tells_everything(home: Harness) -> None:
    id = await home.started()
    for who, move in ((ANN, "d3"), (BO, "c3"), (ANN, "c4")):
        await home.say(who, f"move {move}")
    await home.say(BO, "resign")
    await home.say(BO, "resign")
    await home.say(ANN, "settings theme dark")
    found = told(await home.say(ANN, "export"))
    assert found["you"] == "p1"
    tables = found["tables"]
    assert tables["players"][0]["name"] == "Ann"
    assert tables["accounts"] == [{"platform": "paper", "user": "ann", "player": 1}]
    assert {row["key"]: row["value"] for row in tables["settings"]} == {"theme": "dark"}
    [match] = found["matches"]
    assert match["id"] == id
    assert [move for _, move, _ in match["moves"]] == ["d3", "c3", "c4"]
    assert match["seats"] == ["p1", "p2"]
    assert match["yours"] == [0]
    [result] = tables["results"]
    assert (result["session"], result["ending"]) == (id, "won")
    assert {"ratings", "rating_events", "standings", "duels", "streaks"} <= tables.keys()
    assert "Bo" not in json.dumps(found)


async def test_a_secret_that_dice_depend_on_is_not_told_before_the_end(home: Harness) -> None:
    await home.say(ANN, "challenge dice @Bo")
    await home.click(BO, home.paper.last(ROOM), "Accept")
    found = told(await home.say(ANN, "export"))
    [sheet] = [match for match in found["matches"] if match["yours"]]
    assert sheet["chance"]["commitment"]
    assert sheet["chance"]["seed"] is None
    assert [contest["yours"] for contest in found["contests"]] == [sheet["id"]]


async def test_a_large_file_is_packed(home: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data_export, "PACKED_FROM", 10)
    await home.say(ANN, "play")
    reply = await home.say(ANN, "export")
    assert reply.card is not None
    [file] = reply.card.files
    assert file.name == "tavola-my-data.json.gz"
    assert json.loads(gzip.decompress(file.data))["you"] == "p1"


async def test_who_was_never_here_is_not_made_to_be_deleted(home: Harness) -> None:
    reply = await home.say(ANN, "delete")
    assert reply.text == "I don't keep anything about you."
    assert await home.store.belongings.known(ANN) is None


async def test_a_deletion_is_asked_twice_and_lists_what_is_given_up(home: Harness) -> None:
    await home.started()
    await home.say(ANN, "challenge pente")
    first = await home.say(ANN, "delete")
    assert first.card is not None
    assert "You give up 2 matches and challenges:" in first.card.text
    assert "Reversi · Ann and Bo" in first.card.text
    second = await home.press(ANN, tokens(first)["Delete everything"])
    assert second.card is not None
    assert "can't be undone" in second.card.text
    assert await home.store.belongings.known(ANN) is not None
    done = await home.press(ANN, tokens(second)["Yes, delete everything"])
    assert "has been deleted" in done.text
    assert await home.store.belongings.known(ANN) is None


async def test_typed_it_takes_three_words(home: Harness) -> None:
    await home.say(ANN, "play")
    await home.say(ANN, "delete")
    await home.say(ANN, "delete yes")
    assert "has been deleted" in (await home.say(ANN, "delete sure")).text


@pytest.mark.parametrize("answer", ["sure", "maybe"])
async def test_an_answer_that_is_not_waited_for_asks_anew(home: Harness, answer: str) -> None:
    await home.say(ANN, "play")
    reply = await home.say(ANN, f"delete {answer}")
    assert reply.card is not None
    assert "This deletes your name" in reply.card.text
    assert await home.store.belongings.known(ANN) is not None


async def test_a_late_answer_asks_anew(home: Harness) -> None:
    await home.say(ANN, "play")
    first = await home.say(ANN, "delete")
    second = await home.press(ANN, tokens(first)["Delete everything"])
    home.now.advance(data_deletion.ASKED_FOR)
    again = await home.press(ANN, tokens(second)["Yes, delete everything"])
    assert again.card is not None
    assert await home.store.belongings.known(ANN) is not None


async def test_a_restart_between_the_questions_asks_anew(tmp_path: Path) -> None:
    async with harness(tmp_path / "tavola.db") as home:
        await home.say(ANN, "play")
        first = await home.say(ANN, "delete")
        second = await home.press(ANN, tokens(first)["Delete everything"])
    async with harness(tmp_path / "tavola.db") as home:
        again = await home.press(ANN, tokens(second)["Yes, delete everything"])
        assert again.card is not None
        assert "This deletes your name" in again.card.text
        assert (await deleted(home)).reason is None
    async with harness(tmp_path / "tavola.db") as home:
        assert (await home.say(ANN, "delete")).text == "I don't keep anything about you."


async def test_no_deletes_nothing(home: Harness) -> None:
    await home.say(ANN, "play")
    first = await home.say(ANN, "delete")
    assert (await home.press(ANN, tokens(first)["Cancel"])).text == "Nothing was deleted."
    again = await home.say(ANN, "delete yes")
    assert again.card is not None
    assert "This deletes your name" in again.card.text


async def test_one_person_answers_for_nobody_else(home: Harness) -> None:
    for who in (ANN, BO):
        await home.say(who, "play")
    first = await home.say(ANN, "delete")
    reply = await home.press(BO, tokens(first)["Delete everything"])
    assert reply.card is not None
    assert "This deletes your name" in reply.card.text


async def test_matches_are_given_up_by_the_rules(home: Harness) -> None:
    id = await home.started()
    for who, move in ((ANN, "d3"), (BO, "c3")):
        await home.say(who, f"move {move}")
    offered = await home.match(await home.say(ANN, "challenge pente", ELSEWHERE))
    asked = await home.match(await home.say(EVE, "challenge reversi @Ann", ELSEWHERE))
    alone = await home.match(await home.say(ANN, "play", ELSEWHERE))
    await deleted(home)
    over = await home.session(id)
    assert over.match.status is Status.FINISHED
    assert over.match.outcome is not None
    assert over.match.outcome.winner == 1
    [past] = (await home.store.history((await home.store.player_for(BO)).id, 1)).rows
    assert past.match == id
    assert past.change is not None
    assert (await home.session(asked.match.id)).match.cause is AbortCause.DECLINED
    for gone in (offered, alone):
        with pytest.raises(ValueError, match="unknown_match"):
            await home.session(gone.match.id)


async def test_the_card_of_the_others_says_who_left(home: Harness) -> None:
    await home.started()
    for who, move in ((ANN, "d3"), (BO, "c3")):
        await home.say(who, f"move {move}")
    await deleted(home)
    await home.publisher.idle()
    for sheet in home.paper.sheets.values():
        assert "Ann" not in sheet.card.text
    assert "Bo wins: a player who left resigned" in home.paper.last(ROOM).card.text


async def test_a_group_goes_on_without_its_host(home: Harness) -> None:
    table = await home.match(await home.say(ANN, "challenge dice"))
    for who in (ANN, BO):
        await home.click(who, home.paper.last(ROOM), "🎲 My sheet")
    await deleted(home)
    contest = (await home.session(table.match.id)).contest
    assert contest is not None
    assert contest.closed
    assert len(contest.entries) == 2
    assert (await home.store.player_for(BO)).id in {entry.who.player for entry in contest.entries}


async def test_nobody_asks_somebody_who_left_for_a_rematch(home: Harness) -> None:
    id = await home.started()
    for who, move in ((ANN, "d3"), (BO, "c3")):
        await home.say(who, f"move {move}")
    await home.say(BO, "resign")
    await home.say(BO, "resign")
    await home.ask(ANN, Verb.REMATCH, session=id)
    await deleted(home)
    assert (await home.session(id)).match.offers == ()
    reply = await home.ask(BO, Verb.REMATCH, session=id)
    assert reply.reason is Reason.PLAYER_LEFT


async def test_the_computer_plays_on_for_a_partner(home: Harness) -> None:
    four = {name: Actor("paper", name.lower(), name) for name in ("Ann", "Bo", "Cy", "Di")}
    lobby = await home.match(await home.say(ANN, "challenge pente 2x2"))
    for name, place in (("Bo", "b"), ("Cy", "a"), ("Di", "b")):
        await home.ask(four[name], Verb.JOIN, place, session=lobby.match.id)
    await home.ask(ANN, Verb.START, session=lobby.match.id)
    await deleted(home, four["Cy"])
    match = (await home.session(lobby.match.id)).match
    assert match.status is Status.PLAYING
    assert match.against_computer


async def test_a_match_begun_meanwhile_is_given_up_too(home: Harness) -> None:
    """Two concurrent presses, one deletes and one starts a match: either way nothing is left."""
    await home.say(ANN, "play")
    await home.say(ANN, "delete")
    await home.say(ANN, "delete yes")
    done, _ = await asyncio.gather(home.say(ANN, "delete sure"), home.say(ANN, "play pente"))
    assert "has been deleted" in done.text
    known = await home.store.belongings.known(ANN)
    assert known is None or not await home.store.belongings.live(known.id) or known.id != "p1"


async def test_report_67_who_left_is_on_no_leaderboard(home: Harness) -> None:
    """automuteus/automuteus#388, Cog-Creators/Red-DiscordBot#687: leavers showed as ids."""
    await home.started()
    for who, move in ((ANN, "d3"), (BO, "c3")):
        await home.say(who, f"move {move}")
    await home.say(BO, "resign")
    await home.say(BO, "resign")
    for scope in ("room", "space", "everywhere"):
        before = await home.say(BO, f"leaderboard reversi {scope}")
        assert before.card is not None
        assert len(before.card.text.splitlines()) == 3
    await deleted(home)
    for scope in ("room", "space", "everywhere"):
        for period in ("always", "month", "week"):
            after = await home.say(BO, f"leaderboard reversi {scope} {period}")
            assert after.card is not None
            [_, mine] = after.card.text.splitlines()
            assert mine.startswith("1. Bo")
    profile = await home.say(BO, "profile")
    assert profile.card is not None
    assert "Against a player who left 0:1" in profile.card.text


async def test_report_99_ones_data_are_told_and_deleted_and_others_keep_theirs(
    home: Harness,
) -> None:
    """Ballsdex-Team/BallsDex-DiscordBot#235, rainbowdashlabs/reputation-bot#87."""
    id = await home.started()
    for who, move in ((ANN, "d3"), (BO, "c3")):
        await home.say(who, f"move {move}")
    assert told(await home.say(ANN, "export"))["matches"][0]["id"] == id
    await deleted(home)
    assert told(await home.say(BO, "export"))["matches"][0]["id"] == id
    replay = await home.ask(BO, Verb.REPLAY, session=id)
    assert replay.card is not None
    assert replay.card.text.startswith("Reversi · a player who left and Bo")
