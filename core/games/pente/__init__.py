"""Pente, 19x19, for two players or two against two."""
