"""The tray's measures, in mm."""

import numpy as np

WIDTH, HEIGHT = 300.0, 220.0
"""Of the felt, inside the rim."""
RIM_WIDTH = 11.0
TABLE_Z = -4.0
"""The table's top; the felt lies at 0."""
MARKER_SIDE = 24.0
"""Of a printed marker with its white border."""
MARKER_INSET = 13.0
"""From the felt's edges to the middle of a marker in the corner."""

_W, _H = WIDTH / 2, HEIGHT / 2
CORNERS = np.array([[-_W, _H, 0], [_W, _H, 0], [_W, -_H, 0], [-_W, -_H, 0]])
"""Of the felt: far left, far right, near right, near left."""
EDGES = np.array([_W, _H])
"""Half width and half height of the felt."""
