"""How weights, tables and openings were made. Runs outside the bot; everything is re-runnable."""

from bot.engines import kernel_cache as cache

cache.adopt()  # before a script imports kernels
