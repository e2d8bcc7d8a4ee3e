"""Playing cards: a picture in, the cards seen out, each with its chance.

Pure like the other recognisers: no files but the nets and the limits of the kit `cards`, no clock. Other packages use
`cards.card_reader.read_cards` alone; `vision/training` trains the nets.
"""
