"""Application commands: what may be registered, and how a person's choice becomes an interaction.

Source: developers/interactions/application-commands (limits, naming, counting of 8,000 characters).
"""

from collections.abc import Iterator, Sequence

from tests.fakes.discord.errors import JSON, invalid

CHAT, USER, MESSAGE = 1, 2, 3
SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, PERSON = 1, 2, 3, 4, 5, 6
MOST = {CHAT: 100, USER: 15, MESSAGE: 15}
OPTIONS, CHOICES, NAME, DESCRIPTION, CHARACTERS = 25, 25, 32, 100, 8000
# fmt: off
LOCALES = frozenset((
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no",
    "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th",
    "zh-CN", "ja", "zh-TW", "ko",
))
# fmt: on
GUILD, BOT_DM, PRIVATE = 0, 1, 2
"""Interaction contexts."""


def check(commands: Sequence[JSON]) -> None:
    """ApiError 50035 where a set of commands breaks a rule."""
    seen: set[tuple[int, str]] = set()
    for index, command in enumerate(commands):
        kind = command.get("type", CHAT)
        at = str(index)
        key = kind, command["name"]
        if key in seen:
            raise invalid(f"{at}.name", "APPLICATION_COMMANDS_DUPLICATE_NAME", "name twice")
        seen.add(key)
        if sum(c.get("type", CHAT) == kind for c in commands) > MOST[kind]:
            raise invalid(at, "MAX_COMMANDS", f"{MOST[kind]} of type {kind}")
        _check_names(command, at, described=kind == CHAT, strict=kind == CHAT)
        _check_options(command.get("options") or (), f"{at}.options", depth=0)
        if kind == CHAT and _characters(command) > CHARACTERS:
            raise invalid(at, "APPLICATION_COMMAND_TOO_LARGE", f"over {CHARACTERS} characters")


def _check_options(options: Sequence[JSON], at: str, *, depth: int) -> None:
    if len(options) > OPTIONS:
        raise invalid(at, "BASE_TYPE_MAX_LENGTH", f"Must be {OPTIONS} or fewer.")
    names = [name for option in options for name in {option["name"], *_localised(option)}]
    if len(set(names)) != len(names):
        raise invalid(at, "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED", "an option name twice")
    nested = [option["type"] in (SUBCOMMAND, GROUP) for option in options]
    if any(nested) and not all(nested):
        raise invalid(at, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "subcommands beside options")
    needed = [bool(option.get("required")) for option in options]
    if needed != sorted(needed, reverse=True):
        raise invalid(at, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "required ones first")
    for index, option in enumerate(options):
        path = f"{at}.{index}"
        if depth > {GROUP: 0, SUBCOMMAND: 1}.get(option["type"], 2):
            raise invalid(f"{path}.type", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "too deep")
        _check_names(option, path, described=True, strict=True)
        _check_choices(option, path)
        _check_options(option.get("options") or (), f"{path}.options", depth=depth + 1)


def _check_choices(option: JSON, at: str) -> None:
    choices = option.get("choices") or ()
    if choices and option.get("autocomplete"):
        raise invalid(at, "APPLICATION_COMMAND_AUTOCOMPLETE_INVALID", "choices or completion")
    if len(choices) > CHOICES:
        raise invalid(f"{at}.choices", "BASE_TYPE_MAX_LENGTH", f"Must be {CHOICES} or fewer.")
    for index, choice in enumerate(choices):
        check_choice(choice, f"{at}.choices.{index}")


def check_choice(choice: JSON, at: str) -> None:
    names = [choice["name"], *(choice.get("name_localizations") or {}).values()]
    if any(not 1 <= len(name) <= 100 for name in names):
        raise invalid(f"{at}.name", "BASE_TYPE_BAD_LENGTH", "1 to 100")
    if isinstance(choice["value"], str) and not 1 <= len(choice["value"]) <= 100:
        raise invalid(f"{at}.value", "BASE_TYPE_BAD_LENGTH", "1 to 100")


