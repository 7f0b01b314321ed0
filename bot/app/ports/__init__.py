"""Interfaces of the adapters the application depends on, and the exceptions they raise.

Values come from `bot.app.model`; nothing else of the application is imported here.
Start with `store.py`.
"""
