"""Everything that waits, fails or talks: the service, storage, engines, text and the front ends."""

__version__ = "0.1.0"
