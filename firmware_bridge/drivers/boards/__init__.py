"""Boards with our firmware: the driver, the lamps, and the load cell's converter that the firmware reads."""

from firmware_bridge.drivers.boards import hx711
from firmware_bridge.drivers.boards.board import BAUD, BoardDriver

__all__ = ["BAUD", "BoardDriver", "hx711"]
