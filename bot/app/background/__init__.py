"""Tasks beside requests: publish screens, ask engines, wake at deadlines, recover.

Each derives its work from saved state, so a restart repeats nothing and loses nothing. Depends on
the match writer and the session cache. Start with `recovery.py`.
"""
