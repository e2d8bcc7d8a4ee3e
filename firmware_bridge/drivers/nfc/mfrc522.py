"""MFRC522 (RC522): transfers on its SPI lines, and the first exchanges between it and a card. Our firmware drives
it. This module only decodes, because an RC522 is never on a serial line by itself.

A transfer begins with an address byte: bit 7 reads, bits 6 to 1 are the register, bit 0 is 0.
"""

from __future__ import annotations

from firmware_bridge.drivers.nfc import iso14443
from firmware_bridge.drivers.nfc.iso14443 import bcc, command_of, crc_a

READ = 0x80
REGISTERS = {
    0x01: "CommandReg",
    0x02: "ComIEnReg",
    0x03: "DivIEnReg",
    0x04: "ComIrqReg",
    0x05: "DivIrqReg",
    0x06: "ErrorReg",
    0x07: "Status1Reg",
    0x08: "Status2Reg",
    0x09: "FIFODataReg",
    0x0A: "FIFOLevelReg",
    0x0B: "WaterLevelReg",
    0x0C: "ControlReg",
    0x0D: "BitFramingReg",
    0x0E: "CollReg",
    0x11: "ModeReg",
    0x12: "TxModeReg",
    0x13: "RxModeReg",
    0x14: "TxControlReg",
    0x15: "TxASKReg",
    0x16: "TxSelReg",
    0x17: "RxSelReg",
    0x18: "RxThresholdReg",
    0x19: "DemodReg",
    0x1C: "MfTxReg",
    0x1D: "MfRxReg",
    0x1F: "SerialSpeedReg",
    0x21: "CRCResultRegH",
    0x22: "CRCResultRegL",
    0x24: "ModWidthReg",
    0x26: "RFCfgReg",
    0x27: "GsNReg",
    0x28: "CWGsPReg",
    0x29: "ModGsPReg",
    0x2A: "TModeReg",
    0x2B: "TPrescalerReg",
    0x2C: "TReloadRegH",
    0x2D: "TReloadRegL",
    0x2E: "TCounterValRegH",
    0x2F: "TCounterValRegL",
    0x31: "TestSel1Reg",
    0x32: "TestSel2Reg",
    0x33: "TestPinEnReg",
    0x34: "TestPinValueReg",
    0x35: "TestBusReg",
    0x36: "AutoTestReg",
    0x37: "VersionReg",
    0x38: "AnalogTestReg",
    0x39: "TestDAC1Reg",
    0x3A: "TestDAC2Reg",
    0x3B: "TestADCReg",
}
VERSIONS = {0x92: "2.0", 0x91: "1.0", 0x90: "0.0", 0x88: "FM17522", 0xB2: "FM17522E", 0x12: "counterfeit"}
NOT_CONNECTED = (0x00, 0xFF)  # values of VersionReg without a chip

EXAMPLE_UID = bytes.fromhex("04a1b2c3")  # the card in all examples and in the simulator
EXAMPLE_ATQA, EXAMPLE_SAK = bytes.fromhex("0400"), 0x08


def decode(data: bytes) -> dict[str, object]:
    r"""Decode a frame to a card, with the example card's answer, or a transfer on SPI. `error`: "truncated",
    "address".

    >>> decode(bytes.fromhex("ee00"))["reg"], decode(bytes.fromhex("26"))["answer"]
    (55, '04a1b2c3d4')
    """
    asked = command_of(data)
    if asked and (data[0] & 1 or len(data) == 1 or iso14443.has_valid_crc(data)):
        return {**asked, **example_answer(asked)}
    return transfer(data)


def example_answer(asked: dict[str, object]) -> dict[str, object]:
    """Return the example card's answer to a command, and after the first one also the next command."""
    uid = (EXAMPLE_UID + bytes([bcc(EXAMPLE_UID)])).hex()
    if asked["command"] in {"REQA", "WUPA"}:
        return {"atqa": EXAMPLE_ATQA.hex(), "anticoll": "9320", "answer": uid}
    if asked["command"] == "ANTICOLL":
        return {"answer": uid}
    if asked["command"] == "SELECT":
        sak = bytes([EXAMPLE_SAK])
        return {"sak": EXAMPLE_SAK, "answer": (sak + crc_a(sak)).hex()}
    return {"answer": ""}  # HLTA: a card that accepts it does not answer


def transfer(data: bytes) -> dict[str, object]:
    """One transfer as the host sends it: which register, read or written, and with which bytes."""
    if len(data) < 2:
        return {"error": "truncated"}
    if data[0] & 1:
        return {"error": "address"}
    reg, read = data[0] >> 1 & 0x3F, bool(data[0] & READ)
    fields: dict[str, object] = {"reg": reg, "read": read, "name": REGISTERS.get(reg, "reserved")}
    if read:
        return {**fields, "count": len(data) - 1}
    return {**fields, "value": data[1], "data": data[1:].hex()}
