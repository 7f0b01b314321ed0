"""Kills the bot while people play, starts it again, and counts: nothing lost, nothing doubled."""
