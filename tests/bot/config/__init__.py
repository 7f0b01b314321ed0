"""Tests of `bot.config`."""
