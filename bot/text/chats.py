"""Texts about the chat the bot is in: what it receives there, which permissions it lacks."""

from collections.abc import Mapping, Sequence

from bot.text.catalog import Texts, mark
from bot.text.games import game_name
from core.types import GameId

RIGHTS: Mapping[str, str] = {
    "view_channel": mark("View Channel: without it, boards only update when pressed"),
    "send_messages": mark("Send Messages: without it, I can't post results here"),
    "attach_files": mark("Attach Files: without it, boards are text"),
    "read_message_history": mark(
        "Read Message History: without it, results don't reply to their board"
    ),
    "create_public_threads": mark("Create Public Threads: without it, matches stay in the channel"),
    "send_messages_in_threads": mark(
        "Send Messages in Threads: without it, I can't play in threads"
    ),
}
"""The reason for each permission that Discord may withhold."""


def hears_little(texts: Texts, bot: str) -> str:
    """Explain Telegram's privacy mode."""
    return texts.t(
        "In groups I only see commands and replies to my messages: reply to the board with your"
        " move, such as d3, or write /m@{bot} d3.",
        bot=bot,
    )


def in_private(texts: Texts) -> str:
    """Say that the board of a seat taken here is in the private chat."""
    return texts.t("Your board comes as a private message. If it doesn't arrive, use /board.")


def in_its_thread(texts: Texts) -> str:
    """Introduce the link to the thread."""
    return texts.t("The board is in its own thread:")


def nameless(texts: Texts) -> str:
    """Refuse users who post as the group or a channel."""
    return texts.t("You're writing as a group or channel. Write as yourself so I know who you are.")


def edited(texts: Texts) -> str:
    """Answer to a command that was edited after it was sent."""
    return texts.t("I don't read edited messages. Please send it again.")


def no_pictures(texts: Texts) -> str:
    """Explain a text board in place of a picture."""
    return texts.t("I can't post pictures here, so this board is text.")


def missing_rights(texts: Texts, rights: Sequence[str]) -> str:
    """List the permissions the bot lacks in a channel."""
    return "\n".join(
        (texts.t("I'm missing permissions here:"), *(texts.t(RIGHTS[r]) for r in rights))
    )


def being_played(texts: Texts, game: GameId, names: Sequence[str]) -> str:
    """Return the card that a channel keeps of a match in a thread."""
    name, other, what = ", ".join(names[:-1]), names[-1], game_name(texts, game)
    if len(names) == 1:
        return texts.t("{name} is playing {game}.", name=other, game=what)
    return texts.t("{name} and {other} are playing {game}.", name=name, other=other, game=what)


def thread_name(texts: Texts, game: GameId, names: Sequence[str]) -> str:
    """Return `Ann, Bo · Reversi`."""
    return f"{', '.join(names)} · {game_name(texts, game)}"


def your_move(texts: Texts) -> str:
    """Title of the move form."""
    return texts.t("Your move")


def a_point(texts: Texts, example: str) -> str:
    """Label of the point field of a form."""
    return texts.t("A point, such as {point}", point=example)


def played(texts: Texts, move: str) -> str:
    """Confirm a move that was chosen privately."""
    return texts.t("Played: {move}", move=move)


def done(texts: Texts) -> str:
    """Confirm a request; the board shows the rest."""
    return texts.t("Done.")


def press_again(texts: Texts) -> str:
    """Ask to press the same button again to confirm."""
    return texts.t("Then press it again.")


def for_one(texts: Texts) -> str:
    """Introduce, in a group, the button that opens the private chat."""
    return texts.t("This is just for you: it opens in our private chat.")


def in_private_chat(texts: Texts) -> str:
    """Label of the button that opens the private chat."""
    return texts.t("Go to private chat")


def my_sheet(texts: Texts) -> str:
    """Label of the button that opens one's own board of a contest."""
    return texts.t("🎲 My sheet")


def pick_in_private(texts: Texts) -> str:
    """Label of the button that opens the point picker in the private chat."""
    return texts.t("Pick in private")


def to_the_board(texts: Texts) -> str:
    """Label of the link back to the board."""
    return texts.t("Go to board")


def first_of_several(texts: Texts, count: int) -> str:
    """Say that an imported text holds more games than the one read."""
    return texts.n(
        "That text has {count} game; this is the first.",
        "That text has {count} games; this is the first.",
        count,
    )
