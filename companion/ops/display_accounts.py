"""The commands of `display`: make, list and remove the accounts of displays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.command_helpers import print_line
from companion.errors import LamplightError, own_command
from companion.messaging.broker.accounts import Accounts, check_name
from companion.ops.display_account_file import LOOPBACK, PORT, account_text, write_account
from companion.ops.finding import DoctorFinding, bad, note, ok
from companion.schema import topics
from companion.settings import Settings, load


class ForeignBrokerError(LamplightError):
    """The broker is external, and its accounts are not ours."""

    code = "NOTOURS"


def add(name: str, config: Path | None, demo: bool, home_assistant: bool, out: Path | None) -> None:
    """Make an account for a display, or show the one there is."""
    settings = load(config, demo=demo)
    access = accounts(settings).of("home" if home_assistant else "display", settings.place, check_name(name))
    print_line(f"{name} may connect now; a table that is open notices within a second or two.\n")
    for sentence in remedies(settings):
        print_line(f"{sentence}\n")  # before what it makes untrue is written down
    if out is not None:
        write_account(out, account_text(settings, access))  # the password stands in it alone, not on the screen
        print_line(f"Written to {out}: copy it beside the program on the display's machine.")
    else:
        print_line(account_text(settings, access))


def list_(config: Path | None, demo: bool) -> None:
    """Name the displays that have an account."""
    displays = accounts(load(config, demo=demo)).display_accounts()
    for access in displays:
        print_line(f"{access.name}  ({access.user})")
    if not displays:
        print_line(f"No display has an account yet. Make one: {own_command('display add NAME', demo=demo)}")


def remove(name: str, config: Path | None, demo: bool) -> None:
    """Take the account of a display away."""
    if not accounts(load(config, demo=demo)).remove(name):
        raise LamplightError(f"No display is named {name!r}. Which there are: {own_command('display list', demo=demo)}")
    print_line(f"{name} may connect no more; where it is connected it is cut off within a second or two.")


def look(config: Path | None, *, demo: bool = False) -> Iterator[DoctorFinding]:
    """Report which displays may connect, and what keeps them from it. `serial_readers.look` reports unreadable settings."""
    try:
        settings = load(config, demo=demo)
    except LamplightError:
        return
    if settings.broker.kind == "external":
        yield ok("displays", f"they come to the broker at {settings.broker.host}.")
        return
    try:
        has_run = (settings.data / "broker").is_dir()  # a look makes no folder
        names = ", ".join(access.name for access in accounts(settings).display_accounts()) if has_run else ""
    except (LamplightError, OSError) as error:
        yield bad("displays", f"{error}.")
        return
    if not names:
        yield note("displays", "none has an account.", f"Make one: {own_command('display add NAME', demo=demo)}")
    elif lacking := remedies(settings):
        why = "from this machine alone" if settings.broker.bind in LOOPBACK else "at another port after each start"
        yield note("displays", f"{names} may connect {why}.", " ".join(lacking))
    else:
        port = f"{settings.broker.tls_port}, encrypted" if settings.broker.tls else f"{settings.broker.port}"
        yield ok("displays", f"{names} may connect at port {port}.")


def accounts(settings: Settings) -> Accounts:
    """Return the accounts of our own broker. Raises ForeignBrokerError."""
    if settings.broker.kind == "external":
        public = topics.public_state(settings.place).rpartition("/")[0]
        raise ForeignBrokerError(
            f"The broker at {settings.broker.host} is not ours: make the account there, with the right to read "
            f"{topics.table_status(settings.place)} and {public}/#."
        )
    return Accounts(settings.data / "broker")


def remedies(settings: Settings) -> list[str]:
    """Return the settings that displays still need to reach the broker, a sentence each."""
    sentences = []
    if settings.broker.bind in LOOPBACK:
        sentences.append(
            "The broker listens on this machine alone. For displays on others write into the settings, below [broker]: "
            'bind = "0.0.0.0"'
        )
    if not (settings.broker.port or settings.broker.tls):
        sentences.append(
            f"The broker takes another port at each start. For displays write into the settings, below [broker]: port = {PORT}"
        )
    return sentences
