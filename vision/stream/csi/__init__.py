"""The camera on the ribbon of a Raspberry Pi.

Only the system's own Python can open one: its library, picamera2, is a package of Raspberry Pi OS and fits no other. So
`program` runs there, as a child of the camera's process, and `camera` takes the pictures over a pair of sockets that nobody
else can reach. `program` knows nothing of us but what it says itself.
"""
