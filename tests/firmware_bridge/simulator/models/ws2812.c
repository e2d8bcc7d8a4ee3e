#include "ws2812.h"

#include <string.h>

/* Limits shared by the older WS2812 and the WS2812B: a short pulse is 200 to 500 ns, a long one 550 to 1000 ns. The
 * older one latches after 50 us. */
#define SHORTEST_NS 200u
#define LONGEST_ZERO_NS 500u
#define SHORTEST_ONE_NS 550u
#define LONGEST_NS 1000u
#define SHOWS_NS 50000u

static void show(struct ws2812 *ring)
{
    if (ring->bits == 0) {
        return;
    }
    ring->frames++;
    if (ring->bad || ring->bits != 8 * WS2812_BYTES) {
        ring->torn++;
    } else {
        memcpy(ring->shown, ring->coming, sizeof ring->shown);
    }
    memset(ring->coming, 0, sizeof ring->coming);
    ring->bits = 0;
    ring->bad = false;
}

void ws2812_pass(struct ws2812 *ring, uint64_t now_ns)
{
    if (!ring->line && now_ns - ring->edge_ns >= SHOWS_NS) {
        show(ring);
    }
}

static void take(struct ws2812 *ring, uint64_t high_ns)
{
    bool one = high_ns >= SHORTEST_ONE_NS;

    ring->bad = ring->bad || high_ns < SHORTEST_NS || high_ns > LONGEST_NS || (high_ns > LONGEST_ZERO_NS && !one);
    if (ring->bits < 8 * WS2812_BYTES) {
        ring->coming[ring->bits / 8] |= (uint8_t)(one << (7 - ring->bits % 8));
    }
    ring->bits++;
}

void ws2812_line(struct ws2812 *ring, bool high, uint64_t now_ns)
{
    uint64_t lasted = now_ns - ring->edge_ns;

    if (high == ring->line) {
        return;
    }
    if (high) {
        ws2812_pass(ring, now_ns);
        if (ring->bits != 0 && lasted > ring->longest_ns) {
            ring->longest_ns = lasted;
        }
    } else {
        take(ring, lasted);
    }
    ring->line = high;
    ring->edge_ns = now_ns;
}
