"""Quantise a net:  python -m vision.training.quantise finder vision/models/finder.onnx RENDERS/R1*

Half as large and about twice as quick. The range of each layer comes from pictures in the reader's own preprocessing.
The last layers keep their fractions: places and shares need them. Prints the differences on other pictures. Needs the
group `train`.
"""

import argparse
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnx
import onnxruntime as ort
from numpy.typing import NDArray
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static

from companion.system.atomic_write import write_atomically
from vision.detect import detector, session, shape_and_pose
from vision.kind_and_face import face_embedding
from vision.training.measures.judged import seen
from vision.training.pictures import read, renders

WHOLE = ("Conv", "Add", "Relu")
"""Kinds of layers that reckon in whole numbers."""
PICTURES = 48
MOST_FACES = 8
"""Faces from one picture, so that a crowded one does not outvote the others."""
SHOWN = 40
"""Inputs from which the ranges are taken; as many others tell what is lost."""
Feed = Mapping[str, NDArray[np.float32]]


@dataclass(slots=True)
class Recorder:
    """Stands for a net, and keeps what it is shown."""

    net: ort.InferenceSession
    shown: list[Feed] = field(default_factory=list)

    def run(self, outputs: list[str] | None, feed: Feed) -> list[Any]:
        self.shown.append({name: value.copy() for name, value in feed.items()})
        return self.net.run(outputs, feed)


@dataclass(slots=True)
class Shown(CalibrationDataReader):
    """Inputs one after the other, as onnxruntime asks for them."""

    feeds: Iterator[Feed]

    def get_next(self) -> Feed | None:
        return next(self.feeds, None)


@contextmanager
def recorded(name: str) -> Iterator[Recorder]:
    """While it lasts, the reader's net of that name keeps what it is shown."""
    recorder = Recorder(session(name))
    modules = (detector, shape_and_pose, face_embedding)
    before = [module.session for module in modules]
    for module in modules:
        module.session = lambda asked: recorder if asked == name else session(asked)
    try:
        yield recorder
    finally:
        for module, was in zip(modules, before, strict=True):
            module.session = was


def inputs(name: str, pictures: Sequence[Path]) -> list[Feed]:
    """Return the reader's inputs to the net of that name for these pictures."""
    with recorded(name) as recorder:
        for path in pictures:
            image = read(path)
            found = seen(image)[:MOST_FACES]
            if name == "faces" and found:
                face_embedding.embed_views(
                    [view for one in found for view in face_embedding.views(image, one, one.shape)]
                )
    return recorder.shown


def quantise(model: Path, feeds: Sequence[Feed], out: Path) -> None:
    """Write the net with whole numbers."""
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "plain.onnx"
        options = ort.SessionOptions()  # what is stored in half precision is widened and stays so
        options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_ENABLE_BASIC
        options.optimized_model_filepath = str(plain)
        ort.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        graph = onnx.load(str(plain)).graph
        ends = {output.name for output in graph.output}
        quantize_static(
            str(plain), str(out), Shown(iter(feeds)), quant_format=QuantFormat.QDQ, per_channel=True,
            activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8, op_types_to_quantize=list(WHOLE),
            nodes_to_exclude=[node.name for node in graph.node if ends & set(node.output)],
        )  # fmt: skip


def differences(model: Path, other: Path, feeds: Sequence[Feed]) -> Iterator[tuple[str, float, float]]:
    """Yield for each output its name, and mean and 99th percentile of the nets' difference, in spreads of the output."""
    one, two = (ort.InferenceSession(str(path), providers=["CPUExecutionProvider"]) for path in (model, other))
    answers = [(one.run(None, feed), two.run(None, feed)) for feed in feeds]
    for place, output in enumerate(one.get_outputs()):
        right = np.concatenate([pair[0][place].ravel() for pair in answers])
        away = np.abs(right - np.concatenate([pair[1][place].ravel() for pair in answers])) / right.std()
        yield output.name, float(away.mean()), float(np.percentile(away, 99))


def main() -> None:
    """Read the arguments, gather inputs, write the net, tell the loss."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("net", choices=("finder", "look", "faces"))
    options.add_argument("model", type=Path, help="the net as exported; it is replaced where there is no --out")
    options.add_argument("styles", nargs="+", type=Path, help="rendered styles that the net was taught with")
    options.add_argument("--out", type=Path)
    told = options.parse_args()
    cv2.setNumThreads(1)
    every = [picture.path for folder in told.styles for picture in renders(folder) if picture.group != "enrolment"]
    chosen = list(islice(every, 0, None, max(1, len(every) // PICTURES)))
    feeds = inputs(told.net, chosen)
    step = max(1, len(feeds) // (2 * SHOWN))
    out = told.out or told.model
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "whole.onnx"
        quantise(told.model, feeds[:: 2 * step], made)
        for name, mean, high in differences(told.model, made, feeds[step :: 2 * step]):
            print(f"{name}: differs by {mean:.4f} spreads, 99 of 100 by less than {high:.4f}")
        write_atomically(out, made.read_bytes())
    print(f"{out}: {out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
