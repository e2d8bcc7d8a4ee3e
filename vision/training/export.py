"""Write the nets for onnxruntime:  python -m vision.training.export finder finder.pt vision/models/finder.onnx

Weights are stored in half precision and widened when the net is loaded: half the size, the same answers to 1e-3.
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from vision.training.nets import PLANES, Faces, Finder, Look

NETS = {
    "finder": (
        Finder,
        torch.zeros(1, 3, 352, 640),
        ("picture", ["maps"]),
        {"picture": {2: "h", 3: "w"}, "maps": {2: "h4", 3: "w4"}},
    ),
    "look": (
        Look,
        torch.zeros(1, PLANES, 64, 64),
        ("planes", ["told"]),
        {"planes": {0: "n"}, "told": {0: "n"}},
    ),
    "faces": (
        Faces,
        torch.zeros(1, 3, 48, 48),
        ("face", ["points", "printed"]),
        {"face": {0: "n"}, "points": {0: "n"}, "printed": {0: "n"}},
    ),
}
"""Each net, an example of what it sees, and `names` and `axes` as `write` takes them."""


def halve(model: onnx.ModelProto) -> None:
    """Store large initialisers as float16 with a cast behind them; in place."""
    graph = model.graph
    for tensor in list(graph.initializer):
        if tensor.data_type != TensorProto.FLOAT or np.prod(tensor.dims) < 256:
            continue
        values = numpy_helper.to_array(tensor).astype(np.float16)
        graph.initializer.remove(tensor)
        graph.initializer.append(numpy_helper.from_array(values, tensor.name + "_half"))
        graph.node.insert(0, helper.make_node("Cast", [tensor.name + "_half"], [tensor.name], to=TensorProto.FLOAT))


def write(net: torch.nn.Module, example: torch.Tensor, names: tuple[str, list[str]], axes: dict, out: Path) -> None:
    """Write the net for onnxruntime. `names`: of the input and the outputs. `axes`: those of any length, by name."""
    torch.onnx.export(
        net.eval(),
        (example,),
        str(out),
        input_names=[names[0]],
        output_names=names[1],
        dynamic_axes=axes,
        opset_version=17,
        dynamo=False,
    )
    model = onnx.load(str(out))
    halve(model)
    onnx.save(model, str(out))


def export(
    net: torch.nn.Module, weights: Path, example: torch.Tensor, names: tuple[str, list[str]], axes: dict, out: Path
) -> None:
    """Load the weights, write the net."""
    net.load_state_dict(torch.load(weights))
    write(net, example, names, axes, out)


def main() -> None:
    """Read the arguments and export one net."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("net", choices=tuple(NETS))
    options.add_argument("weights", type=Path)
    options.add_argument("out", type=Path)
    told = options.parse_args()
    net, example, names, axes = NETS[told.net]
    export(net(), told.weights, example, names, axes, told.out)


if __name__ == "__main__":
    main()
