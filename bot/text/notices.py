"""Texts of notifications: waiting boards, and subscriptions."""

from collections.abc import Sequence

from bot.text.catalog import Texts


def boards(texts: Texts, count: int) -> str:
    """Header of the waiting boards."""
    return texts.n(
        "{count} board is waiting for you:", "{count} boards are waiting for you:", count
    )


def nothing(texts: Texts) -> str:
    """Replacement of a notification that can no longer be deleted."""
    return texts.t("Nothing is waiting for you here any more.")


def waited(texts: Texts, time: str) -> str:
    return texts.t("waiting for {time}", time=time)


def left(texts: Texts, time: str) -> str:
    """Return the time left before a flag falls or something closes."""
    return texts.t("{time} left", time=time)


def claimable(texts: Texts, time: str) -> str:
    """Return how long until others may claim the match; "" if they may now."""
    if not time:
        return texts.t("can be claimed now")
    return texts.t("can be claimed in {time}", time=time)


def shut(texts: Texts) -> str:
    """Explain once why a private notification appears in a room."""
    return texts.t("I can't message you privately. Open a chat with me and write first.")


def more(texts: Texts, count: int) -> str:
    """Say, after a move, that other boards are waiting."""
    return texts.n(
        "Played. {count} more board is waiting for you:",
        "Played. {count} more boards are waiting for you:",
        count,
    )


def more_briefly(texts: Texts, count: int) -> str:
    """The same as `more`, without a link."""
    return texts.n(
        "Played. {count} more board waiting: “games”",
        "Played. {count} more boards waiting: “games”",
        count,
    )


def next_board(texts: Texts) -> str:
    """Label of the link to the next board."""
    return texts.t("Next board")


def since(texts: Texts, moves: Sequence[str]) -> str:
    """Introduce the moves since the player's own last move."""
    return texts.t("Since your move: {moves}", moves=", ".join(moves))


def moved(texts: Texts, name: str, move: str) -> str:
    """Return one of those moves."""
    return texts.t("{name} {move}", name=name, move=move)


def passed(texts: Texts, name: str) -> str:
    return texts.t("{name} passes", name=name)
