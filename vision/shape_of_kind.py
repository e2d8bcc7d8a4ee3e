"""The shapes that the nets tell apart, and which of them each kind has: a d8 is an octahedron, a d6 a cube."""

SHAPES = ("octahedron", "decahedron", "cube", "icosahedron", "disc", "other")
"""Order of the finder's heat maps. Reordering needs new nets."""

SHAPE_OF_KIND = {
    "mom_d8": "octahedron",
    "d8": "octahedron",
    "nemesis_noise": "decahedron",
    "d10": "decahedron",
    "nemesis_combat": "cube",
    "d6": "cube",
    "d20": "icosahedron",
    "token": "disc",
}
"""Shape of the kinds whose pictures the nets were taught with; a new kind's shape is seen when it is enrolled."""
