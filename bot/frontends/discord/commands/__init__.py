"""The slash commands: their definition, translation and registration with Discord.

`command_sync.py` uploads them when they differ from what Discord has.
Depends on `inbound`, which handles their use.
Start with `slash_commands.py`.
"""
