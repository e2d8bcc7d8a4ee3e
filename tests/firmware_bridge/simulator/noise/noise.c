/* The NFC readers of the firmware on a bus that damages bytes, with tags that come and go, readers that are torn off and
 * boards that are reset: no name is ever invented, and what is told agrees with what lies there once the bus is quiet.
 *     noise TURNS SEED
 * Runs on this machine, with the firmware's own parts and the models of the simulator; a turn is a millisecond. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app.h"
#include "board.h"
#include "messages.h"
#include "mfrc522.h"
#include "parts.h"
#include "pn532.h"

#define SLOTS 4
#define MFRC522S 3
#define NAMES 6
#define NOISY_MS 4000
#define QUIET_MS 2500
#define ONE_IN 400 /* bytes on the bus, while it is noisy */

static const char *const NAMES_OF[NAMES] = {"04A1B2C3", "1B2C3D4E", "04112233445566", "04112233445567", "0102030405060708090A", "11223344556677889900"};

static struct mfrc522 mfrc522s[MFRC522S];
static struct pn532 pn532;
static uint64_t now_us;
static bool noisy;
static unsigned told, damaged;

static _Alignas(uint32_t) uint8_t memory[PARTS_MEMORY];
static uint8_t kept[PARTS_MEMORY];

/* Reported state of each slot. */
static struct {
    uint8_t uid[10];
    uint8_t length;
    bool broken;
} heard[SLOTS];

static int lies[SLOTS]; /* which name, or -1 */

static void fail(const char *what, unsigned slot)
{
    printf("at %" PRIu64 " ms, slot %u: %s\n", now_us / 1000, slot, what);
    exit(1);
}

static uint64_t state;

static uint32_t chance(uint32_t below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % below;
}

static uint8_t disturbed(uint8_t byte)
{
    if (!noisy || chance(ONE_IN) != 0) {
        return byte;
    }
    damaged++;
    return (uint8_t)(byte ^ (1u << chance(8)));
}

/* What the board tells ---------------------------------------------------------------------------------------------------- */

static bool is_name(const uint8_t *uid, uint8_t length)
{
    char hex[21] = "";

    for (unsigned i = 0; i < length; i++) {
        snprintf(hex + 2 * i, 3, "%02X", uid[i]);
    }
    for (unsigned i = 0; i < NAMES; i++) {
        if (strcmp(hex, NAMES_OF[i]) == 0) {
            return true;
        }
    }
    return false;
}

static void on_tag(const struct link_event_tag *tag)
{
    bool lay = heard[tag->slot].length != 0;

    if (!is_name(tag->uid, tag->uid_size)) {
        fail("a name that no tag has", tag->slot);
    }
    if (tag->present == lay) {
        fail(lay ? "laid twice" : "taken twice", tag->slot);
    }
    if (lay && (heard[tag->slot].length != tag->uid_size || memcmp(heard[tag->slot].uid, tag->uid, tag->uid_size) != 0)) {
        fail("another one taken than was laid", tag->slot);
    }
    heard[tag->slot].length = tag->present ? tag->uid_size : 0;
    memcpy(heard[tag->slot].uid, tag->uid, tag->uid_size);
}

static void on_trouble(const struct link_event_trouble *trouble)
{
    if (trouble->part != LINK_PART_NFC || heard[trouble->index].broken == (trouble->wrong != 0)) {
        fail("a trouble told twice", trouble->index);
    }
    heard[trouble->index].broken = trouble->wrong != 0;
}

bool app_event(uint8_t kind, const uint8_t *body, uint8_t size)
{
    struct link_event_tag tag;
    struct link_event_trouble trouble;

    told++;
    if (kind == LINK_EVENT_TAG && link_event_tag_unpack(&tag, body, size)) {
        on_tag(&tag);
    } else if (kind == LINK_EVENT_TROUBLE && link_event_trouble_unpack(&trouble, body, size)) {
        on_trouble(&trouble);
    } else {
        fail("an event of no reader", 0);
    }
    app_remember();
    return true;
}

bool app_event_unasked(uint8_t kind, const uint8_t *body, uint8_t size)
{
    return app_event(kind, body, size);
}

uint8_t *app_memory(void)
{
    return memory;
}

void app_remember(void)
{
    memcpy(kept, memory, sizeof kept);
}

/* The board ---------------------------------------------------------------------------------------------------------------- */

uint16_t board_now(void)
{
    return (uint16_t)(now_us / 1000);
}

