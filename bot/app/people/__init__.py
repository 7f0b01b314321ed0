"""A player's own affairs: preferences, profile, linked accounts, blocked people, personal data.

Each module answers its own requests and keeps its data through one repository of the store.
Depends on `presentation`.
Start with `settings_card.py` or `account_linking.py`.
"""
