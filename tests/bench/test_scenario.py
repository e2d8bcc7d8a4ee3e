"""The large scenario that is measured: it is one, and taps in it come to rest."""

from tests.bench import scenario


def test_the_scenario_is_as_large_as_it_is_said_to_be() -> None:
    read = scenario.read(scenario.written())
    kinds = [one.kind for one in read.components.values()]
    assert (kinds.count("event"), kinds.count("token"), kinds.count("tile")) == (800, 120, 12)


def test_every_tap_is_measured(monkeypatch) -> None:
    monkeypatch.setattr(scenario, "TAPS", 60)
    assert len(scenario.taps(scenario.read(scenario.written()))) == 60
