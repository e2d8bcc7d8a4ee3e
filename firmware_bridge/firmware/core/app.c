/* The course of a board: parts are polled, what they tell is kept and sent, and commands are done. */
#include "app.h"

#include "app_run.h"
#include "board.h"
#include "commands.h"
#include "keep.h"
#include "link.h"
#include "parts.h"
#include "version.h"

#define SETTLE_MS 60u /* after power-on, until fitted parts have answered and HELLO can list them */

static BOARD_KEPT struct keep_memory memory;
static struct board_start start;
static struct keep keep;
static struct link link;

uint8_t *app_memory(void)
{
    return keep.now.memory;
}

void app_remember(void)
{
    keep_head(&keep);
}

bool app_event(uint8_t kind, const uint8_t *body, uint8_t size)
{
    return keep_event(&keep, keep.now.question, kind, body, size);
}

bool app_event_unasked(uint8_t kind, const uint8_t *body, uint8_t size)
{
    return keep_event(&keep, 0u, kind, body, size);
}

void app_hello(struct link_hello *hello)
{
    hello->board = BOARD_KIND;
    hello->major = FIRMWARE_MAJOR;
    hello->minor = FIRMWARE_MINOR;
    hello->reset = start.reset;
    memcpy(hello->uid, start.uid, sizeof hello->uid);
    hello->boot = start.boot;
    hello->slots = nfc_slots();
    hello->buttons = BOARD_BUTTONS;
    hello->others = parts_others();
    hello->lamps = BOARD_LAMPS;
}

uint8_t app_command(uint8_t command, const uint8_t *body, uint8_t size, uint8_t *reply, uint8_t *reply_size)
{
    return command_do(&keep, &link.counts, command, body, size, reply, reply_size);
}

/* One of the events that FLOOD asked for; its count is kept together with it. */
static bool make_test_event(void)
{
    uint8_t body[LINK_EVENT_TEST_SIZE];
    if (keep.now.test_left == 0u || keep_is_full(&keep)) {
        return false;
    }
    const struct link_event_test test = {.count = keep.now.test_count++};
    keep.now.test_left--;
    return app_event(LINK_EVENT_TEST, body, link_event_test_pack(&test, body));
}

static void settle(void)
{
    uint16_t began = board_now();
    while ((uint16_t)(board_now() - began) < SETTLE_MS) {
        board_alive();
        parts_poll(board_now());
        board_idle();
    }
}

void app_begin(void)
{
    board_begin(&start);
    /* The count of starts alone would be the same again on a board whose slow memory was erased. */
    uint32_t epoch = ((uint32_t)start.chance << 16) | (start.boot & 0xFFFFu);
    bool warm = keep_begin(&keep, &memory, start.cold, epoch);
    command_begin();
    parts_begin(board_now(), warm);
    if (!warm) {
        settle();
    }
    link_begin(&link, &keep, board_now());
}

void app_turn(void)
{
    uint16_t now = board_now();
    board_alive();
    parts_poll(now);
    bool busy = make_test_event();
    busy = link_poll(&link, now) || busy;
    if (command_restart_wanted()) {
        board_restart(command_restart_into());
    }
    if (!busy) {
        board_idle();
    }
}