def _check_names(part: JSON, at: str, *, described: bool, strict: bool) -> None:
    for key in ("name_localizations", "description_localizations"):
        if unknown := set(part.get(key) or ()) - LOCALES:
            raise invalid(f"{at}.{key}", "LOCALE_INVALID", f"no locale {sorted(unknown)}")
    for name in (part["name"], *_localised(part)):
        if not 1 <= len(name) <= NAME or (strict and not _is_name(name)):
            raise invalid(f"{at}.name", "APPLICATION_COMMAND_INVALID_NAME", f"{name!r}")
    texts = [part.get("description") or ""]
    texts += (part.get("description_localizations") or {}).values()
    for text in texts:
        if described and not 1 <= len(text) <= DESCRIPTION:
            raise invalid(f"{at}.description", "BASE_TYPE_BAD_LENGTH", f"1 to {DESCRIPTION}")
        if not described and text:
            raise invalid(f"{at}.description", "APPLICATION_COMMAND_DESCRIPTION", "not for menus")


def _localised(part: JSON) -> list[str]:
    """The names in other languages that differ from the plain one."""
    names = (part.get("name_localizations") or {}).values()
    return [name for name in dict.fromkeys(names) if name != part["name"]]


def _is_name(name: str) -> bool:
    return name == name.lower() and all(c.isalnum() or c in "-_'" for c in name)


def _characters(part: JSON) -> int:
    """Name, description and values, each in its longest language, through all levels."""
    total = 0
    for key in ("name", "description"):
        texts = [part.get(key) or "", *(part.get(f"{key}_localizations") or {}).values()]
        total += max(map(len, texts))
    total += len(part["value"]) if isinstance(part.get("value"), str) else 0
    for key in ("options", "choices"):
        total += sum(_characters(child) for child in part.get(key) or ())
    return total


def find(commands: Sequence[JSON], path: str, kind: int = CHAT) -> tuple[JSON, list[JSON], JSON]:
    """The command, the way to the called part, and that part. `path` is like `match resign`.

    AssertionError where it was never synced: a person could not have called it.
    """
    words = [path] if kind != CHAT else path.split()
    known = {c["name"]: c for c in commands if c.get("type", CHAT) == kind}
    assert words[0] in known, f"no command {words[0]!r} is registered, only {sorted(known)}"
    command = part = known[words[0]]
    way: list[JSON] = []
    for word in words[1:]:
        inner = {o["name"]: o for o in part.get("options") or () if o["type"] in (1, 2)}
        assert word in inner, f"no {word!r} under {part['name']!r}, only {sorted(inner)}"
        part = inner[word]
        way.append(part)
    nested = [o["name"] for o in part.get("options") or () if o["type"] in (SUBCOMMAND, GROUP)]
    assert not nested, f"{path!r} needs one of {nested}"
    return command, way, part


def fill(part: JSON, given: dict[str, object], *, partly: bool = False) -> Iterator[JSON]:
    """Return the options as the interaction carries them.

    Raise AssertionError if the client would not send them. With `partly`, required ones may be
    missing, since the user is still typing.
    """
    known = {option["name"]: option for option in part.get("options") or ()}
    missing = [n for n, o in known.items() if o.get("required") and n not in given]
    assert partly or not missing, f"{part['name']} needs {missing}"
    for name, value in given.items():
        assert name in known, f"{part['name']} has no option {name!r}, only {sorted(known)}"
        option = known[name]
        choices = [choice["value"] for choice in option.get("choices") or ()]
        assert not choices or value in choices, f"{name} must be one of {choices}"
        yield {"name": name, "type": option["type"], "value": value}


def allowed(command: JSON, context: int, installed: Sequence[int]) -> bool:
    """Whether the client offers it there. `installed`: 0 in the server, 1 by the person."""
    contexts = command.get("contexts")
    types = command.get("integration_types") or [0]
    if not set(types) & set(installed):
        return False
    return contexts is None or context in contexts
