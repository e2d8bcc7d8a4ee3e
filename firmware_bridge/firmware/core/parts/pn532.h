/* NFC readers with a PN532 on SPI (both switches of the usual boards set to SPI), each with a separate select line. */
#ifndef PARTS_PN532_H
#define PARTS_PN532_H

#include "parts/tag.h"

/* One step of a look at reader `slot`, as mfrc522_look(). */
enum look pn532_look(uint8_t slot, uint16_t now, struct tag *tag);

#endif
