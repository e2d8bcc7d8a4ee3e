/* The ring of lamps (WS2812): each has a colour and a mood.
 *
 * calm: half as bright. asked: breathes. danger: flashes twice in a second. off: dark. What is calm or off is sent once;
 * only a ring that moves is sent again, 25 times in a second. */
#ifndef PARTS_LAMPS_H
#define PARTS_LAMPS_H

#include <stdint.h>

void lamps_begin(uint16_t now);
void lamps_poll(uint16_t now);

#endif
