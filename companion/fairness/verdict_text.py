"""Sentences about a die. Each claim has its interval, since a misreading camera looks like a biased die."""

from __future__ import annotations

from companion import games
from companion.engine import face_text
from companion.fairness.die_statistics import FaceStatistic
from companion.fairness.ledger import DieStatistics
from companion.i18n import Text, _, from_data, ngettext
from companion.schema import Words

CARDS = "card"
KINDS = {
    "d4": _("four-sided dice"),
    "d6": _("six-sided dice"),
    "d8": _("eight-sided dice"),
    "d10": _("ten-sided dice"),
    "d12": _("twelve-sided dice"),
    "d20": _("twenty-sided dice"),
    "token": _("tokens out of the bag"),
    "card": _("cards off the deck"),
}
RARE = 0.01
SHARES = ("{share:%}", "{share:.1%}", "{share:.2%}", "{share:.3%}")
"""Index: decimals of a per cent. Not in a catalogue: the language formats numbers."""
BANDS = ("{low:.0f}–{high:%}", "{low:.1f}–{high:.1%}", "{low:.2f}–{high:.2%}", "{low:.3f}–{high:.3%}")
SHARE_STEPS = len(SHARES) - 1  # decimals at most


def verdict(die: DieStatistics) -> Text:
    """Return the verdict on a die as a sentence."""
    against = die.accused
    if against is None:
        return _nothing(die)
    share, band, expected = percents(against)
    words = {"face": face_text(against.face), "share": share, "band": band, "expected": expected}
    is_often, is_card = against.verdict == "often", die.group.kind == CARDS
    if is_card and is_often:
        return _("{face.cap} come too often: {share} ({band}) instead of {expected}.", **words)
    if is_card:
        return _("{face.cap} come too seldom: {share} ({band}) instead of {expected}.", **words)
    if is_number(against.face) and is_often:
        return _("The {face} comes too often: {share} ({band}) instead of {expected}.", **words)
    if is_number(against.face):
        return _("The {face} comes too seldom: {share} ({band}) instead of {expected}.", **words)
    if is_often:
        return _("{face.cap} comes too often: {share} ({band}) instead of {expected}.", **words)
    return _("{face.cap} comes too seldom: {share} ({band}) instead of {expected}.", **words)


def is_number(face: str) -> bool:
    """Return whether a face is a number.

    >>> is_number("-3"), is_number("skull")
    (True, False)
    """
    return face[-1:].isdecimal()


def streak(die: DieStatistics) -> Words:
    """Return the sentence about the longest streak, "" if there is none."""
    run = die.streak
    if run is None:
        return ""
    words = {"face": face_text(run.face), "chance": _rounded(run.chance)}
    if die.group.is_rolled:
        return ngettext(
            "The longest run: {face.cap}, in {n} roll. {chance} of such evenings have one as long.",
            "The longest run: {face.cap}, in {n} rolls one after the other. {chance} of such evenings have one as long.",
            run.rolls,
            **words,
        )
    return ngettext(
        "The longest run: {face.cap}, drawn {n} time. {chance} of such evenings have one as long.",
        "The longest run: {face.cap}, drawn {n} times one after the other. {chance} of such evenings have one as long.",
        run.rolls,
        **words,
    )


def _rounded(chance: float) -> Text:
    """Round, but not to 0: it happened."""
    return _share(chance, 0) if chance >= RARE else _share(max(chance, RARE / 10), 1)


def _share(share: float, decimals: int) -> Text:
    return from_data(SHARES[decimals], share=share)


def advice(die: DieStatistics) -> Words:
    """Return another possible cause of a verdict, "" without a verdict."""
    if die.accused is None:
        return ""
    if die.group.by_app:
        return _("These are the app's own numbers: tell whoever looks after it.")
    if die.group.kind == CARDS:
        return _("Or the deck is not what the table thinks it is: count it, and shuffle it well.")
    if not die.group.is_rolled:
        return _("Or the bag does not hold what the table thinks: count it.")
    if die.sources.get("camera", 0) > die.sources.get("hand", 0):
        return _("Or the camera takes another face for it: look at its pictures.")
    return _("Or somebody taps another face: look at the log.")


def kind_words(kind: str) -> Words:
    """Return the plural of a kind, or its id if it has no name."""
    brought = games.kinds().get(kind)
    return KINDS.get(kind) or (from_data(brought.several) if brought and brought.several else kind)


def percents(face: FaceStatistic) -> tuple[Text, Text, Text]:
    """Return share, interval and expected share, with enough decimals to tell them apart.

    >>> [str(one) for one in percents(FaceStatistic("6", 99, 0.2475, 0.16667, 0.1951, 0.328, "often"))]
    ['25%', '20–33%', '17%']
    >>> [str(one) for one in percents(FaceStatistic("6", 5000, 0.18, 0.16667, 0.1684, 0.19, "often"))]
    ['18.0%', '16.8–19.0%', '16.7%']
    """
    for decimals in range(SHARE_STEPS):
        low, high, expected = (round(share * 100, decimals) for share in (face.low, face.high, face.expected))
        if not face.verdict or not low <= expected <= high:
            return _written(face, decimals)
    return _written(face, SHARE_STEPS)


def _written(face: FaceStatistic, decimals: int) -> tuple[Text, Text, Text]:
    band = from_data(BANDS[decimals], low=face.low * 100, high=face.high)
    return _share(face.share, decimals), band, _share(face.expected, decimals)


def _nothing(die: DieStatistics) -> Text:
    """Return the sentence of a die without a verdict."""
    count, group = die.count, die.group
    if group.by_app:
        return ngettext(
            "In {n} result nothing speaks against the app's chance.",
            "In {n} results nothing speaks against the app's chance.",
            count,
        )
    if group.is_rolled and count <= 1:
        return _("One die says nothing yet.")
    if group.is_rolled:
        return ngettext(
            "{n} die has been thrown, and nothing speaks against it.",
            "{n} dice have been thrown, and nothing speaks against them.",
            count,
        )
    if count == 1:
        return _("One draw says nothing yet.")
    if group.kind == CARDS:
        return ngettext(
            "After {n} draw nothing speaks against this deck.",
            "After {n} draws nothing speaks against this deck.",
            count,
        )
    return ngettext(
        "After {n} draw nothing speaks against this bag.", "After {n} draws nothing speaks against this bag.", count
    )
