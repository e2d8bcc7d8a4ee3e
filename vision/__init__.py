"""Camera frame to reading."""

import os

# One thread, and said before numpy is loaded, which hears it only then: shared among cores the small matrix products of
# the second reader took five times as long, and the other cores are the rules' and the page's.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
