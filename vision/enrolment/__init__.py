"""Teaching a kit: trays of objects cut out and named, the shots that come of it, the lesson that asks for them.

Changes the folders of kits, and nothing else does. No bus here, and no camera: pictures and wishes are handed in, answers
handed back. Whoever only reads imports nothing from here.
"""
