"""Telegram as a front end: updates become requests, screens become messages."""
