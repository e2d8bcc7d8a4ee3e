"""Second, quick generator of labelled pictures: pieces met analytically by rays, on painted tables.

It shares art and labels with `vision.training.trays`, and has another lens, another light and another sensor.
"""
