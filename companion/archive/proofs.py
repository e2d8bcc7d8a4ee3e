"""Check that this installation can start, store and show an imported table."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from companion import games
from companion.archive.file import EXPORT_AGAIN
from companion.engine import Game, short
from companion.errors import ContentError, LamplightError, sentence_of
from companion.i18n import _
from companion.presentation import DeviceContext, acts_for, build_snapshot, prove_setup, require_shallow, seats
from companion.schema import TABLE, Words, to_json
from companion.sessions import LogEntry, TableBegan, TableSnapshot

MOST_WORDS = 600  # characters of a refusal
MOST_CARRIED_OVER = 100_000  # bytes of JSON from an earlier game of a campaign; usual are a few thousand
LONE_DEVICE = DeviceContext("", 0, "", frozenset(), {}, (), "", None)


@contextmanager
def printable_errors() -> Iterator[None]:
    """Make refusals printable: a file may hold any names."""
    try:
        yield
    except ContentError as error:
        text = f"{error}"
        if text.isprintable() and len(text) <= MOST_WORDS:
            raise
        printable = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)
        if len(printable) <= MOST_WORDS:
            raise ContentError(printable) from error
        raise ContentError(_("{beginning}… {again}.", beginning=printable[:MOST_WORDS], again=EXPORT_AGAIN)) from error


def find_game(file: Words, name: str) -> Game[Any, Any]:
    """Return the game of that name. Raises ContentError naming the installed games."""
    if name not in games.names():
        text = _("{file} is of a game {game} that is not here; there are {there}. Put its folder there first.",
                 file=file, game=short(name), there=", ".join(games.names()))  # fmt: skip
        raise ContentError(text)
    return games.find(name)


def prove_beginning(file: Words, game: Game[Any, Any], entries: list[LogEntry[Any]]) -> Any:
    """Return the choices of the setup. Raises ContentError if a page could not have made it."""
    first = entries[0].what if entries else None
    if not isinstance(first, TableBegan) or first.game != game.name:
        raise ContentError(
            _(
                "{file} does not begin with the set-up of {game}. {again}.",
                file=file,
                game=game.title,
                again=EXPORT_AGAIN,
            )
        )
    try:
        require_shallow(first.setup.choices, 24)  # a sheet's own depth, below seat and choice
        _require_storable(first.setup.choices)
        _limit_carried_over(game, first.setup.choices)
        prove_setup(game, first.setup)
    except LamplightError as error:
        raise ContentError(_("{file} cannot be begun: {error}", file=file, error=error.sentence)) from error
    return first.setup.choices


def _require_storable(choices: Any) -> None:
    """Refuse what a database cannot store: NUL in PostgreSQL's JSON, and infinite numbers."""
    try:
        text = json.dumps(choices, allow_nan=False)
    except ValueError as error:
        raise ContentError(_("There is a number in its choices that nobody can write.")) from error
    if "\\u0000" in text:
        raise ContentError(_("There is a letter in its choices that nobody can write."))


def _limit_carried_over(game: Game[Any, Any], choices: Mapping[str, Any]) -> None:
    """Limit the size of choices that come from an earlier game and not from the form."""
    form_fields = {field.name for field in game.form.fields} if game.form else set()
    left = len(json.dumps({name: choice for name, choice in choices.items() if name not in form_fields}))
    if left > MOST_CARRIED_OVER:
        size, most = left // 1000, MOST_CARRIED_OVER // 1000
        raise ContentError(_("An earlier evening left it {size} kB: at most {most} kB go on.", size=size, most=most))


@printable_errors()
def require_page(file: Words, picture: TableSnapshot) -> None:
    """Build the page of every seat. Raises ContentError: one table must not break the list of tables."""
    try:
        for seat in (TABLE, *seats(picture)):
            to_json(build_snapshot(picture, seat, LONE_DEVICE), str)
            acts_for(seat, picture, frozenset())
    except Exception as error:  # a view may fail in any way on a forged state
        raise ContentError(
            _(
                "{file}: its table cannot be shown ({error}). {again}.",
                file=file,
                error=sentence_of(error),
                again=EXPORT_AGAIN,
            )
        ) from error
