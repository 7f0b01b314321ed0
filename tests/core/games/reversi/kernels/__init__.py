"""Tests of the compiled kernels of Reversi."""
