"""Put the statistics of a die into sentences. Each claim has its interval: a misreading camera looks like a biased die."""

from __future__ import annotations

from companion import games
from companion.engine import face_text
from companion.fairness.die_statistics import FaceStatistic
from companion.fairness.ledger import DieStatistics
from companion.i18n import Text, _, from_data, ngettext
from companion.schema import Words

CARD = "card"
KIND_WORDS = {
    "d4": _("four-sided dice"),
    "d6": _("six-sided dice"),
    "d8": _("eight-sided dice"),
    "d10": _("ten-sided dice"),
    "d12": _("twelve-sided dice"),
    "d20": _("twenty-sided dice"),
    "token": _("tokens out of the bag"),
    "card": _("cards off the deck"),
}
SHARE_FORMATS = ("{share:%}", "{share:.1%}", "{share:.2%}", "{share:.3%}")
"""By decimals of a per cent. Not in a catalogue: the language formats numbers."""
INTERVAL_FORMATS = ("{low:.0f}–{high:%}", "{low:.1f}–{high:.1%}", "{low:.2f}–{high:.2%}", "{low:.3f}–{high:.3%}")
MOST_DECIMALS = len(SHARE_FORMATS) - 1
ONE_PERCENT = 0.01


def verdict(die: DieStatistics) -> Text:
    """Return the verdict on a die as a sentence."""
    accused = die.accused
    if accused is None:
        return _without_verdict(die)
    share, interval, expected = percents(accused)
    arguments = {"face": face_text(accused.face), "share": share, "band": interval, "expected": expected}
    is_often = accused.verdict == "often"
    if die.group.kind == CARD:
        if is_often:
            return _("{face.cap} come too often: {share} ({band}) instead of {expected}.", **arguments)
        return _("{face.cap} come too seldom: {share} ({band}) instead of {expected}.", **arguments)
    if is_number(accused.face):
        if is_often:
            return _("The {face} comes too often: {share} ({band}) instead of {expected}.", **arguments)
        return _("The {face} comes too seldom: {share} ({band}) instead of {expected}.", **arguments)
    if is_often:
        return _("{face.cap} comes too often: {share} ({band}) instead of {expected}.", **arguments)
    return _("{face.cap} comes too seldom: {share} ({band}) instead of {expected}.", **arguments)


def is_number(face: str) -> bool:
    """Return whether a face is a number.

    >>> is_number("-3"), is_number("skull")
    (True, False)
    """
    return face[-1:].isdecimal()


def streak(die: DieStatistics) -> Words:
    """Return the sentence about the longest streak, "" if there is none."""
    longest = die.streak
    if longest is None:
        return ""
    arguments = {"face": face_text(longest.face), "chance": _chance_text(longest.chance)}
    if die.group.is_rolled:
        return ngettext(
            "The longest run: {face.cap}, in {n} roll. {chance} of such evenings have one as long.",
            "The longest run: {face.cap}, in {n} rolls one after the other. {chance} of such evenings have one as long.",
            longest.rolls,
            **arguments,
        )
    return ngettext(
        "The longest run: {face.cap}, drawn {n} time. {chance} of such evenings have one as long.",
        "The longest run: {face.cap}, drawn {n} times one after the other. {chance} of such evenings have one as long.",
        longest.rolls,
        **arguments,
    )


def _chance_text(chance: float) -> Text:
    """Format in whole per cent, smaller chances in tenths, but never as 0: the streak did happen."""
    if chance >= ONE_PERCENT:
        return _share_text(chance, 0)
    return _share_text(max(chance, ONE_PERCENT / 10), 1)


def _share_text(share: float, decimals: int) -> Text:
    return from_data(SHARE_FORMATS[decimals], share=share)


def advice(die: DieStatistics) -> Words:
    """Return another cause than a biased die to look for, "" without a verdict."""
    if die.accused is None:
        return ""
    if die.group.by_app:
        return _("These are the app's own numbers: tell whoever looks after it.")
    if die.group.kind == CARD:
        return _("Or the deck is not what the table thinks it is: count it, and shuffle it well.")
    if not die.group.is_rolled:
        return _("Or the bag does not hold what the table thinks: count it.")
    if die.sources.get("camera", 0) > die.sources.get("hand", 0):
        return _("Or the camera takes another face for it: look at its pictures.")
    return _("Or somebody taps another face: look at the log.")


def kind_words(kind: str) -> Words:
    """Return the plural of a kind, also of one that a game brings, or its id if it has no name."""
    if kind in KIND_WORDS:
        return KIND_WORDS[kind]
    of_game = games.kinds().get(kind)
    return from_data(of_game.several) if of_game is not None and of_game.several else kind


def percents(face: FaceStatistic) -> tuple[Text, Text, Text]:
    """Return share, interval and expected share, with enough decimals to tell them apart.

    >>> [str(text) for text in percents(FaceStatistic("6", 99, 0.2475, 0.16667, 0.1951, 0.328, "often"))]
    ['25%', '20–33%', '17%']
    >>> [str(text) for text in percents(FaceStatistic("6", 5000, 0.18, 0.16667, 0.1684, 0.19, "often"))]
    ['18.0%', '16.8–19.0%', '16.7%']
    """
    decimals = next((number for number in range(MOST_DECIMALS) if _tells_apart(face, number)), MOST_DECIMALS)
    interval = from_data(INTERVAL_FORMATS[decimals], low=face.low * 100, high=face.high)
    return _share_text(face.share, decimals), interval, _share_text(face.expected, decimals)


def _tells_apart(face: FaceStatistic, decimals: int) -> bool:
    """Return whether the expected share is outside the interval also when rounded, as a verdict claims."""
    low, high, expected = (round(share * 100, decimals) for share in (face.low, face.high, face.expected))
    return not face.verdict or not low <= expected <= high


def _without_verdict(die: DieStatistics) -> Text:
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
    if group.kind == CARD:
        return ngettext(
            "After {n} draw nothing speaks against this deck.",
            "After {n} draws nothing speaks against this deck.",
            count,
        )
    return ngettext(
        "After {n} draw nothing speaks against this bag.", "After {n} draws nothing speaks against this bag.", count
    )
