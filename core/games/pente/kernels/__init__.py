"""Compiled kernels of Pente: what a search does a hundred thousand times a second."""
