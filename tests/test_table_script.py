"""The script `table`, loaded as a module. Nothing is installed here."""

import fcntl
import importlib.machinery
import importlib.util
import io
import os
import pwd
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from types import ModuleType

import pytest

from tests.command_line import all_commands

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script as a module, with an empty folder as its environment."""
    monkeypatch.setenv("LAMPLIGHT_VENV", str(tmp_path / "venv"))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    loader = importlib.machinery.SourceFileLoader("table_script", str(ROOT / "table"))
    spec = importlib.util.spec_from_loader("table_script", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def make_environment(table: ModuleType, version: str) -> None:
    (table.VENV / "bin").mkdir(parents=True)
    table.PYTHON.write_text("")
    (table.VENV / "bin" / "pip").write_text("")
    (table.VENV / "pyvenv.cfg").write_text(f"home = /usr/bin\nversion = {version}\n")


def test_environment_is_ready_with_a_stamp_of_its_lock(table: ModuleType, tmp_path: Path) -> None:
    for name in ("pyproject.toml", "requirements.lock", "requirements-test.lock"):
        (tmp_path / name).write_text("a")
    table.ROOT = tmp_path
    make_environment(table, "3.11.2")
    assert not table.is_ready("run")
    (table.VENV / "stamp-run").write_text(table.stamp_of("run"))
    assert table.is_ready("run") and not table.is_ready("test")
    (table.VENV / "stamp-run").unlink()
    (table.VENV / "stamp-test").write_text(table.stamp_of("test"))
    assert table.is_ready("run"), "the test tools contain the program's"
    (table.VENV / "bin" / "pip").rename(tmp_path / "pip")
    assert not table.is_ready("run"), "venv writes pip last"
    (tmp_path / "pip").rename(table.VENV / "bin" / "pip")
    (tmp_path / "requirements-test.lock").write_text("b")
    assert not table.is_ready("run")


@pytest.mark.parametrize("can_link", [True, False])
@pytest.mark.parametrize("version", [sys.version.split()[0], "3.11.2", "3.13.0"])
def test_working_environment_is_copied_for_any_python(
    table: ModuleType, monkeypatch: pytest.MonkeyPatch, version: str, can_link: bool
) -> None:
    make_environment(table, version)
    (table.VENV / "precious").write_text("somebody's own package")
    if not can_link:
        monkeypatch.setattr(table.os, "link", raising(PermissionError(1, "Operation not permitted")))
    assert (table.prepare_beside() / "precious").read_text() == "somebody's own package"


def raising(error: BaseException) -> Callable[..., None]:
    def fail(*_: object) -> None:
        raise error

    return fail


@pytest.mark.parametrize("version", ["3.10.9", "3.12.1"])
def test_outdated_environment_is_made_again(
    table: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str
) -> None:
    make_environment(table, version)
    (tmp_path / "python3.13").write_text("")
    table.PYTHON.unlink()
    table.PYTHON.symlink_to(tmp_path / "python3.13")
    made: list[Path] = []
    monkeypatch.setattr(table.venv, "create", lambda where, **_: made.append(where) or where.mkdir())
    assert made == [table.prepare_beside()]
    assert not table.VENV.exists(), "nothing works in it, and a small card has no room for two"


def test_unfinished_environment_of_another_python_is_discarded(table: ModuleType, tmp_path: Path) -> None:
    make_environment(table, "3.11.2")
    fresh = table.prepare_beside()
    (fresh / "left").touch()
    (tmp_path / "python3.13").write_text("")
    (fresh / "bin" / "python").unlink()
    (fresh / "bin" / "python").symlink_to(tmp_path / "python3.13")
    assert not (table.prepare_beside() / "left").exists()


@pytest.fixture
def planted(tmp_path: Path) -> tuple[dict[str, str], Path]:
    """An environment with code in its home that Python runs at every start, and the file that this code makes."""
    told, ran = {**os.environ, "HOME": str(tmp_path / "home")}, tmp_path / "ran"
    told.pop("PYTHONNOUSERSITE", None)
    asked = [system_python(), "-c", "import site; print(site.getusersitepackages())"]
    packages = Path(subprocess.run(asked, env=told, capture_output=True, text=True, check=True).stdout.strip())
    packages.mkdir(parents=True)
    (packages / "planted.pth").write_text(f"import pathlib; pathlib.Path({str(ran)!r}).touch()\n")
    subprocess.run([system_python(), "-c", ""], env=told, check=True)
    assert ran.exists(), "Python runs it"
    ran.unlink()
    return told, ran


def system_python() -> str:
    """A Python outside of virtual environments: theirs ignores the home anyway."""
    return str(Path(sys.base_prefix) / "bin" / "python3")


@pytest.mark.slow
def test_script_and_update_run_no_code_of_the_home(
    table: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, planted: tuple[dict[str, str], Path]
) -> None:
    told, ran = planted
    path = f"{Path(system_python()).parent}:{told['PATH']}"
    subprocess.run([ROOT / "table", "--help"], env={**told, "PATH": path}, stdout=subprocess.DEVNULL, check=True)
    monkeypatch.setenv("HOME", told["HOME"])
    monkeypatch.setattr(table.sys, "executable", system_python())
    (tmp_path / "engine" / "companion").mkdir(parents=True)
    (tmp_path / "engine" / "companion" / "updating.py").write_text("")
    table.KEPT = tmp_path
    command, environment = table.by_engine([])
    subprocess.run(command, env=environment, check=True)
    assert not ran.exists()


def test_root_uses_its_own_home(table: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table.os, "geteuid", lambda: 0)
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    table.run("sh", "-c", f"env > {tmp_path / 'told'}")
    told = dict(line.split("=", 1) for line in (tmp_path / "told").read_text().splitlines() if "=" in line)
    assert (told["HOME"], told["PYTHONNOUSERSITE"]) == (pwd.getpwuid(0).pw_dir, "1")
    assert not {"XDG_CONFIG_HOME", "XDG_CACHE_HOME"} & set(told)


def test_install_refuses_places_that_it_cannot_replace(table: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(sentence: str) -> None:
        with pytest.raises(SystemExit, match=sentence):
            table.install("run")

    with monkeypatch.context() as patch:
        patch.setattr(table.os, "access", lambda *_: False)
        refuses(r"sudo .*/deploy/install\.sh")
    table.VENV.mkdir()
    (table.VENV / "letters.txt").write_text("")
    refuses("LAMPLIGHT_VENV")
    assert (table.VENV / "letters.txt").exists()
    make_environment(table, "3.11.2")
    with monkeypatch.context() as patch:
        patch.setattr(table.os, "access", lambda path, _: Path(path) != table.VENV.parent)
        refuses(rf"may not write in {table.VENV.parent}\. .*LAMPLIGHT_VENV")
    monkeypatch.setattr(table.Path, "is_mount", lambda path: path == table.VENV)
    refuses(f"LAMPLIGHT_VENV={table.VENV}/venv")


FULL = "[Errno 28] No space left on device: '/card/file'"


@pytest.mark.parametrize(
    "error",
    [OSError(28, "No space left on device", "/card/file"), shutil.Error([("a", "b", FULL), ("c", "d", FULL)])],
    ids=["one", "many"],
)
def test_install_on_a_full_disk_is_one_sentence(
    table: ModuleType, monkeypatch: pytest.MonkeyPatch, error: OSError
) -> None:
    monkeypatch.setattr(table, "prepare_beside", raising(error))
    with pytest.raises(SystemExit, match=rf"anew: {re.escape(FULL)}\. Mend that"):
        table.install("run")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes something another user's")
@pytest.mark.parametrize("is_cut", [False, True], ids=["whole", "cut off"])
def test_install_as_root_keeps_the_owner(installs: ModuleType, monkeypatch: pytest.MonkeyPatch, is_cut: bool) -> None:
    os.chown(installs.VENV.parent, 1000, 1000)
    if is_cut:
        monkeypatch.setattr(installs, "with_progress", cut)
    with pytest.raises(KeyboardInterrupt) if is_cut else nullcontext():
        installs.install("run")
    made = installs.beside(".new" if is_cut else "")
    assert {path.lstat().st_uid for path in (made, *made.rglob("*"))} == {1000}


cut = raising(KeyboardInterrupt())


@pytest.mark.parametrize("part", ["with_progress", "run"])
def test_interrupted_install_keeps_the_environment(
    table: ModuleType, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    make_environment(table, "3.11.2")
    (table.VENV / "stamp-run").write_text("of an older lock")
    before = contents(table.VENV)
    monkeypatch.setattr(table, "with_progress", lambda *_: None)
    monkeypatch.setattr(table, part, cut)
    with pytest.raises(KeyboardInterrupt):
        table.install("run")
    assert contents(table.VENV) == before
    assert not list(table.beside(".new").glob("stamp-*"))


def contents(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*") if path.is_file()}


def test_next_install_removes_half_packages(table: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    make_environment(table, "3.11.2")
    packages = table.prepare_beside() / "lib" / "python3.11" / "site-packages"
    for name, notes in (("whole-1.dist-info", ("METADATA", "INSTALLER")), ("half-1.dist-info", ("METADATA", "RECORD"))):
        (packages / name).mkdir(parents=True)
        for note in notes:
            (packages / name / note).write_text("")
    there: list[list[str]] = []
    monkeypatch.setattr(table, "with_progress", lambda *_: there.append([path.name for path in packages.iterdir()]))
    monkeypatch.setattr(table, "run", lambda *_: None)
    table.install("run")
    assert there[0] == ["whole-1.dist-info"]


@pytest.fixture
def installs(table: ModuleType, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """An environment whose installation adds a script, and downloads nothing."""

    def run(python: Path, *_: object) -> None:
        (python.parent / "tool").write_bytes(f"#!{python}\n".encode())

    monkeypatch.setattr(table, "with_progress", lambda *_: None)
    monkeypatch.setattr(table, "run", run)
    make_environment(table, "3.11.2")
    return table


def test_install_syncs_then_swaps_then_stamps(installs: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    stamps: list[list[Path]] = []
    monkeypatch.setattr(installs.os, "sync", lambda: stamps.append(list(installs.VENV.glob("stamp-*"))))
    installs.install("run")
    assert stamps == [[]]
    assert installs.is_ready("run")
    assert (installs.VENV / "bin" / "tool").read_text() == f"#!{installs.PYTHON}\n"
    assert [path.name for path in installs.VENV.parent.iterdir()] == [installs.VENV.name]


def test_install_never_writes_into_the_old_environment(installs: ModuleType, tmp_path: Path) -> None:
    os.link(installs.VENV / "pyvenv.cfg", tmp_path / "of-before")
    with (installs.VENV / "pyvenv.cfg").open("a") as config:
        config.write(f"command = python3 -m venv {installs.VENV}.new\n")
    installs.install("run")
    assert f"{installs.VENV}.new" in (tmp_path / "of-before").read_text()
    assert f"{installs.VENV}.new" not in (installs.VENV / "pyvenv.cfg").read_text()


def test_install_replaces_the_target_of_a_link(installs: ModuleType, tmp_path: Path) -> None:
    installs.VENV.rename(tmp_path / "venv-v2")
    installs.VENV.symlink_to("venv-v2")
    installs.install("run")
    assert installs.VENV.is_symlink() and installs.is_ready("run")
    assert (tmp_path / "venv-v2" / "bin" / "tool").is_file()


def test_interrupted_swap_is_undone(installs: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    installs.VENV.rename(installs.beside(".old"))
    monkeypatch.setattr(installs, "is_ready", lambda part: installs.VENV.exists())
    installs.install("run")
    assert installs.PYTHON.exists()


def test_pip_reports_its_progress_and_its_last_words(table: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    said = "Collecting numpy\n  Downloading numpy.whl (16.1 MB)\nCollecting segno\n  Downloading segno.whl (500 kB)"
    table.with_progress("sh", "-c", f"echo '{said}\nProcessing ./flask.whl\nInstalling collected packages: numpy'")
    assert "3 packages are here, 17 MB were downloaded" in capsys.readouterr().err
    with pytest.raises(SystemExit, match="The lines above say why"):
        table.with_progress("sh", "-c", "echo 'no space left on device'; exit 1")
    assert "no space left on device" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "part", "program"),
    [
        ("install", "run", None),
        ("doctor", "run", "-P -m companion.cli doctor"),
        ("bench hall --json", "test", "-P -m companion.cli bench hall --json"),
        ("bench --json hall", "test", "-P -m companion.cli bench --json hall"),
        ("bench --json page", "test", "-P -m companion.cli bench --json page"),
        ("test -k a --maxfail=1", "test", "-m pytest -k a --maxfail=1"),
    ],
)
def test_command_installs_its_packages_and_starts(
    table: ModuleType, monkeypatch: pytest.MonkeyPatch, words: str, part: str, program: str | None
) -> None:
    installed, started = list[str](), list[tuple[list[str], dict[str, str]]]()
    table.install = installed.append
    table.need_graphics = table.need_programs = lambda *_: None
    table.get_home_assistant = table.get_page_tools = table.get_old_browser = lambda *_: None
    monkeypatch.setattr(table.os, "execve", lambda _path, *call: started.append(call))
    monkeypatch.setattr(table.os, "chdir", lambda _: None)
    table.main(words.split())
    assert installed == [part]
    assert [call[0] for call in started] == ([[str(table.PYTHON), *program.split()]] if program else [])
    assert all(environment["ORT_DISABLE_TELEMETRY"] == "1" for _, environment in started)


@pytest.mark.parametrize("is_there", [True, False])
def test_install_check_installs_nothing(table: ModuleType, monkeypatch: pytest.MonkeyPatch, is_there: bool) -> None:
    monkeypatch.setattr(table, "is_ready", lambda part: is_there)
    monkeypatch.setattr(table, "install", lambda part: pytest.fail("it was installed"))
    monkeypatch.setattr(table, "lacks_library", lambda name: False)
    with pytest.raises(SystemExit) as ended:
        table.main(["install", "--check"])
    assert bool(ended.value.code) is not is_there


def test_second_command_waits_for_the_install(table: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(table, "is_ready", lambda part: bool(asked) or asked.append(part))
    monkeypatch.setattr(table, "run", lambda *_: pytest.fail("it was installed meanwhile"))
    table.install("run")
    assert asked == ["run"]


@pytest.mark.parametrize(
    ("answer", "ci", "installs"),
    [
        *(("\n", "", True), ("y\n", "", True), ("n\n", "", False), ("what?\n", "", False)),
        *(("no terminal", "", True), ("no person", "true", True)),
    ],
)
def test_apt_asks_only_a_person(
    table: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, answer: str, ci: str, installs: bool
) -> None:
    for name in ("apt-get", "sudo", "env"):
        (tmp_path / name).write_text(f"#!/bin/sh\n: >{tmp_path}/ran\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setenv("CI", ci)
    monkeypatch.setattr(sys, "stdin", io.StringIO(answer))
    for stream in (sys.stdin, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: answer != "no terminal", raising=False)
    with nullcontext() if installs else pytest.raises(SystemExit, match="sudo apt-get install gcc-avr"):
        table.apt(["gcc-avr"], "")
    assert (tmp_path / "ran").exists() == installs


@pytest.mark.parametrize(
    ("missing", "marks", "says"),
    [
        ("", "", "sudo apt-get install chromium-headless-shell mosquitto nginx-light postgresql"),
        ("avr-gcc", "", r"install gcc-avr\n.*: ./table test -m 'not firmware'$"),
        ("", "quick", ""),
        ("", "not browser and not broker and not postgres and not powerloss and not firmware", ""),
    ],
    ids=["all", "one", "quick", "none"],
)
def test_missing_programs_name_packages_and_tests(
    table: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, missing: str, marks: str, says: str
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    table.lacks = lambda signs: not missing or missing in signs
    with pytest.raises(SystemExit, match=says) if says else nullcontext():
        table.need_programs(["-m", marks] if marks else [])


def test_lacks_finds_files_programs_and_libraries(table: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "stdio.h").write_text("")
    assert not table.lacks([str(tmp_path / "stdio.h")])
    assert table.lacks([str(tmp_path / "nowhere.h")])
    assert not table.lacks([str(tmp_path / "*.h")])
    assert not table.lacks(["nowhere-gcc", "sh"])
    assert table.lacks(["nowhere-gcc"])
    assert table.lacks_library("libnowhere.so.9")
    assert not table.lacks_library("libc.so.6")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A read-only folder with the script and the help of its commands."""
    folder = tmp_path / "clone"
    for package in ("commands", "system", "updating"):
        shutil.copytree(
            ROOT / "companion" / package, folder / "companion" / package, ignore=shutil.ignore_patterns("__pycache__")
        )
    for name in ("__init__.py", "errors.py"):
        shutil.copy(ROOT / "companion" / name, folder / "companion")
    for name in ("table", "pyproject.toml"):
        shutil.copy(ROOT / name, folder)
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o555)
    return folder


