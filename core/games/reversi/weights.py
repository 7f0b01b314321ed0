"""What the features of a position are worth, made by `training/reversi/weights.py`."""

KNOTS = (8, 16, 24, 32, 40, 48)
"""Empty squares for which the table has a row; between them it is interpolated."""

TABLE: tuple[tuple[int, ...], ...] = (
    (238, -56, 222, -143, 124, 81, -46, 32, 123, -43),
    (161, -7, 460, -669, -86, 119, 8, -21, 171, -39),
    (96, -106, 1037, -1026, -126, 102, 47, 12, 192, -43),
    (84, -121, 1539, -1245, -79, 158, 67, -18, 236, -47),
    (22, -243, 1655, -1851, -268, 321, 24, 54, 303, -57),
    (97, -128, 1488, -2281, -908, 701, 21, 21, 146, -35),
)
"""A row a knot, a column a feature (`evaluation.FEATURES`), in hundredths of a disc."""
