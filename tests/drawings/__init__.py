"""The wiring drawings of docs/pictures and the table of pins, compared with the firmware."""
