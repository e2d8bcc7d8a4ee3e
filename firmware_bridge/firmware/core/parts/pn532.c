#include "parts/pn532.h"

#include <string.h>

#include "board.h"
#include "parts/pn532_frame.h"

#define WAKE_MS 2u     /* the chip needs its select line low for so long to leave its sleep */
#define ACK_MS 30u     /* it acknowledges within 15 ms */
#define ANSWER_MS 100u /* one try to find a tag takes about 10 ms */

#define MOST_PARAMETERS 5u

enum command { SAM, PARAMETERS, RETRIES, LIST, FIELD_OFF };

/* Set-up: normal mode, no virtual card, no RATS, one attempt to find a tag. A poll: at most two tags, so that a second
 * one is noticed, then the field off for the neighbours. */
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

enum step { BEGIN, WAKING, ACKNOWLEDGED, ANSWERED };

static struct {
    enum step step;
    enum command command;
    uint16_t since; /* ms, of this step */
    enum look found; /* and tag: kept while the field is put off */
    struct tag tag;
} look;

static uint8_t ready; /* bit n: the reader of slot n is set up */

static uint8_t bit(uint8_t slot)
{
    return (uint8_t)(1u << slot);
}

/* After D5h and 4Bh: the number of tags; for each its number, SENS_RES (2), SEL_RES, the size of its id, its id. */
static enum look listed(const struct pn532_answer *answer, struct tag *tag)
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
    pn532_send(slot, COMMANDS[command].bytes, COMMANDS[command].size);
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
    if (!pn532_has_something(slot)) {
        return (uint16_t)(now - look.since) < ACK_MS ? LOOK_ON : silent(slot);
    }
    return pn532_is_acknowledged(slot) ? go_on(ANSWERED, now) : silent(slot);
}

static enum look answered(uint8_t slot, uint16_t now, struct tag *tag)
{
    struct pn532_answer answer;

    if (!pn532_has_something(slot)) {
        return (uint16_t)(now - look.since) < ANSWER_MS ? LOOK_ON : silent(slot);
    }
    if (!pn532_read_answer(slot, COMMANDS[look.command].bytes[0], &answer)) {
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
