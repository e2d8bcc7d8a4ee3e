/* NFC readers with an MFRC522 (the blue "RC522" boards) on SPI, each with a select line of its own.
 *
 * Only one antenna is on at a time: coils side by side would wake each other's tags. A look is: is the chip there and set
 * up, antenna on, 5 ms for the tag to wake, its name, antenna off. */
#ifndef PARTS_MFRC522_H
#define PARTS_MFRC522_H

#include "parts/tag.h"

/* At the start, which may have come in the middle of a look: puts the antenna off. True: a chip is there. */
bool mfrc522_begin(uint8_t slot);

/* One step of a look at reader `slot`: never waits. The first step of a look begins it; `tag` is filled at LOOK_TAG. */
enum look mfrc522_look(uint8_t slot, uint16_t now, struct tag *tag);

#endif
