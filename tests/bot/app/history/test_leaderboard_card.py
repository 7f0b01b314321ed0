"""The leaderboard of a solo game: requests and cards."""

from collections.abc import AsyncIterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from bot.app.model.request import Actor, Verb
from bot.app.model.room import Room
from bot.text.numbers import whole
from tests.bot.app.harness import ANN, BO, EVE, ROOM, Harness, actor, harness
from tests.bot.app.presentation.test_solo_cards import played, rolled
from tests.fakes.front_end import buttons


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[Harness]:
    async with harness(tmp_path / "tavola.db") as opened:
        yield opened


async def test_the_leaderboard_has_best_and_mean_and_counts_what_was_abandoned(
    home: Harness,
) -> None:
    nobody = await home.say(ANN, "leaderboard dice")
    assert nobody.card is not None
    assert "Nobody has finished a game" in nobody.card.text
    totals = []
    for which in range(3):
        id = await rolled(home)
        await played(home, id, which)
        outcome = (await home.session(id)).match.outcome
        assert outcome is not None
        totals.append(outcome.scores[0])
    id = await rolled(home)
    await home.ask(ANN, Verb.RESIGN, "sure", session=id)
    reply = await home.say(EVE, "leaderboard dice")
    assert reply.card is not None
    best, mean = max(totals), round(sum(totals) / 3)
    won = sum(total >= 500 for total in totals)
    line = f"1. Ann · best {whole(best)}, average {whole(mean)} · 3 games, {won} won, 1 abandoned"
    assert reply.card.text.splitlines()[1:] == [line]


async def test_a_promise_that_was_called_off_counts_for_nothing(home: Harness) -> None:
    await home.say(ANN, "dice")
    await home.click(ANN, home.paper.last(ROOM), "Cancel")
    reply = await home.say(ANN, "leaderboard dice")
    assert reply.card is not None
    assert "Nobody has finished a game" in reply.card.text


# --- names and pages -----------------------------------------------------------------------------

BORROWED = Actor("scrolls", "guest", "Gil")


LONE = "Solitaire Dice: best score, and average of the last 20"


async def won(home: Harness, winner: Actor, loser: Actor) -> None:
    """Play a match of Reversi that `loser` resigns after two moves."""
    id = await home.started(loser, winner)
    await home.ask(loser, Verb.MOVE, "f5", session=id)
    await home.ask(winner, Verb.MOVE, "d6", session=id)
    await home.ask(loser, Verb.RESIGN, "sure", session=id)


async def told(home: Harness, who: Actor, words: str) -> list[str]:
    reply = await home.say(who, f"leaderboard {words}")
    assert reply.card is not None
    return reply.card.text.splitlines()


async def test_everywhere_only_those_are_named_who_agreed_and_oneself(home: Harness) -> None:
    await won(home, ANN, BO)
    here = await told(home, EVE, "reversi room")
    assert ["Ann" in line or "Bo" in line for line in here[1:]] == [True, True]
    everywhere = await told(home, EVE, "reversi everywhere")
    assert all("a player" in line for line in everywhere[1:])
    assert "1. Ann" in (await told(home, ANN, "reversi everywhere"))[1]
    await home.say(BO, "settings listed yes")
    assert ["Bo" in line for line in (await told(home, EVE, "everywhere"))[1:]] == [False, True]
    await home.say(BO, "settings listed no")
    assert all("a player" in line for line in (await told(home, EVE, "everywhere"))[1:])


async def test_the_board_of_a_room_does_not_name_guests_from_elsewhere(home: Harness) -> None:
    await won(home, ANN, BO)
    open = await home.match(await home.say(ANN, "challenge first=challenger"))
    invited = (await home.ask(ANN, Verb.INVITE, session=open.match.id)).text.split()[-1]
    room = Room("scrolls", None, "library")
    await home.ask(BORROWED, Verb.JOIN, invited, room=room)
    await home.ask(BORROWED, Verb.JOIN, invited, room=room, session=open.match.id)
    await home.ask(ANN, Verb.MOVE, "f5", session=open.match.id)
    await home.ask(BORROWED, Verb.MOVE, "d6", session=open.match.id, room=room)
    await home.ask(ANN, Verb.RESIGN, "sure", session=open.match.id)
    here = await told(home, EVE, "reversi")
    assert any("a player" in line for line in here)
    assert not any("Gil" in line for line in here)


