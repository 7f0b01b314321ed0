"""Linking accounts with both confirmations, and unlinking."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from bot.app.attempt_limit import TRIES
from bot.app.model.leaderboard import Period, PeriodKind, Scope, ScopeKind
from bot.app.model.request import Actor, Reply, Verb
from bot.app.model.room import Room
from bot.app.people.account_linking import GOOD_FOR
from core.errors import Reason
from core.match.model import AbortCause, Status
from core.types import GameId, MatchId, PlayerId
from tests.bot.app.harness import BO, EVE, ROOM, Harness, actor, harness
from tests.bot.app.people.test_data_deletion import tokens
from tests.fakes.clock import FixedNow

ANN, ZOE = actor("Ann"), Actor("scrolls", "zoe", "Zoë")
"""One player on two platforms."""

GUEST = Actor("web", "guest", "Annie", is_guest=True)
PARLOUR = Room("scrolls", "city", "parlour")
REVERSI = GameId("reversi")


def text(reply: Reply) -> str:
    return reply.card.text if reply.card is not None else reply.text


def button(reply: Reply, label: str) -> str:
    found: Mapping[str, str] = tokens(reply)
    return found.get(label) or next(iter(found.values()))  # the first one, for any language


async def code(home: Harness, who: Actor = ANN) -> str:
    """Return a new link code."""
    reply = await home.ask(who, Verb.LINK, private=True)
    return text(reply).split("Your code is ")[1][:6]


async def linked(home: Harness, one: Actor = ANN, other: Actor = ZOE) -> PlayerId:
    """Link two accounts; return the merged player."""
    typed = await home.ask(other, Verb.LINK, await code(home, one), room=PARLOUR)
    agreed = await home.press(other, button(typed, "Yes, that's me"), PARLOUR)
    assert agreed.reason is None
    asked = await home.ask(one, Verb.LINK)
    done = await home.press(one, button(asked, "Yes, that's me"))
    assert done.reason is None
    return await id_of(home, one)


async def id_of(home: Harness, who: Actor) -> PlayerId:
    return (await home.store.player_for(who)).id


async def rated(home: Harness, one: Actor, other: Actor, key: str) -> MatchId:
    """Play a rated match that `other` resigns."""
    offered = await home.ask(
        one, Verb.CHALLENGE, "reversi", id=key, options={"first": "challenger"}
    )
    id = (await home.match(offered)).match.id
    await home.ask(other, Verb.JOIN, session=id)
    for who, move in ((one, "d3"), (other, "c3")):
        await home.ask(who, Verb.MOVE, move, session=id)
    home.now.advance(1_000)
    await home.ask(other, Verb.RESIGN, "sure", session=id)
    return id


async def test_both_see_the_others_name_and_say_yes(home: Harness) -> None:
    secret = await code(home)
    typed = await home.ask(ZOE, Verb.LINK, secret.lower(), room=PARLOUR)
    assert "Are you Ann (paper) too?" in text(typed)
    assert await id_of(home, ANN) != await id_of(home, ZOE)
    await home.press(ZOE, button(typed, "Yes, that's me"), PARLOUR)
    asked = await home.ask(ANN, Verb.LINK)
    assert "Are you Zoë (scrolls) too?" in text(asked)
    assert await id_of(home, ANN) != await id_of(home, ZOE)
    done = await home.press(ANN, button(asked, "Yes, that's me"))
    assert "Your account is now linked with Zoë (scrolls)" in done.text
    assert await id_of(home, ANN) == await id_of(home, ZOE)


async def test_nothing_is_joined_before_the_other_has_said_yes(home: Harness) -> None:
    await home.ask(ZOE, Verb.LINK, await code(home), room=PARLOUR)
    assert (await home.ask(ANN, Verb.LINK, "join")).reason is Reason.UNKNOWN_LINK
    assert "Your code is" in text(await home.ask(ANN, Verb.LINK))


async def test_a_code_is_good_for_ten_minutes(home: Harness) -> None:
    secret = await code(home)
    home.now.advance(GOOD_FOR)
    assert (await home.ask(ZOE, Verb.LINK, secret)).reason is Reason.UNKNOWN_LINK
    assert await code(home) != secret


async def test_a_code_is_good_for_one_other(home: Harness) -> None:
    secret = await code(home)
    await home.ask(ZOE, Verb.LINK, secret)
    assert (await home.ask(EVE, Verb.LINK, secret)).reason is Reason.UNKNOWN_LINK
    assert (await home.ask(EVE, Verb.LINK, f"yes {secret}")).reason is Reason.UNKNOWN_LINK
    assert (await home.ask(ZOE, Verb.LINK, secret)).reason is None


async def test_after_it_was_used_it_is_none(home: Harness) -> None:
    secret = await code(home)
    await linked(home)
    assert (await home.ask(EVE, Verb.LINK, secret)).reason is Reason.UNKNOWN_LINK


async def test_ones_own_code_links_nobody(home: Harness) -> None:
    assert (await home.ask(ANN, Verb.LINK, await code(home))).reason is Reason.YOURSELF


async def test_codes_are_not_guessed(home: Harness) -> None:
    secret = await code(home)
    for _ in range(TRIES):
        assert (await home.ask(ZOE, Verb.LINK, "AAAAAA")).reason is Reason.UNKNOWN_LINK
    assert (await home.ask(ZOE, Verb.LINK, secret)).reason is Reason.TOO_MANY_TRIES


@pytest.mark.parametrize("who", [ANN, ZOE])
async def test_either_may_say_no(home: Harness, who: Actor) -> None:
    secret = await code(home)
    typed = await home.ask(ZOE, Verb.LINK, secret)
    if who is ZOE:
        await home.press(ZOE, button(typed, "No"))
    else:
        await home.press(ZOE, button(typed, "Yes, that's me"))
        await home.press(ANN, button(await home.ask(ANN, Verb.LINK), "No"))
    assert (await home.ask(ZOE, Verb.LINK, secret)).reason is Reason.UNKNOWN_LINK


async def test_a_restart_in_between_asks_nothing_again(tmp_path: Path) -> None:
    now = FixedNow()
    async with harness(tmp_path / "tavola.db", options={"now": now}) as home:
        typed = await home.ask(ZOE, Verb.LINK, await code(home))
    async with harness(tmp_path / "tavola.db", options={"now": now}) as home:
        await home.press(ZOE, button(typed, "Yes, that's me"))
    async with harness(tmp_path / "tavola.db", options={"now": now}) as home:
        asked = await home.ask(ANN, Verb.LINK)
        await home.press(ANN, button(asked, "Yes, that's me"))
        assert await id_of(home, ANN) == await id_of(home, ZOE)


# --- merging --------------------------------------------------------------------------------------


async def test_ratings_are_those_of_one_who_played_it_all(tmp_path: Path) -> None:
    """Merged accounts get the ratings of one account that played all of the matches."""
    order = [(ANN, BO), (ZOE, EVE), (BO, ZOE), (EVE, ANN), (ANN, EVE), (BO, EVE)]
    tables: list[object] = []
    for name, second in (("two", ZOE), ("one", ANN)):
        async with harness(tmp_path / f"{name}.db") as home:
            for who in (ANN, BO, EVE):  # in the same order, for equal ids
                await id_of(home, who)
            for number, pair in enumerate(order):
                one, other = (second if who is ZOE else who for who in pair)
                await rated(home, one, other, f"match {number}")
            if second is ZOE:
                await linked(home)
            scope, period = Scope(ScopeKind.ROOM, ROOM), Period(PeriodKind.ALWAYS, home.now())
            board = await home.store.leaderboard(REVERSI, scope, period, 1, None)
            tables.append(
                [(row.player.id, row.won, row.lost, row.rating, row.rank) for row in board.rows]
            )
            profile = await home.store.profile(await id_of(home, ANN), REVERSI)
            tables.append([(profile.running, profile.longest, profile.people, profile.curve)])
            assert await home.store.recompute(REVERSI) == 0
    assert tables[:2] == tables[2:]


async def test_what_they_played_against_each_other_counts_no_more(home: Harness) -> None:
    id = await rated(home, ANN, ZOE, "against oneself")
    await rated(home, ANN, BO, "against Bo")
    me = await linked(home)
    history = await home.store.history(me, 1)
    assert [past.match for past in history.rows] != []
    assert id not in {past.match for past in history.rows}
    scope, period = Scope(ScopeKind.ROOM, ROOM), Period(PeriodKind.ALWAYS, home.now())
    mine = (await home.store.leaderboard(REVERSI, scope, period, 1, me)).mine
    assert mine is not None
    assert (mine.won, mine.lost) == (1, 0)
    assert await home.store.changes(id) == {}
    assert {who.player for who in (await home.session(id)).match.seats if who} == {me}


async def test_report_29_a_linked_second_account_is_oneself(home: Harness) -> None:
    """Mind-Sports-Games/lila#143, SwitchbladeBot/switchblade#620: players could play themselves."""
    running = await home.match(await home.ask(ANN, Verb.CHALLENGE, "reversi", id="running"))
    await home.ask(ZOE, Verb.JOIN, session=running.match.id)
    asked = await home.match(await home.ask(ANN, Verb.CHALLENGE, "pente", id="asked", opponent=ZOE))
    await linked(home)
    match = (await home.session(running.match.id)).match
    assert not match.rated
    assert match.status is Status.PLAYING
    assert (await home.session(asked.match.id)).match.cause is AbortCause.CANCELLED
    again = await home.ask(ZOE, Verb.CHALLENGE, "pente", opponent=ANN, id="again")
    assert again.reason is Reason.SELF_CHALLENGE
    offered = await home.match(await home.ask(ANN, Verb.CHALLENGE, "pente", id="offered"))
    reply = await home.ask(ZOE, Verb.JOIN, session=offered.match.id)
    assert reply.reason is Reason.OWN_CHALLENGE
    robot = Actor("paper", "robot", "Robot", is_bot=True)
    assert (await home.ask(ANN, Verb.CHALLENGE, opponent=robot)).reason is Reason.BOT_CHALLENGE
    assert (await home.say(ANN, "challenge @Ann")).reason is Reason.SELF_CHALLENGE


