/* Firmware version in HELLO. */
#ifndef VERSION_H
#define VERSION_H

#define FIRMWARE_MAJOR 1u
#define FIRMWARE_MINOR 0u

#endif
