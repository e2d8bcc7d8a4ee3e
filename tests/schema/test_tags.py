from __future__ import annotations

from pathlib import Path

import pytest

import firmware_bridge
from companion.errors import ContentError
from companion.schema import Meaning, load_tags


def test_a_table_gives_each_tag_its_face(tmp_path: Path) -> None:
    (tmp_path / "tags.toml").write_text('[tags]\n62E3086CED = "skull"\n"TOKEN:0:1" = "0"\n')
    assert load_tags(tmp_path / "tags.toml") == {
        "62E3086CED": Meaning("token", "skull"),
        "TOKEN:0:1": Meaning("token", "0"),
    }


def test_a_table_of_cards_and_buttons_gives_them_theirs(tmp_path: Path) -> None:
    (tmp_path / "tags.toml").write_text('[cards]\n04A1B2C3 = "QS"\n[buttons]\n"bag:1" = "go"\n')
    assert load_tags(tmp_path / "tags.toml") == {"04A1B2C3": Meaning("card", "QS"), "bag:1": Meaning("deed", "go")}


def test_tag_id_accepts_notations_of_page_and_phone(tmp_path: Path) -> None:
    lines = '[tags]\n"62e3 086C ED" = "0"\n"04:a1:b2:c3" = "1"\n04a1b2c3d4 = "2"\n[buttons]\n"3FA2C1D0:b1" = "go"\n'
    (tmp_path / "tags.toml").write_text(lines)
    assert set(load_tags(tmp_path / "tags.toml")) == {"62E3086CED", "04A1B2C3", "04A1B2C3D4", "3FA2C1D0:b1"}


def test_the_tags_of_the_demo_are_whole() -> None:
    tags = load_tags(Path(firmware_bridge.__file__).parent / "tags" / "demo.toml")
    assert tags["62E3086CED"] == Meaning("token", "skull")
    assert {"auto_fail", "elder_sign", "0", "-1"} <= {meaning.value for meaning in tags.values()}
    assert all(len(bytes.fromhex(tag)) == 5 for tag in tags)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "table .tags."),
        ("[tags]\n", "at least one line"),
        ("tags = 3", "tags is a table .tags."),
        ('[tags]\nA = "0"\n[cards]\nA = "QS"', 'cards."A": it stands in two tables'),
        ('[tags]\n04A1B2C3 = "0"\n[cards]\n"04 a1 b2 c3" = "QS"', 'cards."04A1B2C3": it stands in two tables'),
        ("[tags]\nA = 3", 'tags."A": the face is a word'),
        ('[tags]\nA = ""', "the face is a word"),
        ('[tags]\n"" = "skull"', "1 to 64 printable letters"),
        ("[tags\n", "cannot be read as TOML"),
    ],
)
def test_a_wrong_table_names_the_file_and_the_place(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "tags.toml"
    path.write_text(text)
    with pytest.raises(ContentError, match=rf"tags\.toml.*{words}"):
        load_tags(path)


def test_a_missing_table_is_named(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="there is no such file"):
        load_tags(tmp_path / "tags.toml")
