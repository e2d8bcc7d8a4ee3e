#include "parts/tower.h"

#include "messages.h"
#include "parts/memory.h"

#define LOCKED_MS 150u

static bool locked;
static uint16_t since; /* ms: of the last pulse */
static uint16_t count;

static void fell(void)
{
    struct link_event_tower event = {++count};
    uint8_t body[LINK_EVENT_TOWER_SIZE];

    (void)app_event(LINK_EVENT_TOWER, body, link_event_tower_pack(&event, body));
}

void tower_begin(uint16_t now)
{
    since = now;
    count = 0;
    locked = true; /* a pin settles after power-on, which is not a throw */
}

void tower_poll(uint16_t now)
{
    if (!BOARD_TOWER) {
        return;
    }
    if (board_struck()) {
        if (!locked) {
            fell();
        }
        locked = true;
        since = now;
    }
    if (locked && (uint16_t)(now - since) >= LOCKED_MS) {
        locked = false;
    }
}
