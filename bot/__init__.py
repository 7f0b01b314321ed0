"""Everything that waits, fails or talks: the service, storage, engines, text and the front ends."""
