"""Solitaire Dice at the page, alone: by dice, by splits, by keyboard, across a restart."""

import hashlib
import json
import re
from itertools import combinations_with_replacement
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, expect

from bot.app.model.request import Actor
from bot.app.model.room import Room
from bot.app.model.session import Screen, ScreenKind, Session
from bot.text.catalog import LOCALES
from core.chance import Chance, roll
from core.games.dice.rules import DICE, Position
from core.games.dice.splits import splits
from core.match import create
from core.match.commands import Start
from core.match.create import Terms
from core.types import MatchId, Move
from tests.bot.frontends.web.browser.desk import Desk, Player
from tests.bot.frontends.web.browser.test_keyboard import FAINT, NAMELESS, tab_to
from tests.bot.frontends.web.browser.test_look import SMALL, TELEPHONE, fits
from tests.bot.frontends.web.harness import Harness, free_port, harness
from tests.fakes.clock import FlowingNow

pytestmark = pytest.mark.asyncio(loop_scope="session")

ROOM = Room("web", None, "lobby")
FREE = ".die:not([aria-disabled=true]):not([aria-pressed=true])"
SEED = bytes(range(32))


async def dealt(home: Harness, player: Player, name: str) -> MatchId:
    """A game on throws that every run knows: begun for whoever sits before that window."""
    me = json.loads(await player.page.evaluate("sessionStorage.getItem('tavola.me')"))
    actor = Actor("web", me["ticket"].partition(".")[0], name, "en")
    record = await home.store.player_for(actor)
    id = create.match_id("dice", name)
    match = create.challenge(id, Terms(DICE.id), record.id, None, SEED, home.now())
    screen = Screen(ROOM, ScreenKind.BOARD, "en")
    await home.sessions.create(Session(match, ROOM, (screen,)))
    await home.app.dispatcher.act(id, Start(record.id, "alice"))
    await expect(player.page.locator(".table.yours")).to_be_visible()
    return id


def split(player: Player, move: str) -> Locator:
    return player.page.locator(f'.split[data-at="{move}"]')


def throws(id: MatchId, turn: int) -> tuple[int, ...]:
    return roll(Chance(SEED, id, "alice"), turn)


async def by_dice(player: Player) -> None:
    """One round: the first four dice that can be picked."""
    version = await player.version()
    for _ in range(4):
        await player.page.locator(FREE).first.click()
    await player.sees(version + 1)


