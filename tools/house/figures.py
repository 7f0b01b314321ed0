"""The figures, each with its goal."""

from collections.abc import Iterator
from dataclasses import dataclass

from tools.house import concepts, games, graph, layout, prose, vocabulary, writing


@dataclass(frozen=True, slots=True)
class Figure:
    """One line: a value that is to be at most its goal, and what makes it up."""

    name: str
    value: float
    goal: float
    parts: tuple[str, ...] = ()

    @property
    def is_met(self) -> bool:
        return self.value <= self.goal

    def __str__(self) -> str:
        return f"{self.name}: {self.value:g} (goal <= {self.goal:g})"


def figures() -> Iterator[Figure]:
    """Compute every figure."""
    counts = prose.counts()
    marked, total = (
        sum(count.marked for count in counts.values()),
        sum(count.total for count in counts.values()),
    )
    yield Figure(
        "percent of comments and docstrings with a marker", _percent(marked, total), prose.GOAL
    )
    for package, count in sorted(counts.items()):
        name = f"percent with a marker in {package} ({count.marked} of {count.total})"
        yield Figure(name, round(count.percent, 1), prose.GOAL)
    words = vocabulary.counts()
    yield Figure(
        "names with a word of the private vocabulary",
        sum(words.values()),
        0,
        tuple(f"{word}: {count}" for word, count in sorted(words.items())),
    )
    for concept, spread in concepts.spreads().items():
        yield Figure(f"files to change {concept}", len(spread.modules), 5, spread.modules)
        packages = tuple(sorted(spread.packages))
        yield Figure(f"packages of bot.app to change {concept}", len(packages), 1, packages)
    for root, most in (("bot", 15), ("core", 20), ("renderers", 20)):
        folders = {
            folder: count
            for folder, count in layout.modules_per_folder().items()
            if folder.partition("/")[0] == root
        }
        largest = max(folders, key=lambda folder: folders[folder])
        yield Figure(f"modules in the largest folder of {root}", folders[largest], most, (largest,))
    yield Figure(
        "file names in bot for different things",
        len(repeated := layout.repeated_file_names()),
        0,
        tuple(f"{name}: {', '.join(places)}" for name, places in repeated.items()),
    )
    yield Figure(
        "class names that are not unique",
        len(repeated := layout.repeated_class_names()),
        0,
        tuple(f"{name}: {', '.join(places)}" for name, places in repeated.items()),
    )
    found = games.branches()
    yield Figure("branches that stand for a game", len(found), 0)
    for kind in games.KINDS:
        lines = tuple(f"{b.file}:{b.line} {b.text}" for b in found if b.kind == kind)
        yield Figure(f"branches that stand for a game: {kind}", len(lines), 0, lines)
    yield Figure("files with such branches", len({each.file for each in found}), 0)
    paths = writing.write_paths()
    yield Figure("code paths that lock, load and save", len(paths), 1, tuple(paths))
    names = writing.subscribing_names()
    yield Figure("names of methods that subscribe", len(names), 1, tuple(names))
    yield Figure("import levels of the packages of bot.app", graph.levels(graph.application()), 8)
    yield Figure(
        "import cycles between the packages of bot.app",
        len(cycles := graph.cycles(graph.application())),
        0,
        tuple(", ".join(cycle) for cycle in cycles),
    )


def _percent(part: int, whole: int) -> float:
    return round(100 * part / whole, 1)
