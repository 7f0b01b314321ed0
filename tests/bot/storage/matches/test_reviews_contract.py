"""What every store has to do with reviews: keep them, and let them go with their match."""

from pathlib import Path

from bot.app.ports.store import Store
from core.engine import Candidate
from core.review import Review, ReviewedMove
from core.types import GameId, MatchId, Move, Seat
from tests.bot.storage.conftest import Backend
from tests.bot.storage.files import ask, opened
from tests.bot.storage.identity.test_erase_contract import played
from tests.bot.storage.sessions import named, people, session

ONE = named("one")


def made(chance: int = 400, match: MatchId = ONE) -> Review:
    best = Candidate(Move("d3"), -4, (Move("d3"), Move("c5")), proved=True, chance=600)
    played = Candidate(Move("f5"), 2, (Move("f5"),), chance=chance)
    return Review(match, GameId("reversi"), (ReviewedMove(1, Seat(0), best, played),))


async def test_a_review_comes_back_as_it_was_kept(store: Store) -> None:
    await store.create(session())
    assert await store.reviews.of(ONE) is None
    await store.reviews.keep(made())
    assert await store.reviews.of(ONE) == made()
    await store.reviews.keep(made(chance=1))
    assert await store.reviews.of(ONE) == made(chance=1)


async def test_it_outlives_the_bot(backend: Backend) -> None:
    store = await backend.open()
    await store.create(session())
    await store.reviews.keep(made())
    await store.close()
    store = await backend.open()
    assert await store.reviews.of(ONE) == made()
    await store.close()


async def test_of_a_match_that_is_no_more_nothing_is_kept(store: Store) -> None:
    await store.reviews.keep(made())
    assert await store.reviews.of(ONE) is None
    await store.create(session())
    assert await store.reviews.of(ONE) is None


async def test_what_cannot_be_read_is_made_again(tmp_path: Path) -> None:
    path = tmp_path / "tavola.db"
    for change in ("format = 0", "body = '{}'", "body = 'x'"):
        async with opened(path) as store:
            await store.create(session())
            await store.reviews.keep(made())
        ask(path, f"UPDATE reviews SET {change}")
        async with opened(path) as store:
            assert await store.reviews.of(ONE) is None
            await store.reviews.keep(made())
            assert await store.reviews.of(ONE) == made()


async def test_it_names_nobody_and_goes_with_its_match(store: Store) -> None:
    ann, bo = await people(store, "Ann", "Bo")
    await played(store, "one", ann.id, bo.id)
    await store.reviews.keep(made())
    await store.belongings.leave(ann.id)
    assert await store.reviews.of(ONE) == made(), "it is Bo's too"
    await store.belongings.leave(bo.id)
    assert await store.reviews.of(ONE) is None


async def test_a_match_that_is_annulled_can_still_be_looked_at(store: Store) -> None:
    ann, bo = await people(store, "Ann", "Bo")
    await played(store, "one", ann.id, bo.id)
    await store.reviews.keep(made())
    await store.annul(ONE)
    assert await store.reviews.of(ONE) == made()
