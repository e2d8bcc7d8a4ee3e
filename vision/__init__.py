"""Camera frame to reading."""

import os

# One thread, and said before numpy is loaded, which hears it only then: shared among cores the small matrix products of
# the second reader took five times as long, and the other cores are the rules' and the page's.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# OpenCV unpacks a thousand megapixels where it is not told otherwise, and hears it only when it is loaded: whatever is unpacked
# without `decode`, a video or the picture of a network camera, is bounded here.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(64 << 20))

# onnxruntime reports the machine to its maker on import, and stores a machine id. No data may leave this machine.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
