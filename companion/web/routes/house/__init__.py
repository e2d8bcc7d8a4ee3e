"""Routes of the installation: set-up, health, readers, kits, and the mount calculator."""

from __future__ import annotations

from companion.web.routes.house import health, kits, mount_calculator, readers, setup
from companion.web.routes.house.health import HOUSE
from companion.web.routes.house.readers import READERS
from companion.web.routes.house.setup import SETUP

BLUEPRINTS = (setup.setup, health.house, readers.readers, kits.teach, mount_calculator.build)

__all__ = ["BLUEPRINTS", "HOUSE", "READERS", "SETUP"]
