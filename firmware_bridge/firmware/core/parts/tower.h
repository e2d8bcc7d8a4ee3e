/* The dice tower: a beam that falling dice break, or a piezo they strike. Pulses less than
 * 150 ms apart are one throw: dice rattle, and a piezo rings. */
#ifndef PARTS_TOWER_H
#define PARTS_TOWER_H

#include <stdint.h>

void tower_begin(uint16_t now);
void tower_poll(uint16_t now);

#endif
