"""The command tree, as far as the verbs go by now.

Each command turns what was typed into a wish and hands it to the desk; none decides anything.
Names and descriptions are localised by `naming.py`, completions come from `completion.py`. All of
them can be installed in a server or by a person, and used in channels, in private, in group chats.
"""

import inspect
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.app.model.leaderboard import PeriodKind, ScopeKind
from bot.app.model.request import Request, Verb
from bot.frontends.discord import mapping
from bot.frontends.discord.commands.command_i18n import Kind, named
from bot.frontends.discord.inbound import autocomplete
from bot.frontends.discord.mapping import Interaction
from bot.text import games, slash
from bot.text.verbs import DESCRIPTIONS
from core.match.create import FIRST
from core.registry import GAMES
from core.types import MatchId

CONTEXTS = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
INSTALLS = app_commands.AppInstallationType(guild=True, user=True)

_DEFAULT = str(next(iter(GAMES)))
_PLAIN = (
    *(Verb.RESIGN, Verb.DRAW, Verb.TAKEBACK, Verb.PAUSE, Verb.RESUME, Verb.REMATCH),
    *(Verb.SHEET, Verb.HINT),
)
_ABOUT = (Verb.HELP, Verb.PRIVACY)

Callback = Callable[..., Coroutine[Any, Any, None]]
Ask = Callable[[Interaction, Request], Coroutine[Any, Any, None]]
Offered = Callable[[Interaction, str], Coroutine[Any, Any, list[Choice[str]]]]
Maybe = str | None


def _choices(key: str, values: Sequence[str]) -> list[Choice[str]]:
    known = {**slash.CHOICES, **games.OPTIONS}
    return [Choice(name=named(known[f"{key}={value}"], Kind.TEXT), value=value) for value in values]


def _games() -> list[Choice[str]]:
    """Return a choice for each game."""
    return [Choice(name=named(games.NAMES[id], Kind.TEXT), value=str(id)) for id in GAMES]


def _seats() -> list[str]:
    """Return the numbers of seats that a match of two sides can have in any game."""
    versus = (game for game in GAMES.values() if not game.solo)
    return sorted({str(seats) for game in versus for seats in game.seat_counts})


def _variants() -> dict[str, list[Choice[str]]]:
    """The options that games have, each with its values in any of them."""
    values: dict[str, dict[str, None]] = {}
    for game in GAMES.values():
        for option in game.options:
            values.setdefault(option.key, {}).update(dict.fromkeys(option.values))
    return {key: _choices(key, list(known)) for key, known in values.items()}


