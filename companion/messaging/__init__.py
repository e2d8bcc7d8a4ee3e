"""Messages between the processes of a table: one protocol, a bus in memory and one over MQTT, the embedded broker, the outbox."""
