"""Tests of `renderers`."""
