"""Throws that leave no doubt: which prompt they must answer, told without the product's own understanding."""

from __future__ import annotations

from companion.schema import Prompt, Reading
from companion.sessions import TableSnapshot, question_of

SURE = 0.9  # confidence of objects without doubt


def due(picture: TableSnapshot, reading: Reading) -> str:
    """The prompt that this reading must answer when it comes for the first time; "" = it need not."""
    asked = [prompt for prompt in picture.open if prompt.of]
    is_now = reading.expect == f"{picture.id}.{question_of(picture.open)}"
    if not is_now or len(asked) != 1 or picture.doubt is not None or picture.sources:
        return ""
    return asked[0].id if _fits(asked[0], reading) else ""


def _fits(prompt: Prompt, reading: Reading) -> bool:
    """Return whether exactly the prompted objects are there."""
    faces = {option.id for option in prompt.options if option.refused is None}
    is_clear = all(one.kind == prompt.of[0] and one.value in faces and one.conf > SURE for one in reading.objects)
    return prompt.kind == "roll" and not prompt.locked and is_clear and len(reading.objects) == prompt.most
