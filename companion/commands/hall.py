"""The words of `hall`."""

from __future__ import annotations

from pathlib import Path

from companion.commands.arguments import CommandParser, Commands, add_command, add_group, whole

HALL_MODULE = "companion.hall.commands"
TABLES_MODULE = "companion.hall.table_commands"


def add_hall_commands(commands: Commands) -> None:
    """Add the commands for halls."""
    hall = add_group(commands, "hall", "A hall of many tables, on PostgreSQL and a broker of its own.")
    _add_tables(hall)
    _add_moves(hall)
    _add_service(hall)
    _add_devices(hall)


def _add_tables(hall: Commands) -> None:
    for name, sentence in (
        ("add", "These tables belong to the hall from now on."),
        (
            "remove",
            "These tables belong to the hall no more. One that somebody sat at is wiped before, or given to its own machine.",
        ),
    ):
        parser = add_command(hall, name, f"{TABLES_MODULE}:{name}", sentence)
        parser.add_argument("names", nargs="+", metavar="NAME")
        _add_config(parser)
    _add_config(
        add_command(hall, "list", f"{TABLES_MODULE}:list_", "The tables of the hall, and where each is played.")
    )


def _add_moves(hall: Commands) -> None:
    take = add_command(
        hall,
        "take",
        f"{TABLES_MODULE}:take_table",
        "A table comes from its own machine into the hall, with its whole log. Stop its own Lamplight before.",
    )
    take.add_argument("backup", type=Path, help="of the house: `backup now`, at the table's machine, makes it")
    take.add_argument("--as", dest="name", required=True, metavar="NAME", help="what the table is called in the hall")
    _add_config(take)
    give = add_command(
        hall,
        "give",
        f"{TABLES_MODULE}:give_table",
        "A table goes back to its own machine, as a backup: `restore FILE`, there, puts it in place.",
    )
    give.add_argument("name")
    give.add_argument("into", type=Path, help="the backup to write")
    _add_config(give)
    invite = add_command(
        hall,
        "invite",
        f"{TABLES_MODULE}:invite",
        "A table that plays at its own machine: what to write there, so that the hall keeps a copy of it and knows how it is.",
    )
    invite.add_argument("name")
    _add_config(invite)


def _add_service(hall: Commands) -> None:
    worker = add_command(
        hall,
        "worker",
        f"{HALL_MODULE}:worker",
        "Serve the hall's tables together with the other workers, until stopped. As many as you like may run.",
    )
    _add_config(worker)
    worker.add_argument("--port", type=whole(0, 65535), help="of this worker's pages")
    _add_config(
        add_command(
            hall,
            "warm",
            f"{TABLES_MODULE}:warm",
            "Before an update, with the new version: prepare the tables for its rules, so that its workers open each in milliseconds.",
        )
    )
    accounts = add_command(
        hall,
        "accounts",
        f"{HALL_MODULE}:accounts",
        "Make the accounts of the hall's broker, and write what it reads of them.",
    )
    accounts.add_argument("folder", type=Path, help="for the files; secrets are in them")
    accounts.add_argument(
        "--table",
        action="append",
        metavar="NAME",
        help="it gets an account of its own; give the option once for each table",
    )
    token = add_command(
        hall,
        "metrics-token",
        f"{HALL_MODULE}:metrics_token",
        "The token with which Prometheus may read /metrics of the hall's workers.",
    )
    _add_config(token)


def _add_devices(hall: Commands) -> None:
    staff = add_command(
        hall,
        "staff",
        f"{HALL_MODULE}:staff",
        "Let a device of the staff in: a code and an address, for one device and two minutes.",
    )
    _add_config(staff)
    staff.add_argument(
        "--dismiss-all",
        action="store_true",
        help="send every device of the staff away instead; no code that was shown counts any more",
    )
    pair = add_command(
        hall,
        "pair",
        f"{HALL_MODULE}:pair",
        "Let a device in at a table that the hall plays: a code and an address, for one device and two minutes.",
    )
    pair.add_argument("name")
    pair.add_argument("--role", default="table", help="table, keeper or wall")
    _add_config(pair)


def _add_config(parser: CommandParser) -> None:
    parser.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        help="the TOML file of the hall's settings; without it /etc/lamplight/hall/hall.toml, where there is one",
    )
