#include "hx711.h"

#define EVERY_US 100000u
#define ASLEEP_US 60u
#define WAKES_US 400000u /* settling at ten readings in a second */

static void settle(struct hx711 *chip)
{
    if (chip->way != HX711_ON) {
        chip->data = chip->way == HX711_OFF; /* nothing drives the line, and it is pulled up; or it hangs low */
    }
}

void hx711_pass(struct hx711 *chip, uint64_t now_us)
{
    if (chip->way == HX711_ON && now_us >= chip->next_us && (chip->pulses == 0 || chip->pulses == 25)) {
        chip->next_us = now_us + EVERY_US;
        chip->shifting = (uint32_t)(chip->unsettled > 0 ? chip->counts / 2 : chip->counts) & 0xFFFFFFu;
        chip->unsettled -= chip->unsettled > 0;
        chip->pulses = 0;
        chip->data = false;
    }
    settle(chip);
}

void hx711_clock(struct hx711 *chip, bool high, uint64_t now_us)
{
    if (high == chip->clock) {
        return;
    }
    chip->clock = high;
    if (high) {
        chip->high_us = now_us;
        if (!chip->data || chip->pulses != 0) {
            chip->pulses++;
            chip->data = chip->pulses > 24 || (chip->shifting & (1u << (24 - chip->pulses))) != 0;
        }
    } else if (now_us - chip->high_us > ASLEEP_US) {
        chip->pulses = 0;
        chip->data = true;
        chip->next_us = now_us + WAKES_US;
    }
    settle(chip);
}
