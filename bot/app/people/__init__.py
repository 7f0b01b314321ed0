"""A player's own data: preferences, profile, linked accounts, blocked players, personal data.

Each module handles its own requests and stores its data through one repository. Depends on
`presentation`. Start with `settings_card.py` or `account_linking.py`.
"""
