"""A real broker for the process of the bridge."""

from tests.messaging.conftest import join, mosquitto

__all__ = ["join", "mosquitto"]
