"""Which recordings of a demo fit what is asked, so that nothing is offered that the camera could never read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from companion.presentation.responses.snapshot import DemoOffers
from companion.schema.prompt import Faces, Prompt

Recorded: TypeAlias = tuple[tuple[str, Faces], ...]
"""The kind and the faces of each recorded throw."""
HANDFUL = "handful"


def fitting(demo: DemoOffers | None, recorded: Recorded, open: Sequence[Prompt]) -> DemoOffers | None:
    """The recorded throws and tokens that could answer what is asked now; all throws where nothing on the table is."""
    if demo is None:
        return None
    sensed = [prompt for prompt in open if prompt.of]
    wanted = {kind for prompt in sensed for kind in prompt.of if _shows(kind, prompt, recorded)}
    if any(prompt.kind == "show" and prompt.most > 1 and "token" in prompt.of for prompt in sensed):
        wanted.add(HANDFUL)  # several tokens, laid down to be counted
    throws = tuple(kind for kind in demo.throws if kind in wanted)
    return DemoOffers(throws if sensed else demo.throws, _tags(demo, sensed))


def _shows(kind: str, prompt: Prompt, recorded: Recorded) -> bool:
    """Whether a recording of this kind can answer; a kind of which nothing is known can."""
    mine = [faces for of, faces in recorded if of == kind]
    if not mine or kind == "card" or prompt.kind == "show" or prompt.secret:
        return True  # what a hand can hold is told to no camera
    count = prompt.most - (len(prompt.locked) if prompt.kind == "roll" else 0)
    return any(len(faces) == count and _possible(prompt, faces) for faces in mine)


def _tags(demo: DemoOffers, sensed: Sequence[Prompt]) -> tuple[tuple[str, str], ...]:
    """The tokens for the reader of which one can be meant."""
    asked = [prompt for prompt in sensed if "tag" in prompt.of]
    return tuple((tag, face) for tag, face in demo.tags if any(_possible(prompt, (face,)) for prompt in asked))


def _possible(prompt: Prompt, faces: Faces) -> bool:
    return not prompt.options or set(faces) <= {option.id for option in prompt.options if option.refused is None}
