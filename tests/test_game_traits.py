"""No branch outside a game's folder, drawing and strings names a game or is a proxy for one.

What differs between games is a trait (`core/game.py`) or an entry in a registry keyed by game id.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GAMES = {"reversi", "pente", "dice"}
CONSTANTS = {"REVERSI", "PENTE", "DICE"}


def sources() -> Iterator[Path]:
    for folder in ("bot", "core", "renderers"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if not path.is_relative_to(ROOT / "core" / "games"):
                yield path


def proxies(tree: ast.AST) -> Iterator[int]:
    """Yield the lines that compare a game's id, count a single seat, or look for dice."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and any(map(_is_proxy, _sides(node))):
            yield node.lineno


def _sides(node: ast.Compare) -> Iterator[tuple[ast.expr, ast.cmpop, ast.expr]]:
    for left, operator, right in zip(
        [node.left, *node.comparators], node.ops, node.comparators, strict=False
    ):
        yield left, operator, right
        yield right, operator, left


def _is_proxy(side: tuple[ast.expr, ast.cmpop, ast.expr]) -> bool:
    subject, _, other = side
    return _names_a_game(subject) or _counts_one_seat(subject, other)


def _names_a_game(node: ast.expr) -> bool:
    """Return whether this is `DICE.id`, or `GameId("dice")`."""
    match node:
        case ast.Attribute(value=ast.Name(id=name), attr="id"):
            return name in CONSTANTS
        case ast.Call(func=ast.Name(id="GameId"), args=[ast.Constant(value=str(value))]):
            return value in GAMES
        case _:
            return False


def _counts_one_seat(node: ast.expr, other: ast.expr) -> bool:
    match node, other:
        case ast.Attribute(attr="seats"), ast.Constant(value=1):
            return True
        case ast.Attribute(attr="seat_counts"), ast.Tuple():
            return True
        case ast.Attribute(value=ast.Attribute(attr="setup"), attr="chance"), ast.Constant():
            return True
        case _:
            return False


def test_no_branch_stands_for_a_game() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in sources()
        for line in proxies(ast.parse(path.read_text()))
    ]
    assert found == []


@pytest.mark.parametrize(
    "planted",
    [
        "match.game == DICE.id",
        "PENTE.id != game",
        "game == GameId('reversi')",
        "match.setup.seats == 1",
        "match.setup.seats > 1",
        "rules.seat_counts == (1,)",
        "match.setup.chance is not None",
    ],
)
def test_a_planted_branch_is_found(planted: str) -> None:
    assert [*proxies(ast.parse(f"if {planted}:\n    pass"))] == [1]


@pytest.mark.parametrize(
    "fine", ["match.setup.seats > 2", "game == other.id", "view.proof is None"]
)
def test_what_counts_something_else_is_let_be(fine: str) -> None:
    assert [*proxies(ast.parse(f"if {fine}:\n    pass"))] == []
