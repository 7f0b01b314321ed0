"""Refusals as reason codes.

    ValueError
    +-- Refused(reason, **details)     the player may not do that; nothing has changed

`bot/text/phrases.py` turns codes into sentences. The application's codes are listed here beside
those of the match, because a refusal is one type wherever it is raised and a single exhaustive
`match` formats it.
"""

from enum import StrEnum


class Reason(StrEnum):
    """Why a request was refused. Unreadable, illegal and out of turn are different codes."""

    # moves
    UNREADABLE_MOVE = "unreadable_move"
    NO_LETTER_I = "no_letter_i"  # Pente's columns skip from H to J
    NO_HINTS = "no_hints"
    NO_REVIEW = "no_review"  # no computer plays that game
    NO_RECORD = "no_record"
    OTHER_START = "other_start"  # a record of a game from another start position
    WRONG_SEED = "wrong_seed"  # a record's seed does not match its commitment
    WRONG_THROW = "wrong_throw"  # dice in a record do not follow from its seed
    WRONG_TOTAL = "wrong_total"  # points in a record do not follow from its choices
    ILLEGAL_MOVE = "illegal_move"
    NOT_YOUR_TURN = "not_your_turn"
    STALE_TURN = "stale_turn"
    REPEATED = "repeated"  # the same press delivered again: already done, no answer needed
    # match
    NOT_SEATED = "not_seated"
    NOT_OPEN = "not_open"
    NOT_STARTED = "not_started"
    FINISHED = "finished"
    NOT_FINISHED = "not_finished"
    ABORTED = "aborted"
    SEAT_TAKEN = "seat_taken"
    ALREADY_SEATED = "already_seated"
    NOT_INVITED = "not_invited"
    NOT_HOST = "not_host"
    OWN_CHALLENGE = "own_challenge"
    SEATS_EMPTY = "seats_empty"
    NOT_EXPIRED = "not_expired"
    # offers, claims, clocks
    NO_OFFER = "no_offer"
    OFFER_STANDS = "offer_stands"
    JUST_DECLINED = "just_declined"
    OWN_OFFER = "own_offer"
    PARTNER_ANSWERS = "partner_answers"
    NO_TAKEBACK = "no_takeback"
    NOTHING_TO_TAKE_BACK = "nothing_to_take_back"
    COMPUTER_PLAYS_ON = "computer_plays_on"
    TOO_EARLY = "too_early"
    FLAG_FELL = "flag_fell"
    PAUSED = "paused"
    NOT_PAUSED = "not_paused"
    # setting up
    UNKNOWN_GAME = "unknown_game"
    UNKNOWN_LEVEL = "unknown_level"
    UNKNOWN_OPTION = "unknown_option"
    SELF_CHALLENGE = "self_challenge"
    BOT_CHALLENGE = "bot_challenge"
    PLAYED_ALONE = "played_alone"  # single-player: no opponent to ask, invite or seat
    UNKNOWN_PLAYER = "unknown_player"
    RATED_MATCH = "rated_match"  # no hints in one's own running rated match
    REVIEWS_WAIT = "reviews_wait"  # too many pending reviews requested by this player
    # people
    YOURSELF = "yourself"
    BLOCKED = "blocked"  # the player has blocked them
    TAKES_NONE = "takes_none"  # the other player accepts no challenges, or none from this player
    NOT_FOR_YOU = "not_for_you"  # the host wants other opponents
    PLAYER_LEFT = "player_left"  # deleted their data
    OFFERED_ENOUGH = "offered_enough"  # too many open offers
    CHALLENGED_ENOUGH = "challenged_enough"  # too many people challenged in one day
    ASKED_ENOUGH = "asked_enough"  # the same player challenged too often in one day
    UNKNOWN_LINK = "unknown_link"
    NOT_LINKED = "not_linked"
    # rooms
    NOT_MANAGER = "not_manager"  # for moderators of the room only
    NOT_SERVED = "not_served"  # the operator blocked this room
    BARRED = "barred"
    GAME_CLOSED = "game_closed"  # not allowed in this room
    NO_GUESTS = "no_guests"  # the room does not allow guests from elsewhere
    ROOM_FULL = "room_full"
    TOO_MANY_MATCHES = "too_many_matches"  # of one player
    # the application
    BUTTON_EXPIRED = "button_expired"
    UNKNOWN_MATCH = "unknown_match"
    UNKNOWN_VERB = "unknown_verb"
    WHICH_MATCH = "which_match"
    NO_MATCH_HERE = "no_match_here"
    NO_CODE = "no_code"
    UNKNOWN_CODE = "unknown_code"
    TOO_MANY_TRIES = "too_many_tries"
    TOO_OFTEN = "too_often"
    TOO_LONG = "too_long"
    UNREADABLE_MATCH = "unreadable_match"  # the stored match is damaged, or in a newer format
    BUSY = "busy"  # an external failure; nothing was lost, try again


class Refused(ValueError):
    """The player may not do that, and nothing has changed.

    Args:
        reason: the code, which front ends turn into a sentence.
        details: plain values for the sentence, such as `move="d3"`.
    """

    def __init__(self, reason: Reason, **details: str | int) -> None:
        super().__init__(reason.value)
        self.reason = reason
        self.details = details
