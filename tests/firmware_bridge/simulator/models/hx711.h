/* An HX711 with its load cell: ten readings in a second, 24 bits, a 25th pulse for gain 128. */
#ifndef HX711_MODEL_H
#define HX711_MODEL_H

#include <stdbool.h>
#include <stdint.h>

enum hx711_way { HX711_OFF, HX711_LOW, HX711_ON };

#define HX711_SETTLES 4 /* readings after its start */

struct hx711 {
    enum hx711_way way;
    int32_t counts;
    uint32_t shifting;
    int pulses;       /* of this reading; 0: not begun */
    uint64_t next_us; /* the next reading is ready */
    uint64_t high_us; /* PD_SCK went high */
    bool clock;
    bool data;        /* DOUT */
    int unsettled; /* readings yet to come that are not to be believed */
};

/* Both answer whether DOUT may have changed; it stands in `data`. */
void hx711_clock(struct hx711 *chip, bool high, uint64_t now_us);
void hx711_pass(struct hx711 *chip, uint64_t now_us);

#endif