async def test_a_match_against_oneself_ends_without_a_result(home: Harness) -> None:
    running = await home.match(
        await home.ask(ANN, Verb.CHALLENGE, "reversi", id="x", options={"first": "challenger"})
    )
    id = running.match.id
    await home.ask(ZOE, Verb.JOIN, session=id)
    me = await linked(home)
    for who, move in ((ANN, "d3"), (ZOE, "c3")):
        assert (await home.ask(who, Verb.MOVE, move, session=id)).reason is None
    await home.ask(ZOE, Verb.RESIGN, "sure", session=id)
    assert (await home.session(id)).match.status is Status.FINISHED
    assert (await home.store.history(me, 1)).rows == ()


async def test_each_platform_shows_its_own_name(home: Harness) -> None:
    await rated(home, ANN, BO, "one")
    me = await linked(home)
    [record] = (await home.store.players([me])).values()
    assert (record.on("paper"), record.on("scrolls"), record.on("web")) == ("Ann", "Zoë", None)
    again = Actor("scrolls", "zoe", "Zoë K.")
    await home.ask(again, Verb.GAMES)
    [record] = (await home.store.players([me])).values()
    assert (record.on("paper"), record.on("scrolls")) == ("Ann", "Zoë K.")


async def test_settings_of_the_first_stand_and_those_of_the_other_are_added(home: Harness) -> None:
    await home.say(ANN, "settings theme dark")
    for setting in ("theme wood", "confirm yes", "language fr"):
        await home.ask(ZOE, Verb.SETTINGS, setting)
    settings = await home.store.settings(await linked(home))
    assert (settings.theme, settings.confirm, settings.language) == ("dark", True, "fr")


