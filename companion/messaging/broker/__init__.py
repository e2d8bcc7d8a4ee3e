"""The broker: an embedded Mosquitto, its accounts and certificates."""
