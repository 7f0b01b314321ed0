"""Recomputes a game of Solitaire Dice. Needs Python and nothing else.

    python verify_dice.py game.json                   a record: its throws and its totals
    python verify_dice.py SEED LABEL CLIENT ROUNDS    what the bot printed: shows the throws

Compare the commitment with the one in the game's first message: it was told before the first throw.
"""

import hashlib
import hmac
import json
import sys
from pathlib import Path


def worth(value, marks):
    points = 100 if value in (2, 12) else 100 - 10 * min(value, 14 - value)
    return 0 if marks == 0 else -200 if marks < 5 else points * (min(marks, 10) - 5)


if len(sys.argv) == 2:
    game = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
else:
    game = dict(zip(("seed", "label", "client"), sys.argv[1:4], strict=True))
    game["rounds"] = [{}] * int(sys.argv[4])
seed, client = bytes.fromhex(game["seed"]), hashlib.sha256(game["client"].encode()).hexdigest()
commitment = hashlib.sha256(b"sd/v1/commit\n" + seed).hexdigest()
print("commitment", commitment)
if game.get("commitment", commitment) != commitment:
    sys.exit("this seed is not the one that was promised")
made, rejects, total = [], {}, 0
for number, told in enumerate(game["rounds"], start=1):
    dice, block = [], 0
    while len(dice) < 5:
        message = f"sd/v1\n{game['label']}\n{client}\n{number}\n{block}".encode()
        dice += [byte % 6 + 1 for byte in hmac.digest(seed, message, "sha256") if byte < 252]
        block += 1
    print(number, dice[:5], told.get("choice", ""), told.get("total", ""))
    if told:
        a, b, c, d, rest = (int(die) for die in told["choice"] if die.isdigit())
        listed = len(rejects) == 3 and set(dice[:5]) & set(rejects)
        free = len(rejects) == 3 and not listed
        if 8 in rejects.values():
            sys.exit(f"round {number}: the game was over before")
        if told.get("round", number) != number:
            sys.exit(f"round {number}: it is called round {told['round']}")
        if told["throw"] != dice[:5] or sorted((a, b, c, d, rest)) != sorted(dice[:5]):
            sys.exit(f"round {number}: these are not the dice")
        if listed and rest not in listed:
            sys.exit(f"round {number}: a listed die had to be left over")
        if free != told["choice"].endswith("*"):
            sys.exit(f"round {number}: whether this is a free ride is wrong")
        if not free:
            rejects[rest] = rejects.get(rest, 0) + 1
        made += [a + b, c + d]
        total = sum(worth(value, made.count(value)) for value in range(2, 13))
        if told["total"] != total:
            sys.exit(f"round {number}: the total is {total}")
if game.get("total", total) != total:
    sys.exit(f"round {len(game['rounds'])}: the total is {total}")
if game.get("finished", False) and 8 not in rejects.values():
    sys.exit(f"round {len(game['rounds'])}: the game was not over yet")
