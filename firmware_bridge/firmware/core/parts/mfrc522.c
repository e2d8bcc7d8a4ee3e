#include "parts/mfrc522.h"

#include "parts/iso14443.h"
#include "parts/mfrc522_chip.h"

#define START_MS 50u /* a chip that has not started by then does not answer */
#define WAKE_MS 5u   /* ISO 14443-3: a tag is ready so long after the field comes */
#define HUNG_MS 20u  /* the chip's own timer has failed */

enum step { CHECK, STARTING, WAKING, WOKEN, ASKED, SELECTED };

/* One look at a time, of whichever reader has its turn. */
static struct {
    enum step step;
    uint16_t since; /* ms, of this step */
    struct naming naming;
} look;

static enum look go_on(enum step step, uint16_t now)
{
    look.step = step;
    look.since = now;
    return LOOK_ON;
}

static enum look finish(uint8_t slot, enum look found)
{
    look.step = CHECK;
    if (found != LOOK_SILENT) {
        chip_antenna(slot, false);
    }
    return found;
}

bool mfrc522_begin(uint8_t slot)
{
    look.step = CHECK;
    chip_antenna(slot, false);
    if (!chip_is_there(slot)) {
        return false;
    }
    chip_set_up(slot); /* a chip stores what is written to it, noise does not */
    return chip_is_set_up(slot);
}

static enum look antenna_on(uint8_t slot, uint16_t now)
{
    chip_antenna(slot, true);
    return go_on(WAKING, now);
}

static enum look check(uint8_t slot, uint16_t now)
{
    if (!chip_is_there(slot)) {
        return finish(slot, LOOK_SILENT);
    }
    if (chip_is_set_up(slot)) {
        return antenna_on(slot, now);
    }
    chip_restart(slot);
    return go_on(STARTING, now);
}

static enum look starting(uint8_t slot, uint16_t now)
{
    uint16_t waited = (uint16_t)(now - look.since);

    if (waited < 2u || chip_is_starting(slot)) {
        return waited < START_MS ? LOOK_ON : finish(slot, LOOK_SILENT);
    }
    chip_set_up(slot);
    /* A line that does not store what is written is noise, not a reader. */
    return chip_is_set_up(slot) ? antenna_on(slot, now) : finish(slot, LOOK_SILENT);
}

/* Like chip_receive(). A chip whose timer has failed never answers. */
static enum look receive(uint8_t slot, uint16_t now, uint8_t *bytes, uint8_t count)
{
    enum look got = chip_receive(slot, bytes, count);

    return got == LOOK_ON && (uint16_t)(now - look.since) >= HUNG_MS ? LOOK_NONE : got;
}

static enum look waking(uint8_t slot, uint16_t now)
{
    const uint8_t wake = ISO_WAKE;

    if ((uint16_t)(now - look.since) <= WAKE_MS) {
        return LOOK_ON;
    }
    naming_begin(&look.naming);
    chip_send(slot, &wake, 1, ISO_WAKE_BITS);
    return go_on(WOKEN, now);
}

static enum look ask(uint8_t slot, uint16_t now)
{
    uint8_t bytes[2];

    naming_ask(&look.naming, bytes);
    chip_send(slot, bytes, sizeof bytes, 0);
    return go_on(ASKED, now);
}

static enum look woken(uint8_t slot, uint16_t now)
{
    uint8_t atqa[ISO_ATQA_SIZE];
    enum look got = receive(slot, now, atqa, sizeof atqa);

    if (got == LOOK_TAG) {
        return ask(slot, now);
    }
    return got == LOOK_ON ? LOOK_ON : finish(slot, got);
}

static enum look asked(uint8_t slot, uint16_t now)
{
    uint8_t part[ISO_BCC_SIZE];
    uint8_t select[ISO_SELECT_SIZE];
    enum look got = receive(slot, now, part, sizeof part);

    if (got != LOOK_TAG) {
        return got == LOOK_ON ? LOOK_ON : finish(slot, got);
    }
    if (!naming_take(&look.naming, part)) {
        return finish(slot, LOOK_NONE);
    }
    naming_select(&look.naming, select);
    chip_send(slot, select, sizeof select, 0);
    return go_on(SELECTED, now);
}

static enum look selected(uint8_t slot, uint16_t now, struct tag *tag)
{
    uint8_t sak[ISO_SAK_SIZE];
    enum look got = receive(slot, now, sak, sizeof sak);

    if (got == LOOK_TAG) {
        got = naming_sak(&look.naming, sak);
        if (got == LOOK_ON) {
            return ask(slot, now);
        }
        *tag = look.naming.tag;
    }
    return got == LOOK_ON ? LOOK_ON : finish(slot, got);
}

enum look mfrc522_look(uint8_t slot, uint16_t now, struct tag *tag)
{
    switch (look.step) {
    case CHECK:
        return check(slot, now);
    case STARTING:
        return starting(slot, now);
    case WAKING:
        return waking(slot, now);
    case WOKEN:
        return woken(slot, now);
    case ASKED:
        return asked(slot, now);
    case SELECTED:
        return selected(slot, now, tag);
    }
    return finish(slot, LOOK_NONE);
}