class Commands:
    """Builds the tree. Holds what its callbacks need: whom to ask, and a list of moves."""

    def __init__(self, ask: Ask, moves: Offered) -> None:
        self._ask = ask
        self._moves = moves

    def add_to(self, tree: "app_commands.CommandTree[Any]") -> None:
        """Everything there is."""
        playing = (self._challenge(), self._play(), self._dice(), self._move())
        for command in (*playing, self._leaderboard()):
            tree.add_command(command)
        for verb in (Verb.BOARD, Verb.GAMES):
            tree.add_command(self._plain(verb))
        tree.add_command(self._daily())
        match = self._group("match")
        for verb in _PLAIN:
            match.add_command(self._plain(verb))
        for verb in (Verb.REVIEW, Verb.REPLAY, Verb.RECORD):
            match.add_command(self._of_past(verb))
        for command in (self._join(), self._watch(), self._import(), self._from()):
            match.add_command(command)
        running = self._group("tavola-admin")
        running.default_permissions = discord.Permissions(manage_guild=True)
        running.allowed_contexts = app_commands.AppCommandContext(guild=True)
        running.allowed_installs = app_commands.AppInstallationType(guild=True)
        for command in (
            self._change(Verb.SETUP, autocomplete.setup),
            self._bar(Verb.BAR),
            self._bar(Verb.UNBAR),
            self._of_match(Verb.END),
            self._of_match(Verb.ANNUL),
        ):
            running.add_command(command)
        mine = self._group("me")
        for command in (
            self._tell(),
            self._change(Verb.SETTINGS, autocomplete.settings),
            self._profile(),
            self._history(),
            self._link(),
            self._plain(Verb.UNLINK),
            self._bar(Verb.BLOCK),
            self._bar(Verb.UNBLOCK),
            self._plain(Verb.EXPORT),
            self._plain(Verb.DELETE),
        ):
            mine.add_command(command)
        about = self._group("tavola")
        for verb in _ABOUT:
            about.add_command(self._plain(verb))
        about.add_command(self._rules())
        for group in (match, mine, about, running):
            tree.add_command(group)
        tree.add_command(self._menu())

    async def _send(
        self,
        interaction: Interaction,
        verb: Verb,
        arg: str = "",
        *,
        session: MatchId | None = None,
        options: Mapping[str, str] | None = None,
        opponent: discord.User | None = None,
    ) -> None:
        request = mapping.request_of(
            interaction, verb, arg, session=session, options=options, opponent=opponent
        )
        await self._ask(interaction, request)

    # --- one after the other ----------------------------------------------------------------------

    def _challenge(self) -> "app_commands.Command[Any, ..., None]":
        async def challenge(
            interaction: Interaction,
            game: str = _DEFAULT,
            opponent: discord.User | None = None,
            clock: str | None = None,
            first: str | None = None,
            rated: str | None = None,
            hints: str | None = None,
            seats: str | None = None,
            **options: str | None,
        ) -> None:
            named = {"clock": clock, "first": first, "rated": rated, "hints": hints}
            given = _given(**named, seats=seats, **options)
            await self._send(interaction, Verb.CHALLENGE, game, options=given, opponent=opponent)

        choices = {
            "first": _choices("first", FIRST),
            "rated": _choices("rated", ("yes", "no")),
            "hints": _choices("hints", ("no", "yes")),
            "seats": _choices("seats", _seats()),
        }
        command = _command("challenge", _with_options(challenge), choices)
        command.autocomplete("clock")(autocomplete.clocks)
        return command

    def _play(self) -> "app_commands.Command[Any, ..., None]":
        async def play(
            interaction: Interaction,
            game: str = _DEFAULT,
            level: str | None = None,
            first: str | None = None,
            seats: str | None = None,
            **options: str | None,
        ) -> None:
            given = _given(level=level, first=first, seats=seats, **options)
            await self._send(interaction, Verb.PLAY, game, options=given)

        choices = {"first": _choices("first", FIRST), "seats": _choices("seats", _seats())}
        command = _command("play", _with_options(play), choices)
        command.autocomplete("level")(autocomplete.levels)
        return command

    def _dice(self) -> "app_commands.Command[Any, ..., None]":
        async def dice(interaction: Interaction, hints: str | None = None) -> None:
            await self._send(interaction, Verb.DICE, options=_given(hints=hints))

        return _command("dice", dice, {"hints": _choices("hints", ("no", "yes"))})

    def _move(self) -> "app_commands.Command[Any, ..., None]":
        async def move(interaction: Interaction, point: str) -> None:
            await self._send(interaction, Verb.MOVE, arg=point)

        command = _command("move", move)
        command.autocomplete("point")(self._moves)
        return command

    def _join(self) -> "app_commands.Command[Any, ..., None]":
        async def join(interaction: Interaction, code: str = "") -> None:
            await self._send(interaction, Verb.JOIN, arg=code)

        return _command("join", join)

    def _link(self) -> "app_commands.Command[Any, ..., None]":
        async def link(interaction: Interaction, code: str = "") -> None:
            await self._send(interaction, Verb.LINK, arg=code)

        return _command("link", link)

    def _watch(self) -> "app_commands.Command[Any, ..., None]":
        async def watch(interaction: Interaction, code: str) -> None:
            await self._send(interaction, Verb.WATCH, arg=code)

        return _command("watch", watch)

    def _leaderboard(self) -> "app_commands.Command[Any, ..., None]":
        async def leaderboard(
            interaction: Interaction,
            game: str = _DEFAULT,
            scope: str | None = None,
            period: str | None = None,
            page: app_commands.Range[int, 1, 999_999] | None = None,
        ) -> None:
            number = None if page is None else str(page)
            options = _given(scope=scope, period=period, page=number)
            await self._send(interaction, Verb.LEADERBOARD, game, options=options)

        choices = {
            "scope": _choices("scope", tuple(ScopeKind)),
            "period": _choices("period", tuple(PeriodKind)),
        }
        return _command("leaderboard", leaderboard, choices)

    def _import(self) -> "app_commands.Command[Any, ..., None]":
        async def bring(interaction: Interaction, text: str) -> None:
            await self._send(interaction, Verb.IMPORT, arg=text)

        return _command("import", bring)

    def _from(self) -> "app_commands.Command[Any, ..., None]":
        async def onward(
            interaction: Interaction,
            number: app_commands.Range[int, 0, 999] | None = None,
            level: str | None = None,
            match: str = "",
        ) -> None:
            after, which = "" if number is None else str(number), _match(match)
            options = _given(level=level)
            await self._send(interaction, Verb.FROM, arg=after, session=which, options=options)

        command = _command("from", onward)
        command.autocomplete("level")(autocomplete.levels)
        return command

    def _profile(self) -> "app_commands.Command[Any, ..., None]":
        async def profile(interaction: Interaction, person: discord.User | None = None) -> None:
            await self._send(interaction, Verb.PROFILE, opponent=person)

        return _command("profile", profile)

    def _history(self) -> "app_commands.Command[Any, ..., None]":
        async def history(
            interaction: Interaction, page: app_commands.Range[int, 1, 999_999] = 1
        ) -> None:
            await self._send(interaction, Verb.HISTORY, arg=str(page))

        return _command("history", history)

    def _rules(self) -> "app_commands.Command[Any, ..., None]":
        async def rules(interaction: Interaction, game: str = _DEFAULT) -> None:
            await self._send(interaction, Verb.RULES, game)

        return _command("rules", rules)

    def _bar(self, verb: Verb) -> "app_commands.Command[Any, ..., None]":
        async def bar(interaction: Interaction, whom: discord.User | None = None) -> None:
            await self._send(interaction, verb, opponent=whom)

        return _command(verb, bar)

    def _daily(self) -> "app_commands.Command[Any, ..., None]":
        async def daily(interaction: Interaction, table: str = "") -> None:
            await self._send(interaction, Verb.DAILY, arg=table)

        command = _command("daily", daily)
        command.autocomplete("table")(autocomplete.tables)
        return command

    def _change(self, verb: Verb, offered: Offered) -> "app_commands.Command[Any, ..., None]":
        async def ask(interaction: Interaction, change: str = "") -> None:
            await self._send(interaction, verb, arg=change)

        command = _command(verb, ask)
        command.autocomplete("change")(offered)
        return command

    def _tell(self) -> "app_commands.Command[Any, ..., None]":
        async def tell(interaction: Interaction, answer: str = "") -> None:
            await self._send(interaction, Verb.TELL, arg=answer)

        return _command("tell", tell, {"answer": _choices("answer", ("yes", "no"))})

    def _of_match(self, verb: Verb) -> "app_commands.Command[Any, ..., None]":
        async def ask(interaction: Interaction, match: str = "") -> None:
            await self._send(interaction, verb, arg=match.strip().lower())

        return _command(verb, ask)

    def _of_past(self, verb: Verb) -> "app_commands.Command[Any, ..., None]":
        async def ask(interaction: Interaction, match: str = "") -> None:
            await self._send(interaction, verb, session=_match(match))

        return _command(verb, ask)

    def _plain(self, verb: Verb) -> "app_commands.Command[Any, ..., None]":
        async def ask(interaction: Interaction) -> None:
            await self._send(interaction, verb)

        return _command(verb, ask)

    def _group(self, name: str) -> app_commands.Group:
        return app_commands.Group(
            name=named(name, Kind.COMMAND),
            description=named(slash.GROUPS[name], Kind.TEXT),
            allowed_contexts=CONTEXTS,
            allowed_installs=INSTALLS,
        )

    def _menu(self) -> app_commands.ContextMenu:
        async def challenge(interaction: Interaction, person: discord.User) -> None:
            await self._send(interaction, Verb.CHALLENGE, opponent=person)

        return app_commands.ContextMenu(
            name=named(slash.MENU, Kind.TEXT),
            callback=challenge,
            allowed_contexts=CONTEXTS,
            allowed_installs=INSTALLS,
        )


