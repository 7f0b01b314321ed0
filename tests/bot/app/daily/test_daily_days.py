"""Days come and go: keys, midnight, the hours after it, outages, news in rooms, streaks."""

import asyncio
import re
from dataclasses import replace
from pathlib import Path

import pytest

from bot.app.model.leaderboard import ScopeKind
from bot.text.numbers import whole
from core.chance import commitment
from core.errors import Refused
from core.match.model import Status
from tests.bot.app.company import sheet, splits, throw
from tests.bot.app.daily_play import (
    HOUR,
    TODAY,
    at,
    contest,
    enter,
    finish,
    line,
    own,
    passes,
    play,
    total,
)
from tests.bot.app.harness import ANN, BO, ELSEWHERE, EVE, ROOM, Harness, harness
from tests.fakes.clock import START, FixedNow
from tests.fakes.front_end import buttons

TOMORROW = TODAY.plus(1)
GREATER = replace(ROOM, chat="the same, greater")


# --- keys ----------------------------------------------------------------------------------------


async def test_a_key_is_made_a_day_ahead_and_told_with_the_day_before(tmp_path: Path) -> None:
    now = FixedNow()
    async with at(tmp_path / "tavola.db", now) as home:
        own_key, next = await contest(home, TODAY), await contest(home, TOMORROW)
        assert own_key.chance.seed != next.chance.seed
        assert (own_key.begun, next.begun) == (START, None)
        said = sheet(await enter(home, ANN)).text
        assert commitment(own_key.chance.seed) in said
        assert commitment(next.chance.seed) in said
        with pytest.raises(Refused):
            await home.session(TODAY.plus(2).table)
    async with at(tmp_path / "tavola.db", now) as home:  # a restart makes no other
        assert await contest(home, TODAY) == own_key
        assert await contest(home, TOMORROW) == next
        await passes(home, TODAY.shuts)
        assert (await contest(home, TOMORROW)).chance == next.chance
        following = await contest(home, TODAY.plus(2))
        said = sheet(await enter(home, ANN)).text
        assert commitment(next.chance.seed) in said
        assert commitment(following.chance.seed) in said


async def test_the_key_is_told_when_the_day_closes_with_the_next_commitments(
    tmp_path: Path,
) -> None:
    async with at(tmp_path / "tavola.db", FixedNow()) as home:
        await home.store.houses.choose(ROOM, "daily", "6")
        await play(home, ANN)
        seed = (await contest(home, TODAY)).chance.seed
        await passes(home, TODAY.closes - 1)
        assert seed.hex() not in repr([s.cards for s in home.paper.sheets.values()])
        await passes(home, TODAY.closes)
        [news] = [s for s in home.paper.sheets.values() if seed.hex() in s.card.text]
        for day in (TOMORROW, TODAY.plus(2)):
            assert commitment((await contest(home, day)).chance.seed) in news.card.text


async def test_two_at_once_make_one_day(tmp_path: Path) -> None:
    async with harness(tmp_path / "tavola.db") as home:
        asked = (home.say(who, "daily") for who in (ANN, BO, EVE))
        replies = await asyncio.gather(*asked)
        assert {reply.reason for reply in replies} == {None}
        assert len({reply.session.match.id for reply in replies if reply.session}) == 1
        entered = await asyncio.gather(*(enter(home, ANN) for _ in range(5)))
        assert len({throw(reply) for reply in entered}) == 1
        assert len(await home.store.days.entries(TODAY)) == 1


# --- midnight and after --------------------------------------------------------------------------


@pytest.mark.parametrize("swept", [True, False])
async def test_who_opens_a_second_before_midnight_plays_until_six(
    tmp_path: Path, swept: bool
) -> None:
    async with at(tmp_path / "tavola.db", FixedNow(TODAY.shuts - 1_000)) as home:
        first = await enter(home, ANN)
        home.now.at = TODAY.shuts
        if swept:
            await passes(home, TODAY.shuts)
        reply = await enter(home, ANN, of=TODAY)
        assert throw(reply) == throw(first)
        late = await enter(home, BO, of=TODAY)
        assert late.card is not None
        assert late.card.text == "15 January: it's too late to start these dice."
        [again] = buttons(late.card)
        todays = await home.press(BO, again.token)
        assert throw(todays) != throw(first)
        assert (await own(home, BO, TOMORROW)).day == TOMORROW
        home.now.at = TODAY.closes - 1
        done = await finish(home, ANN, reply)
        assert "Closes in 1 h." in sheet(done).text
        assert await total(home, ANN, TODAY) is not None


