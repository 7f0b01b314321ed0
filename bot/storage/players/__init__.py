"""Players as rows: accounts, names, settings, whom they block.

An account is made at first sight and names are kept up to date.
Depends on nothing but the connection.
Start with `players.py`.
"""
