"""What has to be seen on a board contrasts with its surroundings, in every theme."""

import pytest
from playwright.async_api import expect

from tests.bot.frontends.web.browser.desk import Desk

pytestmark = pytest.mark.asyncio(loop_scope="session")

WANTED = 3.0
"""WCAG 2.2, success criterion 1.4.11: non-text contrast."""

CONTRASTS = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const light = (colour) => {
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((v) => v / 255)
      .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const of = (selector, property) => {
    const style = getComputedStyle(document.querySelector(`.board ${selector}`));
    return light(style[property]);
  };
  const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  const felt = of(".felt", "fill");
  const body = (colour) => of(`.stop.${colour}:not(.high, .low)`, "stopColor");
  const rim = (colour) => of(`.face.${colour} .rim`, "stroke");
  const edge = (colour) => Math.max(ratio(rim(colour), felt), ratio(body(colour), felt));
  return {
    lines: ratio(of(".lines", "stroke"), felt),
    black: edge("X"),
    white: edge("O"),
    dots: ratio(of(".hint", "fill"), felt),
    opaque: Number(getComputedStyle(document.querySelector("[data-legal] .hint")).opacity) * 3,
    last_on_black: ratio(of("[data-disc=X] .latest", "fill"), body("X")),
    last_on_white: ratio(of("[data-disc=O] .latest", "fill"), body("O")),
  };
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_boards_are_seen_in_every_theme(desk: Desk, scheme: str) -> None:
    ann = await desk.sit_down("Ann", color_scheme=scheme, reduced_motion="reduce")
    await ann.say("/play novice first=challenger")
    await expect(ann.page.locator("[data-legal] .hint")).to_have_count(4)
    for theme in ("classic", "wood", "dark", "shapes"):
        await ann.page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        found = await ann.page.evaluate(CONTRASTS)
        low = {name: ratio for name, ratio in found.items() if ratio < WANTED}
        assert not low, (theme, low)
