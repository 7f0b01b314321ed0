"""How the numbers of Pente's evaluation were made; see README.md."""
