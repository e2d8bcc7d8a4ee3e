/* The load cell under the bag, behind an HX711: the bag is lifted, or put back. Only differences are used. The reading
 * with the bag is the tare, which follows slowly, so a drawn token or a warm cell is not a lift. A fall below the tare
 * by LIFT is a lift; a return to within BACK of it is a put-back. A cell at the end of its range, or one that stops
 * answering, is TROUBLE; one that never answered is not fitted. */
#ifndef PARTS_SCALE_H
#define PARTS_SCALE_H

#include <stdint.h>

void scale_begin(uint16_t now);
void scale_poll(uint16_t now);

#endif
