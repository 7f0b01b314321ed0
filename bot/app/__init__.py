"""The application: one service between the front ends and the core. Knows no platform and no SQL."""
