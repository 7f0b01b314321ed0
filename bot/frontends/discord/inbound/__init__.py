"""What Discord sends: interactions, modals, autocomplete, the first message in a server.

Translates them into requests and answers within Discord's three seconds.
Depends on `outbound` for the answers.
Start with `interactions.py`.
"""
