"""Every table and column is declared, so that nothing about somebody is forgotten."""

from collections.abc import Iterator
from dataclasses import is_dataclass
from pathlib import Path
from types import UnionType
from typing import Any, NewType, Union, get_args, get_origin, get_type_hints

import pytest

from bot.storage.codec import Body, ContestBody
from bot.storage.identity.personal_columns import TABLES
from bot.storage.identity.rewrite_ids import PEOPLE
from core.types import PlayerId
from tests.bot.storage.files import ask, opened

_SCHEMA = (
    "SELECT tables.name, columns.name FROM sqlite_schema AS tables"
    " JOIN pragma_table_info(tables.name) AS columns"
    " WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%'"
)
_KEYS = (
    'SELECT tables.name, keys."from", keys."table" FROM sqlite_schema AS tables'
    " JOIN pragma_foreign_key_list(tables.name) AS keys WHERE tables.type = 'table'"
)


@pytest.fixture
async def schema(tmp_path: Path) -> dict[str, set[str]]:
    async with opened(tmp_path / "tavola.db"):
        pass
    found: dict[str, set[str]] = {}
    for table, column in ask(tmp_path / "tavola.db", _SCHEMA):
        found.setdefault(str(table), set()).add(str(column))
    return found


async def test_every_table_is_declared(schema: dict[str, set[str]]) -> None:
    """A new one is a line in `traces.TABLES`: who stands in it, and what of that may be told."""
    assert set(TABLES) == set(schema)


async def test_every_column_is_declared(schema: dict[str, set[str]]) -> None:
    for name, table in TABLES.items():
        assert table.columns == schema[name], name


@pytest.mark.usefixtures("schema")
async def test_what_refers_to_people_or_matches_is_declared_as_such(tmp_path: Path) -> None:
    for table, column, to in ask(tmp_path / "tavola.db", _KEYS):
        declared = TABLES[str(table)]
        if to == "players":
            assert column in {who.column for who in declared.who}, (table, column)
        if to == "sessions":
            assert column == declared.session, table


@pytest.mark.usefixtures("schema")
async def test_columns_have_the_type_that_is_declared(tmp_path: Path) -> None:
    for name, table in TABLES.items():
        columns = f"SELECT name, type FROM pragma_table_info('{name}')"
        types = {name: kind for name, kind in ask(tmp_path / "tavola.db", columns)}
        for who in table.who:
            assert types[who.column] == ("TEXT" if who.by_id else "INTEGER"), (name, who.column)


@pytest.mark.parametrize("kind", [Body, ContestBody])
def test_stored_matches_hold_people_under_known_names_alone(kind: type[Any]) -> None:
    assert set(_people_in(kind)) <= set(PEOPLE)


def test_the_walk_finds_people() -> None:
    assert set(_people_in(Body)) == {"player", "host", "invited"}


def _people_in(kind: Any) -> Iterator[str]:
    """The names of all fields, however deep, that hold a `PlayerId`."""
    for name, hint in get_type_hints(kind).items():
        for inner in _parts(hint):
            if inner is PlayerId:
                yield name
            elif is_dataclass(inner):
                yield from _people_in(inner)


def _parts(hint: Any) -> Iterator[Any]:
    if isinstance(hint, NewType):
        yield hint
    elif get_origin(hint) in (Union, UnionType, tuple, list, dict) or get_args(hint):
        for inner in get_args(hint):
            yield from _parts(inner)
    else:
        yield hint
