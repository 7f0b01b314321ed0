"""Sentences: gettext catalogues, and the phrase for each code the core gives. Knows no platform."""
