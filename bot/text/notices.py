"""What people are told unasked: boards that wait for them, and what they asked to be told."""

from collections.abc import Sequence

from bot.text.catalog import Texts


def boards(texts: Texts, count: int) -> str:
    """Above the boards that wait."""
    return texts.n(
        "{count} board is waiting for you:", "{count} boards are waiting for you:", count
    )


def nothing(texts: Texts) -> str:
    """In place of a notice that cannot be taken away any more."""
    return texts.t("Nothing is waiting for you here any more.")


def waited(texts: Texts, time: str) -> str:
    return texts.t("waiting for {time}", time=time)


def left(texts: Texts, time: str) -> str:
    """Until a flag falls, or something closes."""
    return texts.t("{time} left", time=time)


def claimable(texts: Texts, time: str) -> str:
    """How long until others may claim the match; "" if they may now."""
    if not time:
        return texts.t("can be claimed now")
    return texts.t("can be claimed in {time}", time=time)


def shut(texts: Texts) -> str:
    """Why something comes here that was to come privately; said once."""
    return texts.t("I can't message you privately. Open a chat with me and write first.")


def more(texts: Texts, count: int) -> str:
    """After a move, to who made it."""
    return texts.n(
        "Played. {count} more board is waiting for you:",
        "Played. {count} more boards are waiting for you:",
        count,
    )


def more_briefly(texts: Texts, count: int) -> str:
    """The same where there is no room for the way there."""
    return texts.n(
        "Played. {count} more board waiting: “games”",
        "Played. {count} more boards waiting: “games”",
        count,
    )


def next_board(texts: Texts) -> str:
    """The label of the way there."""
    return texts.t("Next board")


def since(texts: Texts, moves: Sequence[str]) -> str:
    """What happened since somebody's own last move."""
    return texts.t("Since your move: {moves}", moves=", ".join(moves))


def moved(texts: Texts, name: str, move: str) -> str:
    """One of the things that happened."""
    return texts.t("{name} {move}", name=name, move=move)


def passed(texts: Texts, name: str) -> str:
    return texts.t("{name} passes", name=name)
