"""Reversi compiled: boards, evaluation, looking ahead, endings. `core/kernels.py` says how."""
