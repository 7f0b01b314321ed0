"""View to picture: pure functions, no sentences, no rules.

`render(game, view, names=..., theme=..., size=...)` gives PNG bytes, `text_board(game, view)` the
same board in characters.
"""
