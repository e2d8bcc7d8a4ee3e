"""Draw marks: glyphs of fonts, symbols of our own and shapes by chance."""
