"""The Kubernetes manifest of a hall, as far as it can be checked without a cluster."""

from __future__ import annotations

import re
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
import yaml
from pydantic import BaseModel

from companion.hall.settings import HallSettings
from companion.hall.web.health_app import HealthApp

HALL = Path(__file__).parents[2] / "deploy" / "hall"
MANIFEST = HALL / "kubernetes.yaml"
PREFIX = "LAMPLIGHT_HALL_"
VARIABLE = re.compile(rf"\b{PREFIX}[A-Z_]+\b")
MADE = re.compile(r"create (secret generic|configmap) (\S+)((?: --from-\S+)+)$", re.MULTILINE)


@pytest.fixture(scope="module")
def parts() -> dict[tuple[str, str], Any]:
    """Kind and name of each object."""
    found = list(yaml.safe_load_all(MANIFEST.read_text(encoding="utf-8")))
    named = {(one["kind"], one["metadata"]["name"]): one for one in found}
    assert len(named) == len(found)
    return named


@pytest.fixture(scope="module")
def made() -> dict[tuple[str, str], set[str]]:
    """Secrets and ConfigMaps made by the commands at the head, with the files of each."""
    kinds = {"secret generic": "Secret", "configmap": "ConfigMap"}
    found = MADE.findall(MANIFEST.read_text(encoding="utf-8"))
    return {(kinds[kind], name): set(re.findall(r"=(\S+)", files)) for kind, name, files in found}


def pods(parts: dict[tuple[str, str], Any]) -> Iterator[Any]:
    """The pod of each Deployment and StatefulSet."""
    for (kind, _), one in parts.items():
        if kind in {"Deployment", "StatefulSet"}:
            yield one["spec"]["template"]["spec"]


def is_setting(variable: str) -> bool:
    """Whether `HallSettings` has this setting."""
    model: type[BaseModel] = HallSettings
    *outer, last = variable.removeprefix(PREFIX).lower().split("__")
    for name in outer:
        model = model.model_fields[name].annotation  # type: ignore[assignment]
    return last in model.model_fields


@pytest.mark.parametrize(
    "name", ["kubernetes.yaml", "compose.yaml", "prepare.sh", "Dockerfile", "lamplight-worker@.service"]
)
def test_variables_are_settings_of_the_hall(name: str) -> None:
    found = set(VARIABLE.findall((HALL / name).read_text(encoding="utf-8")))
    assert found and not [one for one in found if not is_setting(one)]


def test_probes_ask_paths_that_a_worker_answers(parts: dict[tuple[str, str], Any]) -> None:
    def others(_environ: object, _start: object) -> list[bytes]:
        raise AssertionError("a page of a table was asked")

    app = HealthApp(lambda: (), lambda: (), lambda: b"", lambda: "token", others)
    (worker,) = parts["Deployment", "worker"]["spec"]["template"]["spec"]["containers"]
    heads: list[str] = []
    for name in ("startupProbe", "readinessProbe", "livenessProbe"):
        asked = worker[name]["httpGet"]
        app({"PATH_INFO": asked["path"]}, lambda status, _head: heads.append(status))
        assert asked["port"] == worker["ports"][0]["name"]
    assert [int(head.split()[0]) for head in heads] == [HTTPStatus.OK] * 3
    assert worker["readinessProbe"]["httpGet"]["path"] == "/health/ready"
    assert worker["livenessProbe"]["httpGet"]["path"] == "/health/live"


def test_workers_share_a_folder_and_are_replaced_in_turn(parts: dict[tuple[str, str], Any]) -> None:
    spec = parts["Deployment", "worker"]["spec"]
    pod = spec["template"]["spec"]
    assert spec["strategy"]["rollingUpdate"]["maxUnavailable"] == 0 and pod["terminationGracePeriodSeconds"] >= 20
    (claim,) = [one["persistentVolumeClaim"]["claimName"] for one in pod["volumes"] if "persistentVolumeClaim" in one]
    assert parts["PersistentVolumeClaim", claim]["spec"]["accessModes"] == ["ReadWriteMany"]
    mounted = {one["mountPath"] for one in pod["containers"][0]["volumeMounts"]}
    assert {parts["ConfigMap", "hall"]["data"]["LAMPLIGHT_HALL_DATA"], "/tmp"} == mounted