async def test_a_guest_with_an_account_plays_rated(home: Harness) -> None:
    before = await home.match(await home.ask(GUEST, Verb.CHALLENGE, "reversi", id="before"))
    assert not before.match.rated
    await linked(home, ANN, GUEST)
    after = await home.match(await home.ask(GUEST, Verb.CHALLENGE, "reversi", id="after"))
    assert after.match.rated


async def test_a_code_that_was_asked_for_long_ago_joins_nobody(home: Harness) -> None:
    typed = await home.ask(ZOE, Verb.LINK, await code(home))
    await home.press(ZOE, button(typed, "Yes, that's me"))
    asked = await home.ask(ANN, Verb.LINK)
    home.now.advance(GOOD_FOR)
    reply = await home.press(ANN, button(asked, "Yes, that's me"))
    assert reply.reason is Reason.UNKNOWN_LINK


# --- unlinking ------------------------------------------------------------------------------------


async def test_an_account_is_taken_out(home: Harness) -> None:
    id = await rated(home, ZOE, BO, "one")
    me = await linked(home)
    asked = await home.ask(ZOE, Verb.UNLINK)
    assert "stay with your other accounts" in text(asked)
    done = await home.press(ZOE, button(asked, "Unlink this account"))
    assert "new player" in done.text
    assert await id_of(home, ANN) == me
    new = await id_of(home, ZOE)
    assert new != me
    assert [past.match for past in (await home.store.history(me, 1)).rows] == [id]
    assert (await home.store.history(new, 1)).rows == ()
    [record] = (await home.store.players([me])).values()
    assert record.platforms == {"paper"}
    assert (await home.ask(ZOE, Verb.UNLINK)).reason is Reason.NOT_LINKED


async def test_the_first_account_may_go_as_well(home: Harness) -> None:
    me = await linked(home)
    await home.ask(ANN, Verb.UNLINK, "yes")
    assert await id_of(home, ZOE) == me
    [record] = (await home.store.players([me])).values()
    assert (record.name, record.platform) == ("Zoë", "scrolls")
