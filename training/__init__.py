"""How weights, tables and openings were made. Re-runnable; nothing here is needed to play."""
