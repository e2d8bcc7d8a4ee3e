/* The load cell under the bag, behind an HX711: the bag is lifted, or put back.
 *
 * No weight is known, only differences. What the cell shows while the bag lies is its tare, which follows slowly: a token
 * drawn or a warm cell is no lift. A fall below the tare by LIFT is a lift; what comes back to within BACK of it is put
 * back. A cell at the end of its range, or one whose chip stops answering, is trouble; one that never answered is not
 * fitted. */
#ifndef PARTS_SCALE_H
#define PARTS_SCALE_H

#include <stdint.h>

void scale_begin(uint16_t now);
void scale_poll(uint16_t now);

#endif
