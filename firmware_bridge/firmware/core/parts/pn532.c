#include "parts/pn532.h"

#include <string.h>

#include "board.h"

/* First byte of each exchange on SPI. The chip speaks the least significant bit first; see turned(). */
#define DATA_WRITING 0x01u
#define STATUS_READING 0x02u
#define DATA_READING 0x03u
#define STATUS_READY 0x01u

#define TO_CHIP 0xD4u
#define FROM_CHIP 0xD5u

#define WAKE_MS 2u     /* the chip needs its select line low for so long to leave its sleep */
#define ACK_MS 30u     /* it acknowledges within 15 ms */
#define ANSWER_MS 100u /* one try to find a tag takes about 10 ms */

#define MOST_PARAMETERS 5u
#define MOST_DATA 40u /* two tags with names of ten bytes are 33 */

enum command { SAM, PARAMETERS, RETRIES, LIST, FIELD_OFF };

/* Set-up: normal mode, no virtual card; no RATS, which only costs time; one try to find a tag instead of endless ones.
 * A look: two tags at most, so that a second one is noticed; then the field off for the neighbours. */
static const struct {
    uint8_t size;
    uint8_t bytes[MOST_PARAMETERS];
} COMMANDS[] = {
    [SAM] = {4, {0x14, 0x01, 0x00, 0x00}},
    [PARAMETERS] = {2, {0x12, 0x04}},
    [RETRIES] = {5, {0x32, 0x05, 0xFF, 0x01, 0x00}},
    [LIST] = {3, {0x4A, 0x02, 0x00}},
    [FIELD_OFF] = {3, {0x32, 0x01, 0x00}},
};

static const uint8_t ACK[] = {0x00, 0x00, 0xFF, 0x00, 0xFF, 0x00};

enum step { BEGIN, WAKING, ACKNOWLEDGED, ANSWERED };

static struct {
    enum step step;
    enum command command;
    uint16_t since; /* ms, of this step */
    enum look found; /* and tag: kept while the field is put off */
    struct tag tag;
} look;

static uint8_t ready; /* bit n: the reader of slot n is set up */

/* A frame's data without its frame: FROM_CHIP, the command's code + 1, and what it says. */
struct answer {
    uint8_t size;
    uint8_t bytes[MOST_DATA];
};

static uint8_t bit(uint8_t slot)
{
    return (uint8_t)(1u << slot);
}

/* The eight bits in the other order: this bus sends the most significant one first. */
static uint8_t turned(uint8_t byte)
{
    byte = (uint8_t)((byte >> 4) | (byte << 4));
    byte = (uint8_t)(((byte & 0xCCu) >> 2) | ((byte & 0x33u) << 2));
    return (uint8_t)(((byte & 0xAAu) >> 1) | ((byte & 0x55u) << 1));
}

static uint8_t trade(uint8_t byte)
{
    return turned(board_spi(turned(byte)));
}

static bool has_something(uint8_t slot)
{
    uint8_t status;

    board_select(slot, true);
    (void)trade(STATUS_READING);
    status = trade(0);
    board_select(slot, false);
    return (status & STATUS_READY) != 0u;
}

/* Normal frame: 00 00 FF, length and its complement, data, checksum, 00. */
static void send(uint8_t slot, enum command command)
{
    uint8_t size = (uint8_t)(COMMANDS[command].size + 1u);
    uint8_t sum = TO_CHIP;

    board_select(slot, true);
    (void)trade(DATA_WRITING);
    (void)trade(0x00);
    (void)trade(0x00);
    (void)trade(0xFF);
    (void)trade(size);
    (void)trade((uint8_t)(0u - size));
    (void)trade(TO_CHIP);
    for (uint8_t i = 0; i < COMMANDS[command].size; i++) {
        sum = (uint8_t)(sum + COMMANDS[command].bytes[i]);
        (void)trade(COMMANDS[command].bytes[i]);
    }
    (void)trade((uint8_t)(0u - sum));
    (void)trade(0x00);
    board_select(slot, false);
}

static bool is_acknowledged(uint8_t slot)
{
    bool same = true;

    board_select(slot, true);
    (void)trade(DATA_READING);
    for (uint8_t i = 0; i < sizeof ACK; i++) {
        same = trade(0) == ACK[i] && same;
    }
    board_select(slot, false);
    return same;
}

