#include "pn532.h"

#include <string.h>

#define NEVER UINT64_MAX
#define WAKE_US 1000u
#define ACK_US 400u
#define ANSWER_US 2000u
#define LIST_US 9000u /* field on, five milliseconds, the names */

enum { WRITING = 1, STATUS = 2, READING = 3 };

void pn532_wire(struct pn532 *chip, bool wired, uint64_t now_us)
{
    struct field field = chip->field;

    field_switch(&field, false, now_us);
    memset(chip, 0, sizeof *chip);
    chip->field = field;
    chip->wired = wired;
    chip->ack_us = chip->answer_us = NEVER;
}

static uint8_t turned(uint8_t byte)
{
    uint8_t out = 0;

    for (int bit = 0; bit < 8; bit++) {
        out = (uint8_t)(out | ((byte >> bit) & 1) << (7 - bit));
    }
    return out;
}

/* Writes a whole normal frame; its size. */
static int frame(uint8_t *out, const uint8_t *data, int size)
{
    uint8_t sum = 0;

    out[0] = 0x00;
    out[1] = 0x00;
    out[2] = 0xFF;
    out[3] = (uint8_t)size;
    out[4] = (uint8_t)-size;
    for (int i = 0; i < size; i++) {
        out[5 + i] = data[i];
        sum = (uint8_t)(sum + data[i]);
    }
    out[5 + size] = (uint8_t)-sum;
    out[6 + size] = 0x00;
    return size + 7;
}

static void answer(struct pn532 *chip, const uint8_t *data, int size, uint64_t at_us)
{
    chip->answer_size = frame(chip->answer, data, size);
    chip->answer_us = at_us;
}

/* Reads the whole id of one tag like a reader; returns 0 where that fails. */
static int name(struct field *field, uint8_t *uid, uint64_t now_us)
{
    const uint8_t wake = 0x52;
    int size = 0;

    if (field_ask(field, &wake, 1, 7, now_us).count != 2) {
        return 0;
    }
    for (int level = 0; level < 3; level++) {
        uint8_t select[9] = {(uint8_t)(0x93 + 2 * level), 0x20};
        struct heard heard = field_ask(field, select, 2, 0, now_us);
        bool more = heard.bytes[0] == 0x88;
        if (heard.count != 5 || heard.collision) {
            return 0;
        }
        select[1] = 0x70;
        memcpy(select + 2, heard.bytes, 5);
        uint16_t crc = field_crc(select, 7);
        select[7] = (uint8_t)crc;
        select[8] = (uint8_t)(crc >> 8);
        memcpy(uid + size, heard.bytes + more, (size_t)(4 - more));
        size += 4 - more;
        heard = field_ask(field, select, 9, 0, now_us);
        if (heard.count != 3 || field_crc(heard.bytes, 1) != (heard.bytes[1] | heard.bytes[2] << 8)) {
            return 0;
        }
        if (!more) {
            return size;
        }
    }
    return 0;
}

/* Number, SENS_RES, SEL_RES, size and name of each; tags are named one by one, for the chip tells them apart. */
static int list(struct pn532 *chip, int most, uint8_t *out, uint64_t now_us)
{
    struct field alone = chip->field;
    int size = 3;

    out[2] = 0;
    for (int i = 0; i < chip->field.count && out[2] < most; i++) {
        uint8_t *target = out + size;
        alone.count = 1;
        alone.cards[0] = chip->field.cards[i];
        alone.cards[0].state = CARD_IDLE;
        target[4] = (uint8_t)name(&alone, target + 5, now_us);
        if (target[4] != 0) {
            target[0] = ++out[2];
            target[1] = 0x00;
            target[2] = 0x44;
            target[3] = 0x00;
            size += 5 + target[4];
        }
    }
    chip->field.garble = alone.garble;
    return size;
}

static void list_targets(struct pn532 *chip, int most, uint64_t now_us)
{
    uint8_t out[64] = {0xD5, 0x4B};
    int size;

    field_switch(&chip->field, true, now_us);
    size = list(chip, most, out, now_us + LIST_US);
    if (out[2] != 0 || chip->one_try) {
        answer(chip, out, size, now_us + LIST_US);
        if (out[2] != 0 && chip->spoil > 0) {
            chip->spoil--;
            chip->answer[chip->answer_size - 3] ^= 0x01; /* the last byte before the checksum */
        }
    }
}

