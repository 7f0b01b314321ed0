"""Words that name nothing in this field, with the field's word for each.

Counted in the names of modules, classes and functions of `bot`, `core` and `renderers`;
`docs/glossary.md` has the terms to use.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping

from tools.house.sources import SHIPPED, Source, sources

INSTEAD = {
    "ack": "response",
    "acquaintance": "contact",
    "admission": "access policy",
    "advancing": "transition",
    "alarm": "subscribe",
    "almanac": "daily",
    "analyst": "review worker",
    "anybody": "anyone",
    "arrivals": "join",
    "assembly": "wiring",
    "barring": "ban",
    "belongings": "personal data",
    "blur": "noise",
    "book": "repository",
    "books": "repositories",
    "brought": "imported",
    "comers": "entrants",
    "comings": "membership",
    "company": "contest",
    "crier": "offer subscription",
    "daybook": "daily repository",
    "departing": "absence",
    "desk": "handler",
    "desks": "handlers",
    "errands": "control socket",
    "faults": "errors",
    "forsake": "abandon",
    "forsaken": "abandoned",
    "heed": "subscribe",
    "houses": "room settings",
    "instruments": "environment",
    "leaf": "page",
    "letters": "notification content",
    "likeness": "equivalence",
    "logbook": "log",
    "lot": "entropy",
    "lots": "entropy",
    "meant": "resolved",
    "mine": "own",
    "mydata": "personal data",
    "nobody": "no one",
    "noticing": "notification",
    "outbox": "replies",
    "outlook": "policy",
    "passages": "deep links",
    "patience": "deadline",
    "postman": "delivery",
    "reception": "onboarding",
    "relabel": "rewrite ids",
    "said": "text",
    "signpost": "placeholder",
    "somebody": "someone",
    "staff": "handlers",
    "stewards": "admins",
    "sweep": "recovery",
    "takeout": "data export",
    "taste": "weights",
    "thinker": "searcher",
    "thinking": "search",
    "thought": "search result",
    "tiers": "rank counts",
    "timekeeper": "scheduler",
    "told": "notified",
    "traces": "personal data",
    "tries": "attempts",
    "typed": "parsed",
    "whereabouts": "recipient",
    "who": "player",
    "whoever": "player",
    "wiping": "vacuum",
    "wish": "request",
    "wishes": "requests",
    "witness": "subscribe",
}


def counts() -> Mapping[str, int]:
    """Count the names that contain each word, of those that occur."""
    return Counter(
        word
        for source in sources(*SHIPPED)
        for name in names(source)
        for word in words_of(name)
        if word in INSTEAD
    )


def names(source: Source) -> Iterator[str]:
    """Yield the names of the module and of the classes and functions in it."""
    yield source.module.rpartition(".")[2]
    for node in ast.walk(source.tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name


def words_of(name: str) -> set[str]:
    """Split a name in snake or camel case into its words, in small letters."""
    return set(re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().split("_")) - {""}
