"""MFRC522 (RC522): transfers on its SPI lines, and the first exchanges between it and a card. Our firmware drives
it. This module only decodes, because an RC522 is never on a serial line by itself.

A transfer begins with an address byte: bit 7 reads, bits 6 to 1 are the register, bit 0 is 0.
"""

from __future__ import annotations

from firmware_bridge.drivers.nfc import iso14443
from firmware_bridge.drivers.nfc.iso14443 import bcc, command_of, crc_a

READ = 0x80
REGISTER_NAMES = """
01:CommandReg 02:ComIEnReg 03:DivIEnReg 04:ComIrqReg 05:DivIrqReg 06:ErrorReg 07:Status1Reg 08:Status2Reg
09:FIFODataReg 0a:FIFOLevelReg 0b:WaterLevelReg 0c:ControlReg 0d:BitFramingReg 0e:CollReg 11:ModeReg 12:TxModeReg
13:RxModeReg 14:TxControlReg 15:TxASKReg 16:TxSelReg 17:RxSelReg 18:RxThresholdReg 19:DemodReg 1c:MfTxReg 1d:MfRxReg
1f:SerialSpeedReg 21:CRCResultRegH 22:CRCResultRegL 24:ModWidthReg 26:RFCfgReg 27:GsNReg 28:CWGsPReg 29:ModGsPReg
2a:TModeReg 2b:TPrescalerReg 2c:TReloadRegH 2d:TReloadRegL 2e:TCounterValRegH 2f:TCounterValRegL 31:TestSel1Reg
32:TestSel2Reg 33:TestPinEnReg 34:TestPinValueReg 35:TestBusReg 36:AutoTestReg 37:VersionReg 38:AnalogTestReg
39:TestDAC1Reg 3a:TestDAC2Reg 3b:TestADCReg
"""
REGISTERS = {int(number, 16): name for number, _, name in (word.partition(":") for word in REGISTER_NAMES.split())}
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
    command = command_of(data)
    if command and (data[0] & 1 or len(data) == 1 or iso14443.has_valid_crc(data)):
        return {**command, **example_answer(command)}
    return transfer(data)


def example_answer(command: dict[str, object]) -> dict[str, object]:
    """Return the example card's answer to a command, and after the first one also the next command."""
    uid = (EXAMPLE_UID + bytes([bcc(EXAMPLE_UID)])).hex()
    if command["command"] in {"REQA", "WUPA"}:
        return {"atqa": EXAMPLE_ATQA.hex(), "anticoll": "9320", "answer": uid}
    if command["command"] == "ANTICOLL":
        return {"answer": uid}
    if command["command"] == "SELECT":
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
