"""The broker: an embedded Mosquitto or amqtt, its accounts and certificates."""