async def test_the_heading_says_of_what_place_and_time_a_board_is(home: Harness) -> None:
    for words, said in (
        ("reversi", "Reversi: top ratings"),
        ("reversi room week", "Reversi: most wins · this week"),
        ("reversi space", "Reversi: top ratings · the whole server or group"),
        ("dice everywhere month", f"{LONE} · everywhere · this month"),
    ):
        assert (await told(home, EVE, words))[0] == said


async def test_pages_are_turned_by_buttons(home: Harness) -> None:
    people = [actor(f"P{number:02}") for number in range(12)]
    for one, other in pairwise(people):
        await won(home, one, other)
    reply = await home.say(ANN, "leaderboard reversi room month")
    assert reply.card is not None
    assert "Page 1 of 2" in reply.card.text
    [on] = buttons(reply.card)
    second = await home.press(ANN, on.token)
    assert second.card is not None
    assert "most wins" in second.card.text, "still of this month"
    assert "Page 2 of 2" in second.card.text
    [back] = buttons(second.card)
    again = await home.press(ANN, back.token)
    assert again.card is not None
    assert again.card.text == reply.card.text


async def test_matches_with_guests_of_the_page_are_not_rated(home: Harness) -> None:
    """Two browser sessions may belong to one player."""
    guest = replace(EVE, is_guest=True)
    offered = await home.match(await home.say(guest, "challenge"))
    assert not offered.match.rated
    rated = await home.match(await home.say(ANN, "challenge"))
    assert rated.match.rated
    joined = await home.match(await home.ask(guest, Verb.JOIN, session=rated.match.id))
    assert not joined.match.rated


async def test_who_wins_casual_matches_at_will_leads_nothing(home: Harness) -> None:
    """Neither two guests of the page nor two friends can farm wins."""
    open = await home.match(await home.say(ANN, "challenge casual first=challenger"))
    await home.ask(BO, Verb.JOIN, session=open.match.id)
    await home.ask(ANN, Verb.MOVE, "f5", session=open.match.id)
    await home.ask(BO, Verb.MOVE, "d6", session=open.match.id)
    await home.ask(BO, Verb.RESIGN, "sure", session=open.match.id)
    nobody = "Nobody is ranked here yet. Play a rated match to be first."
    assert (await told(home, ANN, "reversi everywhere"))[1:] == [nobody]
    profile = await home.ask(ANN, Verb.PROFILE)
    assert profile.card is not None
    assert profile.card.text == "Ann\nReversi · no rated matches yet\nAgainst Bo 1:0"


async def test_where_nobody_plays_the_board_of_everywhere_is_shown(home: Harness) -> None:
    """A private chat has no players; a server without finished matches says so."""
    private = Room("paper", None, "ann")
    await won(home, ANN, BO)
    reply = await home.say(ANN, "leaderboard", room=private)
    assert reply.card is not None
    assert reply.card.text.splitlines()[:2] == [
        "Reversi: top ratings · everywhere",
        "1. Ann 1086? · 1 won, 0 drawn, 0 lost",
    ]
    dice = await home.say(ANN, "leaderboard dice", room=private)
    assert dice.card is not None
    assert dice.card.text.startswith(f"{LONE} · everywhere")
    for room in (private, Room("paper", "other", "hall")):
        nobody = await home.say(ANN, "leaderboard scope=room", room=room)
        assert nobody.card is not None
        assert "Nobody is ranked here yet" in nobody.card.text


async def test_a_room_of_no_server_has_a_board_of_wins(home: Harness) -> None:
    """Such as the rooms of the web page, whose guests are never rated."""
    lobby = Room("paper", None, "lobby")
    open = await home.match(await home.say(ANN, "challenge casual first=challenger", room=lobby))
    await home.ask(BO, Verb.JOIN, session=open.match.id, room=lobby)
    for who, move in ((ANN, "f5"), (BO, "d6")):
        await home.ask(who, Verb.MOVE, move, session=open.match.id, room=lobby)
    await home.ask(BO, Verb.RESIGN, "sure", session=open.match.id, room=lobby)
    reply = await home.say(EVE, "leaderboard", room=lobby)
    assert reply.card is not None
    assert reply.card.text.splitlines() == [
        "Reversi: most wins",
        "1. Ann · 1 won, 0 drawn, 0 lost",
        "2. Bo · 0 won, 0 drawn, 1 lost",
    ]
