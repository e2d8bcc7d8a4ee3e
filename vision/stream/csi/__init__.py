"""The ribbon camera of a Raspberry Pi.

Its library, picamera2, is a package of Raspberry Pi OS for the system's Python. So `program` runs there as a child
process and imports nothing of this project; `camera` takes its pictures over a socket pair.
"""
