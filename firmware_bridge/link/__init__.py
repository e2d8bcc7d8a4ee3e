"""The link between a board and the bridge: framing, handshake, events, commands. PROTOCOL.md describes it."""
