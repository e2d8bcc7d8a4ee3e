"""A multiset of faces: what is in the bag, what is out of it, what is set aside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.schema.prompt import Faces


@dataclass(frozen=True, slots=True)
class Bag:
    """A physical bag; `inside`, `out` (drawn, lying on the table) and `aside` (sealed) together are its composition."""

    inside: Faces
    out: Faces = ()
    aside: Faces = ()

    @property
    def all(self) -> Faces:
        return self.inside + self.out + self.aside

    def drawn(self, face: str) -> Bag:
        """With one `face` taken out; raises ValueError where it is not inside."""
        return replace(self, inside=without(self.inside, face), out=(*self.out, face))

    def returned(self) -> Bag:
        """With all that was drawn put back."""
        return replace(self, inside=self.inside + self.out, out=())

    def sealed(self, face: str) -> Bag:
        """With one `face` that was inside set aside."""
        return replace(self, inside=without(self.inside, face), aside=(*self.aside, face))

    def released(self, face: str) -> Bag:
        """With one `face` that was set aside inside again."""
        return replace(self, inside=(*self.inside, face), aside=without(self.aside, face))

    def removed(self, face: str) -> Bag:
        """With one `face` that was inside gone from the composition."""
        return replace(self, inside=without(self.inside, face))

    def added(self, faces: Iterable[str]) -> Bag:
        """With more faces inside."""
        return replace(self, inside=(*self.inside, *faces))


def without(faces: Faces, face: str) -> Faces:
    """The faces less one `face`; raises ValueError naming it where there is none."""
    left = list(faces)
    if face not in left:
        raise ValueError(f"there is no {face} among {', '.join(sorted(Counter(faces))) or 'nothing'}")
    left.remove(face)
    return tuple(left)
