/* The ring of lamps (WS2812): each has a colour and a mood. calm is half as bright, asked breathes, danger flashes
 * twice a second, off is dark. A still ring is sent once, a moving one 25 times a second. */
#ifndef PARTS_LAMPS_H
#define PARTS_LAMPS_H

#include <stdint.h>

void lamps_begin(uint16_t now);
void lamps_poll(uint16_t now);

#endif
