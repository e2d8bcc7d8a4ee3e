"""The tests of the camera's process use the brokers of the tests of the bus."""

from tests.messaging.conftest import join, mosquitto

__all__ = ["join", "mosquitto"]
