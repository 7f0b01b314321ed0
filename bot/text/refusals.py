"""Why not: each code of a refusal as a sentence.

One exhaustive `match`, so a new code does not type-check until it has its sentence. Must not know
who is told, nor where.
"""

from collections.abc import Mapping
from typing import assert_never

from bot.text.catalog import Texts
from bot.text.games import game_name
from core.errors import Reason, Refused
from core.match.model import OfferKind
from core.registry import GAMES
from core.types import GameId

LONGEST_ECHO = 20
"""Characters of what somebody typed that are said back to them."""


def refusal(texts: Texts, refused: Refused) -> str:
    """Why not, in one sentence; empty where nothing needs to be said."""
    t, known = texts.t, {key: _echo(value) for key, value in refused.details.items()}
    fits = _fits(texts, refused)
    match refused.reason:
        case Reason.UNREADABLE_MOVE if "number" in known:
            return t(
                "Move {number}: I cannot read “{text}”.",
                number=known["number"],
                text=known.get("text", ""),
            )
        case Reason.ILLEGAL_MOVE if "number" in known:
            return t(
                "Move {number}: {move} is not legal there.",
                number=known["number"],
                move=known.get("move", ""),
            )
        case Reason.UNREADABLE_MOVE if known.get("text") == "":
            return t("Which move? It goes behind the word: move d3.")
        case Reason.UNREADABLE_MOVE:
            return t("I cannot read “{text}” as a move.", text=known.get("text", ""))
        case Reason.NO_LETTER_I if "number" in known:
            return t(
                "Move {number}: there is no column I on this board, H is followed by J.",
                number=known["number"],
            )
        case Reason.NO_LETTER_I:
            return t("There is no column I on this board: H is followed by J.")
        case Reason.NO_HINTS:
            return t("No hints in this match. A casual one may have them: offer it with “hints”.")
        case Reason.NO_REVIEW:
            return t("No computer plays this game, so none can review it.")
        case Reason.NO_RECORD:
            return t(
                "I find no record in this. I read moves such as f5d6c3 and GGF for Reversi, the"
                " text of pente.org, and the JSON of dice."
            )
        case Reason.OTHER_START:
            return t("This game starts from another position than ours, so I can't replay it.")
        case Reason.WRONG_SEED:
            return t("This seed is not the one that was promised.")
        case Reason.WRONG_THROW:
            return t(
                "Round {number}: these dice do not follow from the seed.",
                number=known.get("number", ""),
            )
        case Reason.WRONG_TOTAL:
            return t(
                "Round {number}: this total does not follow from the choices.",
                number=known.get("number", ""),
            )
        case Reason.ILLEGAL_MOVE:
            return t("{move} is not a legal move here.", move=known.get("move", ""))
        case Reason.NOT_YOUR_TURN:
            return t("It is not your turn.")
        case Reason.STALE_TURN:
            return t("That was an earlier position; the board has moved on.")
        case Reason.REPEATED:
            return ""
        case Reason.NOT_SEATED:
            return t("You are not playing in this match.")
        case Reason.NOT_OPEN:
            return t("This challenge is already taken.")
        case Reason.NOT_STARTED:
            return t("This match has not begun yet.")
        case Reason.FINISHED:
            return t("This match is over.")
        case Reason.NOT_FINISHED:
            return t("This match is still going on.")
        case Reason.ABORTED:
            return t("This match was called off.")
        case Reason.SEAT_TAKEN:
            return t("Somebody else was faster: the seat is taken.")
        case Reason.ALREADY_SEATED:
            return t("You already have a seat.")
        case Reason.NOT_INVITED:
            return t("This challenge is for somebody else.")
        case Reason.NOT_HOST:
            return t("Only the one who offered the match can do that.")
        case Reason.OWN_CHALLENGE:
            return t("This is your own challenge; somebody else has to accept it.")
        case Reason.SEATS_EMPTY:
            return t("Some seats are still empty.")
        case Reason.NOT_EXPIRED:
            return t("This challenge is still open.")
        case Reason.NO_OFFER:
            return t("That offer no longer stands.")
        case Reason.JUST_DECLINED:
            if known.get("kind") == OfferKind.REMATCH:
                return t("That was declined. Now it is for the other side to ask.")
            return t("That was declined. It can be asked again after the next move.")
        case Reason.OFFER_STANDS:
            return t("That has been asked already.")
        case Reason.OWN_OFFER:
            return t("The other side has to answer that.")
        case Reason.PARTNER_ANSWERS:
            return t("Only the partner can answer that.")
        case Reason.NO_TAKEBACK:
            return t("In this game no move can be taken back.")
        case Reason.NOTHING_TO_TAKE_BACK:
            return t("You have not moved yet.")
        case Reason.COMPUTER_PLAYS_ON:
            return t("The computer would rather play on.")
        case Reason.TOO_EARLY:
            return t("It is too early for that; the other side still has time.")
        case Reason.PAUSED:
            return t("The match is paused.")
        case Reason.NOT_PAUSED:
            return t("The match is not paused.")
        case Reason.FLAG_FELL:
            return t("The time had run out before that.")
        case Reason.UNKNOWN_GAME:
            return t("I do not know a game called “{game}”.", game=known.get("game", "")) + fits
        case Reason.UNKNOWN_LEVEL:
            return t("There is no level “{level}”.", level=known.get("level", "")) + fits
        case Reason.UNKNOWN_OPTION:
            return _option(texts, known) + fits
        case Reason.SELF_CHALLENGE:
            return t("You cannot challenge yourself; play the computer instead.")
        case Reason.BOT_CHALLENGE:
            return t("Bots do not play here; play the computer instead.")
        case Reason.PLAYED_ALONE:
            return t("This game is played alone.")
        case Reason.RATED_MATCH:
            return t("That is a position of your rated match; no help while it goes on.")
        case Reason.UNKNOWN_PLAYER:
            return t("I have not met “{name}” here yet.", name=known.get("name", ""))
        case Reason.NOT_MANAGER:
            return t("Only those who manage this place can do that.")
        case Reason.NOT_SERVED:
            return t("I do not serve this place.")
        case Reason.BARRED:
            return t("You cannot play here: those who run this place have barred you.")
        case Reason.GAME_CLOSED:
            return t("That game is not played here.")
        case Reason.NO_GUESTS:
            return t("That room takes no guests from elsewhere.")
        case Reason.ROOM_FULL:
            return texts.n(
                "{count} match is going on here, and there may be no more at once.",
                "{count} matches are going on here, and there may be no more at once.",
                int(known.get("count", 0)),
            )
        case Reason.TOO_MANY_MATCHES:
            return texts.n(
                "You have {count} match going on, and there may be no more at once.",
                "You have {count} matches going on, and there may be no more at once.",
                int(known.get("count", 0)),
            )
        case Reason.YOURSELF:
            return t("That is you.")
        case Reason.BLOCKED:
            return t("You have blocked them; “unblock” ends that.")
        case Reason.TAKES_NONE:
            return t("They take no challenges at the moment.")
        case Reason.NOT_FOR_YOU:
            return t("This offer is not open to you.")
        case Reason.PLAYER_LEFT:
            return t("That player has left for good.")
        case Reason.OFFERED_ENOUGH:
            return t(
                "{count} offers of yours are open already. Cancel one, or wait for somebody.",
                count=known.get("count", ""),
            )
        case Reason.CHALLENGED_ENOUGH:
            return t(
                "{count} challenges of today were not accepted; that is enough for one day.",
                count=known.get("count", ""),
            )
        case Reason.ASKED_ENOUGH:
            return t(
                "You have asked them {count} times within a day; now they have to want to.",
                count=known.get("count", ""),
            )
        case Reason.UNKNOWN_LINK:
            return t("That code is not good, or not any more. “link” gives a new one.")
        case Reason.NOT_LINKED:
            return t("This is the only account that I know of you.")
        case Reason.BUTTON_EXPIRED:
            return t("This button has expired.")
        case Reason.UNKNOWN_MATCH:
            return t("I do not know this match.")
        case Reason.UNKNOWN_VERB:
            return t("I do not know “{verb}”. “help” shows what I do.", verb=known.get("verb", ""))
        case Reason.WHICH_MATCH:
            return t("Which match? Press a button of its board; Telegram lets you answer it, too.")
        case Reason.NO_MATCH_HERE:
            return t(
                "You have no match here for that. “{list}” shows yours.",
                list=known.get("list", "games"),
            )
        case Reason.NO_CODE:
            return t(
                "Which match? Its code goes behind the word: {verb} K7Q4MD.",
                verb=known.get("verb", "watch"),
            )
        case Reason.UNKNOWN_CODE:
            return t("No match has the code “{code}”.", code=known.get("code", ""))
        case Reason.TOO_MANY_TRIES:
            return t("Those were too many wrong codes; try again in ten minutes.")
        case Reason.TOO_OFTEN:
            return t("That was a little fast; try again in a moment.")
        case Reason.REVIEWS_WAIT:
            return t("Your other reviews are still being made; ask again when one is done.")
        case Reason.TOO_LONG:
            return t("That is too long for me.")
        case Reason.BUSY:
            return t("Something went wrong on my side. Nothing is lost; please try again.")
        case _:
            assert_never(refused.reason)