def test_selectors_find_pods_and_ports(parts: dict[tuple[str, str], Any]) -> None:
    ports = {}
    for (kind, name), one in parts.items():
        if kind in {"Deployment", "StatefulSet"}:
            template = one["spec"]["template"]
            assert one["spec"]["selector"]["matchLabels"] == template["metadata"]["labels"]
            containers = template["spec"]["containers"]
            ports[template["metadata"]["labels"]["app"]] = {port["name"] for c in containers for port in c["ports"]}
        assert kind == "Namespace" or one["metadata"]["namespace"] == "lamplight", name
    services = {name: one["spec"] for (kind, name), one in parts.items() if kind == "Service"}
    for name, spec in services.items():
        assert {port["targetPort"] for port in spec["ports"]} <= ports[spec["selector"]["app"]], name
    for rule in parts["Ingress", "hall"]["spec"]["rules"]:
        told = rule["http"]["paths"][0]["backend"]["service"]
        assert told["port"]["name"] in {port["name"] for port in services[told["name"]]["ports"]}


def test_hosts_are_the_domain_of_the_settings(parts: dict[tuple[str, str], Any]) -> None:
    domain = parts["ConfigMap", "hall"]["data"]["LAMPLIGHT_HALL_DOMAIN"]
    assert {rule["host"] for rule in parts["Ingress", "hall"]["spec"]["rules"]} == {domain, f"*.{domain}"}
    assert parts["ConfigMap", "hall"]["data"]["LAMPLIGHT_HALL_BROKER__HOST"] == "broker"
    assert "@database/" in (HALL / "prepare.sh").read_text() and ("Service", "database") in parts


def test_configuration_that_pods_name_exists(
    parts: dict[tuple[str, str], Any], made: dict[tuple[str, str], set[str]]
) -> None:
    named = set()
    for pod in pods(parts):
        for volume in pod["volumes"]:
            if "configMap" in volume:
                named.add(("ConfigMap", volume["configMap"]["name"]))
            if "secret" in volume:
                named.add(("Secret", volume["secret"]["secretName"]))
        for source in (one for container in pod["containers"] for one in container.get("envFrom", ())):
            named |= {("ConfigMap", one["name"]) for one in (source.get("configMapRef"),) if one}
            named |= {("Secret", one["name"]) for one in (source.get("secretRef"),) if one}
    assert named == named & ({*parts} | {*made})
    assert {key for key in made if key not in named} == set()


def test_files_of_the_configuration_exist(
    parts: dict[tuple[str, str], Any], made: dict[tuple[str, str], set[str]]
) -> None:
    script = (HALL / "prepare.sh").read_text()
    for path in (path for files in made.values() for path in files):
        assert (HALL / path).exists() or path in script or path.startswith("secrets/broker/"), path
    for pod in pods(parts):
        volumes = {one["name"]: one.get("configMap", {}).get("name") for one in pod["volumes"]}
        for mount in (one for container in pod["containers"] for one in container["volumeMounts"] if "subPath" in one):
            assert mount["subPath"] in made["ConfigMap", volumes[mount["name"]]]


def test_workers_are_confined_and_find_prepared_states(parts: dict[tuple[str, str], Any]) -> None:
    pod = parts["Deployment", "worker"]["spec"]["template"]["spec"]
    (before,), (worker,) = pod["initContainers"], pod["containers"]
    assert worker["securityContext"]["readOnlyRootFilesystem"] and pod["securityContext"]["runAsNonRoot"]
    assert f"--uid {pod['securityContext']['runAsUser']} " in (HALL / "Dockerfile").read_text()
    assert worker["resources"]["limits"]["memory"] and worker["resources"]["requests"]["cpu"]
    assert "lamplight hall warm" in before["command"][-1]
    for name in ("image", "envFrom", "volumeMounts", "securityContext"):
        assert before[name] == worker[name]
