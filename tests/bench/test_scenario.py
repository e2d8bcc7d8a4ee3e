"""The large scenario that is measured: it is one, and taps in it come to rest."""

from tests.bench import scenario


def test_scenario_bench_measures_every_tap(monkeypatch) -> None:
    monkeypatch.setattr(scenario, "TAPS", 60)
    read = scenario.read(scenario.written())
    assert sum(one.kind == "event" for one in read.components.values()) == 800
    assert len(scenario.taps(read)) == 60