def _option(texts: Texts, known: Mapping[str, str | int]) -> str:
    """What of an option was not understood: what stood behind a verb, the option itself, that a
    game has it, that it was said without a value, or the value."""
    match known:
        case {"verb": verb}:
            return texts.t(
                "I do not know what “{value}” means behind “{verb}”.",
                verb=verb,
                value=known.get("value", ""),
            )
        case {"option": option, "game": game}:
            name = game_name(texts, GameId(str(game)))
            return texts.t("{game} has no option “{option}”.", game=name, option=option)
        case {"option": option, "value": ""}:
            return texts.t("“{option}” alone does not say enough.", option=option)
        case {"option": option, "value": value}:
            return texts.t(
                "“{value}” does not fit the option “{option}”.", option=option, value=value
            )
        case _:
            return texts.t("There is no option “{option}”.", option=known.get("option", ""))


def _fits(texts: Texts, refused: Refused) -> str:
    """What would have been understood instead, as a sentence behind the refusal."""
    usual = ", ".join(GAMES) if refused.reason is Reason.UNKNOWN_GAME else ""
    values = refused.details.get("fits", usual)
    return " " + texts.t("Possible: {values}.", values=values) if values else ""


def _echo(said: str | int) -> str | int:
    """As it was typed, up to a length at which it is still recognised."""
    if isinstance(said, int) or len(said) <= LONGEST_ECHO:
        return said
    return said[: LONGEST_ECHO - 1] + "…"
