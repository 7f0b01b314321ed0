"""What the features of a position are worth, made by `training/reversi/weights.py`."""

KNOTS = (8, 16, 24, 32, 40, 48)
"""Empty squares for which the table has a row; between them it is interpolated."""

TABLE: tuple[tuple[int, ...], ...] = (
    (242, -21, 255, -359, -152, 87, -50, 23, 83, -22),
    (130, -67, 479, -527, -154, 103, 21, 3, 172, 5),
    (108, -90, 903, -671, -314, 111, 44, 4, 182, 17),
    (80, -108, 1297, -1411, -414, 188, 44, -2, 188, 7),
    (53, -139, 1438, -1815, -655, 384, 86, 5, 192, -7),
    (60, -173, 1327, -1943, -1089, 735, 45, 31, 190, 15),
)
"""A row a knot, a column a feature (`evaluation.FEATURES`), in hundredths of a disc."""
