"""Sessions become cards: text, buttons, picture, board by buttons.

The only package that puts a match into words for a screen; platforms differ by their `Limits`.
Depends on `bot.text` and `renderers`.
Start with `presenter.py`.
"""
