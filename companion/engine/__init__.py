"""The game kernel: what a game is made of, and how it is run."""

from __future__ import annotations

from companion.engine.answer_check import FACE_WORDS, MOST_LETTERS, NUMBERED, begun, check, fits, named, wanted
from companion.engine.chance import Bag, Die, distribution, marked, percent, placed, ranked, throws, without
from companion.engine.content import load, record
from companion.engine.form_check import check_form, named_only, short, unprintable
from companion.engine.game import Game, GameSetup, ImportedSheet, SheetFileFormat, SheetKind, stored_name
from companion.engine.game_page import EMBLEM, FOLDER, GamePage, KindPage, ReadableThing, read_page, sentence_of
from companion.engine.image_format import kind_of
from companion.engine.modifiers import Modifier, explain, total, value
from companion.engine.play import (
    OpenOption,
    Play,
    Rule,
    choose,
    count,
    distinct,
    done,
    draw,
    offer,
    offer_parallel,
    roll,
    show,
    write,
)
from companion.engine.playing_cards import DECK, RANKS, SUIT_NAMES, SUITS, rank, suit, words
from companion.engine.rulebook import FILE, Rulebook, load_rulebook
from companion.engine.run import Run, shown
from companion.engine.undisclosed import (
    SOMETHING_HIDDEN,
    PartlyHidden,
    UndisclosedError,
    hidden,
    nothing_hidden,
    what_decides,
)

__all__ = [
    "DECK",
    "EMBLEM",
    "FACE_WORDS",
    "FILE",
    "FOLDER",
    "MOST_LETTERS",
    "NUMBERED",
    "RANKS",
    "SOMETHING_HIDDEN",
    "SUITS",
    "SUIT_NAMES",
    "Bag",
    "Die",
    "Game",
    "GamePage",
    "GameSetup",
    "ImportedSheet",
    "KindPage",
    "Modifier",
    "OpenOption",
    "PartlyHidden",
    "Play",
    "ReadableThing",
    "Rule",
    "Rulebook",
    "Run",
    "SheetFileFormat",
    "SheetKind",
    "UndisclosedError",
    "begun",
    "check",
    "check_form",
    "choose",
    "count",
    "distinct",
    "distribution",
    "done",
    "draw",
    "explain",
    "fits",
    "hidden",
    "kind_of",
    "load",
    "load_rulebook",
    "marked",
    "named",
    "named_only",
    "nothing_hidden",
    "offer",
    "offer_parallel",
    "percent",
    "placed",
    "rank",
    "ranked",
    "read_page",
    "record",
    "roll",
    "sentence_of",
    "short",
    "show",
    "shown",
    "stored_name",
    "suit",
    "throws",
    "total",
    "unprintable",
    "value",
    "wanted",
    "what_decides",
    "without",
    "words",
    "write",
]
