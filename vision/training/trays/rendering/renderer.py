"""Path trace scenes with Mitsuba 3 on the CPU, and denoise them with Open Image Denoise.

Needs the packages of the group `train` and libLLVM, which `llvm` finds. Traces only pixels that a piece or its shadow
may touch. The rest comes from a view of the empty tray that is rendered once.
"""

import gc
import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.trays.paint.atlas import Atlas, paint_atlas
from vision.training.trays.paint.materials import felt, table_and_rim
from vision.training.trays.pieces.assembly import GLOSSY, MATTE, Assembly
from vision.training.trays.pieces.furniture import felt_mesh, table_mesh
from vision.training.trays.rendering.camera import Camera
from vision.training.trays.rendering.lights import Lamp, Lighting
from vision.training.trays.rendering.llvm import use_llvm
from vision.training.trays.shapes.geometry import Mesh
from vision.training.trays.styles.by_name import style_named
from vision.training.trays.styles.style import Style

Image = NDArray[np.float32]
DEPTH = 3
"""Bounces of light, with the camera's ray."""
BRIGHTEST = 60
SOFT_EDGE = 7.0
"""Px over which a newly traced region is blended into the empty view."""
MARGIN = 25
"""Px about a traced region that the denoiser sees."""
WHOLE = 0.75
"""Share of the picture from which on it is denoised in one piece."""


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """Surroundings of a scene."""

    camera: Camera
    lighting: Lighting
    felt: str
    """Its name in the style."""
    rim_height: float
    """Mm."""


@dataclass(frozen=True, slots=True, eq=False)
class Layers:
    """Received light, (H, W, 3) each."""

    light: Image
    """Linear RGB."""
    albedo: Image
    """The colours of the surfaces."""
    normals: Image


