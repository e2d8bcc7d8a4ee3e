"""The pictures that the camera process stores: for the page, and of doubtful readings."""
