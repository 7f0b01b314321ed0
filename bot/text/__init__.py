"""Texts: gettext catalogues, and a phrase for each code of the core. Platform-independent."""
