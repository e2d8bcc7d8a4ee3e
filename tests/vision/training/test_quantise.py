"""Quantised nets. Needs the training group, which is not needed to play."""

from pathlib import Path

import numpy as np
import pytest

onnx = pytest.importorskip("onnx", reason="onnx is not installed; it is part of the group train")
quantise = pytest.importorskip("vision.training.quantise")

from vision.detect import detector, shape_and_pose  # noqa: E402 — after the two that may be missing
from vision.detect.onnx_session import session  # noqa: E402
from vision.kind_and_face import face_embedding  # noqa: E402 — after the two that may be missing

RANDOM = np.random.default_rng(3)
WIDTH = 64


def layer(name: str, inside: int, outside: int = WIDTH) -> onnx.TensorProto:
    weights = RANDOM.normal(0, (9 * inside) ** -0.5, (outside, inside, 3, 3)).astype(np.float32)
    return onnx.numpy_helper.from_array(weights, name)


@pytest.fixture
def net(tmp_path: Path) -> Path:
    """Three convolutions."""
    nodes = [
        onnx.helper.make_node("Conv", ["in", "w1"], ["a"], "first", pads=[1, 1, 1, 1]),
        onnx.helper.make_node("Relu", ["a"], ["b"], "rectified"),
        onnx.helper.make_node("Conv", ["b", "w2"], ["c"], "second", pads=[1, 1, 1, 1]),
        onnx.helper.make_node("Conv", ["c", "w3"], ["out"], "last", pads=[1, 1, 1, 1]),
    ]
    ends = [
        onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, [1, width, 16, 16])
        for name, width in (("in", 3), ("out", 2))
    ]
    graph = onnx.helper.make_graph(
        nodes, "net", ends[:1], ends[1:], [layer("w1", 3), layer("w2", WIDTH), layer("w3", WIDTH, 2)]
    )
    path = tmp_path / "net.onnx"
    onnx.save(onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)], ir_version=8), str(path))
    return path


def pictures(count: int) -> list[dict[str, np.ndarray]]:
    return [{"in": RANDOM.random((1, 3, 16, 16), dtype=np.float32)} for _ in range(count)]


@pytest.mark.filterwarnings("ignore")
def test_quantised_net_is_smaller_and_close(net: Path, tmp_path: Path) -> None:
    out = tmp_path / "whole.onnx"
    quantise.quantise(net, pictures(6), out)
    ((name, mean, high),) = quantise.differences(net, out, pictures(6))
    assert out.stat().st_size < net.stat().st_size / 2
    assert (name, mean < 0.03, high < 0.1) == ("out", True, True)


def test_quantiser_records_inputs_and_restores_the_reader() -> None:
    told = session("look").get_inputs()[0]
    feed = {told.name: np.zeros([1 if isinstance(side, str) else side for side in told.shape], np.float32)}
    before = [module.session for module in (detector, shape_and_pose, face_embedding)]
    with quantise.recorded("look") as recorder:
        shape_and_pose.session("look").run(None, feed)
        assert detector.session("finder") is session("finder")
    assert [list(shown) for shown in recorder.shown] == [[told.name]]
    assert [module.session for module in (detector, shape_and_pose, face_embedding)] == before
