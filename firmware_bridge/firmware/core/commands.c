#include "commands.h"

#include <string.h>

#include "board.h"
#include "parts.h"

static bool restart_wanted;
static uint8_t restart_into;

void command_begin(void)
{
    restart_wanted = false;
}

bool command_restart_wanted(void)
{
    return restart_wanted;
}

uint8_t command_restart_into(void)
{
    return restart_into;
}

static uint8_t state(uint8_t *reply, uint8_t *reply_size)
{
    const struct link_reply_state now = {
        .tags = nfc_tags(),
        .broken = nfc_broken(),
        .buttons = buttons_down(),
        .lifted = scale_lifted(),
        .percent = battery_percent(),
    };
    *reply_size = link_reply_state_pack(&now, reply);
    return LINK_RESULT_DONE;
}

static uint8_t tag_at(const uint8_t *body, uint8_t size, uint8_t *reply, uint8_t *reply_size)
{
    struct link_ask_tag_at ask;
    if (!link_ask_tag_at_unpack(&ask, body, size)) {
        return LINK_RESULT_BAD_ARGUMENTS;
    }
    if (ask.slot >= nfc_slots()) {
        return LINK_RESULT_NOT_FITTED;
    }
    *reply_size = nfc_tag_at(ask.slot, reply);
    return LINK_RESULT_DONE;
}

static uint8_t question(struct keep *keep, const uint8_t *body, uint8_t size)
{
    struct link_ask_question ask;
    if (!link_ask_question_unpack(&ask, body, size)) {
        return LINK_RESULT_BAD_ARGUMENTS;
    }
    keep->now.question = ask.token;
    keep_head(keep);
    return LINK_RESULT_DONE;
}

static uint8_t light(const uint8_t *body, uint8_t size)
{
    struct link_ask_light ask;
    if (!link_ask_light_unpack(&ask, body, size) || ask.mood > LINK_MOOD_OFF) {
        return LINK_RESULT_BAD_ARGUMENTS;
    }
    const uint8_t rgb[3] = {ask.red, ask.green, ask.blue};
    return lamps_light(ask.first, ask.count, rgb, ask.mood) ? LINK_RESULT_DONE : LINK_RESULT_NOT_FITTED;
}

static uint8_t buzz(const uint8_t *body, uint8_t size)
{
    struct link_ask_buzz ask;
    if (!link_ask_buzz_unpack(&ask, body, size) || ask.sound > LINK_SOUND_YOUR_TURN) {
        return LINK_RESULT_BAD_ARGUMENTS;
    }
    return buzzer_sound(ask.sound) ? LINK_RESULT_DONE : LINK_RESULT_NOT_FITTED;
}

static uint8_t counters(const struct keep *keep, const struct link_counts *counts, uint8_t *reply, uint8_t *reply_size)
{
    const struct link_reply_counters now = {
        .bad_frames = counts->bad_frames,
        .resends = counts->resends,
        .overruns = board_overruns(),
        .dropped = keep->now.dropped,
    };
    *reply_size = link_reply_counters_pack(&now, reply);
    return LINK_RESULT_DONE;
}

static uint8_t flood(struct keep *keep, const uint8_t *body, uint8_t size)
{
    struct link_ask_flood ask;
    if (!link_ask_flood_unpack(&ask, body, size)) {
        return LINK_RESULT_BAD_ARGUMENTS;
    }
    keep->now.test_count = 0u;
    keep->now.test_left = ask.count;
    keep_head(keep);
    return LINK_RESULT_DONE;
}

static uint8_t restart(const uint8_t *body, uint8_t size)
{
    struct link_ask_restart ask;
    if (!link_ask_restart_unpack(&ask, body, size) || ask.into > 1u) {
        return LINK_RESULT_BAD_ARGUMENTS;
    }
    if (!board_can_restart(ask.into)) {
        return LINK_RESULT_NOT_FITTED;
    }
    restart_wanted = true;
    restart_into = ask.into;
    return LINK_RESULT_DONE;
}

static uint8_t ping(const uint8_t *body, uint8_t size, uint8_t *reply, uint8_t *reply_size)
{
    if (size > LINK_MOST_PAYLOAD - LINK_RSP_SIZE) {
        return LINK_RESULT_BAD_ARGUMENTS;
    }
    memcpy(reply, body, size);
    *reply_size = size;
    return LINK_RESULT_DONE;
}

uint8_t command_do(struct keep *keep, const struct link_counts *counts, uint8_t command, const uint8_t *body, uint8_t size,
                   uint8_t *reply, uint8_t *reply_size)
{
    *reply_size = 0u;
    switch (command) {
    case LINK_COMMAND_PING:
        return ping(body, size, reply, reply_size);
    case LINK_COMMAND_STATE:
        return size == LINK_ASK_STATE_SIZE ? state(reply, reply_size) : LINK_RESULT_BAD_ARGUMENTS;
    case LINK_COMMAND_TAG_AT:
        return tag_at(body, size, reply, reply_size);
    case LINK_COMMAND_QUESTION:
        return question(keep, body, size);
    case LINK_COMMAND_LIGHT:
        return light(body, size);
    case LINK_COMMAND_BUZZ:
        return buzz(body, size);
    case LINK_COMMAND_COUNTERS:
        return size == LINK_ASK_COUNTERS_SIZE ? counters(keep, counts, reply, reply_size) : LINK_RESULT_BAD_ARGUMENTS;
    case LINK_COMMAND_FLOOD:
        return flood(keep, body, size);
    case LINK_COMMAND_RESTART:
        return restart(body, size);
    default:
        return LINK_RESULT_UNKNOWN_COMMAND;
    }
}
