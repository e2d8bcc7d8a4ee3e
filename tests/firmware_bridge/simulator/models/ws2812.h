/* A ring of WS2812: bits by the length of a pulse, shown after a pause. */
#ifndef WS2812_MODEL_H
#define WS2812_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#define WS2812_LAMPS 16
#define WS2812_BYTES (3 * WS2812_LAMPS)

struct ws2812 {
    bool line;
    uint64_t edge_ns;   /* the last one */
    uint8_t coming[WS2812_BYTES];
    int bits;           /* of this frame */
    bool bad;           /* a pulse of no allowed length, or too many */
    uint8_t shown[WS2812_BYTES];
    unsigned frames;
    unsigned torn;      /* frames that were not just as long as the ring */
    uint64_t longest_ns; /* pause within a frame */
};

void ws2812_line(struct ws2812 *ring, bool high, uint64_t now_ns);
/* A frame that has ended by now is shown. */
void ws2812_pass(struct ws2812 *ring, uint64_t now_ns);

#endif
