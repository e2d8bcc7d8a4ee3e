"""The page's announcement in the network."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

from companion.settings import Settings

FILE = Path(__file__).parents[2] / "deploy" / "network" / "lamplight.avahi"


def test_avahi_announces_the_default_port() -> None:
    service = ET.parse(FILE).getroot().find("service")
    assert service is not None
    assert service.findtext("type") == "_http._tcp" and service.findtext("port") == str(
        Settings.model_fields["port"].default
    )
