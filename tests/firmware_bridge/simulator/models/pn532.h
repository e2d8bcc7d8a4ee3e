/* A PN532 on SPI: normal frames, acknowledgements, and the five commands our firmware knows. */
#ifndef PN532_MODEL_H
#define PN532_MODEL_H

#include "field.h"

struct pn532 {
    bool wired;
    struct field field;
    bool selected;
    uint64_t selected_us;
    bool awake;     /* its select line was low long enough */
    bool normal;    /* SAMConfiguration has put it into its normal mode */
    bool one_try; /* RFConfiguration: one attempt only */
    int position;   /* in this transfer */
    uint8_t mode;   /* its first byte */
    uint8_t written[64];
    uint8_t out[64];
    int out_size, out_taken;
    uint8_t answer[64];
    int answer_size;
    uint64_t ack_us, answer_us; /* when each is ready */
    int spoil; /* ids still to be sent with a wrong bit, from the chip to the board */
};

void pn532_wire(struct pn532 *chip, bool wired, uint64_t now_us);
void pn532_select(struct pn532 *chip, bool selected, uint64_t now_us);
/* As the bus has it, most significant bit first: the chip itself speaks the other way round. */
uint8_t pn532_trade(struct pn532 *chip, uint8_t byte, uint64_t now_us);

#endif