def asked(clone: Path, *words: str, home: Path) -> subprocess.CompletedProcess[str]:
    """Run by a Python without packages, in an empty home."""
    home.mkdir(exist_ok=True)
    command = [system_python(), "-S", "-s", str(clone / "table"), *words]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=home, env={"PATH": "/nowhere", "HOME": str(home)}
    )


@pytest.mark.slow
def test_help_of_commands_writes_nothing(clone: Path, tmp_path: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in (clone, *clone.rglob("*"))}
    for words in ((), ("backup", "list"), *list(all_commands())[::9]):
        said = asked(clone, *words, "--help", home=tmp_path / "home")
        assert (said.returncode, said.stderr) == (0, ""), words
        assert said.stdout.startswith(" ".join(("usage: ./table", *words))), words
    assert {path: path.stat().st_mtime_ns for path in (clone, *clone.rglob("*"))} == before
    assert not list((tmp_path / "home").iterdir())
    for path in (clone, *clone.rglob("*")):
        path.chmod(0o755)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("--version",), 0, "Lamplight 0."),
        ((), 0, "record"),
        (("help",), 0, "record"),
        (("tset",), 2, "invalid choice: 'tset'"),
        (("demo", "--prot", "1"), 2, "--prot"),
        (("serve", "more"), 2, "more"),
    ],
    ids=str,
)
def test_arguments_are_parsed_before_installing(
    clone: Path, tmp_path: Path, words: tuple[str, ...], code: int, says: str
) -> None:
    said = asked(clone, *words, home=tmp_path / "home")
    assert said.returncode == code and says in said.stdout + said.stderr
    assert not (clone / ".venv").exists()


