"""`python -m vision SETTINGS.json`, or with "-" the settings on standard input."""

import sys

from vision.service.process import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
