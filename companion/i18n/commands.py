"""`./table words ...`: the catalogues, for those who translate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from companion.errors import ContentError

if TYPE_CHECKING:  # it is imported inside: no other command needs Babel
    from companion.i18n.domains import Domain

app = typer.Typer(no_args_is_help=True, help="Translations: the sentences of the sources, and what is missing of them.")
Language = Annotated[str, typer.Argument(help="de, or another two letters")]
Which = Annotated[str, typer.Argument(help="One domain; all without it.")]


@app.command("update")
def update_command(language: Language, domain: Which = "") -> None:
    """Bring the catalogues up to the sources: new sentences stand there empty, translated ones stay."""
    from companion.i18n.catalogue_update import is_open, update

    for one in _chosen(language, domain):
        merged = update(language, one)
        empty = sum(is_open(message) for message in merged if message.id)
        typer.echo(f"{one.name}: {len(merged)} sentences, {empty} of them not translated")


@app.command("missing")
def missing_command(language: Language, domain: Which = "") -> None:
    """Name the sentences of the sources that have no translation; exits with 1 where there are some."""
    from companion.i18n.catalogue_update import lacking

    several = {one.name: lacking(language, one) for one in _chosen(language, domain)}
    for name, sentences in several.items():
        typer.echo(f"{name}: {len(sentences)} not translated")
        for sentence in sentences:
            typer.echo(f"  {sentence!r}")
    raise typer.Exit(1 if any(several.values()) else 0)


def _chosen(language: str, domain: str) -> tuple[Domain, ...]:
    """The domain of that name, all without one. Raises ContentError for one that there is not, and for what is no language."""
    from babel import Locale, UnknownLocaleError

    from companion.i18n.domains import DOMAINS

    try:
        Locale.parse(language)
    except (UnknownLocaleError, ValueError) as error:
        raise ContentError(f"{language!r} is no language; two letters name one, as in de or fr.") from error
    chosen = tuple(one for one in DOMAINS if domain in {"", one.name})
    if not chosen:
        raise ContentError(f"There is no domain {domain!r}; there are {', '.join(one.name for one in DOMAINS)}.")
    return chosen
