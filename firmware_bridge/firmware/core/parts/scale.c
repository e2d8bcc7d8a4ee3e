#include "parts/scale.h"

#include "messages.h"
#include "parts/memory.h"

/* Counts of the chip at gain 128. A cell for 5 kg with 1 mV/V gives about 420 per gram, one for 1 kg about 2100, so
 * LIFT is 20 g of the first and 4 g of the second. Not measured. */
#define LIFT 8400
#define BACK 4200
#define DRIFT_SHIFT 5 /* each reading moves the tare by 1/32 of the difference */
#define KEEP 2100     /* a tare that has drifted so far is kept: after a reset the old one would take the bag for lifted */
#define STILL 20u     /* readings, two seconds */

#define READING_BITS 24u
#define HIGHEST 0x7FFFFF
#define LOWEST (-0x800000)
#define SETTLING 4u    /* readings to leave out: the data sheet gives the chip four after its start */
#define SILENT_MS 500u /* at 10 readings in a second one comes every 100 ms */

#define FITTED 0x01u
#define TARED 0x02u
#define LIFTED 0x04u
#define BROKEN 0x08u

static uint16_t heard; /* ms: of the last reading */
static uint8_t settling;
static int32_t kept;  /* the tare, as it outlives a reset */
static int32_t heavy; /* the first of `still` readings above the tare that are alike */
static uint8_t still;

static bool is_set(uint8_t flag)
{
    return (memory()->scale & flag) != 0u;
}

static void set(uint8_t flag, bool on)
{
    memory()->scale = (uint8_t)(on ? memory()->scale | flag : memory()->scale & ~flag);
}

/* 24 bits, highest first, in two's complement; a 25th pulse asks for channel A at gain 128 again. A pulse of 60 us would put
 * the chip to sleep: an interrupt in between takes a few. */
static bool clock_bit(void)
{
    bool data;

    board_scale_clock(true);
    data = board_scale_data();
    board_scale_clock(false);
    return data;
}

/* False: the line is still low after the 25th pulse, as it never is where a chip drives it. */
static bool read_cell(int32_t *reading)
{
    uint32_t bits = 0;

    for (uint8_t bit = 0; bit < READING_BITS; bit++) {
        bits = (bits << 1) | clock_bit();
    }
    (void)clock_bit();
    *reading = (int32_t)(bits ^ 0x800000u) - 0x800000;
    return board_scale_data();
}

static void trouble(bool wrong)
{
    struct link_event_trouble event = {LINK_PART_LOAD_CELL, 0, wrong};
    uint8_t body[LINK_EVENT_TROUBLE_SIZE];

    if (is_set(FITTED) && is_set(BROKEN) != wrong) {
        set(BROKEN, wrong);
        (void)app_event(LINK_EVENT_TROUBLE, body, link_event_trouble_pack(&event, body));
    }
    settling = SETTLING;
}

static void tell(bool lifted, int32_t reading)
{
    struct link_event_load event = {lifted, reading};
    uint8_t body[LINK_EVENT_LOAD_SIZE];

    set(LIFTED, lifted);
    (void)app_event(LINK_EVENT_LOAD, body, link_event_load_pack(&event, body));
}

static int32_t apart(int32_t one, int32_t other)
{
    return one > other ? one - other : other - one;
}

static void keep_tare(void)
{
    kept = memory()->tare;
    app_remember();
}

/* A bag put on an empty cell keeps its weight for a while. A hand in the bag does not, and as a tare it would make the
 * bag seem lifted afterwards. */
static bool stands_heavier(int32_t reading, int32_t above)
{
    if (above <= LIFT || still == 0u || apart(reading, heavy) > BACK) {
        heavy = reading;
        still = above > LIFT ? 1u : 0u;
        return false;
    }
    return ++still >= STILL;
}

static void drift(int32_t above)
{
    memory()->tare += above / (1 << DRIFT_SHIFT);
    if (apart(memory()->tare, kept) > KEEP) {
        keep_tare();
    }
}

static void lies(int32_t reading, int32_t above)
{
    if (above < -LIFT) {
        tell(true, reading);
    } else if (stands_heavier(reading, above)) {
        memory()->tare = reading;
        keep_tare();
    } else if (above <= LIFT) {
        drift(above);
    }
}

static void weigh(int32_t reading)
{
    int32_t above = reading - memory()->tare;

    if (!is_set(TARED)) {
        memory()->tare = reading;
        set(TARED, true);
        keep_tare();
    } else if (!is_set(LIFTED)) {
        lies(reading, above);
    } else if (above > -BACK) {
        tell(false, reading);
    }
}

static void take(int32_t reading)
{
    set(FITTED, true);
    if (reading >= HIGHEST || reading <= LOWEST) {
        trouble(true);
    } else if (settling != 0u) {
        settling--;
    } else {
        if (is_set(BROKEN)) {
            trouble(false);
            settling = 0;
        }
        weigh(reading);
    }
}

void scale_begin(uint16_t now)
{
    heard = now;
    settling = SETTLING;
    kept = memory()->tare;
    still = 0;
    if (BOARD_SCALE) {
        board_scale_clock(false);
    }
}

void scale_poll(uint16_t now)
{
    int32_t reading;

    if (!BOARD_SCALE) {
        return;
    }
    if (!board_scale_data()) {
        if (read_cell(&reading)) {
            heard = now;
            take(reading);
        }
    }
    if ((uint16_t)(now - heard) >= SILENT_MS) {
        heard = now;
        trouble(true);
    }
}

uint8_t scale_lifted(void)
{
    return is_set(FITTED) ? is_set(LIFTED) : 255u;
}
