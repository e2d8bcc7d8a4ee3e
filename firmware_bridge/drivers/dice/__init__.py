"""Bluetooth dice: GoDice and Pixels, their messages, and the packets that carry these on a line."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from firmware_bridge.drivers.dice import godice, pixels_advertisement, pixels_messages
from firmware_bridge.drivers.dice.godice import GoDice
from firmware_bridge.drivers.dice.pixels import Pixels

DECODERS: Mapping[str, Callable[[bytes], dict[str, object]]] = MappingProxyType(
    {
        "godice": godice.decode,
        "pixels": pixels_messages.decode,
        "pixels_advertisement": pixels_advertisement.decode,
    }
)
"""Protocol name -> decoder of its bytes."""

__all__ = ["DECODERS", "GoDice", "Pixels"]
