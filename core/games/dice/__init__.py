"""Solitaire Dice: five dice, two pairs, one left over. For one player."""
