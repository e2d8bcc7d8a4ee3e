"""Ask a Home Assistant to process discovery messages and the messages on their topics.

Runs in the environment of tests/home_assistant.py. JSON in, JSON out, and no module of Lamplight is imported. Schemas,
entities and the template engine are Home Assistant's. There is no broker, page or registry.

Input: `{"discovery": [text, ...], "heard": [{"topic": ..., "payload": text}, ...], "automations": [YAML, ...]}`. An
invalid automation raises. Output: `{"version": ..., "faults": [sentence, ...], "states": [{unique_id: {"state": ...,
"attributes": {...}}}, ...]}` with one of `states` for each message.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import logging
import sys
import tempfile
from types import SimpleNamespace

import yaml
from homeassistant.components.mqtt import discovery
from homeassistant.components.mqtt.entity import MqttAttributesMixin
from homeassistant.components.mqtt.models import DATA_MQTT, MqttData, ReceiveMessage
from homeassistant.const import MAX_LENGTH_STATE_STATE, __version__
from homeassistant.core import HomeAssistant
from homeassistant.helpers import config_validation as cv

CLASSES = {"sensor": "MqttSensor", "binary_sensor": "MqttBinarySensor", "event": "MqttEvent"}
HEARS = {"sensor": "_update_state", "binary_sensor": "_state_message_received", "event": "_event_received"}


class Faults(logging.Handler):
    """Collect Home Assistant's log lines. There should be none."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.sentences: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.sentences.append(f"{record.name}: {record.getMessage()}")


class Alive:
    """An entity before its registration."""

    def __init__(self, hass: HomeAssistant, platform: str, config: dict) -> None:
        module = importlib.import_module(f"homeassistant.components.mqtt.{platform}")
        self.platform, self.config = platform, module.DISCOVERY_SCHEMA(config)
        self.entity = object.__new__(getattr(module, CLASSES[platform]))
        self.entity.hass, self.entity._config, self.entity.entity_id = hass, self.config, config["default_entity_id"]
        self.entity._attr_unique_id = config["unique_id"]
        MqttAttributesMixin.__init__(self.entity, self.config)
        self.entity.platform = SimpleNamespace(
            platform_name="mqtt", domain=platform, default_language_platform_translations={}
        )
        self.entity._setup_from_config(self.config)
        self.entity._setup_common_attributes_from_config(self.config)
        self.entity._attributes_prepare_subscribe_topics()
        self.attributes: dict = {}

    def hear(self, message: ReceiveMessage) -> dict | None:
        """Return the state after a message, or None where it does not use the topic."""
        is_mine = message.topic == self.config["state_topic"]
        if is_mine:
            getattr(self.entity, HEARS[self.platform])(message)
        if message.topic == self.config.get("json_attributes_topic"):
            self.entity._attributes_message_received(message)
            self.attributes = dict(self.entity._attr_extra_state_attributes)
        if not is_mine:
            return None
        state = self.entity.state
        if state is not None and len(str(state)) > MAX_LENGTH_STATE_STATE:
            raise ValueError(f"{self.entity.entity_id}: a state of {len(str(state))} letters")
        beside = self.entity.state_attributes or {} if self.platform == "event" else self.attributes
        return {"state": None if state is None else str(state), "attributes": beside}


def found(hass: HomeAssistant, text: str) -> list[Alive]:
    """The entities that Home Assistant makes of a discovery message."""
    told = json.loads(text)
    made = discovery._parse_device_payload(hass, text, "homeassistant/device/one/config", "one", None)
    if not made:
        raise ValueError("the device was refused")
    entities = []
    for key in told["components"]:
        config = made["components"][key]
        platform = config.pop("platform")
        config["device"], config["origin"] = made["device"], made["origin"]
        discovery._merge_common_device_options(config, made)
        entities.append(Alive(hass, platform, config))
    return entities


def automate(text: str) -> None:
    """Raises Invalid for an automation that Home Assistant refuses."""
    made = yaml.safe_load(text)
    cv.TRIGGER_SCHEMA(made["triggers"])
    cv.CONDITIONS_SCHEMA(made["conditions"])
    cv.SCRIPT_SCHEMA(made["actions"])


async def judge(asked: dict) -> dict:
    faults = Faults()
    logging.getLogger().addHandler(faults)
    with tempfile.TemporaryDirectory() as folder:
        hass = HomeAssistant(folder)
        hass.data[DATA_MQTT] = MqttData(client=SimpleNamespace(), config=[])
        hass.data[DATA_MQTT].state_write_requests = SimpleNamespace(write_state_request=lambda _one: None)
        for text in asked["automations"]:
            automate(text)
        entities = [one for text in asked["discovery"] for one in found(hass, text)]
        states = []
        for heard in asked["heard"]:
            message = ReceiveMessage(heard["topic"], heard["payload"], 1, False, heard["topic"], 0.0)
            shown = {one.config["unique_id"]: one.hear(message) for one in entities}
            states.append({key: state for key, state in shown.items() if state is not None})
        logging.getLogger().removeHandler(faults)
    return {"version": __version__, "faults": faults.sentences, "states": states}


if __name__ == "__main__":
    json.dump(asyncio.run(judge(json.load(sys.stdin))), sys.stdout)
