"""Update to another version, and go back, in steps that survive a power cut."""

from __future__ import annotations

import json
import secrets
import shutil
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path

from companion.errors import LamplightError, own_command
from companion.system.atomic_write import explain_os_error, write_atomically
from companion.updating import preparation, release_folder, systemd_unit, trial
from companion.updating.external_program import run_program
from companion.updating.git_history import GitHistory
from companion.updating.installed_version import (
    Confirm,
    InstallationFacts,
    InstalledVersion,
    Tell,
    UpdateArguments,
    page_health,
)
from companion.updating.preparation import differences
from companion.updating.program_folder import (
    Journal,
    ProgramFolder,
    UpdateError,
    read_journal,
    remove_journal,
    write_journal,
)
from companion.updating.swap import swap_versions, undo_swap, venv_now, version_files


class Updater:
    """Updates one program folder, which the caller has locked."""

    def __init__(
        self, place: ProgramFolder, tell: Tell, free: Callable[[Path], int] | None = None, system: Path = Path("/")
    ) -> None:
        """`free` returns the free bytes on the disk of a folder. `system`: the root of the system's files."""
        self._place, self._tell, self._system = place, tell, system
        self._free = free or (lambda path: shutil.disk_usage(path).free)

    # forwards ---------------------------------------------------------------------------------------------------------

    def update(self, arguments: UpdateArguments, confirm: Confirm) -> None:
        """Update to the version of the arguments. Raises UpdateError; the old version is then in place and running.

        `confirm` is asked before games are set aside that were played after a power cut.
        """
        place = self._place
        preparation.make_update_folder(place)
        if self.settle(arguments, confirm):
            return
        running = systemd_unit.running_unit(place, arguments.unit or systemd_unit.UNIT)
        if running and not arguments.config:
            arguments = replace(arguments, config=systemd_unit.config_of_unit(running))
        facts = InstalledVersion(place.root, place.venv, arguments.config).facts()
        self._must_be_stoppable(facts, running)
        was, commit_was = preparation.present_version(place)
        try:
            version = preparation.fetch_version(place, arguments, self._tell)
            if version is None:
                self._tell(f"This is the newest version: {was}.")
                return
            journal = Journal("switching", was, commit_was=commit_was, unit=running)
            journal = self._prepare(arguments, facts, version, journal)
        except OSError as error:
            raise UpdateError(
                f"Nothing was changed: {error.filename or place.kept}: {explain_os_error(error)}."
            ) from error
        self._switch(journal, facts, arguments)

    def _prepare(
        self, arguments: UpdateArguments, facts: InstallationFacts, version: tuple[str, str], journal: Journal
    ) -> Journal:
        """Prepare the new version and a backup, and try both versions with a copy of the database."""
        place, (name, commit) = self._place, version
        leaving, coming = self._leaving_names(), version_files(place.new)
        preparation.must_not_collide(place, leaving, coming)
        is_fresh = preparation.needs_packages(place)
        preparation.must_have_room(place, facts.data, facts.size, fresh=is_fresh, free=self._free)
        backup = self._backup(arguments, facts)
        self._tell(f"from {journal.was} to {name}; the house goes on meanwhile")
        venv = preparation.install_packages(place, name, arguments, self._tell)
        environment = place.venv.with_name(venv) if venv else place.venv
        preparation.compile_version(place, environment / "bin" / "python")
        before: dict[str, object] = {}
        if backup:
            self._tell("trying the new version on a copy of the database")
            before = InstalledVersion(place.root, place.venv, arguments.config).look(facts.data, backup)
            try:
                after = InstalledVersion(place.new, environment, arguments.config).look(facts.data, backup)
            except UpdateError as error:
                raise UpdateError(
                    f"The new version cannot use the database, so nothing was changed: {error}"
                ) from error
            preparation.must_stand_alike(before, after, anyway=arguments.anyway)
        return replace(
            journal,
            to=name,
            leaving=leaving,
            coming=coming,
            aside=f"old-{secrets.token_hex(3)}",
            venv_was=venv_now(place, journal.was) if venv else "",
            venv_to=venv,
            commit_to=commit,
            backup=backup,
            config=arguments.config,
            codes=tuple(page_health(facts.url)[1]) if facts.url and facts.is_running else (),
            tables=before,
        )

    def _leaving_names(self) -> tuple[str, ...]:
        """Return the names in the program folder that belong to the present version."""
        place, history = self._place, GitHistory(self._place)
        known = set(version_files(place.new))
        if place.sums.is_file():
            known |= {name.partition("/")[0] for name in json.loads(place.sums.read_text())}
        elif history.is_there:
            known = set(history.tops())
        return tuple(sorted(known & set(version_files(place.root))))

    def _backup(self, arguments: UpdateArguments, facts: InstallationFacts) -> str:
        if facts.is_file:
            backup = self._make_kept_backup(arguments.config, facts)
            self._tell(f"a backup lies at {backup}" if backup else "there is nothing yet to make a backup of")
            return backup
        if not arguments.without_backup:
            raise UpdateError(
                "This house has its tables in PostgreSQL: make a backup with pg_dump first, see docs/updating.md, and say"
                " --without-backup. Nothing was changed."
            )
        return ""

    def _make_kept_backup(self, config: str, facts: InstallationFacts) -> str:
        """Back up the database for the way back. The backup of the last update is kept until this one succeeds."""
        last = read_journal(self._place.record)
        beside = (last.backup,) if last is not None and last.backup else ()
        return InstalledVersion(self._place.root, self._place.venv, config).backup(facts.data, beside=beside)

    def _switch(self, journal: Journal, facts: InstallationFacts, arguments: UpdateArguments) -> None:
        """Swap the new version in. After a power cut the next start finishes or undoes it."""
        place = self._place
        journal = write_journal(place.journal, self._stop(journal, facts))
        self._tell("the new version takes the place")
        try:
            swap_versions(place, journal)
            if journal.commit_to:
                GitHistory(place).stand_at(journal.commit_to)
            self._complete(journal, arguments)
        except (LamplightError, OSError) as error:
            self._go_back(replace(journal, why=f"{error}"), facts)
        self._try(write_journal(place.journal, replace(journal, phase="trial")), facts, arguments.patience)

    def _stop(self, journal: Journal, facts: InstallationFacts) -> Journal:
        """Stop the service and make the last backup. Raises UpdateError after starting the service again."""
        systemd_unit.stop_unit(journal.unit)
        if not journal.backup:
            return journal
        try:
            return replace(journal, backup=self._make_kept_backup(journal.config, facts))
        except UpdateError:
            systemd_unit.start_unit(journal.unit)
            raise

    def _complete(self, journal: Journal, arguments: UpdateArguments) -> None:
        """Complete the environment at its final path, and store the digests of the files."""
        if journal.venv_to:
            run_program(
                (self._place.root / "table", "install"),
                "The new version cannot be installed.",
                cwd=self._place.root,
                environment=preparation.wheels_of(self._place.root, arguments),
            )
        if journal.commit_to:
            self._place.sums.unlink(missing_ok=True)
        else:
            release_folder.write_digests(self._place)

    def _try(self, journal: Journal, facts: InstallationFacts, patience: float) -> None:
        """Start the new version, or go back."""
        self._tell("waiting for its page")
        trouble = trial.try_version(self._version(journal), journal, facts, patience)
        if trouble:
            self._go_back(replace(journal, why=trial.does_not_start(trouble)), facts)
        self._finish(journal)

    def _finish(self, journal: Journal) -> None:
        write_atomically(self._place.record, json.dumps(asdict(journal), ensure_ascii=False))
        remove_journal(self._place)
        preparation.tidy(self._place, (journal.aside, journal.venv_was, journal.venv_to, *self._venv_name()))
        self._tell(f"Lamplight is {journal.to} now. The way back: {own_command('update --back')}")
        self._say_what_is_behind(self._place.kept / journal.aside)

    def _say_what_is_behind(self, before: Path | None) -> None:
        if others := systemd_unit.outdated_files(self._place, before, self._system):
            self._tell(
                f"This version has others outside its folder: {', '.join(others)}. Put them there: sudo {self._place.root}/deploy/install.sh"
            )

    # backwards --------------------------------------------------------------------------------------------------------

    def _go_back(self, journal: Journal, facts: InstallationFacts) -> None:
        """Go back without being asked. Always raises UpdateError with the reason."""
        self._tell("going back to the version before")
        self._undo(write_journal(self._place.journal, replace(journal, phase="back")), facts)
        raise UpdateError(f"{journal.why}\nThe version before, {journal.was}, is back, and the house as it was.")

    def back(self, arguments: UpdateArguments, confirm: Confirm) -> None:
        """Go back to the version before the last update, as the user asked. Raises UpdateError."""
        place = self._place
        preparation.make_update_folder(place)
        self.settle(arguments, confirm)
        journal = read_journal(place.record)
        if journal is None or not (place.kept / journal.aside).is_dir():
            raise UpdateError("There is no way back: nothing was updated here, or it was gone back already.")
        preparation.must_be_unchanged(place)
        running = systemd_unit.running_unit(place, arguments.unit or systemd_unit.UNIT)
        config = arguments.config or journal.config
        facts = InstalledVersion(place.root, place.venv, config).facts()
        self._must_be_stoppable(facts, running)
        self._go_back_as_asked(replace(journal, unit=running, config=config), facts, confirm)
        self._tell(f"Lamplight is {journal.was} again.")

    def _go_back_as_asked(self, journal: Journal, facts: InstallationFacts, confirm: Confirm) -> None:
        """Go back after telling the user what is lost. Raises UpdateError."""
        place = self._place
        must_restore, question = self._loss(journal, facts)
        if not confirm(question):
            raise UpdateError("Nothing was changed.")
        systemd_unit.stop_unit(journal.unit)
        if facts.is_file and facts.size:
            made = self._version(journal).backup(facts.data)
            self._tell(f"all that there is now lies in {made}")
        shutil.rmtree(place.new, ignore_errors=True)  # what an update has left that changed nothing: ours goes there
        journal = replace(journal, phase="back", must_restore=must_restore, why="")
        self._undo(write_journal(place.journal, journal), facts)

    def _loss(self, journal: Journal, facts: InstallationFacts) -> tuple[bool, str]:
        """Return whether the backup must be restored, and the question for the user. Raises UpdateError."""
        if not facts.is_file:
            return False, "The tables are in PostgreSQL, and stay as they are. Go back?"
        self._tell("looking whether the version before can read what was played since")
        if self._reads_as_before(self._version_before(journal), facts, self._version(journal)):
            self._tell("it can: no evening is lost")
            return False, "Go back?"
        if not journal.backup or not Path(journal.backup).is_file():
            raise UpdateError(
                f"The version before, {journal.was}, cannot read what was played since, and the backup of then is gone"
                f" ({journal.backup or 'there was none'}). {own_command('backup list')} names others."
            )
        for line in self._version(journal).since(facts.data, journal.backup):
            self._tell(line)
        return True, "That would be set aside, and no longer on the shelf. Go back?"

    def _reads_as_before(
        self, old: InstalledVersion, facts: InstallationFacts, before: InstalledVersion | Mapping[str, object]
    ) -> bool:
        """Return whether the old version reads the database as the new one does, or as before the update."""
        try:
            tables = before.look(facts.data, "") if isinstance(before, InstalledVersion) else before
            return differences(tables, old.look(facts.data, "")) == ([], [])
        except UpdateError:
            return False

    def _undo(self, journal: Journal, facts: InstallationFacts) -> None:
        """Undo an update from the phase "back" on. A second call does what is missing."""
        place = self._place
        with suppress(UpdateError):  # it may be what does not stop that we go back from
            systemd_unit.stop_unit(journal.unit)
        if journal.phase == "back":
            undo_swap(place, journal)
            if journal.commit_was:
                GitHistory(place).stand_at(journal.commit_was)
            if not journal.commit_was or place.sums.is_file():
                release_folder.write_digests(place)
            journal = write_journal(place.journal, replace(journal, phase="restoring"))
        old = self._version(journal)
        # by itself it goes back before anybody has played; what was only half in its place has touched no database
        must = not self._reads_as_before(old, facts, journal.tables) if journal.why else journal.must_restore
        if journal.backup and must:
            self._tell("putting the backup back")
            old.restore(facts.data, journal.backup)
        trouble = trial.try_version(old, journal, facts, 120.0) if journal.unit else ""
        remove_journal(place)
        shutil.rmtree(place.kept / journal.aside, ignore_errors=True)
        preparation.tidy(place, (journal.venv_was, *self._venv_name(), *self._folders_of_way_back(journal)))
        self._say_what_is_behind(None)  # packages of the other version do no harm
        if trouble:
            raise UpdateError(f"{journal.why}\nThe version before is back, and does not start either: {trouble}.")

    def _folders_of_way_back(self, undone: Journal) -> tuple[str, ...]:
        """Return the folders for the way back before the last update; none if that was undone."""
        last = read_journal(self._place.record)
        if last is None or last.aside == undone.aside:
            self._place.record.unlink(missing_ok=True)
            return ()
        return (last.aside, last.venv_was, last.venv_to)

    # after a cut ------------------------------------------------------------------------------------------------------

    def settle(self, arguments: UpdateArguments, confirm: Confirm) -> bool:
        """Finish or undo an interrupted update. Return whether the new version is installed. Raises UpdateError."""
        journal = read_journal(self._place.journal)
        if journal is None:
            return False
        if journal.phase == "trial":
            self._tell(f"an update to {journal.to} was cut off; it is gone on with")
            self._end_trial(journal, arguments, confirm)
            return True
        self.make_whole()
        return False

    def _end_trial(self, journal: Journal, arguments: UpdateArguments, confirm: Confirm) -> None:
        """Finish a trial that a power cut interrupted, maybe weeks ago: present problems need not be the update's fault."""
        facts = self._version(journal).facts()
        if facts.is_running and not journal.unit:
            raise UpdateError(f"Lamplight runs with {facts.data}: stop it first.")
        if not (facts.is_running and facts.url and page_health(facts.url)[0]):
            systemd_unit.stop_unit(journal.unit)
            if trouble := trial.try_version(self._version(journal), journal, facts, arguments.patience):
                self._go_back_from_trial(replace(journal, why=trial.does_not_start(trouble)), facts, confirm)
        self._finish(journal)

    def _go_back_from_trial(self, journal: Journal, facts: InstallationFacts, confirm: Confirm) -> None:
        """Go back, without a question if nothing was played. Always raises UpdateError with the reason."""
        versions = (self._version(journal), self._version_before(journal))
        if not trial.was_played(versions, journal, facts):
            self._go_back(journal, facts)
        self._tell(journal.why)
        self._go_back_as_asked(journal, facts, confirm)
        raise UpdateError(f"{journal.why}\nThe version before, {journal.was}, is back.")

    def make_whole(self, *, start: bool = True) -> None:
        """Restore the files of one version after a power cut during the swap.

        `start`: start the unit again; False while the unit is starting.
        """
        journal = read_journal(self._place.journal)
        if journal is None or journal.phase == "trial":
            return
        if not start:
            journal = replace(journal, unit="")
        self._tell(f"an update to {journal.to} was cut off; the version before, {journal.was}, is put back")
        if journal.phase == "switching":
            journal = write_journal(self._place.journal, replace(journal, phase="back"))
        if journal.phase == "back":
            undo_swap(self._place, journal)  # before any of the version's code runs
        self._undo(journal, self._version(journal).facts())

    def _must_be_stoppable(self, facts: InstallationFacts, running: str) -> None:
        if facts.is_running and not running:
            raise UpdateError(
                f"Lamplight runs with {facts.data}, and not as the unit of this program: stop it first. Nothing was changed."
            )

    def _version(self, journal: Journal) -> InstalledVersion:
        """Return the version in the program folder."""
        return InstalledVersion(self._place.root, self._place.venv, journal.config)

    def _version_before(self, journal: Journal) -> InstalledVersion:
        """Return the old version in the updater's folder."""
        venv = self._place.venv
        old_venv = venv.with_name(journal.venv_was) if journal.venv_was else venv
        return InstalledVersion(self._place.kept / journal.aside, old_venv, journal.config)

    def _venv_name(self) -> tuple[str, ...]:
        return (self._place.venv.resolve().name,) if self._place.venv.exists() else ()
