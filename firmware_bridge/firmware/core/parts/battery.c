#include "parts/battery.h"

#include "messages.h"
#include "parts/memory.h"

#define EVERY_MS 1000u
#define NOT_FITTED_MV 500u
#define STEP_PERCENT 5u
#define NONE 255u
#define TAKES 8u /* readings per mean: switching on a lamp lowers the voltage for a moment */

/* A usual discharge curve of LiPo at a fifth of its capacity in an hour; straight lines in between. */
static const struct {
    uint16_t millivolts;
    uint8_t percent;
} CURVE[] = {{3300, 0}, {3610, 5}, {3690, 10}, {3730, 20}, {3790, 40}, {3870, 60}, {4020, 80}, {4110, 90}, {4200, 100}};

#define POINTS (sizeof CURVE / sizeof CURVE[0])

static uint16_t taken; /* ms: of the last reading */
static uint16_t sum;   /* of `takes` readings, in mV */
static uint8_t takes;
static uint8_t percent;
static uint8_t told;

static uint8_t between(uint8_t point, uint16_t millivolts)
{
    uint32_t width = (uint32_t)CURVE[point + 1u].millivolts - CURVE[point].millivolts;
    uint32_t height = (uint32_t)CURVE[point + 1u].percent - CURVE[point].percent;

    return (uint8_t)(CURVE[point].percent + (millivolts - CURVE[point].millivolts) * height / width);
}

uint8_t battery_charge(uint16_t millivolts)
{
    if (millivolts <= CURVE[0].millivolts) {
        return 0;
    }
    for (uint8_t point = 0; point + 1u < POINTS; point++) {
        if (millivolts < CURVE[point + 1u].millivolts) {
            return between(point, millivolts);
        }
    }
    return 100;
}

static void tell(uint16_t millivolts)
{
    struct link_event_battery event = {percent, millivolts};
    uint8_t body[LINK_EVENT_BATTERY_SIZE];

    told = percent;
    (void)app_event(LINK_EVENT_BATTERY, body, link_event_battery_pack(&event, body));
}

static bool is_news(void)
{
    uint8_t apart = percent > told ? (uint8_t)(percent - told) : (uint8_t)(told - percent);

    return told == NONE || apart >= STEP_PERCENT;
}

static void judge(uint16_t millivolts)
{
    percent = battery_charge(millivolts);
    if (is_news()) {
        tell(millivolts);
    }
}

/* Readings from before a battery was inserted do not count. */
static void begin_mean(void)
{
    sum = 0;
    takes = 0;
}

static void take(uint16_t millivolts)
{
    if (millivolts < NOT_FITTED_MV) {
        percent = NONE;
        told = NONE;
        begin_mean();
        return;
    }
    sum = (uint16_t)(sum + millivolts);
    if (++takes == TAKES) {
        judge(sum / TAKES);
        begin_mean();
    }
}

/* One reading is enough for HELLO and STATE, which may be requested before the first mean. */
void battery_begin(uint16_t now)
{
    uint16_t millivolts = BOARD_BATTERY ? board_millivolts() : 0u;

    taken = now;
    begin_mean();
    percent = millivolts < NOT_FITTED_MV ? NONE : battery_charge(millivolts);
    told = NONE;
}

void battery_poll(uint16_t now)
{
    if (!BOARD_BATTERY || (uint16_t)(now - taken) < EVERY_MS / TAKES) {
        return;
    }
    taken = now;
    take(board_millivolts());
}

uint8_t battery_percent(void)
{
    return percent;
}
