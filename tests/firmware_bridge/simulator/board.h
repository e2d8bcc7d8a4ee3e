/* The simulated board as a whole: its resets and its time. */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "sim_avr.h"

/* Bits of MCUSR. */
enum cause { CAUSE_UNKNOWN = 0, CAUSE_POWER = 1, CAUSE_PIN = 2, CAUSE_BROWN_OUT = 4, CAUSE_WATCHDOG = 8 };

/* So many cycles from now the board is reset. */
void board_reset(enum cause cause, uint64_t cycles);

/* The power was away: memory holds anything. `cause` is what the board finds. */
void board_lose_power(enum cause cause);

/* Number of resets. */
unsigned board_resets(void);

#endif
