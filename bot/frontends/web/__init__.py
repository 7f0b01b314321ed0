"""The page: a chat with the board in the middle, served on this machine.

Translates between the application and browsers; knows the service and nothing of other platforms.
"""

from bot.frontends.web.frontend import WebFrontEnd

__all__ = ["WebFrontEnd"]