/* The start of a frame: any number of 00, then FF. False where none comes within a few bytes. */
static bool find_start(void)
{
    bool zero = false;

    for (uint8_t i = 0; i < 6u; i++) {
        uint8_t byte = trade(0);

        if (byte == 0xFFu && zero) {
            return true;
        }
        zero = byte == 0x00u;
    }
    return false;
}

static bool read_data(struct answer *answer)
{
    uint8_t sum = 0;

    answer->size = trade(0);
    if ((uint8_t)(answer->size + trade(0)) != 0u || answer->size < 2u || answer->size > MOST_DATA) {
        return false;
    }
    for (uint8_t i = 0; i < answer->size; i++) {
        answer->bytes[i] = trade(0);
        sum = (uint8_t)(sum + answer->bytes[i]);
    }
    return (uint8_t)(sum + trade(0)) == 0u;
}

static bool read_answer(uint8_t slot, struct answer *answer)
{
    bool good;

    board_select(slot, true);
    (void)trade(DATA_READING);
    good = find_start() && read_data(answer);
    board_select(slot, false);
    return good && answer->bytes[0] == FROM_CHIP && answer->bytes[1] == COMMANDS[look.command].bytes[0] + 1u;
}

/* After FROM_CHIP and 4Bh: how many; then of each its number, SENS_RES (2), SEL_RES, the size of its name, its name. */
static enum look listed(const struct answer *answer, struct tag *tag)
{
    uint8_t size = answer->size > 7u ? answer->bytes[7] : 0;

    if (answer->size < 3u || answer->bytes[2] == 0u) {
        return LOOK_NONE;
    }
    if (answer->bytes[2] > 1u) {
        return LOOK_MIXED;
    }
    if ((size != 4u && size != 7u && size != 10u) || answer->size != 8u + size) {
        return LOOK_NONE;
    }
    tag->length = size;
    memcpy(tag->uid, answer->bytes + 8, size);
    return LOOK_TAG;
}

static enum look go_on(enum step step, uint16_t now)
{
    look.step = step;
    look.since = now;
    return LOOK_ON;
}

static enum look ask(uint8_t slot, uint16_t now, enum command command)
{
    look.command = command;
    send(slot, command);
    return go_on(ACKNOWLEDGED, now);
}

static enum look silent(uint8_t slot)
{
    ready &= (uint8_t)~bit(slot);
    look.step = BEGIN;
    return LOOK_SILENT;
}

static enum look begin(uint8_t slot, uint16_t now)
{
    look.found = LOOK_NONE;
    if ((ready & bit(slot)) != 0u) {
        return ask(slot, now, LIST);
    }
    board_select(slot, true);
    return go_on(WAKING, now);
}

static enum look waking(uint8_t slot, uint16_t now)
{
    if ((uint16_t)(now - look.since) <= WAKE_MS) {
        return LOOK_ON;
    }
    board_select(slot, false);
    return ask(slot, now, SAM);
}

static enum look acknowledged(uint8_t slot, uint16_t now)
{
    if (!has_something(slot)) {
        return (uint16_t)(now - look.since) < ACK_MS ? LOOK_ON : silent(slot);
    }
    return is_acknowledged(slot) ? go_on(ANSWERED, now) : silent(slot);
}

static enum look answered(uint8_t slot, uint16_t now, struct tag *tag)
{
    struct answer answer;

    if (!has_something(slot)) {
        return (uint16_t)(now - look.since) < ANSWER_MS ? LOOK_ON : silent(slot);
    }
    if (!read_answer(slot, &answer)) {
        return silent(slot);
    }
    if (look.command == FIELD_OFF) {
        look.step = BEGIN;
        *tag = look.tag;
        return look.found;
    }
    if (look.command == LIST) {
        ready |= bit(slot);
        look.found = listed(&answer, &look.tag);
    }
    return ask(slot, now, (enum command)(look.command + 1));
}

enum look pn532_look(uint8_t slot, uint16_t now, struct tag *tag)
{
    switch (look.step) {
    case BEGIN:
        return begin(slot, now);
    case WAKING:
        return waking(slot, now);
    case ACKNOWLEDGED:
        return acknowledged(slot, now);
    case ANSWERED:
        return answered(slot, now, tag);
    }
    return silent(slot);
}