def _with_options(callback: Callback) -> Callback:
    """The callback with a parameter for each option of any game in place of its `**options`.

    An option that the chosen game does not have is refused by the service.
    """
    signature = inspect.signature(callback)
    own = [each for each in signature.parameters.values() if each.kind is not each.VAR_KEYWORD]
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    more = [inspect.Parameter(k, kind, default=None, annotation=Maybe) for k in _variants()]
    callback.__signature__ = signature.replace(parameters=[*own, *more])  # type: ignore[attr-defined]
    return callback


def _command(
    name: str, callback: Callback, choices: Mapping[str, list[Choice[str]]] | None = None
) -> "app_commands.Command[Any, ..., None]":
    """A command with the names, descriptions and choices that go with its parameters."""
    options = list(inspect.signature(callback).parameters)[1:]
    offered = {"game": _games()} | _variants() | dict(choices or {})
    hints = {each: slash.HINTS.get(f"{name} {each}", slash.HINTS[each]) for each in options}
    app_commands.describe(**{each: named(hint, Kind.TEXT) for each, hint in hints.items()})(
        callback
    )
    app_commands.rename(**{each: named(each, Kind.OPTION) for each in options})(callback)
    app_commands.choices(**{each: offered[each] for each in options if each in offered})(callback)
    return app_commands.Command(
        name=named(name, Kind.COMMAND),
        description=named(DESCRIPTIONS[name], Kind.TEXT),
        callback=callback,
        allowed_contexts=CONTEXTS,
        allowed_installs=INSTALLS,
    )


def _match(typed: str) -> MatchId | None:
    """Return the match id as a history shows it."""
    return MatchId(typed.strip().lower()) if typed.strip() else None


def _given(**options: str | None) -> dict[str, str]:
    return {key: value for key, value in options.items() if value is not None}
