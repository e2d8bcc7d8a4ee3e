"""A real broker for the process of the bridge."""

from tests.bus.conftest import join, mosquitto

__all__ = ["join", "mosquitto"]
