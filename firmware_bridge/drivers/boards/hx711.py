"""HX711, a load cell's converter: 24 bits in two's complement, high byte first (data sheet). Our firmware reads it;
this explains a word.

The number of clocks selects the source of the next word: 25 channel A with gain 128, 26 channel B with 32, 27
channel A with 64.
"""

from __future__ import annotations

WORD_SIZE = 3  # bytes
LOWEST, HIGHEST = -0x800000, 0x7FFFFF  # saturated: the true value may be beyond
PULSES = {25: ("A", 128), 26: ("B", 32), 27: ("A", 64)}  # clocks -> channel and gain of the next word


def decode(data: bytes) -> dict[str, object]:
    """One word, and where a fourth byte tells the clocks, what the next one is of. `error`: "truncated", "length", "pulses".

    >>> decode(bytes.fromhex("ffffff"))
    {'value': -1, 'saturated': False}
    """
    if len(data) < WORD_SIZE:
        return {"error": "truncated"}
    if len(data) > WORD_SIZE + 1:
        return {"error": "length"}
    value = int.from_bytes(data[:WORD_SIZE], "big", signed=True)
    fields: dict[str, object] = {"value": value, "saturated": value in {LOWEST, HIGHEST}}
    if len(data) == WORD_SIZE:
        return fields
    if data[WORD_SIZE] not in PULSES:
        return {"error": "pulses"}
    channel, gain = PULSES[data[WORD_SIZE]]
    return {**fields, "pulses": data[WORD_SIZE], "channel": channel, "gain": gain}
