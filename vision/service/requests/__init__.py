"""What others ask of the camera process over the bus, and its answers: photographs, kits, a look while the table is set up."""
