"""Playing cards: outline, print and paper in, card and chance out.

Pure as the rest of the reader is: a picture in, `Seen` out, no file but the nets and the limits in its kit, no clock.
Nothing here knows a die or a token, and nothing outside asks for more than `cards.card_reader.read_cards`; what trains its nets
stands in `vision/training`.
"""
