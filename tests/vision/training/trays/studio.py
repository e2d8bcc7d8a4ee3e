"""A renderer that renders nothing: grey light, and pieces seen as their outlines, the later above the earlier."""

import cv2
import numpy as np

from vision.training.trays.paint.atlas import Atlas
from vision.training.trays.pieces.assembly import Assembly
from vision.training.trays.pieces.dice import Die
from vision.training.trays.rendering.camera import Camera, hang_camera
from vision.training.trays.rendering.renderer import Layers, Setting
from vision.training.trays.scenes.plates import View, draw_view
from vision.training.trays.shapes.tray import DICE, FACES, VALUES
from vision.training.trays.styles.style_a import style_a

OTHERS = (
    *("cardboard", "cardedge", "cardback", "skin", "nail", "sleeve"),
    *("coin", "coaster", "pen", "pentip"),
)
STYLE = style_a()


def blank_atlas() -> Atlas:
    """Every surface in one grey cell."""
    keys = [(kind, colour, value) for kind in DICE for colour in range(3) for value in FACES[kind]]
    keys += [(kind, 0, value) for kind in ("token", "card") for value in VALUES[kind]]
    keys += [("aruco", i) for i in range(4)]
    keys += [(name,) for name in OTHERS]
    return Atlas(np.full((160, 160, 3), 0.5, np.float32), dict.fromkeys(keys, (0, 0, 160, 160)))


def camera(tilt: float = 0.0, seed: int = 1, size: tuple[int, int] = (1280, 720)) -> Camera:
    return hang_camera(np.random.default_rng(seed), size, 3.0, tilt, 650.0)


def view(seed: int = 1, number: int = 0) -> View:
    return draw_view(STYLE, np.random.default_rng(seed), number)


def die(kind: str = "d6", seed: int = 1) -> Die:
    return Die(kind, STYLE, np.random.default_rng(seed))


class Studio:
    """Takes the place of the renderer."""

    def __init__(self) -> None:
        self.style_name, self.style, self.atlas = "A", STYLE, blank_atlas()
        self.felts = tuple(STYLE.felts)
        self.shown: list[tuple[Assembly, Setting]] = []

    @property
    def _camera(self) -> Camera:
        return self.shown[-1][1].camera

    def show(self, scene: Assembly, setting: Setting) -> None:
        self.shown.append((scene, setting))

    def render(self, _: int) -> Layers:
        grey = np.full((self._camera.height, self._camera.width, 3), 0.3, np.float32)
        return Layers(grey, grey, grey)

    def render_over(self, empty: Layers, mask: np.ndarray, _: int) -> Layers:
        return Layers(empty.light + 0.1 * mask[..., None].astype(np.float32), empty.albedo, empty.normals)

    def seen(self, step: int) -> np.ndarray:
        owners = np.full((self._camera.height, self._camera.width), -1, np.int32)
        for material in ("matte", "gloss"):
            gathered = self.shown[-1][0].gathered(material)
            for owner in sorted(set(gathered.owners.tolist()) - {-9}):
                corners = np.unique(gathered.mesh.triangles[gathered.owners == owner])
                outline = cv2.convexHull(self._camera.project(gathered.mesh.positions[corners]).astype(np.float32))
                cv2.fillConvexPoly(owners, np.round(outline).astype(np.int32), int(owner))
        return owners[step // 2 :: step, step // 2 :: step]
