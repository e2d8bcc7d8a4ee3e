"""Requests with replies over MQTT: photographs, kits, serial ports."""
