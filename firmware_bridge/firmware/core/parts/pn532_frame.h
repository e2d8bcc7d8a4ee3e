/* Frames of a PN532 on SPI, there and back. */
#ifndef PARTS_PN532_FRAME_H
#define PARTS_PN532_FRAME_H

#include <stdbool.h>
#include <stdint.h>

#define PN532_MOST_DATA 40u /* two tags with names of ten bytes are 33 */

/* A frame's data without its frame: D5h, the command's code + 1, and what it says. */
struct pn532_answer {
    uint8_t size;
    uint8_t bytes[PN532_MOST_DATA];
};

/* The chip has something to say: that it has taken a command, or its answer. */
bool pn532_has_something(uint8_t slot);

/* A command: its code, then what belongs to it. */
void pn532_send(uint8_t slot, const uint8_t *bytes, uint8_t count);
bool pn532_is_acknowledged(uint8_t slot);
/* Returns false unless an undamaged answer to the command with that code was received. */
bool pn532_read_answer(uint8_t slot, uint8_t code, struct pn532_answer *answer);

#endif
