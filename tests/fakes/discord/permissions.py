"""Who may do what where: Discord's permission bits and how they add up.

Source: developers/topics/permissions. Only the bits this fake looks at are named.
"""

from enum import IntFlag


class Permission(IntFlag):
    ADMINISTRATOR = 1 << 3
    MANAGE_GUILD = 1 << 5
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    SEND_MESSAGES_IN_THREADS = 1 << 38


NOTHING = Permission(0)
ALL = Permission((1 << 53) - 1)

MEMBER = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)
"""What @everyone has in a new server, as far as it matters here."""

DIRECT = MEMBER | Permission.MENTION_EVERYONE
"""What an app has in a direct message: the fixed set in `app_permissions`."""
