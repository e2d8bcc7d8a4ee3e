/* Buttons: one is pressed or let go when it has been so for 10 ms without a break. */
#ifndef PARTS_BUTTON_H
#define PARTS_BUTTON_H

#include <stdbool.h>
#include <stdint.h>

/* warm: what was told before the reset still counts, so that a press during the reset is told now. Else a button that is
 * held down at the start is no press. */
void button_begin(uint16_t now, bool warm);
void button_poll(uint16_t now);

#endif
