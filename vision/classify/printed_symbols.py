"""What is printed on dice and tokens everywhere in the same way, and is therefore read without a kit's shots."""

PIPS = tuple(f"pips {number}" for number in range(1, 7))
NUMERALS = tuple(str(number) for number in range(21))
SIGNED = ("+1", *(str(number) for number in range(-8, 0)))
BLANK, OTHER = "blank", "other"
PRINTED = (*PIPS, *NUMERALS, *SIGNED, BLANK, OTHER)
"""In the order of the face net's second output; never reorder without training it again."""


def printed(kind: str, value: str) -> str:
    """What a face of one of our kinds shows, as one of `PRINTED`."""
    if kind == "d6":
        return f"pips {value}"
    return value if value in PRINTED else OTHER
