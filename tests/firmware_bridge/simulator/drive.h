/* Levels that the world outside gives to pins of the simulated board. */
#ifndef DRIVE_H
#define DRIVE_H

#include <stdbool.h>

#include "sim_avr.h"

/* The pin is held at that level, whatever the board does with its pull-ups. */
void drive(avr_t *avr, char port, int pin, bool level);

/* Releases the pin, which its pull-up then drives where enabled. */
void drive_release(avr_t *avr, char port, int pin);

/* The board was reset: simavr has forgotten the levels of its inputs, and tells them only where they change. */
void drive_reset(avr_t *avr);

#endif
