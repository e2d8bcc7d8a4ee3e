#include "mfrc522.h"

#include <string.h>

enum {
    CommandReg = 0x01,
    ComIrqReg = 0x04,
    ErrorReg = 0x06,
    FIFODataReg = 0x09,
    FIFOLevelReg = 0x0A,
    ControlReg = 0x0C,
    BitFramingReg = 0x0D,
    TxControlReg = 0x14,
    TxASKReg = 0x15,
    TModeReg = 0x2A,
    TPrescalerReg = 0x2B,
    TReloadRegH = 0x2C,
    TReloadRegL = 0x2D,
    VersionReg = 0x37,
};

#define START_US 300u  /* oscillator and reset */
#define BYTE_US 85u    /* nine bits of 9.44 us */
#define TURN_US 90u    /* from the last bit sent to the first of the answer */
#define FORCE_100_ASK 0x40 /* without it a tag of type A does not hear a pause in the field */
#define NEVER UINT64_MAX

static void reset(struct mfrc522 *chip, uint64_t now_us)
{
    memset(chip->registers, 0, sizeof chip->registers);
    chip->registers[CommandReg] = 0x20;
    chip->registers[ComIrqReg] = 0x14;
    chip->registers[TxControlReg] = 0x80;
    chip->registers[VersionReg] = 0x92;
    chip->filled = chip->taken = 0;
    chip->waiting = false;
    chip->starts_us = now_us + START_US;
    field_switch(&chip->field, false, now_us);
}

void mfrc522_wire(struct mfrc522 *chip, bool wired, uint64_t now_us)
{
    chip->wired = wired;
    chip->selected = chip->selected && wired;
    reset(chip, now_us);
}

void mfrc522_select(struct mfrc522 *chip, bool selected)
{
    chip->selected = selected;
    chip->addressed = false;
}

/* Runs from the end of sending, in us. The timer starts by itself only with TAuto. */
static uint64_t timer_us(const struct mfrc522 *chip)
{
    unsigned prescaler = (unsigned)(chip->registers[TModeReg] & 0x0F) << 8 | chip->registers[TPrescalerReg];
    unsigned reload = (unsigned)chip->registers[TReloadRegH] << 8 | chip->registers[TReloadRegL];

    return (uint64_t)(2 * prescaler + 1) * (reload + 1) * 100 / 1356;
}

static void transceive(struct mfrc522 *chip, uint64_t now_us)
{
    int bits = chip->registers[BitFramingReg] & 0x07;
    uint64_t sent_us = now_us + (uint64_t)chip->filled * BYTE_US;
    bool automatic = (chip->registers[TModeReg] & 0x80) != 0;

    chip->heard = (struct heard){0};
    if ((chip->registers[TxASKReg] & FORCE_100_ASK) != 0) {
        chip->heard = field_ask(&chip->field, chip->fifo, chip->filled, bits, sent_us);
    }
    chip->filled = chip->taken = 0;
    chip->registers[ErrorReg] = 0;
    chip->waiting = true;
    if (chip->heard.count != 0) {
        chip->done_us = sent_us + TURN_US + (uint64_t)chip->heard.count * BYTE_US;
    } else {
        chip->done_us = automatic ? sent_us + timer_us(chip) : NEVER;
    }
}

static void hear(struct mfrc522 *chip, uint64_t now_us)
{
    if (!chip->waiting || now_us < chip->done_us) {
        return;
    }
    chip->waiting = false;
    if (chip->heard.count == 0) {
        chip->registers[ComIrqReg] |= 0x01;
        return;
    }
    memcpy(chip->fifo, chip->heard.bytes, (size_t)chip->heard.count);
    chip->filled = chip->heard.count;
    chip->registers[ErrorReg] = chip->heard.collision ? 0x08 : 0;
    chip->registers[ComIrqReg] |= 0x20 | (chip->heard.collision ? 0x02 : 0);
}

static void command(struct mfrc522 *chip, uint8_t value, uint64_t now_us)
{
    if ((value & 0x0F) == 0x0F) {
        reset(chip, now_us);
    } else if ((value & 0x0F) == 0x00) {
        chip->waiting = false;
    }
}

static void write_register(struct mfrc522 *chip, int address, uint8_t value, uint64_t now_us)
{
    switch (address) {
    case FIFODataReg:
        if (chip->filled < (int)sizeof chip->fifo) {
            chip->fifo[chip->filled++] = value;
        }
        return;
    case FIFOLevelReg:
        if ((value & 0x80) != 0) {
            chip->filled = chip->taken = 0;
        }
        return;
    case ComIrqReg: /* Set1 = 0: the marked bits are cleared */
        chip->registers[address] = (uint8_t)((value & 0x80) != 0 ? chip->registers[address] | (value & 0x7F) : chip->registers[address] & ~value);
        return;
    case ErrorReg:
    case VersionReg:
        return;
    default:
        chip->registers[address] = value;
    }
    if (address == CommandReg) {
        command(chip, value, now_us);
    } else if (address == TxControlReg) {
        field_switch(&chip->field, (value & 0x03) == 0x03, now_us);
    }
    /* Whichever of the two comes last: it sends what stands in the FIFO then. */
    if ((address == CommandReg || address == BitFramingReg) && (chip->registers[BitFramingReg] & 0x80) != 0
        && (chip->registers[CommandReg] & 0x0F) == 0x0C) {
        transceive(chip, now_us);
    }
}

static uint8_t read_register(struct mfrc522 *chip, int address, uint64_t now_us)
{
    hear(chip, now_us);
    if (address == FIFODataReg) {
        return chip->taken < chip->filled ? chip->fifo[chip->taken++] : 0;
    }
    if (address == FIFOLevelReg) {
        return (uint8_t)(chip->filled - chip->taken);
    }
    if (address == CommandReg && now_us < chip->starts_us) {
        return 0x30;
    }
    return chip->registers[address];
}

uint8_t mfrc522_trade(struct mfrc522 *chip, uint8_t byte, uint64_t now_us)
{
    if (!chip->addressed) {
        chip->addressed = true;
        chip->reading = (byte & 0x80) != 0;
        chip->address = (byte >> 1) & 0x3F;
        return 0;
    }
    if (chip->reading) {
        return read_register(chip, chip->address, now_us);
    }
    if (now_us >= chip->starts_us) {
        write_register(chip, chip->address, byte, now_us);
    }
    return 0;
}
