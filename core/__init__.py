"""Values and pure functions: the games, the match, the results.

Owns every rule. Must not know chats, storage, pictures, sentences, clocks or chance: time and seeds
are handed in as values, so the same input always gives the same output and everything can be tested
and replayed.
"""
