#include "parts/nfc.h"

#include <string.h>

#include "messages.h"
#include "parts/memory.h"
#include "parts/mfrc522.h"
#include "parts/pn532.h"
#include "parts/tag.h"

#define LAID_AFTER 2u   /* equal looks */
#define GONE_AFTER 3u   /* looks that find none */
#define BROKEN_AFTER 3u /* looks that no reader answers */
#define DARK_MS 6u /* after so long without a field a tag has reset its state */
#define ABSENT_MS 500u /* until a silent reader is polled again */

/* Results of the last polls of a slot, cleared by a reset. */
static struct {
    struct tag seen;
    uint8_t same;   /* looks that saw it */
    uint8_t misses; /* looks in a row that saw none */
    uint8_t silent; /* looks in a row that no reader answered, to BROKEN_AFTER */
    bool before; /* not polled since the reader appeared, or the tag was present at the first poll */
    uint16_t ended; /* ms, of the last look */
} slots[AT_LEAST_ONE(NFC_SLOTS)];

static uint8_t turn;
static bool looking;

static uint8_t bit(uint8_t slot)
{
    return (uint8_t)(1u << slot);
}

typedef bool teller(uint8_t kind, const uint8_t *body, uint8_t size);

static void tell(teller *how, uint8_t slot, bool present, const struct tag *tag)
{
    struct link_event_tag event = {slot, present, tag->uid, tag->length};
    uint8_t body[LINK_EVENT_TAG_SIZE + TAG_MOST];

    (void)how(LINK_EVENT_TAG, body, link_event_tag_pack(&event, body));
}

static void tell_trouble(uint8_t slot, bool wrong)
{
    struct link_event_trouble event = {LINK_PART_NFC, slot, wrong};
    uint8_t body[LINK_EVENT_TROUBLE_SIZE];

    (void)app_event(LINK_EVENT_TROUBLE, body, link_event_trouble_pack(&event, body));
}

static void gone(uint8_t slot)
{
    struct tag was = memory()->lies[slot];

    tag_clear(&memory()->lies[slot]);
    tell(app_event, slot, false, &was);
}

static void laid(uint8_t slot)
{
    if (memory()->lies[slot].length != 0u) {
        gone(slot);
    }
    memory()->lies[slot] = slots[slot].seen;
    tell(slots[slot].before ? app_event_unasked : app_event, slot, true, &slots[slot].seen);
}

static void saw(uint8_t slot, const struct tag *tag)
{
    slots[slot].misses = 0;
    if (!tag_same(tag, &slots[slot].seen)) {
        slots[slot].before = slots[slot].before && slots[slot].seen.length == 0u;
        slots[slot].seen = *tag;
        slots[slot].same = 0;
    }
    if (slots[slot].same < LAID_AFTER) {
        slots[slot].same++;
    }
    if (slots[slot].same < LAID_AFTER) {
        return;
    }
    if (!tag_same(tag, &memory()->lies[slot])) {
        laid(slot);
    }
    slots[slot].before = false;
}

static void missed(uint8_t slot)
{
    slots[slot].before = false;
    slots[slot].same = 0;
    if (slots[slot].misses < GONE_AFTER) {
        slots[slot].misses++;
    }
    if (slots[slot].misses == GONE_AFTER && memory()->lies[slot].length != 0u) {
        gone(slot);
    }
}

/* Keeps the tag: a silent reader cannot detect its removal. */
static void was_silent(uint8_t slot)
{
    slots[slot].before = true;
    tag_clear(&slots[slot].seen);
    slots[slot].same = 0;
    slots[slot].misses = 0;
    if (slots[slot].silent < BROKEN_AFTER) {
        slots[slot].silent++;
    }
    if (slots[slot].silent == BROKEN_AFTER && (memory()->fitted & ~memory()->broken & bit(slot)) != 0u) {
        memory()->broken |= bit(slot);
        tell_trouble(slot, true);
    }
}

static void answered(uint8_t slot)
{
    slots[slot].silent = 0;
    memory()->fitted |= bit(slot);
    if ((memory()->broken & bit(slot)) != 0u) {
        memory()->broken &= (uint8_t)~bit(slot);
        tell_trouble(slot, false);
    }
}

static void found(uint8_t slot, enum look look, const struct tag *tag)
{
    if (look == LOOK_SILENT) {
        was_silent(slot);
        return;
    }
    answered(slot);
    if (look == LOOK_TAG) {
        saw(slot, tag);
    } else if (look == LOOK_NONE) {
        missed(slot);
    }
}

static enum look look_at(uint8_t slot, uint16_t now, struct tag *tag)
{
#if BOARD_PN532
    if (slot >= BOARD_MFRC522) {
        return pn532_look(slot, now, tag);
    }
#endif
#if BOARD_MFRC522
    return mfrc522_look(slot, now, tag);
#else
    return LOOK_SILENT;
#endif
}

static bool is_due(uint8_t slot, uint16_t now)
{
    uint16_t rest = slots[slot].silent < BROKEN_AFTER ? DARK_MS : ABSENT_MS;

    return (uint16_t)(now - slots[slot].ended) >= rest;
}

/* A new tag is polled again before other slots, so that it is reported sooner. */
static bool is_new(uint8_t slot)
{
    return slots[slot].same != 0u && slots[slot].same < LAID_AFTER && !tag_same(&slots[slot].seen, &memory()->lies[slot]);
}

static void next_turn(void)
{
    turn = (uint8_t)(turn + 1u < NFC_SLOTS ? turn + 1u : 0u);
}

static void look_on(uint16_t now)
{
    struct tag tag;
    enum look look;

    tag_clear(&tag);
    look = look_at(turn, now, &tag);
    if (look == LOOK_ON) {
        return;
    }
    looking = false;
    slots[turn].ended = now;
    found(turn, look, &tag);
    if (!is_new(turn)) {
        next_turn();
    }
}

void nfc_begin(uint16_t now)
{
    memset(slots, 0, sizeof slots);
    for (uint8_t slot = 0; slot < NFC_SLOTS; slot++) {
        slots[slot].ended = now;
        slots[slot].before = true;
    }
    for (uint8_t slot = 0; slot < BOARD_MFRC522; slot++) {
        if (mfrc522_begin(slot)) {
            memory()->fitted |= bit(slot); /* known before the first HELLO says how many there are */
        }
    }
    turn = 0;
    looking = false;
}

void nfc_poll(uint16_t now)
{
    if (NFC_SLOTS == 0) {
        return;
    }
    if (!looking && !is_due(turn, now)) {
        if (!is_new(turn)) {
            next_turn();
        }
        return;
    }
    looking = true;
    look_on(now);
}

uint8_t nfc_slots(void)
{
    uint8_t count = 0;

    for (uint8_t slot = 0; slot < NFC_SLOTS; slot++) {
        if ((memory()->fitted & bit(slot)) != 0u) {
            count = (uint8_t)(slot + 1u);
        }
    }
    return count;
}

uint8_t nfc_tags(void)
{
    uint8_t bits = 0;

    for (uint8_t slot = 0; slot < NFC_SLOTS; slot++) {
        if (memory()->lies[slot].length != 0u) {
            bits |= bit(slot);
        }
    }
    return bits;
}

uint8_t nfc_broken(void)
{
    return memory()->broken;
}

uint8_t nfc_tag_at(uint8_t slot, uint8_t uid[TAG_MOST])
{
    if (slot >= NFC_SLOTS) {
        return 0;
    }
    memcpy(uid, memory()->lies[slot].uid, TAG_MOST);
    return memory()->lies[slot].length;
}
