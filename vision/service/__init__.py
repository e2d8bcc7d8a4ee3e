"""The process beside the camera: frames in, readings, health and answers out on the bus, doubts kept on the disk.

The only place with the bus. It decides nothing about what is seen: that is for the recognisers, which never import from
here.
"""
