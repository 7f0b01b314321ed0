"""Tests of the games, a folder each as in `core/games`."""
