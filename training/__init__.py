"""How weights, tables and openings were made. Runs outside the bot; everything is re-runnable."""

from bot.engines import kernel_cache

kernel_cache.adopt()  # before a script imports kernels
