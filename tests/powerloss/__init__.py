"""Power cuts: the program's own code runs on a disk that keeps only what was synced, and any part of the rest."""
