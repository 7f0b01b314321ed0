"""Players who left unnoticed: membership checks, and removal from leaderboards."""

from dataclasses import replace

from bot.app.model.request import Reply, Verb
from core.match.clock import DAY
from core.match.model import AbsenceKind
from tests.bot.app.harness import ANN, BO, EVE, Harness
from tests.bot.app.presence.test_tracker import come_back, later, leave, match_of, moved


async def test_report_67_whom_a_board_shows_is_asked_after_once_a_day(home: Harness) -> None:
    """A player who left unnoticed is listed one last time."""
    presence, asked = home.service.presence, []

    async def tells(place: str, user: str) -> bool:
        asked.append((place, user))
        return user != "ann"

    presence.add_membership_check("paper", tells)
    await moved(home)
    await home.ask(ANN, Verb.RESIGN, "sure")
    for _ in range(2):
        assert "Ann" in board_text(await home.say(BO, "leaderboard"))
    await presence.beat()
    assert sorted(asked) == [("server", "ann"), ("server", "bo")]
    assert "Ann" not in board_text(await home.say(BO, "leaderboard space"))
    await presence.beat()
    home.now.advance(DAY)
    await home.say(BO, "leaderboard")
    await presence.beat()
    assert sorted(asked[2:]) == [("server", "bo")]


def board_text(reply: Reply) -> str:
    assert reply.card is not None
    return reply.card.text


async def test_who_is_late_is_asked_after(home: Harness) -> None:
    async def tells(place: str, user: str) -> bool | None:
        return None if user == "bo" else place != "server"

    presence = home.service.presence
    presence.add_membership_check("paper", tells)
    home.app.events.on_saved(presence.wake)
    id = await moved(home)
    await later(home, 2 * DAY)
    await presence.beat()
    kinds = [each.kind for each in (await match_of(home, id)).absences]
    assert sorted(kinds) == [AbsenceKind.GONE, AbsenceKind.LATE]


async def test_report_67_a_new_name_is_shown_from_then_on(home: Harness) -> None:
    await moved(home)
    await home.ask(ANN, Verb.RESIGN, "sure")
    renamed = replace(ANN, name="Anna")
    text = board_text(await home.say(renamed, "leaderboard"))
    assert "Anna" in text
    assert "Ann " not in text


async def test_report_67_who_left_stands_where_they_stood_when_they_are_back(home: Harness) -> None:
    await moved(home)
    await home.ask(ANN, Verb.RESIGN, "sure")
    before = board_text(await home.say(EVE, "leaderboard"))
    await leave(home, "bo")
    without = board_text(await home.say(EVE, "leaderboard"))
    assert "Bo" not in without
    assert "1. Ann" in without
    await come_back(home, "bo")
    assert board_text(await home.say(EVE, "leaderboard")) == before
