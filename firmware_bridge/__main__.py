"""`python -m firmware_bridge SETTINGS.json`."""

import sys

from firmware_bridge.process import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
