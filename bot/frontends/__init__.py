"""The platforms: each front end translates between one of them and the application."""
