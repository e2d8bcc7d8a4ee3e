/* NFC readers with an MFRC522 (the blue "RC522" boards) on SPI, each with a separate select line. Only one antenna is
 * on at a time: neighbouring coils would wake each other's tags. One poll: check and set up the chip, antenna on, 5 ms
 * for the tag to wake, read its id, antenna off. */
#ifndef PARTS_MFRC522_H
#define PARTS_MFRC522_H

#include "parts/tag.h"

/* Switches the antenna off, since a reset may have interrupted a poll. Returns true where a chip answers. */
bool mfrc522_begin(uint8_t slot);

/* One step of a look at reader `slot`: never waits. The first step of a look begins it; `tag` is filled at LOOK_TAG. */
enum look mfrc522_look(uint8_t slot, uint16_t now, struct tag *tag);

#endif
