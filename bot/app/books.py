"""The parts of the store that are no sessions, a noun each: what the application asks of them.

`bot/app/ports.py` names them as attributes of `Store`; `bot/storage` has a class for each. Every
write is durable when its call returns, as there. Must not know SQL.
"""