@pytest.mark.parametrize("swept", [True, False])
async def test_at_six_it_is_too_late_also_where_nobody_has_looked(
    tmp_path: Path, swept: bool
) -> None:
    async with at(tmp_path / "tavola.db", FixedNow(TODAY.shuts - 1)) as home:
        reply = await enter(home, ANN)
        reply = await home.press(ANN, splits(sheet(reply))[0])
        home.now.at = TODAY.closes
        if swept:
            await passes(home, TODAY.closes)
        late = await home.press(ANN, splits(sheet(reply))[0])
        match = await own(home, ANN, TODAY)
        assert match.status is Status.ABORTED
        assert len(match.plies) < 3
        assert "Time's up" in sheet(late).text
        assert "Not finished, so not ranked." in sheet(late).text
        entry = await home.store.days.entry(TODAY, match.people[0])
        assert entry is not None
        assert (entry.over, entry.total) == (True, None)


async def test_between_midnight_and_six_two_days_are_played(tmp_path: Path) -> None:
    """Today's is finished before yesterday's: both count for the streak, in their own tables."""
    async with at(tmp_path / "tavola.db", FixedNow(TODAY.shuts - 1)) as home:
        late = await enter(home, ANN)
        await passes(home, TODAY.shuts + HOUR)
        done = await play(home, ANN)
        assert "streak 1" in sheet(done).text
        await finish(home, ANN, await enter(home, ANN, of=TODAY))
        again = await enter(home, ANN)
        assert "streak 2" in sheet(again).text
        assert throw(late)
        await passes(home, TOMORROW.closes)
        reply = await home.say(ANN, "daily all")
        assert reply.card is not None
        assert "2 days, streak 2" in reply.card.text


async def test_a_streak_over_a_week_with_one_day_left_out(tmp_path: Path) -> None:
    async with at(tmp_path / "tavola.db", FixedNow()) as home:
        streaks = []
        for after in range(7):
            day = TODAY.plus(after)
            await passes(home, day.opens + 20 * HOUR)
            if after != 2:
                done = await play(home, ANN)
                found = re.search(r"streak (\d+)\.", sheet(done).text)
                assert found is not None
                streaks.append(int(found[1]))
        assert streaks == [1, 2, 1, 2, 3, 4]
        await passes(home, TODAY.plus(6).closes)
        reply = await home.say(ANN, "daily all")
        assert reply.card is not None
        assert reply.card.text.splitlines()[1].endswith("6 days, streak 4")


# --- outages -------------------------------------------------------------------------------------


@pytest.mark.parametrize("days", [1, 2, 3, 9])
async def test_after_an_outage_all_that_was_due_is_done_once(tmp_path: Path, days: int) -> None:
    path, now = tmp_path / "tavola.db", FixedNow()
    async with at(path, now) as home:
        await home.store.houses.choose(ROOM, "daily", "6")
        await passes(home, START)
        await play(home, ANN)
        points = await total(home, ANN, TODAY)
        await enter(home, BO)
        seed = (await contest(home, TODAY)).chance.seed.hex()
    now.at = TODAY.plus(days).opens + 10 * HOUR
    async with at(path, now) as home:
        await passes(home, now.at)
        assert (await home.session(TODAY.table)).match.status is Status.FINISHED
        assert (await own(home, BO, TODAY)).status is Status.ABORTED
        today = TODAY.plus(days)
        assert (await contest(home, today)).begun is not None
        assert (await contest(home, today.plus(1))).begun is None
        news = [s.card.text for s in home.paper.sheets.values() if "Next day:" in s.card.text]
        assert len(news) == 1
        last = TODAY if days == 1 else TODAY.plus(1)  # its key was made, but nobody could come
        assert await home.store.days.last_closed() == last
        if days == 1:
            assert f"1. Ann {whole(points)}" in news[0]
            assert seed in news[0]
        for _ in range(3):
            await passes(home, now.at + 60_000)
        assert len([s for s in home.paper.sheets.values() if "Next day:" in s.card.text]) == 1


# --- news in rooms -------------------------------------------------------------------------------


