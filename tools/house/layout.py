"""How files and classes are divided and named.

A file name may recur where it means the same: in parallel front ends; in the packages of one name
in `bot/app` and `bot/storage`; as a role that every feature package of `bot/app` may have, such as
`handlers`; and in the folders that name their modules after what they word, hold or run, which are
`bot/text`, `bot/app/model` and `bot/cli`. A class name may recur in parallel front ends and games.
"""

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Mapping

from tools.house.sources import SHIPPED, Source, sources

FRONT_END = re.compile(r"^bot/frontends/\w+/")
GAME = re.compile(r"^core/games/\w+/")
ROLES = frozenset({"cards", "handlers", "lifecycle"})
NAMED_AFTER = ("bot/app/model", "bot/cli", "bot/text")


def modules_per_folder() -> Mapping[str, int]:
    """Count the modules directly in each folder, without `__init__`."""
    return Counter(source.folder for source in sources(*SHIPPED) if not source.is_package)


def repeated_file_names() -> Mapping[str, list[str]]:
    """Return the file names in `bot` that mean different things, with their places."""
    places: dict[str, list[str]] = defaultdict(list)
    for source in sources("bot"):
        stem = source.name.rpartition("/")[2].removesuffix(".py")
        if not stem.startswith("__") and source.folder not in NAMED_AFTER:
            places[stem].append(_place(source, stem))
    return {stem: sorted(found) for stem, found in sorted(places.items()) if differ(found)}


def _place(source: Source, stem: str) -> str:
    if match := FRONT_END.match(source.name):
        return match[0]
    parts = source.folder.split("/")
    if len(parts) > 2 and parts[1] == "app" and stem in ROLES:
        return "bot/app/*"
    if len(parts) > 2 and parts[1] in ("app", "storage"):
        return f"bot/*/{parts[2]}"
    return source.folder


def differ(places: list[str]) -> bool:
    """Whether there are two places that are not parallel, or two files in one front end."""
    doubled = any(count > 1 and FRONT_END.match(place) for place, count in Counter(places).items())
    return doubled or len({FRONT_END.sub("bot/frontends", place) for place in places}) > 1


def repeated_class_names() -> Mapping[str, list[str]]:
    """Return the names of classes that are defined at several places."""
    places: dict[str, set[str]] = defaultdict(set)
    for source in sources(*SHIPPED):
        place = GAME.sub("core/games/*", FRONT_END.sub("bot/frontends/*", source.name))
        for node in ast.walk(source.tree):
            if isinstance(node, ast.ClassDef):
                places[node.name].add(place.partition("*")[0])
    return {name: sorted(found) for name, found in sorted(places.items()) if len(found) > 1}
