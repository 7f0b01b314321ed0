"""Everything that performs I/O: service, storage, engines, texts and front ends."""

__version__ = "0.1.0"