async def test_a_room_that_wants_news_has_them_once_a_day_at_its_hour(tmp_path: Path) -> None:
    path, now = tmp_path / "tavola.db", FixedNow(TODAY.opens)
    async with at(path, now) as home:
        await home.store.houses.choose(ROOM, "daily", "18")
        await home.store.houses.choose(ELSEWHERE, "daily", "0")
        await passes(home, TODAY.opens)
        assert news_in(home, ELSEWHERE) == 1
        await passes(home, TODAY.opens + 18 * HOUR - 1)
        assert news_in(home, ROOM) == 0
        await passes(home, TODAY.opens + 18 * HOUR)
        assert news_in(home, ROOM) == 1
    async with at(path, now) as home:
        await passes(home, TODAY.opens + 20 * HOUR)
        assert home.paper.sheets == {}  # not once more after a restart
        await passes(home, TOMORROW.opens)
        assert (news_in(home, ROOM), news_in(home, ELSEWHERE)) == (0, 1)
        await home.store.houses.choose(ROOM, "daily", "no")
        await passes(home, TOMORROW.opens + 23 * HOUR)
        assert news_in(home, ROOM) == 0


def news_in(home: Harness, room: object) -> int:
    shown = (s for s in home.paper.sheets.values() if s.room == room)
    return sum("The throws are already fixed" in s.card.text for s in shown)


@pytest.mark.parametrize("restarted", [False, True])
async def test_field_report_59_a_group_with_a_new_id_has_its_news_once(
    tmp_path: Path, restarted: bool
) -> None:
    """They come along, as everything that stood there, and are not told once more."""
    path, now = tmp_path / "tavola.db", FixedNow(TODAY.opens)
    async with at(path, now) as home:
        await home.store.houses.choose(ROOM, "daily", "7")
        await passes(home, TODAY.opens + 7 * HOUR)
        assert news_in(home, ROOM) == 1
        await home.sessions.move_room(ROOM, GREATER)
        if not restarted:
            await passes(home, TODAY.opens + 8 * HOUR)
            assert news_in(home, GREATER) == 1
    async with at(path, now) as home:
        await passes(home, TODAY.opens + 9 * HOUR)
        assert news_in(home, GREATER) == int(restarted)
        await passes(home, TOMORROW.opens + 7 * HOUR)
        assert news_in(home, GREATER) == 1


async def test_the_news_name_the_best_of_that_room_and_lead_to_the_game(tmp_path: Path) -> None:
    async with at(tmp_path / "tavola.db", FixedNow()) as home:
        await home.store.houses.choose(ROOM, "daily", "7")
        await home.store.houses.choose(ELSEWHERE, "daily", "7")
        await home.store.houses.choose(ELSEWHERE, "language", "it")
        await passes(home, START)
        await play(home, ANN)
        await play(home, BO, last=3)
        await passes(home, TOMORROW.opens + 7 * HOUR)
        here, there = (home.paper.last(room).card.text for room in (ROOM, ELSEWHERE))
        assert {"Ann", "Bo"} <= set(re.findall(r"\d\. (\w+)", here))
        assert "15 gennaio: nessuno qui ha giocato fino in fondo." in there
        old = home.paper.first(ROOM)
        assert "have closed." in old.card.text
        assert [button.label for button in old.buttons()] == ["Standings"], (
            "it it's too late to start"
        )
        reply = await home.click(EVE, home.paper.last(ROOM), "🎲 Play")
        assert splits(sheet(reply))
        eve = (await home.store.player_for(EVE)).id
        assert await home.store.days.stands(TOMORROW, ScopeKind.ROOM, ROOM, eve)


async def test_when_the_day_closes_its_line_tells_the_best_and_has_no_way_in(
    tmp_path: Path,
) -> None:
    async with at(tmp_path / "tavola.db", FixedNow()) as home:
        await line(home, ANN)
        await play(home, ANN)
        await passes(home, TODAY.closes)
        card = home.paper.last(ROOM).card
        points = await total(home, ANN, TODAY)
        best = f"1. Ann {whole(points)}"
        assert card.text == f"Results for 15 January: {best}"
        assert [button.label for button in buttons(card)] == ["Standings"]
        assert (await line(home, ANN)) != ""  # the next day has a line of its own
        assert "16 January" in home.paper.last(ROOM).card.text
