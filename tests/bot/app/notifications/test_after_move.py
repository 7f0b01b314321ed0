"""Private remarks after a move: other waiting boards, and the moves since one's own last one."""

from dataclasses import replace

from bot.app.model.request import Reply, Request, Verb
from bot.app.notifications.after_move import AfterMove, since
from bot.app.wiring import build_presenter
from bot.text.catalog import texts
from core.match import commands as c
from core.match.clock import MINUTE
from core.registry import GAMES
from core.types import MatchId, Move, Seat
from tests.bot.app.harness import ANN, BO, EVE, ROOM, Harness
from tests.core.match import matches

NAMES = ("Ann", "Bo")


def following(home: Harness) -> AfterMove:
    made = AfterMove(home.store, home.sessions, build_presenter(home.store, home.now))
    home.app.events.on_saved(made.wake)
    return made


async def played(home: Harness, id: MatchId, at: str = "") -> tuple[Request, Reply]:
    """Ann makes a legal move, preferring `at`."""
    match = (await home.session(id)).match
    move = at or GAMES[match.game].legal_moves(match.position)[0]
    request = Request(f"{id}{match.turn}", ANN, ROOM, Verb.MOVE, session=id, arg=move)
    return request, await home.service.handle(request)


async def answered(home: Harness, id: MatchId) -> None:
    """Bo makes a legal move."""
    match = (await home.session(id)).match
    move = GAMES[match.game].legal_moves(match.position)[0]
    await home.ask(BO, Verb.MOVE, move, session=id)


async def test_after_a_move_the_boards_that_wait_the_longest_first(home: Harness) -> None:
    first = await home.started(ANN, BO)
    home.now.advance(MINUTE)
    for other in (EVE, BO):
        await home.started(ANN, other)
        home.now.advance(MINUTE)
    told = await following(home).beside(*await played(home, first))
    assert told is not None
    assert told.text == "Played. 2 more boards are waiting for you:"
    assert [link.label for link in told.links] == ["Next board: Reversi · Eve"]


async def test_nothing_where_nothing_waits_or_it_was_just_said(home: Harness) -> None:
    id, beside = await home.started(ANN, BO), following(home)
    assert await beside.beside(*await played(home, id)) is None
    await answered(home, id)
    await home.started(ANN, EVE)
    assert await beside.beside(*await played(home, id)) is not None
    await answered(home, id)
    assert await beside.beside(*await played(home, id)) is None
    await answered(home, id)
    home.now.advance(11 * MINUTE)
    assert await beside.beside(*await played(home, id)) is not None


async def test_games_against_the_computer_and_alone_wait_for_nobody(home: Harness) -> None:
    first = await home.started(ANN, BO)
    await home.say(ANN, "play reversi first=challenger")
    await home.say(ANN, "dice")
    assert await following(home).beside(*await played(home, first)) is None


async def test_a_refusal_has_nothing_beside_it(home: Harness) -> None:
    first = await home.started(ANN, BO)
    await home.started(ANN, EVE)
    request, reply = await played(home, first, "a1")
    assert reply.reason is not None
    assert await following(home).beside(request, reply) is None


async def test_in_a_few_words_from_what_is_known(home: Harness) -> None:
    first = await home.started(ANN, BO)
    await home.started(ANN, EVE)
    beside, ann = following(home), await home.store.player_for(ANN)
    request, reply = await played(home, first)
    assert beside.briefly(request, reply, ann) == "", "not known yet: nobody waits for that"
    await beside.know(ANN)
    assert beside.briefly(request, reply, ann) == "Played. 1 more board waiting: “games”"


async def test_looking_again_tells_what_came_since(home: Harness) -> None:
    id = await home.started(ANN, BO)
    await home.ask(ANN, Verb.MOVE, "d3", session=id)
    await home.ask(BO, Verb.MOVE, "c3", session=id)
    home.now.advance(MINUTE)
    request = Request("look", ANN, ROOM, Verb.BOARD, session=id)
    told = await following(home).beside(request, await home.service.handle(request))
    assert told is not None
    assert told.text == "Since your move: Bo c3"


def test_moves_and_passes_of_others_after_the_last_move_of_ones_own() -> None:
    language, match = texts("en"), matches.playing("d3c3c4")
    assert since(language, match, matches.ANN, NAMES) == ""
    assert since(language, match, matches.BO, NAMES) == "Since your move: Ann c4"
    passed = replace(
        match,
        plies=(
            *match.plies,
            replace(match.plies[0], seat=Seat(1), move=Move("e3")),
            replace(match.plies[0], move=Move("pass")),
            replace(match.plies[0], seat=Seat(1), move=Move("f3")),
        ),
    )
    assert since(language, passed, matches.ANN, NAMES) == (
        "Since your move: Bo e3, Ann passes, Bo f3"
    )
    assert since(language, matches.playing(), matches.BO, NAMES) == "", "nothing to count from"
    over = matches.after(match, c.Resign(matches.BO))
    assert since(language, over, matches.CY, NAMES) == ""