static void configure(struct pn532 *chip, const uint8_t *data, int size, uint64_t now_us)
{
    if (data[2] == 0x01 && size == 4) {
        field_switch(&chip->field, (data[3] & 0x01) != 0, now_us);
    } else if (data[2] == 0x05 && size == 6) {
        chip->one_try = data[5] != 0xFF;
    }
}

/* `data` begins with D4. */
static void command(struct pn532 *chip, const uint8_t *data, int size, uint64_t now_us)
{
    uint8_t done[2] = {0xD5, (uint8_t)(data[1] + 1)};
    const uint8_t error[1] = {0x7F};

    chip->normal = chip->normal || (data[1] == 0x14 && size >= 3 && data[2] == 0x01);
    if (data[1] == 0x32 && size > 3) {
        configure(chip, data, size, now_us);
    }
    if (data[1] == 0x4A && size == 4 && chip->normal) {
        list_targets(chip, data[2], now_us);
    } else if (data[1] == 0x14 || data[1] == 0x12 || data[1] == 0x32) {
        answer(chip, done, 2, now_us + ANSWER_US);
    } else {
        answer(chip, error, 1, now_us + ANSWER_US);
    }
}

static void written(struct pn532 *chip, int count, uint64_t now_us)
{
    const uint8_t *w = chip->written;
    int size = count > 4 ? w[3] : 0;
    uint8_t sum = 0;

    chip->answer_us = chip->ack_us = NEVER;
    if (!chip->awake || count != size + 7 || w[0] != 0 || w[1] != 0 || w[2] != 0xFF || (uint8_t)(w[3] + w[4]) != 0 || w[5] != 0xD4) {
        return;
    }
    for (int i = 0; i <= size; i++) {
        sum = (uint8_t)(sum + w[5 + i]);
    }
    if (sum == 0) {
        chip->ack_us = now_us + ACK_US;
        command(chip, w + 5, size, now_us + ACK_US);
    }
}

void pn532_select(struct pn532 *chip, bool selected, uint64_t now_us)
{
    if (selected == chip->selected) {
        return;
    }
    chip->selected = selected;
    if (selected) {
        chip->selected_us = now_us;
        chip->position = 0;
        return;
    }
    chip->awake = chip->awake || now_us - chip->selected_us >= WAKE_US;
    if (chip->mode == WRITING && chip->position > 0) {
        written(chip, chip->position - 1, now_us);
    }
    chip->mode = 0;
}

static bool is_ready(const struct pn532 *chip, uint64_t now_us)
{
    return now_us >= (chip->ack_us != NEVER ? chip->ack_us : chip->answer_us);
}

static void load(struct pn532 *chip, uint64_t now_us)
{
    static const uint8_t ack[6] = {0x00, 0x00, 0xFF, 0x00, 0xFF, 0x00};

    chip->out_size = chip->out_taken = 0;
    if (!is_ready(chip, now_us)) {
        return;
    }
    if (chip->ack_us != NEVER) {
        memcpy(chip->out, ack, sizeof ack);
        chip->out_size = (int)sizeof ack;
        chip->ack_us = NEVER;
    } else {
        memcpy(chip->out, chip->answer, (size_t)chip->answer_size);
        chip->out_size = chip->answer_size;
        chip->answer_us = NEVER;
    }
}

static uint8_t trade(struct pn532 *chip, uint8_t byte, uint64_t now_us)
{
    int position = chip->position++;

    if (position == 0) {
        chip->mode = byte;
        if (byte == READING) {
            load(chip, now_us);
        }
        return 0;
    }
    if (chip->mode == WRITING && position <= (int)sizeof chip->written) {
        chip->written[position - 1] = byte;
    } else if (chip->mode == STATUS) {
        return is_ready(chip, now_us) ? 0x01 : 0x00;
    } else if (chip->mode == READING && chip->out_taken < chip->out_size) {
        return chip->out[chip->out_taken++];
    }
    return 0;
}

uint8_t pn532_trade(struct pn532 *chip, uint8_t byte, uint64_t now_us)
{
    return turned(trade(chip, turned(byte), now_us));
}
