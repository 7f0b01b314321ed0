"""Cards and links that lead from one room to the board of a match that is played in another.

Pure. Which rooms get such a card is decided by `bot.app.placement`.
"""

from bot.app.model.card import Card, Link
from bot.app.model.room import Room
from bot.app.model.session import Screen, ScreenKind, Session
from bot.app.presentation.match_text import PlayerNames
from bot.text import chats
from bot.text.catalog import Texts, texts


def board_elsewhere(session: Session, room: Room) -> Screen | None:
    """Return the posted board of a match for which this room has only a card."""
    boards = (s for s in session.screens if s.kind is ScreenKind.BOARD and s.message)
    return next(boards, None) if session.has_card_in(room) else None


def link_to_board(session: Session, board: Screen, locale: str) -> Card:
    """Return a card with a link to that board."""
    language = texts(locale)
    link = Link(chats.to_the_board(language), session.match.id, board)
    return Card(language.t("Follow the match here:"), links=(link,))


def placeholder_card(language: Texts, session: Session, cast: PlayerNames) -> Card:
    """Return the card of a match that is played elsewhere: the players and a link to the board."""
    boards = [screen for screen in session.screens if screen.kind is ScreenKind.BOARD]
    label = chats.to_the_board(language)
    links = tuple(Link(label, session.match.id, board) for board in boards[:1])
    return Card(chats.being_played(language, session.match.game, cast.seats), links=links)
