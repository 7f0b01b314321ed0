"""Phrase each refusal code as a sentence.

One exhaustive `match`, so a new code does not type-check until it has a sentence.
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
"""Maximum characters of user input that a refusal repeats."""


def refusal(texts: Texts, refused: Refused) -> str:
    """Return the reason in one sentence; empty for silent refusals."""
    t, details = texts.t, {key: _echo(value) for key, value in refused.details.items()}
    fits = _fits(texts, refused)
    match refused.reason:
        case Reason.UNREADABLE_MOVE if "number" in details:
            return t(
                "Move {number}: I can't read “{text}”.",
                number=details["number"],
                text=details.get("text", ""),
            )
        case Reason.ILLEGAL_MOVE if "number" in details:
            return t(
                "Move {number}: {move} isn't legal there.",
                number=details["number"],
                move=details.get("move", ""),
            )
        case Reason.UNREADABLE_MOVE if details.get("text") == "":
            return t("Which move? For example: move d3.")
        case Reason.UNREADABLE_MOVE:
            return t("I can't read “{text}” as a move.", text=details.get("text", ""))
        case Reason.NO_LETTER_I if "number" in details:
            return t(
                "Move {number}: this board has no column I; J follows H.",
                number=details["number"],
            )
        case Reason.NO_LETTER_I:
            return t("This board has no column I: J follows H.")
        case Reason.NO_HINTS:
            return t(
                "No hints in this match. Unrated matches can have them: offer one with “hints”."
            )
        case Reason.NO_REVIEW:
            return t("No computer plays this game, so it can't be reviewed.")
        case Reason.NO_RECORD:
            return t(
                "I can't read a game record in this. I read moves such as f5d6c3 and GGF for"
                " Reversi, text from pente.org, and JSON for dice."
            )
        case Reason.OTHER_START:
            return t("This game starts from another position than ours, so I can't replay it.")
        case Reason.WRONG_SEED:
            return t("This seed doesn't match its fingerprint.")
        case Reason.WRONG_THROW:
            return t(
                "Round {number}: these dice don't follow from the seed.",
                number=details.get("number", ""),
            )
        case Reason.WRONG_TOTAL:
            return t(
                "Round {number}: this total doesn't follow from the choices.",
                number=details.get("number", ""),
            )
        case Reason.ILLEGAL_MOVE:
            return t("{move} isn't a legal move here.", move=details.get("move", ""))
        case Reason.NOT_YOUR_TURN:
            return t("It's not your turn.")
        case Reason.STALE_TURN:
            return t("The position has changed since then.")
        case Reason.REPEATED:
            return ""
        case Reason.NOT_SEATED:
            return t("You're not playing in this match.")
        case Reason.NOT_OPEN:
            return t("This challenge has already been accepted.")
        case Reason.NOT_STARTED:
            return t("This match hasn't started yet.")
        case Reason.FINISHED:
            return t("This match is over.")
        case Reason.NOT_FINISHED:
            return t("This match is still running.")
        case Reason.ABORTED:
            return t("This match was cancelled.")
        case Reason.SEAT_TAKEN:
            return t("Someone else was faster; the seat is taken.")
        case Reason.ALREADY_SEATED:
            return t("You already have a seat.")
        case Reason.NOT_INVITED:
            return t("This challenge is for someone else.")
        case Reason.NOT_HOST:
            return t("Only the player who offered the match can do that.")
        case Reason.OWN_CHALLENGE:
            return t("This is your own challenge; someone else has to accept it.")
        case Reason.SEATS_EMPTY:
            return t("Some seats are still empty.")
        case Reason.NOT_EXPIRED:
            return t("This challenge is still open.")
        case Reason.NO_OFFER:
            return t("That offer has expired.")
        case Reason.JUST_DECLINED:
            if details.get("kind") == OfferKind.REMATCH:
                return t("That was declined; your opponent may ask next.")
            return t("That was declined. You can ask again after the next move.")
        case Reason.OFFER_STANDS:
            return t("That has already been asked.")
        case Reason.OWN_OFFER:
            return t("Your opponent has to answer that.")
        case Reason.PARTNER_ANSWERS:
            return t("Only the partner can answer that.")
        case Reason.NO_TAKEBACK:
            return t("This game has no takebacks.")
        case Reason.NOTHING_TO_TAKE_BACK:
            return t("You haven't moved yet.")
        case Reason.COMPUTER_PLAYS_ON:
            return t("The computer would rather play on.")
        case Reason.TOO_EARLY:
            return t("It's too early for that; they still have time.")
        case Reason.PAUSED:
            return t("The match is paused.")
        case Reason.NOT_PAUSED:
            return t("The match isn't paused.")
        case Reason.FLAG_FELL:
            return t("Time ran out before that.")
        case Reason.UNKNOWN_GAME:
            return t("I don't know a game called “{game}”.", game=details.get("game", "")) + fits
        case Reason.UNKNOWN_LEVEL:
            return t("There's no level “{level}”.", level=details.get("level", "")) + fits
        case Reason.UNKNOWN_OPTION:
            return _option(texts, details) + fits
        case Reason.SELF_CHALLENGE:
            return t("You can't challenge yourself; play the computer instead.")
        case Reason.BOT_CHALLENGE:
            return t("Bots don't play here; play the computer instead.")
        case Reason.PLAYED_ALONE:
            return t("This is a solo game.")
        case Reason.RATED_MATCH:
            return t("That's from your rated match; no help while it's running.")
        case Reason.UNKNOWN_PLAYER:
            return t("I haven't met “{name}” here yet.", name=details.get("name", ""))
        case Reason.NOT_MANAGER:
            return t("Only admins can do that here.")
        case Reason.NOT_SERVED:
            return t("I'm not available here.")
        case Reason.BARRED:
            return t("You can't play here: an admin has barred you.")
        case Reason.GAME_CLOSED:
            return t("That game is turned off here.")
        case Reason.NO_GUESTS:
            return t("That room doesn't allow guests from elsewhere.")
        case Reason.ROOM_FULL:
            return texts.n(
                "{count} match is running here, which is the limit.",
                "{count} matches are running here, which is the limit.",
                int(details.get("count", 0)),
            )
        case Reason.TOO_MANY_MATCHES:
            return texts.n(
                "You have {count} match running, which is the limit.",
                "You have {count} matches running, which is the limit.",
                int(details.get("count", 0)),
            )
        case Reason.YOURSELF:
            return t("That's you.")
        case Reason.BLOCKED:
            return t("You've blocked them; “unblock” lifts that.")
        case Reason.TAKES_NONE:
            return t("They aren't taking challenges right now.")
        case Reason.NOT_FOR_YOU:
            return t("This offer isn't open to you.")
        case Reason.PLAYER_LEFT:
            return t("That player has left for good.")
        case Reason.OFFERED_ENOUGH:
            return t(
                "You already have {count} open challenges. Cancel one, or wait for someone to"
                " accept.",
                count=details.get("count", ""),
            )
        case Reason.CHALLENGED_ENOUGH:
            return t(
                "{count} of your challenges weren't accepted today; try again tomorrow.",
                count=details.get("count", ""),
            )
        case Reason.ASKED_ENOUGH:
            return t(
                "You've challenged them {count} times today; wait for them to challenge you.",
                count=details.get("count", ""),
            )
        case Reason.UNKNOWN_LINK:
            return t("That code is wrong or has expired. “link” gives you a new one.")
        case Reason.NOT_LINKED:
            return t("You have no other linked accounts.")
        case Reason.BUTTON_EXPIRED:
            return t("This button has expired.")
        case Reason.UNKNOWN_MATCH:
            return t("I don't know this match.")
        case Reason.UNKNOWN_VERB:
            return t(
                "I don't know “{verb}”. “help” shows what I can do.", verb=details.get("verb", "")
            )
        case Reason.WHICH_MATCH:
            return t("Which match? Press a button on its board, or reply to it on Telegram.")
        case Reason.NO_MATCH_HERE:
            return t(
                "You have no match here for that. “{list}” shows yours.",
                list=details.get("list", "games"),
            )
        case Reason.NO_CODE:
            return t(
                "Which match? Add its code: {verb} K7Q4MD.",
                verb=details.get("verb", "watch"),
            )
        case Reason.UNKNOWN_CODE:
            return t("No match has the code “{code}”.", code=details.get("code", ""))
        case Reason.TOO_MANY_TRIES:
            return t("Too many wrong codes; try again in ten minutes.")
        case Reason.TOO_OFTEN:
            return t("Slow down a little and try again in a moment.")
        case Reason.REVIEWS_WAIT:
            return t("Your other reviews are still running; ask again when one is done.")
        case Reason.TOO_LONG:
            return t("That's too long for me.")
        case Reason.UNREADABLE_MATCH:
            return t("This match can't be read.")
        case Reason.BUSY:
            return t("Something went wrong on my side. Nothing is lost; please try again.")
        case _:
            assert_never(refused.reason)


def _option(texts: Texts, details: Mapping[str, str | int]) -> str:
    """Return the part of an option that was not understood.

    That is the text after a verb, the option, its game, the missing value, or the value.
    """
    match details:
        case {"verb": verb}:
            return texts.t(
                "I don't know what “{value}” means after “{verb}”.",
                verb=verb,
                value=details.get("value", ""),
            )
        case {"option": option, "game": game}:
            name = game_name(texts, GameId(str(game)))
            return texts.t("{game} has no option “{option}”.", game=name, option=option)
        case {"option": option, "value": ""}:
            return texts.t("“{option}” needs a value.", option=option)
        case {"option": option, "value": value}:
            return texts.t(
                "“{value}” doesn't fit the option “{option}”.", option=option, value=value
            )
        case _:
            return texts.t("There's no option “{option}”.", option=details.get("option", ""))


def _fits(texts: Texts, refused: Refused) -> str:
    """Return the accepted values as a sentence to append."""
    usual = ", ".join(GAMES) if refused.reason is Reason.UNKNOWN_GAME else ""
    values = refused.details.get("fits", usual)
    return " " + texts.t("Possible: {values}.", values=values) if values else ""


def _echo(text: str | int) -> str | int:
    """Return the input, truncated."""
    if isinstance(text, int) or len(text) <= LONGEST_ECHO:
        return text
    return text[: LONGEST_ECHO - 1] + "…"
