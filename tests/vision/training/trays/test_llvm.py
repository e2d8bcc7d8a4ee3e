from pathlib import Path

import pytest

from vision.training.trays.llvm import VARIABLE, LlvmNotFoundError, best, use_llvm, version_of


@pytest.mark.parametrize(
    ("path", "version"),
    [
        ("/usr/lib/x86_64-linux-gnu/libLLVM-14.so.1", 14),
        ("/usr/lib/x86_64-linux-gnu/libLLVM.so.19.1", 19),
        ("/usr/lib/llvm-16/lib/libLLVM.so", 16),
        ("/usr/lib/libLLVM.so", None),
    ],
)
def test_names_tell_the_version(path: str, version: int | None) -> None:
    assert version_of(Path(path)) == version


def test_llvm_prefers_the_known_version() -> None:
    found = [Path(f"/usr/lib/libLLVM-{version}.so") for version in (14, 15, 18, 19, 21)]
    assert best(found) == found[3]
    assert best([found[0], found[1]]) == found[0]
    assert best([found[2], found[4]]) == found[4]


def test_fifteen_alone_is_refused_with_the_remedy() -> None:
    with pytest.raises(LlvmNotFoundError, match=r"found: version 15.*apt-get install libllvm19"):
        best([Path("/usr/lib/libLLVM-15.so")])


def test_llvm_missing_is_refused() -> None:
    with pytest.raises(LlvmNotFoundError, match="found: version none"):
        best([])


def test_llvm_named_library_is_used() -> None:
    environment = {VARIABLE: "/opt/libLLVM.so"}
    assert use_llvm(environment) == "/opt/libLLVM.so"
