"""The rules of components that Discord enforces and its OpenAPI file does not say, or says late.

Source: developers/components/reference; the 4,000 characters are observed, not documented.
"""

from collections.abc import Collection, Sequence

from tests.fakes.discord.errors import JSON, ApiError, invalid
from tests.fakes.discord.messages import (
    BUTTON,
    CONTAINER,
    GALLERY,
    ROW,
    SELECT,
    TEXT_DISPLAY,
    walk,
)

MOST, ROWS, PER_ROW, OPTIONS = 40, 5, 5, 25
LABEL, CUSTOM_ID, ALT, TEXT = 80, 100, 1024, 4000
SELECTS = (SELECT, 5, 6, 7, 8)
SECTION, THUMBNAIL, FILE, SEPARATOR = 9, 11, 13, 14
ONLY_V2 = (SECTION, TEXT_DISPLAY, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER)
LINK = 5


def check(components: Sequence[JSON], *, v2: bool, files: Collection[str]) -> None:
    """ApiError 50035 for the first rule that is broken. `files` are the names attached."""
    if not v2 and len(components) > ROWS:
        raise invalid("components", "BASE_TYPE_BAD_LENGTH", f"Must be {ROWS} or fewer in length.")
    parts = list(walk(components))
    if len(parts) > MOST:
        raise invalid("components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", f"{len(parts)}")
    if v2 and sum(len(p["content"]) for p in parts if p["type"] == TEXT_DISPLAY) > TEXT:
        raise invalid("components", "COMPONENT_MAX_TOTAL_TEXT_EXCEEDED", f"over {TEXT} characters")
    ids = [part["custom_id"] for part in parts if part.get("custom_id") is not None]
    if len(set(ids)) != len(ids):
        raise invalid("components", "COMPONENT_CUSTOM_ID_DUPLICATED", "custom_id is not unique")
    for index, component in enumerate(components):
        _check(component, f"components.{index}", v2, files, inside=False)


def _check(part: JSON, at: str, v2: bool, files: Collection[str], *, inside: bool) -> None:
    kind = part["type"]
    if kind in ONLY_V2 and not v2:
        raise invalid(f"{at}.type", "UNION_TYPE_CHOICES", "needs the flag IS_COMPONENTS_V2")
    if kind == ROW:
        _check_row(part["components"], at)
    elif kind == CONTAINER:
        if inside:
            raise invalid(at, "UNION_TYPE_CHOICES", "a container cannot be in a container")
        if not part["components"]:
            raise invalid(f"{at}.components", "BASE_TYPE_BAD_LENGTH", "Must not be empty.")
        for index, child in enumerate(part["components"]):
            _check(child, f"{at}.components.{index}", v2, files, inside=True)
    elif kind == GALLERY:
        _check_gallery(part, at, files)
    elif kind == FILE:
        _check_attached(part["file"]["url"], f"{at}.file.url", files)
    elif kind == TEXT_DISPLAY:
        _length(part["content"], 1, TEXT, f"{at}.content")
    elif kind in (BUTTON, *SELECTS):
        raise invalid(f"{at}.type", "UNION_TYPE_CHOICES", "must be in an action row")
    elif kind != SEPARATOR:
        raise not_modelled(f"component type {kind}")


def _check_row(children: Sequence[JSON], at: str) -> None:
    if not 1 <= len(children) <= PER_ROW:
        raise invalid(f"{at}.components", "BASE_TYPE_BAD_LENGTH", f"1 to {PER_ROW} in a row")
    if len(children) > 1 and any(child["type"] != BUTTON for child in children):
        raise invalid(f"{at}.components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "a select is alone")
    for index, child in enumerate(children):
        path = f"{at}.components.{index}"
        if child["type"] == BUTTON:
            _check_button(child, path)
        elif child["type"] in SELECTS:
            _check_select(child, path)
        else:
            raise invalid(f"{path}.type", "UNION_TYPE_CHOICES", "only buttons or one select")


def _check_button(button: JSON, at: str) -> None:
    if not button.get("label") and not button.get("emoji"):
        raise invalid(f"{at}.label", "BUTTON_COMPONENT_LABEL_OR_EMOJI", "a label or an emoji")
    _length(button.get("label") or "-", 1, LABEL, f"{at}.label")
    if button["style"] == LINK:
        if button.get("custom_id") is not None or not button.get("url"):
            raise invalid(f"{at}.custom_id", "BUTTON_COMPONENT_CUSTOM_ID_AND_URL", "only a url")
    else:
        _length(button.get("custom_id") or "", 1, CUSTOM_ID, f"{at}.custom_id")


def _check_select(select: JSON, at: str) -> None:
    _length(select.get("custom_id") or "", 1, CUSTOM_ID, f"{at}.custom_id")
    _length(select.get("placeholder") or "", 0, 150, f"{at}.placeholder")
    if select["type"] != SELECT:
        return
    options = select.get("options") or []
    if not 1 <= len(options) <= OPTIONS:
        raise invalid(f"{at}.options", "BASE_TYPE_BAD_LENGTH", f"1 to {OPTIONS} options")
    if len({option["value"] for option in options}) != len(options):
        raise invalid(f"{at}.options", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "value twice")
    for index, option in enumerate(options):
        _length(option["label"], 1, 100, f"{at}.options.{index}.label")
        _length(option["value"], 1, 100, f"{at}.options.{index}.value")
    if select.get("max_values", 1) > len(options):
        raise invalid(f"{at}.max_values", "SELECT_COMPONENT_MAX_VALUES", "more than options")


def _check_gallery(gallery: JSON, at: str, files: Collection[str]) -> None:
    items = gallery["items"]
    if not 1 <= len(items) <= 10:
        raise invalid(f"{at}.items", "BASE_TYPE_BAD_LENGTH", "1 to 10 items")
    for index, item in enumerate(items):
        if item.get("description") is not None:
            _length(item["description"], 1, ALT, f"{at}.items.{index}.description")
        url = item["media"]["url"]
        if url.startswith("attachment://"):
            _check_attached(url, f"{at}.items.{index}.media.url", files)


def _check_attached(url: str, at: str, files: Collection[str]) -> None:
    """A file component takes nothing but what is attached."""
    if url.removeprefix("attachment://") not in files:
        raise invalid(at, "MEDIA_ITEM_ATTACHMENT_NOT_FOUND", f"nothing attached as {url}")


def _length(text: str, least: int, most: int, at: str) -> None:
    if not least <= len(text) <= most:
        raise invalid(at, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")


def not_modelled(what: str) -> ApiError:
    """The fake does not know this: the test must not pass."""
    return ApiError(501, 0, f"not modelled by this fake: {what}")
