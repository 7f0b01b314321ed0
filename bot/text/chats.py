"""What the bot says about the chat it is in: what it hears there, what it may not do."""

from bot.text.catalog import Texts


def hears_little(texts: Texts, bot: str) -> str:
    """Telegram's privacy mode, for those who wonder why nobody answers."""
    return texts.t(
        "In groups I only see commands and answers to my own messages: answer the board with your"
        " move, such as d3, or write /m@{bot} d3.",
        bot=bot,
    )


def no_pictures(texts: Texts) -> str:
    """Why there is text where a picture belongs."""
    return texts.t("I may not post pictures here, so this board is text.")