class Renderer:
    """Renders scenes of one style; one at a time."""

    def __init__(self, style_name: str, seed: int) -> None:
        """Paint the style, some seconds; raises `UnknownStyleError` and `LlvmNotFoundError`."""
        self.style_name = style_name
        self.style: Style = style_named(style_name)
        use_llvm()
        import drjit  # heavy, and only here
        import mitsuba
        from pyoidn.denoise import denoise

        mitsuba.set_variant("llvm_ad_rgb")
        self._mi, self._dr, self._denoise = mitsuba, drjit, denoise
        self._rng = np.random.default_rng(seed)
        self._seed = seed
        self.atlas: Atlas = paint_atlas(self.style, seed)
        self._surfaces = self._paint_surfaces()
        self._integrator = mitsuba.load_dict({"type": "path", "max_depth": DEPTH, "rr_depth": 9})
        self._scene: Any = None
        self._owners: dict[str, NDArray[np.int64]] = {}
        self._camera: Camera | None = None

    @property
    def felts(self) -> tuple[str, ...]:
        return tuple(self.style.felts)

    def _paint_surfaces(self) -> dict[str, Any]:
        style, rough = self.style, self.style.roughness
        atlas = self._bitmap(self.atlas.colours)
        surfaces = {GLOSSY: self._plastic(atlas, rough.dice), MATTE: self._plastic(atlas, rough.flats, 1.4)}
        for name, ground in style.felts.items():
            roughness, refraction = (0.3, 1.4) if ground.kind == "wood" else (0.6, 1.15)
            surfaces[f"felt {name}"] = self._plastic(self._bitmap(felt(ground, self._rng)), roughness, refraction)
        table = self._bitmap(table_and_rim(style.table, style.rim, self._rng))
        return surfaces | {"table": self._plastic(table, rough.table)}

    def _bitmap(self, colours: NDArray[np.floating]) -> Any:
        picture = self._mi.Bitmap(np.ascontiguousarray(colours.astype(np.float16)))
        return self._mi.load_dict(
            {"type": "bitmap", "bitmap": picture, "raw": True, "wrap_mode": "clamp", "format": "fp16"}
        )

    def _plastic(self, colours: Any, roughness: float, refraction: float = 1.49) -> Any:
        return self._mi.load_dict(
            {
                "type": "roughplastic",
                "distribution": "ggx",
                "alpha": roughness,
                "int_ior": refraction,
                "nonlinear": False,
                "diffuse_reflectance": colours,
            }
        )

    def show(self, scene: Assembly, setting: Setting) -> None:
        """Make this the scene that is rendered from now on."""
        self._scene = None
        gc.collect()  # the old objects first: their numbers are given again, and the compiled kernels stay in use
        parts: dict[str, Any] = {"type": "scene"}
        for material in (GLOSSY, MATTE):
            gathered = scene.gathered(material)
            self._owners[material] = gathered.owners
            parts[material] = self._mesh(material, gathered.mesh, self._surfaces[material])
        parts["table"] = self._mesh("table", table_mesh(setting.rim_height), self._surfaces["table"])
        parts["felt"] = self._mesh("felt", felt_mesh(), self._surfaces[f"felt {setting.felt}"])
        parts["surroundings"] = {"type": "constant", "radiance": _rgb(setting.lighting.surroundings)}
        parts |= {f"lamp{i}": self._lamp(lamp) for i, lamp in enumerate(setting.lighting.lamps)}
        self._scene = self._mi.load_dict(parts)
        self._camera = setting.camera

    def _mesh(self, name: str, mesh: Mesh, surface: Any) -> Any:
        properties = self._mi.Properties()
        properties["b"] = surface
        made = self._mi.Mesh(
            name,
            len(mesh.positions),
            len(mesh.triangles),
            has_vertex_normals=True,
            has_vertex_texcoords=True,
            props=properties,
        )
        values = self._mi.traverse(made)
        values["vertex_positions"] = np.ascontiguousarray(mesh.positions, np.float32).ravel()
        values["vertex_normals"] = np.ascontiguousarray(mesh.normals, np.float32).ravel()
        values["vertex_texcoords"] = np.ascontiguousarray(mesh.paint, np.float32).ravel()
        values["faces"] = np.ascontiguousarray(mesh.triangles, np.uint32).ravel()
        values.update()
        return made

    def _lamp(self, lamp: Lamp) -> dict[str, Any]:
        place = self._mi.ScalarTransform4f().look_at(
            origin=[float(v) for v in lamp.at], target=[float(v) for v in lamp.aim], up=[0.01, 1, 0.02]
        )
        emitter = {"type": "area", "radiance": _rgb(lamp.radiance)}
        return {"type": "rectangle", "to_world": place.scale([*lamp.size, 1]), "emitter": emitter}

    def render(self, samples: int) -> Layers:
        """Return the whole picture, `samples` rays a pixel."""
        camera = self._shown_camera()
        layers = self._trace(np.ones((camera.height, camera.width), np.bool_), samples, None)
        light = self._denoise(layers.light, layers.albedo, layers.normals, hdr=True, clean_aux=True, quality="fast")
        return Layers(light, layers.albedo, layers.normals)

    def render_over(self, empty: Layers, mask: NDArray[np.bool_], samples: int) -> Layers:
        """Trace the pixels of `mask` (H, W) again and blend them into the view of the empty tray."""
        if not mask.any():
            return empty
        traced = self._trace(mask, samples, empty)
        light, inked = empty.light.copy(), mask.astype(np.uint8)
        for x, y, width, height in _regions(inked):
            part = (slice(y, y + height), slice(x, x + width))
            cut = [np.ascontiguousarray(layer[part]) for layer in (traced.light, traced.albedo, traced.normals)]
            clean = self._denoise(*cut, hdr=True, clean_aux=True, quality="fast")
            share = _soft_mask(inked, x, y, width, height)
            light[part] = light[part] * (1 - share) + clean * share
        return Layers(light, traced.albedo, traced.normals)

    def _trace(self, mask: NDArray[np.bool_], samples: int, empty: Layers | None) -> Layers:
        """Noisy light, albedo and normals of the pixels of `mask`, over those of the empty view, or over black."""
        mi = self._mi
        ys, xs = np.nonzero(mask)
        self._seed += 1
        sampler = mi.load_dict({"type": "independent"})
        sampler.seed(self._seed, len(xs) * samples)
        rays = self._rays(*self._jittered(xs, ys, samples))
        light, _, _ = self._integrator.sample(self._scene, sampler, mi.RayDifferential3f(rays))
        hit = self._scene.ray_intersect(rays)
        albedo = hit.bsdf().eval_diffuse_reflectance(hit, hit.is_valid())
        normals = hit.sh_frame.n
        self._dr.eval(light, albedo, normals)
        found = [np.array(v).T.reshape(samples, len(xs), 3).mean(0) for v in (light, albedo, normals)]
        layers = [np.zeros((*mask.shape, 3), np.float32) for _ in found]
        if empty is not None:
            layers = [layer.copy() for layer in (empty.light, empty.albedo, empty.normals)]
        limits = (BRIGHTEST, 1, np.inf)
        for layer, values, most in zip(layers, found, limits, strict=True):
            layer[ys, xs] = values if most == np.inf else values.clip(0, most)
        return Layers(*(np.nan_to_num(layer) for layer in layers))

    def _jittered(
        self, xs: NDArray[np.int64], ys: NDArray[np.int64], samples: int
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Places within the pixels: the first few samples of each spread over a grid, the rest anywhere."""
        rng, count = self._rng, len(xs)
        rng.permutation(samples)  # spent for nothing, but without it the noise of all known pictures would change
        side = max(1, round(math.sqrt(samples)))

        def along(cell: int, is_spread: bool) -> NDArray[np.float64]:
            return (cell + rng.random(count)) / side if is_spread else rng.random(count)

        right = np.concatenate([along(k % side, k < side * side) for k in range(samples)]).astype(np.float32)
        down = np.concatenate([along(k // side, k < side * side) for k in range(samples)]).astype(np.float32)
        return np.tile(xs, samples).astype(np.float32) + right, np.tile(ys, samples).astype(np.float32) + down

    def _rays(self, x: NDArray[np.float32], y: NDArray[np.float32]) -> Any:
        """Rays through places of the picture, px."""
        mi, camera = self._mi, self._shown_camera()
        right = (mi.Float(x) - camera.width / 2) / camera.focal
        up = -(mi.Float(y) - camera.height / 2) / camera.focal
        forward = self._vector(camera.forward)
        direction = self._dr.normalize(forward + self._vector(camera.right) * right + self._vector(camera.up) * up)
        return mi.Ray3f(mi.Point3f(self._vector(camera.at)), direction)

    def _vector(self, values: NDArray[np.float64]) -> Any:
        """Return a constant that is not baked into the kernels."""
        return self._mi.Vector3f(*(self._dr.opaque(self._mi.Float, float(v)) for v in values))

    def _shown_camera(self) -> Camera:
        if self._camera is None:
            raise RuntimeError("Nothing to render: show a scene first.")
        return self._camera

    def seen(self, step: int) -> NDArray[np.int64]:
        """Return the owner of every `step`-th px: (H / step, W / step), -1 without one."""
        mi, dr, camera = self._mi, self._dr, self._shown_camera()
        xs, ys = np.meshgrid(np.arange(step / 2, camera.width, step), np.arange(step / 2, camera.height, step))
        rays = self._rays(xs.ravel().astype(np.float32), ys.ravel().astype(np.float32))
        hit = self._scene.ray_intersect_preliminary(rays, coherent=True)
        triangle = np.array(hit.prim_index).astype(np.int64)
        shape = np.array(dr.reinterpret_array(mi.UInt32, hit.shape))
        is_hit = np.isfinite(np.array(hit.t))
        owners = np.full(len(triangle), -1)
        for candidate in self._scene.shapes():
            if candidate.id() in self._owners:
                number = int(np.array(dr.reinterpret_array(mi.UInt32, mi.ShapePtr(candidate)))[0])
                of_it = (shape == number) & is_hit
                owners[of_it] = self._owners[candidate.id()][triangle[of_it]]
        return owners.reshape(ys.shape)


def _rgb(colour: NDArray[np.float64]) -> dict[str, Any]:
    return {"type": "rgb", "value": [float(v) for v in colour]}


def _regions(inked: NDArray[np.uint8]) -> list[tuple[int, int, int, int]]:
    """Return the boxes (x, y, width, height) that are denoised: about each connected part, or the whole picture."""
    grown = cv2.dilate(inked, np.ones((MARGIN, MARGIN), np.uint8))
    boxes = [(int(x), int(y), int(w), int(h)) for x, y, w, h, _ in cv2.connectedComponentsWithStats(grown)[2][1:]]
    height, width = inked.shape
    if sum(w * h for _, _, w, h in boxes) > WHOLE * width * height:
        return [(0, 0, width, height)]
    return boxes


def _soft_mask(inked: NDArray[np.uint8], x: int, y: int, width: int, height: int) -> Image:
    """(height, width, 1): 1 inside the traced region, falling to 0 at its border, but not at the picture's."""
    inner = np.pad(inked[y : y + height, x : x + width], 1)
    if x == 0:
        inner[:, 0] = inner[:, 1]
    if y == 0:
        inner[0] = inner[1]
    if x + width == inked.shape[1]:
        inner[:, -1] = inner[:, -2]
    if y + height == inked.shape[0]:
        inner[-1] = inner[-2]
    depth = cv2.distanceTransform(inner, cv2.DIST_L2, 3)[1:-1, 1:-1]
    return np.minimum(depth / SOFT_EDGE, 1)[..., None]
