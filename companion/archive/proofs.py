"""Prove that this house can begin, store and show an evening that came as a file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from companion import games
from companion.archive.file import AGAIN
from companion.engine import Game, short
from companion.errors import ContentError, LamplightError, sentence_of
from companion.i18n import _
from companion.presentation import DeviceContext, acts_for, build_snapshot, prove_setup, require_shallow, seats
from companion.schema import TABLE, Words, to_json
from companion.sessions import LogEntry, TableBegan, TableSnapshot

MOST_WORDS = 600  # letters of a refusal
MOST_LEFT = 100_000  # bytes of JSON that an ended evening leaves to the next; a campaign has a few thousand
ALONE = DeviceContext("", 0, "", frozenset(), {}, (), "", None)


@contextmanager
def in_words() -> Iterator[None]:
    """What is refused is said in letters that a page and a terminal can show: a file may call things as it likes."""
    try:
        yield
    except ContentError as error:
        told = f"{error}"
        if told.isprintable() and len(told) <= MOST_WORDS:
            raise
        shown = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in told)
        if len(shown) <= MOST_WORDS:
            raise ContentError(shown) from error
        raise ContentError(_("{beginning}… {again}.", beginning=shown[:MOST_WORDS], again=AGAIN)) from error


def find_game(file: Words, name: str) -> Game[Any, Any]:
    """Raises ContentError naming the games that are here."""
    if name not in games.names():
        there = ", ".join(games.names())
        raise ContentError(
            _(
                "{file} is of a game {game} that is not here; there are {there}. Put its folder there first.",
                file=file,
                game=short(name),
                there=there,
            )
        )
    return games.find(name)


def prove_beginning(file: Words, game: Game[Any, Any], entries: list[LogEntry[Any]]) -> Any:
    """The choices of the set-up, when a page could have made it. Raises ContentError."""
    first = entries[0].what if entries else None
    if not isinstance(first, TableBegan) or first.game != game.name:
        raise ContentError(
            _("{file} does not begin with the set-up of {game}. {again}.", file=file, game=game.title, again=AGAIN)
        )
    try:
        require_shallow(first.setup.choices, 24)  # a sheet's own depth, below seat and choice
        _can_be_stored(first.setup.choices)
        _little_goes_on(game, first.setup.choices)
        prove_setup(game, first.setup)
    except LamplightError as error:
        raise ContentError(_("{file} cannot be begun: {error}", file=file, error=error.sentence)) from error
    return first.setup.choices


def _can_be_stored(choices: Any) -> None:
    """Raise ContentError where a database would refuse a letter or a number: PostgreSQL knows no zero in JSON, and JSON no infinity."""
    try:
        told = json.dumps(choices, allow_nan=False)
    except ValueError as error:
        raise ContentError(_("There is a number in its choices that nobody can write.")) from error
    if "\\u0000" in told:
        raise ContentError(_("There is a letter in its choices that nobody can write."))


def _little_goes_on(game: Game[Any, Any], choices: Mapping[str, Any]) -> None:
    """Raise ContentError where what no form asks for, and only an earlier evening leaves, is more than one leaves."""
    asked = {field.name for field in game.form.fields} if game.form else set()
    left = len(json.dumps({name: choice for name, choice in choices.items() if name not in asked}))
    if left > MOST_LEFT:
        raise ContentError(
            _(
                "An earlier evening left it {size} kB: at most {most} kB go on.",
                size=left // 1000,
                most=MOST_LEFT // 1000,
            )
        )


@in_words()
def can_be_shown(file: Words, picture: TableSnapshot) -> None:
    """Every seat's page can be drawn of it. Raises ContentError: one table must not take the shelf with it."""
    try:
        for seat in (TABLE, *seats(picture)):
            to_json(build_snapshot(picture, seat, ALONE), str)
            acts_for(seat, picture, frozenset())
    except Exception as error:  # whatever a view does with a state that no rule made
        raise ContentError(
            _("{file}: its table cannot be shown ({error}). {again}.", file=file, error=sentence_of(error), again=AGAIN)
        ) from error
