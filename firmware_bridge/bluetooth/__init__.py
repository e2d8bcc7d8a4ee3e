"""Dice over Bluetooth as lines: the adapter, BlueZ through the optional package bleak, and the line of one die."""
