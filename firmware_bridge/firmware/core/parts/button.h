/* Buttons: one is pressed or let go when it has been so for 10 ms without a break. */
#ifndef PARTS_BUTTON_H
#define PARTS_BUTTON_H

#include <stdbool.h>
#include <stdint.h>

/* warm: the level from before the reset still counts, so a press during the reset is reported now. Else a button held
 * at the start is not a press. */
void button_begin(uint16_t now, bool warm);
void button_poll(uint16_t now);

#endif