def test_locks_have_hashes_and_no_registry() -> None:
    pins = []
    for lock in ("requirements.lock", "requirements-test.lock"):
        text = (ROOT / lock).read_text()
        lines = [line for line in text.replace("\\\n", "").splitlines() if "==" in line]
        assert all("--hash=sha256:" in line for line in lines)
        assert "://" not in text and "--index" not in text
        pins.append({line.split()[0] for line in lines})
    assert pins[0] <= pins[1], "the test lock contains the other"


def cut_off(table: ModuleType, root: Path, phase: str) -> None:
    """Leave the files of an interrupted update of this program."""
    table.ROOT, table.KEPT = root, root / ".update"
    (root / ".update").mkdir()
    (root / ".update" / "journal.json").write_text(f'{{"phase": "{phase}"}}')
    (root / ".update" / "lock").write_text("")


@pytest.fixture
def started(table: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Commands that replaced the script."""
    found: list[list[str]] = []
    monkeypatch.setattr(table.os, "execve", lambda _path, words, _environment: found.append(words))
    monkeypatch.setattr(table.os, "execv", lambda _path, words: found.append(words))
    return found


@pytest.mark.slow
def test_update_keeps_its_copy_after_a_cut(table: ModuleType, tmp_path: Path, started: list[list[str]]) -> None:
    table.KEPT = tmp_path / ".update"
    table.update(["--to", "v2"])
    engine = tmp_path / ".update" / "engine"
    copied = engine / "companion" / "updating" / "updater.py"
    assert copied.read_bytes() == (ROOT / "companion/updating/updater.py").read_bytes()
    assert started == [[sys.executable, "-P", "-s", "-m", "companion.updating", str(ROOT), "--to", "v2"]]
    assert table.by_engine([])[1]["PYTHONPATH"] == str(engine)
    code = "import companion.updating.__main__, sys; print(*{m.split('.')[0] for m in sys.modules})"
    alone = [sys.executable, "-S", "-c", code]
    printed = subprocess.run(alone, cwd=engine, capture_output=True, text=True, check=True).stdout
    assert set(printed.split()) <= {*sys.stdlib_module_names, "__main__", "companion"}
    copied.write_text("of then")
    (tmp_path / ".update" / "journal.json").write_text("{}")
    table.update([])
    assert copied.read_text() == "of then" and len(started) == 2


@pytest.fixture
def updater(table: ModuleType, tmp_path: Path) -> Path:
    """The main file of an interrupted updater's copy."""
    cut_off(table, tmp_path, "switching")
    package = tmp_path / ".update" / "engine" / "companion" / "updating"
    package.mkdir(parents=True)
    for name in (package.parent / "__init__.py", package / "__init__.py", package / "__main__.py"):
        name.touch()
    return package / "__main__.py"


def test_interrupted_swap_of_an_update_is_undone_first(
    table: ModuleType, tmp_path: Path, started: list[list[str]], updater: Path
) -> None:
    journal = tmp_path / ".update" / "journal.json"
    updater.write_text(
        f"import os, sys; open({str(tmp_path / 'said')!r}, 'w').write(' '.join(sys.argv[1:]))\n"
        f"os.remove({str(journal)!r})"
    )
    table.after_cut(["serve"])
    assert (tmp_path / "said").read_text() == f"{tmp_path} --after-cut"
    assert started == [[sys.executable, "-s", str(tmp_path / "table"), "serve"]]


@pytest.mark.parametrize(
    ("code", "says"), [("raise SystemExit(1)", "could not be mended"), ("", "the disk has lost files")]
)
def test_failed_updater_stops_with_a_sentence(
    table: ModuleType, started: list[list[str]], updater: Path, code: str, says: str
) -> None:
    updater.write_text(code)
    with pytest.raises(SystemExit, match=says):
        table.after_cut(["serve"])
    assert started == []


@pytest.mark.parametrize(("phase", "runs"), [("trial", False), ("switching", True)])
def test_command_starts_during_a_trial_or_a_running_update(
    table: ModuleType, tmp_path: Path, started: list[list[str]], phase: str, runs: bool
) -> None:
    cut_off(table, tmp_path, phase)
    with (tmp_path / ".update" / "lock").open() as lock:
        if runs:
            fcntl.flock(lock, fcntl.LOCK_EX)
        table.after_cut(["serve"])
    assert started == []


def test_interrupted_update_without_permission_names_sudo(
    table: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut_off(table, tmp_path, "restoring")
    monkeypatch.setattr(table.os, "access", lambda *_: False)
    with pytest.raises(SystemExit, match="sudo lamplight update"):
        table.after_cut(["serve"])