async def test_a_whole_game_by_dice_and_splits_which_anybody_can_check(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    await ann.page.locator("main [data-game=dice]").click()
    await ann.button("Play").click()
    await ann.see("The throws are already fixed")
    bound = re.search(r"[0-9a-f]{64}", await ann.stage.inner_text())
    assert bound
    await ann.button("Roll").click()
    for turn in range(60):
        await expect(ann.page.locator(".table.yours, .table[data-status=finished]")).to_be_visible()
        if await ann.table.get_attribute("data-status") == "finished":
            break
        if turn < 3:
            await by_dice(ann)
            continue
        version = await ann.version()
        await ann.page.locator(".split").first.click()
        await ann.sees(version + 1)
    await ann.see("To check the throws: seed")
    seed = re.search(r"seed ([0-9a-f]{64})", await ann.stage.inner_text())
    assert seed
    promise = hashlib.sha256(b"sd/v1/commit\n" + bytes.fromhex(seed[1])).hexdigest()
    assert promise == bound[0]
    await expect(ann.page.locator(".split, button.die")).to_have_count(0)
    await ann.button("Play again").click()
    await expect(ann.button("Roll")).to_be_visible()


async def test_dice_are_released_until_the_fourth(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    id = await dealt(desk.home, ann, "Ann")
    version = await ann.version()
    values = throws(id, 1)
    dice, made = ann.page.locator(".die"), ann.page.locator(".made")
    await expect(made).to_have_text("Tap two dice to pair them, or choose a split.")
    await dice.nth(0).click()
    await expect(made).to_have_text(f"{values[0]} + …")
    await expect(dice.nth(0)).to_have_attribute("aria-label", f"{values[0]}, first pair")
    await dice.nth(2).click()
    total = values[0] + values[2]
    await expect(made).to_have_text(f"{values[0]} + {values[2]} = {total}")
    await expect(ann.page.locator(f"[data-sum='{total}'] .thought")).to_have_count(1)
    await dice.nth(0).click()  # released; the next one takes its place
    await expect(made).to_have_text(f"{values[2]} + …")
    await expect(dice.nth(0)).to_have_attribute("aria-pressed", "false")
    await dice.nth(4).click()
    await dice.nth(1).click()
    await expect(made).to_contain_text(f"{values[1]} + …")
    assert await ann.version() == version
    await dice.nth(3).click()
    await ann.sees(version + 1)
    [ply] = (await desk.home.sessions.load(id)).match.plies
    assert ply.move in {each.move for each in splits(values)}
    assert ply.move.endswith(str(values[0]))


async def test_a_split_from_the_list_shows_what_it_does_first(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    id = await dealt(desk.home, ann, "Ann")
    wanted = splits(throws(id, 1))[-1]
    version = await ann.version()
    await expect(ann.page.locator(".split")).to_have_count(len(splits(throws(id, 1))))
    await split(ann, wanted.move).hover()
    await expect(ann.page.locator(".sums .thought")).to_have_count(2)
    await split(ann, wanted.move).click()
    await ann.sees(version + 1)
    for value in set(wanted.sums):
        row = ann.page.locator(f"[data-sum='{value}']")
        await expect(row.locator(".ticked")).to_have_count(wanted.sums.count(value))
        await expect(row).to_contain_text("\N{MINUS SIGN}200")
    pile = ann.page.locator(f".pile[data-value='{wanted.reject}'] .ticked")
    await expect(pile).to_have_count(1)


async def test_every_split_of_every_throw_can_be_picked(desk: Desk) -> None:
    """Die by die, with the list of rejects full or not; and nothing else can."""
    ann = await desk.sit_down("Ann")
    cases = []
    for throw in combinations_with_replacement(range(1, 7), 5):
        every = splits(throw)
        cases.append([throw, [each.move for each in every]])
        cases.append([throw, [each.move for each in every if each.reject == throw[0]]])
    wrong = await ann.page.evaluate(
        """async (cases) => {
          const { Picks } = await import("./static/picks.js");
          const reach = (thrown, legal, dice, found) => {
            const picks = new Picks(thrown, legal);
            for (const die of dice) {
              if (!picks.may(die)) return;
              picks.take(die);
            }
            if (picks.split) found.add(picks.split.move);
            else for (let die = 0; die < 5; die += 1) reach(thrown, legal, [...dice, die], found);
          };
          return cases.filter(([thrown, legal]) => {
            const found = new Set();
            reach(thrown, legal, [], found);
            return found.size !== legal.length || legal.some((move) => !found.has(move));
          });
        }""",
        cases,
    )
    assert wrong == []


async def test_by_numbers_alone(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    id = await dealt(desk.home, ann, "Ann")
    page, made = ann.page, ann.page.locator(".made")
    await tab_to(page, ".die")
    for turn in (1, 2, 3):
        values, version = throws(id, turn), await ann.version()
        wanted = splits(values)[0]
        (a, b), (c, d) = wanted.pairs
        await page.keyboard.press("ArrowRight")
        await page.keyboard.press("End")
        await expect(page.locator(".die").nth(4)).to_be_focused()
        await page.keyboard.press("Enter")
        await expect(made).to_have_text(f"{values[4]} + …")
        await page.keyboard.press("Backspace")
        await expect(made).to_have_text("Tap two dice to pair them, or choose a split.")
        await page.keyboard.press(str(a))
        await page.keyboard.press(str(b))
        await expect(made).to_have_text(f"{a} + {b} = {a + b}")
        await page.keyboard.press("Escape")
        await page.keyboard.type(f"{a}{b}{c}{d}")
        await ann.sees(version + 1)
        await expect(page.locator(".die").first).to_be_focused()
    moves = [ply.move for ply in (await desk.home.sessions.load(id)).match.plies]
    assert moves == [splits(throws(id, turn))[0].move for turn in (1, 2, 3)]


async def test_what_the_list_of_rejects_forbids_is_explained(desk: Desk) -> None:
    """Plays the first split of every throw, as the rules do beside it, until a die is barred."""
    ann = await desk.sit_down("Ann")
    id = await dealt(desk.home, ann, "Ann")
    position = (await desk.home.sessions.load(id)).match.position
    while not _only_one_stays(position):
        version, move = await ann.version(), DICE.legal_moves(position)[0]
        await split(ann, move).click()
        await ann.sees(version + 1)
        position = DICE.play(position, Move(move))
    kept = DICE.legal_moves(position)[0][-1]
    assert not DICE.look(position).free
    barred = ann.page.locator(".die[aria-disabled=true]")
    await expect(barred.first).to_have_attribute("aria-label", f"{kept}, left over")
    await barred.first.click(force=True)
    await expect(ann.page.locator(".made")).to_have_text(
        f"Your reject list is full; leave over one of: {kept}."
    )
    await expect(ann.page.locator(".die[aria-pressed=true]")).to_have_count(0)


def _only_one_stays(position: Position) -> bool:
    """Whether just one die of the throw may be left over."""
    rejects = {int(move[-1]) for move in DICE.legal_moves(position)}
    assert rejects, "the game ended before that"
    return len(rejects) == 1 and position.throw.count(rejects.pop()) == 1


async def test_a_restart_between_throw_and_choice_throws_nothing_anew(
    chromium: Browser, tmp_path: Path
) -> None:
    now, file, port = FlowingNow(), tmp_path / "tavola.db", free_port()
    faces = "[...document.querySelectorAll('.die')].map((die) => die.dataset.value).join(' ')"
    async with harness(file, now, port=port) as home:
        desk = Desk(chromium, home)
        desk.expected.append("ERR_CONNECTION_REFUSED")
        ann = await desk.sit_down("Ann")
        await ann.say("/dice")
        await ann.button("Roll").click()
        await expect(ann.page.locator(".table.yours")).to_be_visible()
        thrown, version = await ann.page.evaluate(faces), await ann.version()
    await expect(ann.page.get_by_text("Reconnecting")).to_be_visible()
    first = ann.page.locator(".split").first
    wanted = await first.get_attribute("data-at")
    await first.click()
    await expect(ann.page.locator(".dice-board")).to_have_attribute("data-pending", "")
    assert await ann.page.evaluate(faces) == thrown
    async with harness(file, now, port=port, seed="later") as home:
        await ann.sees(version + 1)
        [id] = await home.store.in_room(ROOM)
        assert [ply.move for ply in (await home.sessions.load(id)).match.plies] == [wanted]
        await desk.close()
    assert desk.complaints == []


OVERLAP = """() => {
  const [sums, piles] = [".sums", ".piles"].map((each) => document.querySelector(each));
  return sums.getBoundingClientRect().right - piles.getBoundingClientRect().left;
}"""


@pytest.mark.parametrize("locale", LOCALES)
async def test_the_sheet_has_room_in_every_language(desk: Desk, locale: str) -> None:
    desktop = {"viewport": {"width": 1280, "height": 860}}
    for name, look in (("Ann", TELEPHONE), ("Bo", desktop), ("Cy", SMALL)):
        ann = await desk.sit_down(name, **look)
        await ann.page.locator("#me").evaluate("(me) => me.click()")
        await ann.page.locator("dialog select[name=locale]").select_option(value=locale)
        await expect(ann.page.locator("html")).to_have_attribute("lang", locale)
        await dealt(desk.home, ann, name)
        for _ in range(2):
            await by_dice(ann)
        assert await ann.page.evaluate(OVERLAP) <= 0
        await fits(ann.page)


async def test_on_a_telephone(desk: Desk) -> None:
    ann = await desk.sit_down("Ann", **TELEPHONE)
    await dealt(desk.home, ann, "Ann")
    await fits(ann.page)
    version = await ann.version()
    for _ in range(4):
        await ann.page.locator(FREE).first.tap()
    await ann.sees(version + 1)
    await fits(ann.page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_the_sheet_can_be_read(desk: Desk, scheme: str) -> None:
    ann = await desk.sit_down("Ann", color_scheme=scheme, reduced_motion="reduce")
    await dealt(desk.home, ann, "Ann")
    await by_dice(ann)
    await by_dice(ann)
    for theme in ("classic", "wood", "dark", "shapes"):
        await ann.page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        assert await ann.page.evaluate(FAINT) == []
    assert await ann.page.evaluate(NAMELESS) == []
    board = ann.page.locator(".dice-board")
    await expect(board).to_have_role("group")
    await expect(board).to_have_accessible_name(re.compile("Possible splits"))
    table = ann.page.get_by_role("table")
    await expect(table.get_by_role("row")).to_have_count(13)
    await expect(table.get_by_role("rowheader")).to_have_count(12)


TWELVE = """async () => {
  const { Sheet } = await import("./static/sheet.js");
  const sums = Array.from({ length: 11 }, (_, at) => (
    { value: at + 2, marks: at === 6 ? 12 : 0, new: 0, worth: at === 6 ? 200 : 0, after: 0 }));
  const sheet = new Sheet();
  sheet.fill({ sums, piles: [], last: null, gain: 0, total: 200 });
  document.querySelector(".dice-board .paper").replaceWith(sheet.element);
  const text = document.createRange();
  text.selectNodeContents(document.querySelector("[data-sum='8'] .box:last-child"));
  const said = text.getBoundingClientRect();
  const box = text.commonAncestorContainer.getBoundingClientRect();
  return [text.toString(), said.left >= box.left - 0.5, said.right <= box.right + 0.5];
}"""


@pytest.mark.parametrize("look", [SMALL, TELEPHONE, {}], ids=["smallest", "telephone", "screen"])
async def test_more_than_ten_marks_are_a_number_in_the_tenth_box(
    desk: Desk, look: dict[str, object]
) -> None:
    ann = await desk.sit_down("Ann", reduced_motion="reduce", **look)
    await dealt(desk.home, ann, "Ann")
    assert await ann.page.evaluate(TWELVE) == ["12", True, True]
    assert await ann.page.evaluate(FAINT) == []


async def test_a_game_for_one_is_listed_by_the_name_of_the_game(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    await dealt(desk.home, ann, "Ann")
    await expect(ann.page.locator("#matches .name")).to_have_text("Solitaire Dice")


OVERLAPS = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const [sums, piles, paper, splits] = [".sums", ".piles", ".paper", ".splits"].map(box);
  const apart = splits.left > paper.right || splits.top > paper.bottom || paper.top > splits.bottom;
  return [sums.right <= piles.left, piles.right <= paper.right, apart];
}"""


@pytest.mark.parametrize(
    ("width", "height"), [(1280, 800), (1080, 800), (900, 700), (844, 390), (768, 1024), (320, 568)]
)
async def test_sheet_and_splits_never_overlap_nor_are_cut_off(
    desk: Desk, width: int, height: int
) -> None:
    ann = await desk.sit_down("Ann", viewport={"width": width, "height": height})
    await dealt(desk.home, ann, "Ann")
    await fits(ann.page)
    assert await ann.page.evaluate(OVERLAPS) == [True, True, True]
    # and as the dice lie at the end
    await ann.page.locator(".tray").evaluate("(tray) => tray.classList.add('done')")
    await fits(ann.page)
    main = await ann.stage.bounding_box()
    assert main is not None
    for each in await ann.page.locator(".split, .rows .button").all():
        box = await each.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= main["x"] + main["width"]
