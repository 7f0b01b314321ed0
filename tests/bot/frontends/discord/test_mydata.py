"""One's own data on Discord: told to the asker alone, and gone with the private chat."""

import json
from pathlib import Path

from tests.bot.frontends.discord.harness import Harness
from tests.bot.frontends.discord.test_archive import file, finished
from tests.fakes.discord import Person
from tests.fakes.discord.people import Place


def files(folder: Path) -> bytes:
    """All that is stored, every byte."""
    return b"".join(file.read_bytes() for file in folder.iterdir() if file.is_file())


async def test_an_export_is_a_file_for_the_asker(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    await finished(home, ann, bo, lounge)
    before = len(lounge.messages)
    told = await home.slash(ann, lounge, "me export")
    found = json.loads(file(told, ".json"))
    assert found["tables"]["accounts"][0]["user"] == str(ann.user.id)
    assert found["matches"][0]["moves"]
    assert len(lounge.messages) == before


async def test_a_deletion_leaves_nothing(
    home: Harness, ann: Person, bo: Person, lounge: Place, tmp_path: Path
) -> None:
    await finished(home, ann, bo, lounge)
    await home.started(ann, bo, lounge)
    private = ann.direct
    await home.slash(ann, private, "play", game="pente")
    assert str(ann.user.id).encode() in files(tmp_path)
    first = await home.slash(ann, lounge, "me delete")
    assert first.private
    assert "You give up 2 matches and challenges:" in first.told
    await home.press(ann, first.message, "Delete everything")
    assert "can't be undone" in first.message.source
    await home.press(ann, first.message, "Yes, delete everything")
    assert "has been deleted" in first.message.source
    await home.settled()
    left = files(tmp_path)
    assert str(ann.user.id).encode() not in left
    assert str(private.channel.id).encode() not in left
    assert str(bo.user.id).encode() in left
    assert "a player who left" in lounge.last.source


async def test_two_accounts_become_one(
    home: Harness, ann: Person, eve: Person, lounge: Place
) -> None:
    asked = await home.slash(ann, lounge, "me link")
    assert asked.private
    code = asked.told.split("Your code is ")[1][:6]
    typed = await home.slash(eve, lounge, "me link", code=code)
    assert "Are you Ann too?" in typed.told
    await home.press(eve, typed.message, "Yes, that's me")
    await home.press(ann, asked.message, "Continue")
    assert "Are you Eve too?" in asked.message.source
    await home.press(ann, asked.message, "Yes, that's me")
    assert "now linked with" in asked.message.source
    apart = await home.slash(eve, lounge, "me unlink")
    await home.press(eve, apart.message, "Unlink this account")
    assert (await home.slash(eve, lounge, "me unlink")).told.startswith(
        "You have no other linked accounts"
    )


async def test_blocking_is_nobody_elses_business(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    told = await home.slash(bo, lounge, "me block", whom=ann)
    assert told.private
    assert "Ann can no longer challenge you" in told.told
    refused = await home.slash(ann, lounge, "challenge", opponent=bo)
    assert refused.told == "They aren't taking challenges right now."
    assert (await home.slash(bo, lounge, "me block")).told.startswith("Blocked people: Ann")
    await home.slash(bo, lounge, "me unblock", whom=ann)
    await home.slash(ann, lounge, "challenge", opponent=bo)
    assert "challenges" in lounge.last.source
