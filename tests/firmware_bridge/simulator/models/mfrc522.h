/* An MFRC522 on SPI. */
#ifndef MFRC522_MODEL_H
#define MFRC522_MODEL_H

#include "field.h"

struct mfrc522 {
    bool wired;
    struct field field;
    bool selected;
    bool addressed; /* the first byte of this transfer has come */
    bool reading;
    int address;
    uint8_t registers[64];
    uint8_t fifo[64];
    int filled, taken;
    uint64_t starts_us; /* it has started */
    bool waiting;       /* for an answer or for its timer */
    uint64_t done_us;
    struct heard heard;
};

void mfrc522_wire(struct mfrc522 *chip, bool wired, uint64_t now_us);
void mfrc522_select(struct mfrc522 *chip, bool selected);
uint8_t mfrc522_trade(struct mfrc522 *chip, uint8_t byte, uint64_t now_us);

#endif
