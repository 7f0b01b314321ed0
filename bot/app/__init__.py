"""The application: one service between front ends and core. Knows no platform and no SQL."""
