"""Identities that change: accounts merged, people erased, chats with a new id.

`personal_columns.py` lists every column that names a person; the others go through that list.
Depends on every other package of the store.
Start with `personal_columns.py`.
"""
