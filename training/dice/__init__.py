"""Solitaire Dice: how the tables of values were learned by playing; see README.md."""
