"""What Discord sends: interactions and autocomplete.

Translates them into requests and answers within Discord's three seconds.
Depends on `outbound` for the answers.
Start with `interactions.py`.
"""
