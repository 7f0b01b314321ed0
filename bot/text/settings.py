"""What a person's settings say: each value in a sentence, and the label of what chooses it."""

from collections.abc import Mapping

from bot.text.catalog import NAMES, Texts, mark

_SAID: Mapping[str, str] = {
    "confirm=no": mark("A stone is placed as soon as you choose its point."),
    "confirm=yes": mark("You are asked before a stone is placed."),
    "auto=yes": mark("Dice that leave one choice are played by themselves."),
    "auto=no": mark("You choose even where the dice leave one choice."),
    "listed=no": mark("On the leaderboard of everywhere you are “a player”."),
    "listed=yes": mark("On the leaderboard of everywhere your name is shown."),
    "theme=classic": mark("Boards: classic"),
    "theme=wood": mark("Boards: wood"),
    "theme=dark": mark("Boards: dark"),
    "theme=shapes": mark("Boards: shapes"),
}

_CHANGES: Mapping[str, str] = {
    "confirm=no": mark("Place at once"),
    "confirm=yes": mark("Ask before placing"),
    "auto=yes": mark("Play single choices"),
    "auto=no": mark("Leave single choices to me"),
    "listed=no": mark("Hide my name"),
    "listed=yes": mark("Show my name"),
    "theme=classic": mark("Classic"),
    "theme=wood": mark("Wood"),
    "theme=dark": mark("Dark"),
    "theme=shapes": mark("Shapes"),
    "language=chat": mark("As my chat"),
}

_TITLES: Mapping[str, str] = {"language": mark("Language"), "theme": mark("Look of the boards")}


def said(texts: Texts, key: str, value: str) -> str:
    """That a setting has this value. KeyError for one without words: a fault of ours."""
    if key != "language":
        return texts.t(_SAID[f"{key}={value}"])
    if value in NAMES:
        return texts.t("Language: {name}", name=NAMES[value])
    return texts.t("Language: as your chat says")


def change(texts: Texts, key: str, value: str) -> str:
    """The label of what chooses this value; languages are called what their speakers call them."""
    if key == "language" and value in NAMES:
        return NAMES[value]
    return texts.t(_CHANGES[f"{key}={value}"])


def title(texts: Texts, key: str) -> str:
    """Above the values of a setting that has several."""
    return texts.t(_TITLES[key])
