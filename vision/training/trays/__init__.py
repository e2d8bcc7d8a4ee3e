"""Render labelled pictures of dice, tokens and cards on a tray, of one set or of any number of random sets.

Millimetres throughout: the felt is the plane z = 0, its middle the origin, x to the right, y away from the player, z up.
Everything is random and everything is repeatable: the same style, seed and number give the same picture. Only
`rendering.renderer` and `pieces.rolls` need the packages of the group `train` that render (mitsuba, pyoidn, pybullet).
"""
