"""Placeholder header; written by its owner."""
