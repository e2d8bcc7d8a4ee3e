"""The camera process: frames in, readings, health and answers out on the bus, doubtful pictures kept on the disk.

The only package of vision with the bus. The recognisers never import from here.
"""
