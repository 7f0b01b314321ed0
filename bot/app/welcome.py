"""The card with which the bot introduces itself where it was added."""

from bot.app.card import Button, Buttons, Card, Style
from bot.app.requests import Verb
from bot.app.tokens import NO_MATCH, Press, encode
from bot.text import pages
from bot.text.catalog import texts


def welcome(locale: str, hint: str = "") -> Card:
    """A few words and the two ways to begin; `hint` is the platform's own remark."""
    language = texts(locale)
    said = [language.t("Hello! I bring board games into this chat."), hint, pages.help(language)]
    challenge = Button(language.t("Play somebody here"), _begin(Verb.CHALLENGE), Style.PRIMARY)
    play = Button(language.t("Play the computer"), _begin(Verb.PLAY))
    rows = (Buttons((challenge,)), Buttons((play,)))
    return Card("\n".join(line for line in said if line), rows=rows)


def _begin(verb: Verb) -> str:
    return encode(Press(NO_MATCH, 0, verb))
