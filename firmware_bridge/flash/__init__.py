"""`./table flash`: writes our firmware onto a board, with the tools that everybody uses for it."""

from firmware_bridge.flash.command import FlashArguments, flash

__all__ = ["FlashArguments", "flash"]
