"""Rendering of views to pictures: pure functions without sentences or rules.

The package imports nothing, so that `theme.THEMES` and `section.Section` load without Pillow.
"""
