#include "field.h"

#include <stdio.h>
#include <string.h>

#define READY_US 5000u /* a tag may take so long to start */
#define CASCADE_TAG 0x88

void field_switch(struct field *field, bool on, uint64_t now_us)
{
    if (on == field->on) {
        return;
    }
    field->on = on;
    field->since_us = now_us;
    for (int i = 0; i < field->count; i++) {
        field->cards[i].state = CARD_IDLE;
    }
}

static bool read_uid(struct card *card, const char *hex, size_t digits)
{
    memset(card, 0, sizeof *card);
    if (digits != 8 && digits != 14 && digits != 20) {
        return false;
    }
    for (card->length = 0; (size_t)card->length < digits / 2; card->length++) {
        unsigned byte;
        if (sscanf(hex + 2 * card->length, "%2x", &byte) != 1) {
            return false;
        }
        card->uid[card->length] = (uint8_t)byte;
    }
    return true;
}

bool field_lay(struct field *field, const char *uids)
{
    struct card cards[FIELD_MOST_TAGS];
    int count = 0;

    while (strcmp(uids, "-") != 0 && *uids != '\0') {
        size_t digits = strcspn(uids, ",");
        if (count == FIELD_MOST_TAGS || !read_uid(&cards[count++], uids, digits)) {
            return false;
        }
        uids += digits + (uids[digits] == ',');
    }
    memcpy(field->cards, cards, sizeof cards);
    field->count = count;
    return true;
}

/* CRC_A, bit by bit from the standard's annex B. */
uint16_t field_crc(const uint8_t *bytes, int count)
{
    uint16_t crc = 0x6363;

    for (int i = 0; i < count; i++) {
        uint8_t b = (uint8_t)(bytes[i] ^ (crc & 0xFF));
        b = (uint8_t)(b ^ (b << 4));
        crc = (uint16_t)((crc >> 8) ^ (b << 8) ^ (b << 3) ^ (b >> 4));
    }
    return crc;
}

static int levels(const struct card *card)
{
    return card->length == 4 ? 1 : card->length == 7 ? 2 : 3;
}

/* Four bytes of this level and their check byte. */
static void part_of(const struct card *card, uint8_t part[5])
{
    bool last = card->level == levels(card) - 1;

    part[0] = CASCADE_TAG;
    memcpy(part + !last, card->uid + 3 * card->level, last ? 4 : 3);
    part[4] = (uint8_t)(part[0] ^ part[1] ^ part[2] ^ part[3]);
}

static int answer_wake(struct card *card, uint8_t *out)
{
    bool idle = card->state == CARD_IDLE;

    card->state = idle ? CARD_READY : CARD_IDLE;
    card->level = 0;
    out[0] = (uint8_t)(0x04 | (levels(card) - 1) << 6);
    out[1] = 0x00;
    return idle ? 2 : 0;
}

static int answer_select(struct card *card, const uint8_t *frame, uint8_t *out)
{
    uint8_t part[5];
    uint16_t crc = field_crc(frame, 7);
    bool last = card->level == levels(card) - 1;

    part_of(card, part);
    if (memcmp(frame + 2, part, 5) != 0 || frame[7] != (crc & 0xFF) || frame[8] != crc >> 8) {
        card->state = CARD_IDLE;
        return 0;
    }
    if (last) {
        card->state = CARD_ACTIVE;
    } else {
        card->level++;
    }
    out[0] = last ? 0x00 : 0x04;
    crc = field_crc(out, 1);
    out[1] = (uint8_t)crc;
    out[2] = (uint8_t)(crc >> 8);
    return 3;
}

static int card_answer(struct card *card, const uint8_t *frame, int count, int bits, uint8_t *out)
{
    bool of_level = card->state == CARD_READY && count >= 2 && frame[0] == 0x93 + 2 * card->level;

    if (count == 1 && bits == 7 && (frame[0] == 0x26 || frame[0] == 0x52)) {
        return answer_wake(card, out);
    }
    if (of_level && count == 2 && bits == 0 && frame[1] == 0x20) {
        part_of(card, out);
        return 5;
    }
    if (of_level && count == 9 && bits == 0 && frame[1] == 0x70) {
        return answer_select(card, frame, out);
    }
    card->state = CARD_IDLE;
    return 0;
}

static void mix(struct heard *heard, const uint8_t *answer, int count)
{
    if (count == 0) {
        return;
    }
    heard->collision = heard->collision || (heard->count != 0 && (heard->count != count || memcmp(heard->bytes, answer, (size_t)count) != 0));
    heard->count = count;
    memcpy(heard->bytes, answer, (size_t)count);
}

struct heard field_ask(struct field *field, const uint8_t *frame, int count, int bits, uint64_t now_us)
{
    struct heard heard = {0};

    if (!field->on || now_us - field->since_us < READY_US) {
        return heard;
    }
    for (int i = 0; i < field->count; i++) {
        uint8_t answer[FIELD_LONGEST];
        mix(&heard, answer, card_answer(&field->cards[i], frame, count, bits, answer));
    }
    if (heard.count != 0 && field->garble > 0) {
        field->garble--;
        heard.bytes[heard.count - 1] ^= 0x10;
    }
    return heard;
}
