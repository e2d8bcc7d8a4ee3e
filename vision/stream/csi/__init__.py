"""The camera on the ribbon of a Raspberry Pi.

Only the system's own Python can open one: its library, picamera2, is a package of Raspberry Pi OS. So `program` runs there as
a child of the camera process and imports nothing of ours, and `camera` takes the pictures over a pair of sockets.
"""
