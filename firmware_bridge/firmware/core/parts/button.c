#include "parts/button.h"

#include "messages.h"
#include "parts/memory.h"

static uint16_t steady[AT_LEAST_ONE(BOARD_BUTTONS)]; /* ms: when the pin last had its reported level */

static uint8_t bit(uint8_t index)
{
    return (uint8_t)(1u << index);
}

static bool was_told_down(uint8_t index)
{
    return (memory()->buttons & bit(index)) != 0u;
}

static void change(uint8_t index)
{
    struct link_event_button event = {index, !was_told_down(index)};
    uint8_t body[LINK_EVENT_BUTTON_SIZE];

    memory()->buttons ^= bit(index);
    (void)app_event(LINK_EVENT_BUTTON, body, link_event_button_pack(&event, body));
}

void button_begin(uint16_t now, bool warm)
{
    for (uint8_t index = 0; index < BOARD_BUTTONS; index++) {
        steady[index] = now;
        if (!warm && board_button(index)) {
            memory()->buttons |= bit(index);
        }
    }
    app_remember();
}

void button_poll(uint16_t now)
{
    for (uint8_t index = 0; index < BOARD_BUTTONS; index++) {
        if (board_button(index) == was_told_down(index)) {
            steady[index] = now;
        } else if ((uint16_t)(now - steady[index]) >= LINK_DEBOUNCE_MS) {
            change(index);
        }
    }
}

uint8_t buttons_down(void)
{
    return memory()->buttons;
}
