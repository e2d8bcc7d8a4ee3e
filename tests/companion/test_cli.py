"""The command line: exit codes, and one sentence instead of a traceback."""

import inspect
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from pkgutil import resolve_name
from typing import TypeAlias

import pytest

from companion import cli
from tests.command_line import all_commands, typed

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
Said: TypeAlias = tuple[int, str, str]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Said]:
    """Run in this process, because a new one takes half a second. Return code, output and errors."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    def said(*words: str) -> Said:
        monkeypatch.setattr(sys, "argv", ["table", *words])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        told = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return ended.value.code, told.out, told.err

    return said


RUN = {" ".join(words): parser for words, parser in all_commands().items() if parser.get_default("run")}


@pytest.mark.parametrize("command", RUN)
def test_command_arguments_fit_the_function(command: str) -> None:
    parser = RUN[command]
    words = {action.dest for action in parser._actions if action.dest not in {"help", "==SUPPRESS=="}}
    assert words == set(inspect.signature(resolve_name(parser.get_default("run"))).parameters)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("read", "nowhere.jpg", "--kit", "d6"), "nowhere.jpg"),
        (("read", "README.md", "--kit", "nobody"), "'nobody'"),
        (("watch", "nowhere", "--fps", "15", "--kit", "d6"), "nowhere"),
        (("enrol", "mine", "nowhere.json", "--kind", "token"), "nowhere.json"),
        (("cases", "nowhere.json"), "nowhere.json"),
        (("bench", "speed"), "path, vision, rules"),
        (("bench", "rules", "--minutes", "1"), "the bench rules takes none"),
        (("bench", "hall", "--minutes", "1"), "the bench hall takes none"),
        (("words", "update", "de", "nothing"), "'nothing'"),
        (("words", "update", "../de"), "'../de'"),
        (("replay", "nowhere.db"), "nowhere.db"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_wrong_arguments_end_with_exit_code_1(words: tuple[str, ...], sentence: str, here: Callable[..., Said]) -> None:
    code, _out, err = here(*words)
    assert code == 1
    assert sentence in err
    assert len(err.strip().splitlines()) == 1


@pytest.mark.parametrize("minutes", ["nan", "-3", "0", "inf"])
def test_bench_idle_requires_possible_minutes(minutes: str, here: Callable[..., Said]) -> None:
    code, _out, err = here("bench", "idle", f"--minutes={minutes}")
    assert code == 2
    assert f"{minutes} is no number above 0" in err


@pytest.mark.parametrize(
    ("words", "settings", "sentence"),
    [
        (("serve", "--config", "nowhere.toml"), {}, "nowhere.toml"),
        (("demo", "--no-open", "--game", "chess"), {}, "'chess'"),
        (("demo", "--no-open"), {"LAMPLIGHT_OWN_GAMES": "/nowhere"}, "/nowhere: there is no such folder of games."),
    ],
    ids=["no settings", "no game", "no games"],
)
def test_unopenable_database_is_one_sentence(
    words: tuple[str, ...],
    settings: dict[str, str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Run in this process. tests/e2e starts real ones, and each needs a second."""
    for name, value in {"LAMPLIGHT_DATA": str(tmp_path / "data"), **settings}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "argv", ["table", *words])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    said = capsys.readouterr()
    assert (ended.value.code, said.out) == (1, "")
    assert sentence in said.err
    assert len(said.err.strip().splitlines()) == 1
    assert not (tmp_path / "data").exists(), "nothing was begun"


def test_help_starts_without_the_heavy_parts() -> None:
    code = "import companion.cli, sys; print(*sorted({'cv2', 'sqlalchemy', 'flask', 'numpy'} & set(sys.modules)))"
    said = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert said.stdout.strip() == ""


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_gets_its_completion(shell: str) -> None:
    script = typed("completion", shell).output
    assert {"record", "as-is", "metrics-token"} <= set(re.findall(r"[a-z]+(?:-[a-z]+)*", script))


COMPLETES = """
COMP_WORDS=(table hall ""); COMP_CWORD=2; COMP_LINE="table hall "; COMP_POINT=11
"$(complete -p table | sed -E 's/.*-F ([^ ]+).*/\\1/')" table "" hall
echo "${COMPREPLY[@]}"
"""


def test_a_shell_completes_the_commands_of_a_command(tmp_path: Path) -> None:
    (tmp_path / "completion").write_text(typed("completion", "bash").output, encoding="utf-8")
    done = subprocess.run(
        ["bash", "-c", f". {tmp_path}/completion\n{COMPLETES}"], capture_output=True, text=True, check=False
    )
    assert {"add", "give", "metrics-token"} <= set(done.stdout.split()), done.stderr


def test_closed_output_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m companion.cli asyncapi | head -c 10"
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (len(done.stdout), done.stderr) == (10, "")


def test_end_of_the_input_ends_a_command_that_asks(here: Callable[..., Said], monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(_words: list[str]) -> None:
        raise EOFError

    monkeypatch.setattr(cli, "run_command", ask)
    code, _out, err = here("enrol")
    assert code == 1 and err.startswith("This command asks questions")
