"""What Telegram sends: callback queries, text messages, deep links.

Translates updates into requests; every callback query is answered exactly once.
Depends on `outbound` for the answers.
Start with `callbacks.py`.
"""
