/* An MFRC522 as what it does with bytes; its registers are known to mfrc522_chip.c alone. */
#ifndef PARTS_MFRC522_CHIP_H
#define PARTS_MFRC522_CHIP_H

#include "parts/tag.h"

/* Something answers as a chip of that kind does. */
bool chip_is_there(uint8_t slot);
/* Restarts the chip. Wait until the chip clears the bit. */
void chip_restart(uint8_t slot);
bool chip_is_starting(uint8_t slot);

/* Sets up the chip for type A. Where that fails, the line is noise. */
void chip_set_up(uint8_t slot);
bool chip_is_set_up(uint8_t slot);

void chip_antenna(uint8_t slot, bool on);

/* Sends `count` bytes, of the last `bits` bits (0: all), and turns to receiving. */
void chip_send(uint8_t slot, const uint8_t *bytes, uint8_t count, uint8_t bits);
/* LOOK_TAG: the answer, of just `count` bytes, stands in `bytes`. LOOK_ON: it has not come yet. */
enum look chip_receive(uint8_t slot, uint8_t *bytes, uint8_t count);

#endif
