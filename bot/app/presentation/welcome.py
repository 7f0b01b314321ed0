"""The card with which the bot introduces itself in a new room."""

from bot.app.model.button_token import command_token
from bot.app.model.card import Button, Buttons, Card, Style
from bot.app.model.request import Verb
from bot.text import pages
from bot.text.catalog import texts


def welcome(locale: str, hint: str = "") -> Card:
    """Return introduction, two ways to start, and setup; `hint` is the platform's remark."""
    language = texts(locale)
    lines = [language.t("Hi! I bring board games to this chat."), hint, pages.help(language)]
    challenge = Button(
        language.t("Challenge someone"), command_token(Verb.CHALLENGE), Style.PRIMARY
    )
    play = Button(language.t("Play the computer"), command_token(Verb.PLAY))
    setup = Button(language.t("Room settings"), command_token(Verb.SETUP))
    rows = (Buttons((challenge,)), Buttons((play,)), Buttons((setup,)))
    return Card("\n".join(line for line in lines if line), rows=rows, commands=True)
