"""What a ledger says of a die: no claim without its band, and a misreading camera looks like a biased die."""

from __future__ import annotations

from companion import games
from companion.engine import begun, named
from companion.fairness.die_statistics import FaceStatistic
from companion.fairness.ledger import DieStatistics

CARDS = "card"
KINDS = {
    "d4": "four-sided dice",
    "d6": "six-sided dice",
    "d8": "eight-sided dice",
    "d10": "ten-sided dice",
    "d12": "twelve-sided dice",
    "d20": "twenty-sided dice",
    "token": "tokens out of the bag",
    "card": "cards off the deck",
}
RARE = 0.01
SHARE_STEPS = 3  # decimals of a per cent, at most, until a claim can be read off the figures


def verdict(die: DieStatistics) -> str:
    """The sentence below a die."""
    against = die.accused
    if against is None:
        return _nothing(die)
    share, low, high, expected = percents(against)
    face = begun(named(against.face))
    if against.verdict == "often":
        return _often(die, face, share, f"{low[:-1]}–{high}", expected)
    return _seldom(die, face, share, f"{low[:-1]}–{high}", expected)


def _often(die: DieStatistics, face: str, share: str, band: str, expected: str) -> str:
    if die.thing.kind == CARDS:
        return f"{face} come too often: {share} ({band}) instead of {expected}."
    if is_number(face):
        return f"The {face} comes too often: {share} ({band}) instead of {expected}."
    return f"{face} comes too often: {share} ({band}) instead of {expected}."


def _seldom(die: DieStatistics, face: str, share: str, band: str, expected: str) -> str:
    if die.thing.kind == CARDS:
        return f"{face} come too seldom: {share} ({band}) instead of {expected}."
    if is_number(face):
        return f"The {face} comes too seldom: {share} ({band}) instead of {expected}."
    return f"{face} comes too seldom: {share} ({band}) instead of {expected}."


def is_number(face: str) -> bool:
    """Whether a face is one.

    >>> is_number("-3"), is_number("skull")
    (True, False)
    """
    return face[-1:].isdecimal()


def streak(die: DieStatistics) -> str:
    """Of the longest run; "" where none is worth a word."""
    run = die.streak
    if run is None:
        return ""
    face, chance = begun(named(run.face)), _rounded(run.chance)
    if die.thing.is_rolled:
        return f"The longest run: {face}, in {run.rolls} rolls one after the other. {chance} of such evenings have one as long."
    return f"The longest run: {face}, drawn {run.rolls} times one after the other. {chance} of such evenings have one as long."


def _rounded(chance: float) -> str:
    """Never none: what came can come."""
    return f"{chance * 100:.0f}%" if chance >= RARE else f"{max(chance * 100, 0.1):.1f}%"


def advice(die: DieStatistics) -> str:
    """What else it may be, where something speaks against it; "" where nothing does."""
    if die.accused is None:
        return ""
    if die.thing.by_app:
        return "These are the app's own numbers: tell whoever looks after it."
    if die.thing.kind == CARDS:
        return "Or the deck is not what the table thinks it is: count it, and shuffle it well."
    if not die.thing.is_rolled:
        return "Or the bag does not hold what the table thinks: count it."
    if die.sources.get("camera", 0) > die.sources.get("hand", 0):
        return "Or the camera takes another face for it: look at its pictures."
    return "Or somebody taps another face: look at the log."


def kind_words(kind: str) -> str:
    """What several things of a kind are called."""
    brought = games.kinds().get(kind)
    return KINDS.get(kind) or (brought.several if brought else "") or kind.replace("_", " ")


def percents(face: FaceStatistic) -> tuple[str, str, str, str]:
    """Share, low, high and expected share, with as many decimals as it takes to see the expected one outside the band.

    >>> percents(FaceStatistic("6", 99, 0.2475, 0.16667, 0.1951, 0.328, "often"))
    ('25%', '20%', '33%', '17%')
    >>> percents(FaceStatistic("6", 5000, 0.18, 0.16667, 0.1684, 0.19, "often"))
    ('18.0%', '16.8%', '19.0%', '16.7%')
    """
    shares = (face.share, face.low, face.high, face.expected)
    for decimals in range(SHARE_STEPS):
        low, high, expected = (round(share * 100, decimals) for share in shares[1:])
        if not face.verdict or not low <= expected <= high:
            return _written(shares, decimals)
    return _written(shares, SHARE_STEPS)


def _written(shares: tuple[float, float, float, float], decimals: int) -> tuple[str, str, str, str]:
    share, low, high, expected = (f"{share * 100:.{decimals}f}%" for share in shares)
    return share, low, high, expected


def _nothing(die: DieStatistics) -> str:
    """Each sentence whole: what is glued together cannot be said in another language."""
    count, thing = die.count, die.thing
    if thing.by_app:
        return f"In {count} results nothing speaks against the app's chance."
    if thing.is_rolled:
        return (
            f"{count} dice have been thrown, and nothing speaks against them."
            if count > 1
            else "One die says nothing yet."
        )
    if count == 1:
        return "One draw says nothing yet."
    if thing.kind == CARDS:
        return f"After {count} draws nothing speaks against this deck."
    return f"After {count} draws nothing speaks against this bag."