void board_select(uint8_t slot, bool selected)
{
    if (slot < MFRC522S) {
        mfrc522_select(&mfrc522s[slot], selected);
    } else {
        pn532_select(&pn532, selected, now_us);
    }
}

uint8_t board_spi(uint8_t out)
{
    uint8_t in = 0xFF;
    uint8_t sent = disturbed(out);

    now_us += 2;
    for (unsigned slot = 0; slot < MFRC522S; slot++) {
        if (mfrc522s[slot].wired && mfrc522s[slot].selected) {
            in = mfrc522_trade(&mfrc522s[slot], sent, now_us);
        }
    }
    if (pn532.wired && pn532.selected) {
        in = pn532_trade(&pn532, sent, now_us);
    }
    return disturbed(in);
}

bool board_button(uint8_t index)
{
    (void)index;
    return false;
}

bool board_struck(void)
{
    return false;
}

bool board_scale_data(void)
{
    return true;
}

void board_scale_clock(bool high)
{
    (void)high;
}

uint16_t board_millivolts(void)
{
    return 0;
}

void board_lamps(const uint8_t *grb, uint8_t lamps)
{
    (void)grb;
    (void)lamps;
}

void board_tone(uint16_t hertz)
{
    (void)hertz;
}

/* The table ---------------------------------------------------------------------------------------------------------------- */

static struct field *field_of(unsigned slot)
{
    return slot < MFRC522S ? &mfrc522s[slot].field : &pn532.field;
}

static void wire(unsigned slot, bool wired)
{
    if (slot < MFRC522S) {
        mfrc522_wire(&mfrc522s[slot], wired, now_us);
    } else {
        pn532_wire(&pn532, wired, now_us);
    }
}

static void lay(unsigned slot, int name)
{
    lies[slot] = name;
    (void)field_lay(field_of(slot), name < 0 ? "-" : NAMES_OF[name]);
}

/* A reset: what was not kept is lost. */
static void reset(void)
{
    memcpy(memory, kept, sizeof memory);
    parts_begin(board_now(), true);
}

static void something_happens(void)
{
    unsigned slot = chance(SLOTS);

    switch (chance(8)) {
    case 0:
        reset();
        break;
    case 1:
        wire(slot, false);
        break;
    case 2:
        wire(slot, true);
        break;
    case 3:
        (void)field_lay(field_of(slot), "04A1B2C3,1B2C3D4E");
        lies[slot] = -1;
        break;
    default:
        lay(slot, (int)chance(NAMES + 1) - 1);
    }
}

static void turns(unsigned count, bool eventful)
{
    while (count-- != 0) {
        now_us += 1000 - now_us % 1000;
        if (eventful && chance(100) == 0) {
            something_happens();
        }
        parts_poll(board_now());
    }
}

static void check(unsigned slot)
{
    uint8_t uid[10];
    char hex[21] = "";

    if (heard[slot].broken || (nfc_broken() & (1u << slot)) != 0) {
        fail("a reader that answers is told as broken", slot);
    }
    for (unsigned i = 0; i < heard[slot].length; i++) {
        snprintf(hex + 2 * i, 3, "%02X", heard[slot].uid[i]);
    }
    if (strcmp(hex, lies[slot] < 0 ? "" : NAMES_OF[lies[slot]]) != 0) {
        fail("what is told is not what lies there", slot);
    }
    if (nfc_tag_at((uint8_t)slot, uid) != heard[slot].length || memcmp(uid, heard[slot].uid, heard[slot].length) != 0) {
        fail("the state is not what was told", slot);
    }
}

static void settle(void)
{
    noisy = false;
    for (unsigned slot = 0; slot < SLOTS; slot++) {
        wire(slot, true);
        lay(slot, lies[slot]);
    }
    turns(QUIET_MS, false);
    for (unsigned slot = 0; slot < SLOTS; slot++) {
        check(slot);
    }
}

int main(int argc, char **argv)
{
    unsigned left = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 100000;

    state = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    for (unsigned slot = 0; slot < SLOTS; slot++) {
        wire(slot, true);
        lies[slot] = -1;
    }
    parts_begin(board_now(), false);
    for (; left > NOISY_MS; left -= NOISY_MS) {
        noisy = true;
        turns(NOISY_MS, true);
        settle();
    }
    printf("%u told, %u bytes damaged\n", told, damaged);
    return 0;
}
