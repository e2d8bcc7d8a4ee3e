"""Files in deploy fit the program: udev rules name the numbers that it knows, and avahi announces its port."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

from companion.settings import Settings
from firmware_bridge.flash.boards import BOARDS
from firmware_bridge.serial.serial_lines import OUR_NAME, OUR_USB_IDS

DEPLOY = Path(__file__).resolve().parent.parent / "deploy"
RULES = DEPLOY / "60-lamplight-readers.rules"
KEYS = {
    "matches": {"ACTION", "SUBSYSTEM", "ATTR", "ATTRS"},
    "sets": {"SYMLINK", "ENV", "MODE", "GROUP", "TAG", "GOTO", "LABEL"},
}
PART = re.compile(r'([A-Z]+)(\{[A-Za-z_]+\})?(==|\+=|=)"([^"]*)"')


def rules() -> list[list[tuple[str, str, str, str]]]:
    """Key, attribute, operator and value of each part of each rule."""
    lines = [line for line in RULES.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return [[found(part) for part in line.split(", ")] for line in lines]


def found(part: str) -> tuple[str, str, str, str]:
    match = PART.fullmatch(part)
    assert match, f"{part} is no part of a rule"
    key, attribute, operator, value = match.groups()
    return key, (attribute or "").strip("{}"), operator, value


def test_avahi_announces_the_default_port() -> None:
    service = ET.parse(DEPLOY / "network" / "lamplight.avahi").getroot().find("service")
    assert service is not None and service.findtext("type") == "_http._tcp"
    assert service.findtext("port") == str(Settings.model_fields["port"].default)


def test_udev_rules_are_well_formed() -> None:
    for rule in rules():
        kinds = ["==" if operator == "==" else "=" for _, _, operator, _ in rule]
        assert kinds == sorted(kinds, reverse=True), f"{rule} sets before it matches"
        for key, _, operator, _ in rule:
            assert key in KEYS["matches" if operator == "==" else "sets"], (key, operator)
    parts = [part for rule in rules() for part in rule]
    assert {v for k, _, _, v in parts if k == "GOTO"} == {v for k, _, _, v in parts if k == "LABEL"}


def numbers(name: str) -> set[tuple[str, str]]:
    """Vendor and product of the rules that set or match this."""
    told = [{attribute: value for _, attribute, _, value in rule} | {"all": str(rule)} for rule in rules()]
    return {(one.get("idVendor", ""), one.get("idProduct", "")) for one in told if name in one["all"]}


def test_udev_rules_know_our_boards() -> None:
    assert numbers("SYMLINK") == {(f"{vendor:04x}", f"{product:04x}") for vendor, product in OUR_USB_IDS}
    assert f"{OUR_NAME}*" in RULES.read_text(encoding="utf-8")


def test_udev_rules_keep_modem_managers_off() -> None:
    ignored = {vendor for vendors, _ in numbers("ID_MM_DEVICE_IGNORE") for vendor in vendors.split("|")}
    assert {number.split(":")[0] for board in BOARDS.values() for number in board.usb} <= ignored
