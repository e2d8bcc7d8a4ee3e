"""The words of the commands for those who work on Lamplight."""

from __future__ import annotations

from pathlib import Path

from companion.commands.arguments import CommandParser, Commands, add_command, add_group, add_json, positive, whole

WORDS_MODULE = "tests.tools.words.commands"


def add_development_commands(commands: Commands) -> None:
    """Add the commands for developers."""
    _add_tests(commands)
    _add_proofs(commands)
    _add_cases(commands)
    bench = add_command(
        commands, "bench", "companion.cli:bench", "Measure, beside what the machine itself takes for the same bytes."
    )
    bench.add_argument(
        "what",
        help="path, vision, rules, history, opening, page, optics, advice, fairness, boot, idle or hall",
    )
    add_json(bench)
    bench.add_argument("--minutes", type=positive, help="of idle: how long the table is watched; else ten")
    _add_words(commands)
    _add_documents(commands)


def _add_tests(commands: Commands) -> None:
    test = add_command(commands, "test", "", "All tests, or the quick minute of them: -m quick.")
    test.add_argument("words", nargs="*", metavar="[-m quick] [pytest arguments]", help="as pytest has them")
    add_command(commands, "check", "companion.cli:check", "Format, lint, imports and types of the code.")
    add_command(
        commands,
        "audit",
        "companion.cli:audit",
        "Whether anything is known against the packages of the locks; asks the network.",
    )


def _add_proofs(commands: Commands) -> None:
    prove = add_command(
        commands,
        "prove",
        "tests.proofs.command:main",
        "One of the long proofs; what it found is written into docs/proofs.",
    )
    prove.add_argument("name", nargs="?", default="", help="of the proof; without one they are listed")
    prove.add_argument("--seed", type=int, default=1, help="the same seed goes the same way")
    torture = add_command(
        commands,
        "torture",
        "tests.torture.command:main",
        "The whole pipeline in one process, where everything that may fail does, by chance.",
    )
    torture.add_argument("--seed", type=int, default=1, help="the same seed goes the very same way")
    torture.add_argument("--steps", type=whole(1), default=5000, help="how long, %(default)s by itself")
    torture.add_argument("--trace", type=Path, metavar="FILE", help="write the whole story into this file")


def _add_cases(commands: Commands) -> None:
    for name, sentence in (
        ("cases", "Run rule cases; exits with 1 when one fails."),
        ("vectors", "Decode known bytes of readers and compare; exits with 1 when one says something else."),
    ):
        parser = add_command(commands, name, f"companion.cli:{name}", sentence)
        parser.add_argument("files", type=Path, nargs="+", metavar="FILE")


def _add_words(commands: Commands) -> None:
    words = add_group(commands, "words", "Translations: the catalogues of languages, and the messages of the sources.")
    for name, sentence in (
        ("new", "Begin a language: write its first catalogue, and say what comes next."),
        ("update", "Bring the catalogues up to the sources: new messages stand there empty, translated ones stay."),
        (
            "check",
            "Do the catalogues fit: placeholders, forms of names, and the sources? Exits with 1 where one does not.",
        ),
        ("missing", "Name what is not translated, what people see most first; exits with 1 where there is some."),
    ):
        parser = add_command(words, name, f"{WORDS_MODULE}:{name}_command", sentence)
        which = "de, or another two letters" + ("; all without it" if name == "check" else "")
        parser.add_argument("language", nargs="?" if name == "check" else None, default="", help=which)
        if name in {"update", "missing"}:
            parser.add_argument("domain", nargs="?", default="", help="one domain; all without it")


def _add_documents(commands: Commands) -> None:
    for name, sentence in (
        ("asyncapi", "Every message on the broker as an AsyncAPI document, made from the code."),
        ("openapi", "Every door of the page's server as an OpenAPI document, made from the code."),
    ):
        _add_out(add_command(commands, name, f"companion.cli:{name}", sentence))


def _add_out(parser: CommandParser) -> None:
    parser.add_argument("--out", type=Path, metavar="FILE", help="the file to write; else it is printed")
