"""The tray's measures, in mm."""

import numpy as np

WIDTH, HEIGHT = 300.0, 220.0
"""Size of the felt, inside the rim."""
RIM_WIDTH = 11.0
TABLE_Z = -4.0
"""Height of the table's top. The felt is at 0."""
MARKER_SIDE = 24.0
"""Side of a printed marker with its white border."""
MARKER_INSET = 13.0
"""Distance from the felt's edges to the middle of a marker in the corner."""

_W, _H = WIDTH / 2, HEIGHT / 2
CORNERS = np.array([[-_W, _H, 0], [_W, _H, 0], [_W, -_H, 0], [-_W, -_H, 0]])
"""Corners of the felt: far left, far right, near right, near left."""
EDGES = np.array([_W, _H])
"""Half width and half height of the felt."""
