"""NFC: the PN532 on a serial line, and the formats of tags, of their memory and of the chips that read them."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from firmware_bridge.drivers.nfc import iso14443, mfrc522, ndef_message, ntag, pn532_frames, type2_memory
from firmware_bridge.drivers.nfc.pn532 import Pn532

DECODERS: Mapping[str, Callable[[bytes], dict[str, object]]] = MappingProxyType(
    {
        "pn532": pn532_frames.decode,
        "ntag21x": ntag.decode,
        "type2tag": type2_memory.decode,
        "ndef": ndef_message.decode,
        "mfrc522": mfrc522.decode,
        "iso14443a": iso14443.decode,
    }
)
"""Protocol name -> decoder of its bytes."""

__all__ = ["DECODERS", "Pn532"]
