"""`./table flash`: write our firmware onto a board, with the usual tools."""

from firmware_bridge.flash.command import FlashArguments, flash

__all__ = ["FlashArguments", "flash"]
