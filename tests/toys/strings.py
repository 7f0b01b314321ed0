"""The words of the toy games. They are not translated."""

NAMES = {"lights": "Lights", "race": "Race"}
MARKS = {"lights": ("💡",), "race": ("🔴", "🔵")}
HINTS = {"lights": "Put out every light.", "race": "Bring both tokens home."}
RULES = {
    "lights": (
        "A press switches a light and its neighbours.",
        "Put out all of them.",
        "You have twenty presses.",
    ),
    "race": ("Roll one die.", "Advance one of your two tokens.", "Both home first wins."),
}
