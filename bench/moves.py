"""One move on each platform: the page, Telegram, Discord. See the three modules it runs.

`python -m bench moves [page] [telegram] [discord]`: those named, or all.
"""

from collections.abc import Iterator

from bench import moves_discord, moves_page, moves_telegram

PLATFORMS = {
    "page": moves_page.run,
    "telegram": moves_telegram.run,
    "discord": moves_discord.run,
}


def run(args: list[str]) -> Iterator[str]:
    """What a move costs on each platform. ValueError for a platform there is not."""
    if unknown := set(args) - set(PLATFORMS):
        raise ValueError(f"no such platform: {', '.join(sorted(unknown))}")
    for name, measure in PLATFORMS.items():
        if not args or name in args:
            yield from measure()
