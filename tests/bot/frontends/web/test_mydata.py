"""One's own data on the page: told in the window, gone with it, and windows that learn of it."""

import json
from pathlib import Path

from bot.app.model.request import Actor
from tests.bot.frontends.web.table import Table
from tests.bot.frontends.web.visitor import Message, Window


async def press(window: Window, answer: Message, label: str) -> Message:
    """The button with this label on a card that came as an answer."""
    buttons = [each for row in answer["card"]["rows"] for each in row["buttons"]]
    token = next(each["token"] for each in buttons if each["label"] == label)
    return await window.press(token)


def files(folder: Path) -> bytes:
    """All that is stored, every byte."""
    return b"".join(file.read_bytes() for file in folder.iterdir() if file.is_file())


async def test_an_export_is_a_file_to_keep(table: Table) -> None:
    await table.ann.say("good morning")
    answer = await table.ann.say("/export")
    [file] = answer["card"]["files"]
    assert file["name"] == "tavola-my-data.json"
    got = await table.browser.http.get(f"{table.browser.url}/{file['address']}")
    found = json.loads(await got.read())
    assert [line["said"] for line in found["tables"]["web_log"]] == ["good morning"]


async def test_a_deletion_leaves_nothing_and_the_window_nobody(
    table: Table, tmp_path: Path
) -> None:
    await table.started()
    await table.ann.say("good morning")
    guest = table.ann.welcome["ticket"].partition(".")[0]
    assert guest.encode() in files(tmp_path)
    first = await table.ann.say("/delete")
    assert "You give up 1 match or challenge:" in first["card"]["text"]
    second = await press(table.ann, first, "Delete everything")
    done = await press(table.ann, second, "Yes, delete everything")
    assert "has been deleted" in done["text"]
    assert (await table.ann.next(lambda m: m["type"] == "moved"))["gone"]
    left = files(tmp_path)
    assert guest.encode() not in left
    assert b"good morning" not in left
    await table.bo.next(lambda m: m["type"] == "people" and len(m["people"]) == 1)
    await table.ann.send({"type": "say", "id": "late", "text": "am I still here?"})
    assert (await table.ann.socket.receive()).type.name in ("CLOSE", "CLOSING", "CLOSED")
    assert guest.encode() not in files(tmp_path)
    async with table.browser.window("Cy") as other:
        said = [entry for entry in other.welcome["log"] if entry.get("said")]
        assert said == []


async def test_accounts_that_were_joined_say_hello_anew(table: Table) -> None:
    asked = await table.ann.say("/link")
    code = asked["card"]["text"].split("Your code is ")[1][:6]
    typed = await table.bo.say(f"/link {code}")
    await press(table.bo, typed, "Yes, that's me")
    question = await press(table.ann, asked, "Continue")
    assert "Are you Bo too?" in question["card"]["text"]
    await press(table.ann, question, "Yes, that's me")
    for window in (table.ann, table.bo):
        assert not (await window.next(lambda m: m["type"] == "moved"))["gone"]
    again = await table.bo.hello("Bo", ticket=table.bo.welcome["ticket"])
    assert again["me"]["id"] == table.ann.welcome["me"]["id"]


async def test_a_guest_with_an_account_elsewhere_keeps_the_name_of_the_page(
    table: Table,
) -> None:
    store = table.home.store
    elsewhere = await store.player_for(Actor("paper", "annika", "Annika"))
    await store.links.join(elsewhere.id, (await store.player_for(_guest(table))).id)
    again = await table.ann.hello("Ann", ticket=table.ann.welcome["ticket"])
    assert again["me"]["name"] == "Ann"
    assert {person["name"] for person in again["people"]} == {"Ann", "Bo"}


def _guest(table: Table) -> Actor:
    guest = table.ann.welcome["ticket"].partition(".")[0]
    return Actor("web", guest, "Ann", is_guest=True)
