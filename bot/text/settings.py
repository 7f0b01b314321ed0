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
    "boards=pictures": mark("Boards in your private chats are pictures."),
    "boards=text": mark("Boards in your private chats are text."),
    "theme=classic": mark("Boards: classic"),
    "theme=wood": mark("Boards: wood"),
    "theme=dark": mark("Boards: dark"),
    "theme=shapes": mark("Boards: shapes"),
    "challenges=all": mark("Everybody may challenge you."),
    "challenges=met": mark("People you have played may challenge you."),
    "challenges=nobody": mark("Nobody may challenge you."),
    "notices=here": mark("You are told in the room of a board when it waits for you."),
    "notices=private": mark("You are told privately when a board waits for you."),
    "notices=daily": mark("You are told once a day which boards wait for you."),
    "notices=off": mark("You are not told when a board waits for you."),
    "reminders=usual": mark("You are reminded after a day and two, and before it is too late."),
    "reminders=few": mark("You are reminded once, before it is too late."),
    "reminders=none": mark("You are never reminded."),
    "quiet=none": mark("You can be told at any hour."),
}

_CHANGES: Mapping[str, str] = {
    "confirm=no": mark("Place at once"),
    "confirm=yes": mark("Ask before placing"),
    "auto=yes": mark("Play single choices"),
    "auto=no": mark("Leave single choices to me"),
    "listed=no": mark("Hide my name"),
    "listed=yes": mark("Show my name"),
    "boards=pictures": mark("Boards as pictures"),
    "boards=text": mark("Boards as text"),
    "theme=classic": mark("Classic"),
    "theme=wood": mark("Wood"),
    "theme=dark": mark("Dark"),
    "theme=shapes": mark("Shapes"),
    "challenges=all": mark("Everybody"),
    "challenges=met": mark("People I have played"),
    "challenges=nobody": mark("Nobody"),
    "language=chat": mark("As my chat"),
    "notices=here": mark("Where the board is"),
    "notices=private": mark("Privately"),
    "notices=daily": mark("Once a day"),
    "notices=off": mark("Not at all"),
    "reminders=usual": mark("As usual"),
    "reminders=few": mark("Once only"),
    "reminders=none": mark("Never"),
    "quiet=none": mark("No quiet hours"),
}

_TITLES: Mapping[str, str] = {
    "language": mark("Language"),
    "theme": mark("Look of the boards"),
    "challenges": mark("Who may challenge me"),
    "notices": mark("When a board waits for me"),
    "reminders": mark("Reminders"),
    "quiet": mark("Quiet hours"),
    "zone": mark("My clocks"),
}


_OWN: Mapping[str, str] = {
    "link": mark("Link my accounts"),
    "block": mark("Whom I have blocked"),
    "export": mark("My data as a file"),
    "delete": mark("Delete my data"),
}


def said(texts: Texts, key: str, value: str) -> str:
    """That a setting has this value. KeyError for one without words: a fault of ours."""
    if key == "quiet" and value != "none":
        begin, end = value.split(" ")
        return texts.t("You are told nothing from {begin}:00 to {end}:00.", begin=begin, end=end)
    if key == "zone":
        return texts.t("Your clocks show {zone}.", zone=zone(value))
    if key != "language":
        return texts.t(_SAID[f"{key}={value}"])
    if value in NAMES:
        return texts.t("Language: {name}", name=NAMES[value])
    return texts.t("Language: as your chat says")


def change(texts: Texts, key: str, value: str) -> str:
    """The label of what chooses this value; languages are called what their speakers call them."""
    if key == "language" and value in NAMES:
        return NAMES[value]
    if key == "zone":
        return zone(value)
    if key == "quiet" and value != "none":
        return "{}:00 \N{EN DASH} {}:00".format(*value.split(" "))
    return texts.t(_CHANGES[f"{key}={value}"])


def zone(value: str) -> str:
    """`UTC`, `UTC+2`, `UTC-3:30`: what clocks show, by how far they are ahead."""
    if value == "0":
        return "UTC"
    sign = "\N{MINUS SIGN}" if value.startswith("m") else "+"
    return f"UTC{sign}{value.removeprefix('m').replace(' ', ':')}"


def verb(texts: Texts, verb: str) -> str:
    """The label of what else is one's own."""
    return texts.t(_OWN[verb])


def settings(texts: Texts) -> str:
    """The label that leads to all of them."""
    return texts.t("My settings")


def back(texts: Texts) -> str:
    """The label that leads from the values of one setting to all."""
    return texts.t("Back")


def title(texts: Texts, key: str) -> str:
    """Above the values of a setting that has several."""
    return texts.t(_TITLES[key])
