/* The messages of the link between a board and the bridge.
 * Written by `python -m firmware_bridge.link.generate` from link/messages.toml; what they mean stands in link/PROTOCOL.md.
 * Of each kind: LINK_..._SIZE, bytes without the tail; a struct; `pack` returns how many bytes it wrote; `unpack` is false
 * where the length is another, and points the tail into the bytes it was given. Integers are big-endian on the line. */
#ifndef LINK_MESSAGES_H
#define LINK_MESSAGES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define LINK_VERSION 1u
#define LINK_MOST_PAYLOAD 48u
#define LINK_WINDOW 4u
#define LINK_RESEND_MS 150u
#define LINK_HELLO_MS 150u
#define LINK_CMD_MS 100u
#define LINK_DEBOUNCE_MS 10u

enum link_frame_type {
    LINK_HELLO_REQ = 1,
    LINK_HELLO = 2,
    LINK_EVENT = 3,
    LINK_ACK = 4,
    LINK_NACK = 5,
    LINK_CMD = 6,
    LINK_RSP = 7,
};

enum link_event_kind {
    LINK_EVENT_TAG = 1,
    LINK_EVENT_BUTTON = 2,
    LINK_EVENT_LOAD = 3,
    LINK_EVENT_TOWER = 4,
    LINK_EVENT_BATTERY = 5,
    LINK_EVENT_TROUBLE = 6,
    LINK_EVENT_TEST = 127,
};

enum link_command {
    LINK_COMMAND_PING = 1,
    LINK_COMMAND_STATE = 2,
    LINK_COMMAND_TAG_AT = 3,
    LINK_COMMAND_QUESTION = 4,
    LINK_COMMAND_LIGHT = 5,
    LINK_COMMAND_BUZZ = 6,
    LINK_COMMAND_COUNTERS = 7,
    LINK_COMMAND_FLOOD = 126,
    LINK_COMMAND_RESTART = 127,
};

enum link_board {
    LINK_BOARD_UNO = 1,
    LINK_BOARD_RP2040 = 2,
    LINK_BOARD_RP2350 = 3,
    LINK_BOARD_ESP32C3 = 4,
    LINK_BOARD_ESP32S3 = 5,
};

enum link_reset {
    LINK_RESET_UNKNOWN = 0,
    LINK_RESET_POWER_ON = 1,
    LINK_RESET_PIN = 2,
    LINK_RESET_BROWN_OUT = 3,
    LINK_RESET_WATCHDOG = 4,
    LINK_RESET_SOFTWARE = 5,
};

enum link_result {
    LINK_RESULT_DONE = 0,
    LINK_RESULT_UNKNOWN_COMMAND = 1,
    LINK_RESULT_BAD_ARGUMENTS = 2,
    LINK_RESULT_NOT_FITTED = 3,
};

enum link_part {
    LINK_PART_NFC = 1,
    LINK_PART_LOAD_CELL = 2,
    LINK_PART_MEMORY = 3,
};

enum link_mood {
    LINK_MOOD_CALM = 0,
    LINK_MOOD_ASKED = 1,
    LINK_MOOD_DANGER = 2,
    LINK_MOOD_OFF = 3,
};

enum link_sound {
    LINK_SOUND_NONE = 0,
    LINK_SOUND_READ = 1,
    LINK_SOUND_DOUBT = 2,
    LINK_SOUND_YOUR_TURN = 3,
};

static inline uint8_t *link_put8(uint8_t *out, uint8_t value)
{
    *out = value;
    return out + 1;
}

static inline uint8_t *link_put16(uint8_t *out, uint16_t value)
{
    return link_put8(link_put8(out, (uint8_t)(value >> 8)), (uint8_t)(value & 0xFFu));
}

static inline uint8_t *link_put32(uint8_t *out, uint32_t value)
{
    return link_put16(link_put16(out, (uint16_t)(value >> 16)), (uint16_t)(value & 0xFFFFu));
}

static inline uint16_t link_get16(const uint8_t *in)
{
    return (uint16_t)(((uint16_t)in[0] << 8) | in[1]);
}

static inline uint32_t link_get32(const uint8_t *in)
{
    return ((uint32_t)link_get16(in) << 16) | link_get16(in + 2);
}


/* HELLO_REQ: Says that a bridge listens and begins a session. The board answers HELLO, forgets the reply it kept and sends its events from `next` on. The sequence byte is 0. A board takes it from any version. */
#define LINK_HELLO_REQ_SIZE 3u

struct link_hello_req {
    uint8_t version; /* the newest version that the bridge speaks */
    uint16_t session; /* chosen by the bridge for each opening of the line; never 0 */
};

static inline uint8_t link_hello_req_pack(const struct link_hello_req *message, uint8_t *out)
{
    out = link_put8(out, message->version);
    out = link_put16(out, message->session);
    return LINK_HELLO_REQ_SIZE;
}

static inline bool link_hello_req_unpack(struct link_hello_req *message, const uint8_t *in, uint8_t size)
{
    if (size != LINK_HELLO_REQ_SIZE) {
        return false;
    }
    message->version = in[0];
    message->session = link_get16(in + 1);
    return true;
}

/* HELLO: Identifies the board. Also sent without a request, with session 0: after a reset, a few times until HELLO_REQ arrives, and then to each ACK, NACK or CMD of an earlier session. The sequence byte is 0. From a HELLO of another version a bridge reads only `version`. */
#define LINK_HELLO_SIZE 37u

struct link_hello {
    uint8_t version; /* of the board's protocol */
    uint8_t board; /* a board of the table below */
    uint8_t major; /* firmware */
    uint8_t minor; /* firmware */
    uint8_t reset; /* the cause of the last reset, of the table below */
    uint16_t session; /* from the HELLO_REQ, 0 without a request */
    uint8_t uid[8]; /* permanent id of the board */
    uint32_t boot; /* another one after each reset */
    uint32_t epoch; /* of the numbers of events: another one only where the board has lost its memory */
    uint32_t oldest; /* number of the oldest event that is still kept; `next` where none is */
    uint32_t next; /* number that the next event will get; the first of an epoch is 1 */
    uint16_t dropped; /* events of this epoch that found the queue full and got no number; stays at 65535 */
    uint8_t slots; /* NFC readers */
    uint8_t buttons; /* buttons */
    uint8_t others; /* bit 0 a load cell, 1 a beam or piezo of a dice tower, 2 a battery, 3 a buzzer */
    uint8_t lamps; /* lamps of the ring */
};

static inline uint8_t link_hello_pack(const struct link_hello *message, uint8_t *out)
{
    out = link_put8(out, message->version);
    out = link_put8(out, message->board);
    out = link_put8(out, message->major);
    out = link_put8(out, message->minor);
    out = link_put8(out, message->reset);
    out = link_put16(out, message->session);
    memcpy(out, message->uid, 8u);
    out += 8u;
    out = link_put32(out, message->boot);
    out = link_put32(out, message->epoch);
    out = link_put32(out, message->oldest);
    out = link_put32(out, message->next);
    out = link_put16(out, message->dropped);
    out = link_put8(out, message->slots);
    out = link_put8(out, message->buttons);
    out = link_put8(out, message->others);
    out = link_put8(out, message->lamps);
    return LINK_HELLO_SIZE;
}

static inline bool link_hello_unpack(struct link_hello *message, const uint8_t *in, uint8_t size)
{
    if (size != LINK_HELLO_SIZE) {
        return false;
    }
    message->version = in[0];
    message->board = in[1];
    message->major = in[2];
    message->minor = in[3];
    message->reset = in[4];
    message->session = link_get16(in + 5);
    memcpy(message->uid, in + 7, 8u);
    message->boot = link_get32(in + 15);
    message->epoch = link_get32(in + 19);
    message->oldest = link_get32(in + 23);
    message->next = link_get32(in + 27);
    message->dropped = link_get16(in + 31);
    message->slots = in[33];
    message->buttons = in[34];
    message->others = in[35];
    message->lamps = in[36];
    return true;
}

/* EVENT: Something happened; sent again until it is acknowledged. The sequence byte is the low byte of `number`. */
#define LINK_EVENT_SIZE 7u

struct link_event {
    uint32_t number; /* counts every event of the epoch, from 1 */
    uint16_t question; /* token of the question in force on the board at that time, 0 = none */
    uint8_t kind; /* of the events below */
    const uint8_t *body; /* as the event's row says */
    uint8_t body_size; /* bytes */
};

static inline uint8_t link_event_pack(const struct link_event *message, uint8_t *out)
{
    out = link_put32(out, message->number);
    out = link_put16(out, message->question);
    out = link_put8(out, message->kind);
    if (message->body_size != 0u) {
        memcpy(out, message->body, message->body_size);
    }
    return (uint8_t)(LINK_EVENT_SIZE + message->body_size);
}

static inline bool link_event_unpack(struct link_event *message, const uint8_t *in, uint8_t size)
{
    if (size < LINK_EVENT_SIZE) {
        return false;
    }
    message->number = link_get32(in);
    message->question = link_get16(in + 4);
    message->kind = in[6];
    message->body = in + LINK_EVENT_SIZE;
    message->body_size = (uint8_t)(size - LINK_EVENT_SIZE);
    return true;
}

/* ACK: Every event before `next` is dealt with. The sequence byte is the low byte of `next`. A number outside what was sent is ignored. */
#define LINK_ACK_SIZE 8u

struct link_ack {
    uint32_t epoch; /* whose numbers are meant; of another epoch it is ignored */
    uint32_t next; /* number that the bridge waits for */
};

static inline uint8_t link_ack_pack(const struct link_ack *message, uint8_t *out)
{
    out = link_put32(out, message->epoch);
    out = link_put32(out, message->next);
    return LINK_ACK_SIZE;
}

static inline bool link_ack_unpack(struct link_ack *message, const uint8_t *in, uint8_t size)
{
    if (size != LINK_ACK_SIZE) {
        return false;
    }
    message->epoch = link_get32(in);
    message->next = link_get32(in + 4);
    return true;
}

/* NACK: As ACK, and: the frames from `next` on are missing, send them now. At most one for each gap. */
#define LINK_NACK_SIZE 8u

struct link_nack {
    uint32_t epoch; /* as in ACK */
    uint32_t next; /* number that the bridge waits for */
};

static inline uint8_t link_nack_pack(const struct link_nack *message, uint8_t *out)
{
    out = link_put32(out, message->epoch);
    out = link_put32(out, message->next);
    return LINK_NACK_SIZE;
}

static inline bool link_nack_unpack(struct link_nack *message, const uint8_t *in, uint8_t size)
{
    if (size != LINK_NACK_SIZE) {
        return false;
    }
    message->epoch = link_get32(in);
    message->next = link_get32(in + 4);
    return true;
}

/* CMD: One command at a time; sent again with the same sequence byte until RSP comes. The sequence byte counts on from 1 within a session and wraps. */
#define LINK_CMD_SIZE 3u

struct link_cmd {
    uint16_t session; /* of the HELLO; of another session it is ignored */
    uint8_t command; /* of the commands below */
    const uint8_t *body; /* as the command's row says */
    uint8_t body_size; /* bytes */
};

static inline uint8_t link_cmd_pack(const struct link_cmd *message, uint8_t *out)
{
    out = link_put16(out, message->session);
    out = link_put8(out, message->command);
    if (message->body_size != 0u) {
        memcpy(out, message->body, message->body_size);
    }
    return (uint8_t)(LINK_CMD_SIZE + message->body_size);
}

static inline bool link_cmd_unpack(struct link_cmd *message, const uint8_t *in, uint8_t size)
{
    if (size < LINK_CMD_SIZE) {
        return false;
    }
    message->session = link_get16(in);
    message->command = in[2];
    message->body = in + LINK_CMD_SIZE;
    message->body_size = (uint8_t)(size - LINK_CMD_SIZE);
    return true;
}

/* RSP: Result of the command with this sequence byte. The board stores the last one and repeats it for a repeated command, without running that twice. */
#define LINK_RSP_SIZE 4u

struct link_rsp {
    uint16_t session; /* of the command */
    uint8_t command; /* of the command */
    uint8_t result; /* of the results below */
    const uint8_t *body; /* as the command's row says */
    uint8_t body_size; /* bytes */
};

static inline uint8_t link_rsp_pack(const struct link_rsp *message, uint8_t *out)
{
    out = link_put16(out, message->session);
    out = link_put8(out, message->command);
    out = link_put8(out, message->result);
    if (message->body_size != 0u) {
        memcpy(out, message->body, message->body_size);
    }
    return (uint8_t)(LINK_RSP_SIZE + message->body_size);
}

static inline bool link_rsp_unpack(struct link_rsp *message, const uint8_t *in, uint8_t size)
{
    if (size < LINK_RSP_SIZE) {
        return false;
    }
    message->session = link_get16(in);
    message->command = in[2];
    message->result = in[3];
    message->body = in + LINK_RSP_SIZE;
    message->body_size = (uint8_t)(size - LINK_RSP_SIZE);
    return true;
}

/* TAG: A tag was laid on a reader or taken away. */
#define LINK_EVENT_TAG_SIZE 2u

struct link_event_tag {
    uint8_t slot; /* of the NFC readers, from 0 */
    uint8_t present; /* 1 laid, 0 taken away */
    const uint8_t *uid; /* 4, 7 or 10 bytes */
    uint8_t uid_size; /* bytes */
};

static inline uint8_t link_event_tag_pack(const struct link_event_tag *message, uint8_t *out)
{
    out = link_put8(out, message->slot);
    out = link_put8(out, message->present);
    if (message->uid_size != 0u) {
        memcpy(out, message->uid, message->uid_size);
    }
    return (uint8_t)(LINK_EVENT_TAG_SIZE + message->uid_size);
}

static inline bool link_event_tag_unpack(struct link_event_tag *message, const uint8_t *in, uint8_t size)
{
    if (size < LINK_EVENT_TAG_SIZE) {
        return false;
    }
    message->slot = in[0];
    message->present = in[1];
    message->uid = in + LINK_EVENT_TAG_SIZE;
    message->uid_size = (uint8_t)(size - LINK_EVENT_TAG_SIZE);
    return true;
}

/* BUTTON: A button was pressed or let go, after the debounce. */
#define LINK_EVENT_BUTTON_SIZE 2u

struct link_event_button {
    uint8_t index; /* of the buttons, from 0 */
    uint8_t down; /* 1 pressed, 0 let go */
};

static inline uint8_t link_event_button_pack(const struct link_event_button *message, uint8_t *out)
{
    out = link_put8(out, message->index);
    out = link_put8(out, message->down);
    return LINK_EVENT_BUTTON_SIZE;
}

static inline bool link_event_button_unpack(struct link_event_button *message, const uint8_t *in, uint8_t size)
{
    if (size != LINK_EVENT_BUTTON_SIZE) {
        return false;
    }
    message->index = in[0];
    message->down = in[1];
    return true;
}

/* LOAD: The bag on the load cell was lifted or put back. */
#define LINK_EVENT_LOAD_SIZE 5u

struct link_event_load {
    uint8_t lifted; /* 1 lifted, 0 put back */
    int32_t reading; /* of the load cell, without unit */
};

static inline uint8_t link_event_load_pack(const struct link_event_load *message, uint8_t *out)
{
    out = link_put8(out, message->lifted);
    out = link_put32(out, (uint32_t)message->reading);
    return LINK_EVENT_LOAD_SIZE;
}

static inline bool link_event_load_unpack(struct link_event_load *message, const uint8_t *in, uint8_t size)
{
    if (size != LINK_EVENT_LOAD_SIZE) {
        return false;
    }
    message->lifted = in[0];
    message->reading = (int32_t)link_get32(in + 1);
    return true;
}

/* TOWER: Something fell through the dice tower. */
#define LINK_EVENT_TOWER_SIZE 2u

struct link_event_tower {
    uint16_t count; /* of all since the reset, wraps */
};

static inline uint8_t link_event_tower_pack(const struct link_event_tower *message, uint8_t *out)
{
    out = link_put16(out, message->count);
    return LINK_EVENT_TOWER_SIZE;
}

static inline bool link_event_tower_unpack(struct link_event_tower *message, const uint8_t *in, uint8_t size)
{
    if (size != LINK_EVENT_TOWER_SIZE) {
        return false;
    }
    message->count = link_get16(in);
    return true;
}

/* BATTERY: The battery has changed by five percent or more. */
#define LINK_EVENT_BATTERY_SIZE 3u

struct link_event_battery {
    uint8_t percent; /* 0 to 100 */
    uint16_t millivolts; /* at the battery */
};

static inline uint8_t link_event_battery_pack(const struct link_event_battery *message, uint8_t *out)
{
    out = link_put8(out, message->percent);
    out = link_put16(out, message->millivolts);
    return LINK_EVENT_BATTERY_SIZE;
}

static inline bool link_event_battery_unpack(struct link_event_battery *message, const uint8_t *in, uint8_t size)
{
    if (size != LINK_EVENT_BATTERY_SIZE) {
        return false;
    }
    message->percent = in[0];
    message->millivolts = link_get16(in + 1);
    return true;
}

/* TROUBLE: A part of the board does not answer, or does again. */
#define LINK_EVENT_TROUBLE_SIZE 3u

struct link_event_trouble {
    uint8_t part; /* of the parts below */
    uint8_t index; /* which of them, from 0 */
    uint8_t wrong; /* 1 it does not answer, 0 it does again */
};

static inline uint8_t link_event_trouble_pack(const struct link_event_trouble *message, uint8_t *out)
{
    out = link_put8(out, message->part);
    out = link_put8(out, message->index);
    out = link_put8(out, message->wrong);
    return LINK_EVENT_TROUBLE_SIZE;
}

static inline bool link_event_trouble_unpack(struct link_event_trouble *message, const uint8_t *in, uint8_t size)
{
    if (size != LINK_EVENT_TROUBLE_SIZE) {
        return false;
    }
    message->part = in[0];
    message->index = in[1];
    message->wrong = in[2];
    return true;
}

/* TEST: One of the events that the command FLOOD asks for. */
#define LINK_EVENT_TEST_SIZE 4u

struct link_event_test {
    uint32_t count; /* from 0 */
};

static inline uint8_t link_event_test_pack(const struct link_event_test *message, uint8_t *out)
{
    out = link_put32(out, message->count);
    return LINK_EVENT_TEST_SIZE;
}

static inline bool link_event_test_unpack(struct link_event_test *message, const uint8_t *in, uint8_t size)
{
    if (size != LINK_EVENT_TEST_SIZE) {
        return false;
    }
    message->count = link_get32(in);
    return true;
}

/* PING: Says the same back. */
#define LINK_ASK_PING_SIZE 0u

struct link_ask_ping {
    const uint8_t *data; /* anything */
    uint8_t data_size; /* bytes */
};

static inline uint8_t link_ask_ping_pack(const struct link_ask_ping *message, uint8_t *out)
{
    if (message->data_size != 0u) {
        memcpy(out, message->data, message->data_size);
    }
    return (uint8_t)(LINK_ASK_PING_SIZE + message->data_size);
}

static inline bool link_ask_ping_unpack(struct link_ask_ping *message, const uint8_t *in, uint8_t size)
{
    message->data = in + LINK_ASK_PING_SIZE;
    message->data_size = (uint8_t)(size - LINK_ASK_PING_SIZE);
    return true;
}

/* PING: Says the same back. */
#define LINK_REPLY_PING_SIZE 0u

struct link_reply_ping {
    const uint8_t *data; /* the same */
    uint8_t data_size; /* bytes */
};

static inline uint8_t link_reply_ping_pack(const struct link_reply_ping *message, uint8_t *out)
{
    if (message->data_size != 0u) {
        memcpy(out, message->data, message->data_size);
    }
    return (uint8_t)(LINK_REPLY_PING_SIZE + message->data_size);
}

static inline bool link_reply_ping_unpack(struct link_reply_ping *message, const uint8_t *in, uint8_t size)
{
    message->data = in + LINK_REPLY_PING_SIZE;
    message->data_size = (uint8_t)(size - LINK_REPLY_PING_SIZE);
    return true;
}

/* STATE: Current inputs, so that no lost edge matters. Sent by the bridge after each HELLO. */
#define LINK_ASK_STATE_SIZE 0u

/* STATE: Current inputs, so that no lost edge matters. Sent by the bridge after each HELLO. */
#define LINK_REPLY_STATE_SIZE 5u

struct link_reply_state {
    uint8_t tags; /* bit n: reader n has a tag */
    uint8_t broken; /* bit n: reader n does not answer */
    uint8_t buttons; /* bit n: button n is down */
    uint8_t lifted; /* 1 bag lifted, 0 bag down, 255 without load cell */
    uint8_t percent; /* battery, 255 without one */
};

static inline uint8_t link_reply_state_pack(const struct link_reply_state *message, uint8_t *out)
{
    out = link_put8(out, message->tags);
    out = link_put8(out, message->broken);
    out = link_put8(out, message->buttons);
    out = link_put8(out, message->lifted);
    out = link_put8(out, message->percent);
    return LINK_REPLY_STATE_SIZE;
}

static inline bool link_reply_state_unpack(struct link_reply_state *message, const uint8_t *in, uint8_t size)
{
    if (size != LINK_REPLY_STATE_SIZE) {
        return false;
    }
    message->tags = in[0];
    message->broken = in[1];
    message->buttons = in[2];
    message->lifted = in[3];
    message->percent = in[4];
    return true;
}

/* TAG_AT: Reads the tag on a reader. */
#define LINK_ASK_TAG_AT_SIZE 1u

struct link_ask_tag_at {
    uint8_t slot; /* from 0 */
};

static inline uint8_t link_ask_tag_at_pack(const struct link_ask_tag_at *message, uint8_t *out)
{
    out = link_put8(out, message->slot);
    return LINK_ASK_TAG_AT_SIZE;
}

static inline bool link_ask_tag_at_unpack(struct link_ask_tag_at *message, const uint8_t *in, uint8_t size)
{
    if (size != LINK_ASK_TAG_AT_SIZE) {
        return false;
    }
    message->slot = in[0];
    return true;
}

/* TAG_AT: Reads the tag on a reader. */
#define LINK_REPLY_TAG_AT_SIZE 0u

struct link_reply_tag_at {
    const uint8_t *uid; /* none, 4, 7 or 10 bytes */
    uint8_t uid_size; /* bytes */
};

static inline uint8_t link_reply_tag_at_pack(const struct link_reply_tag_at *message, uint8_t *out)
{
    if (message->uid_size != 0u) {
        memcpy(out, message->uid, message->uid_size);
    }
    return (uint8_t)(LINK_REPLY_TAG_AT_SIZE + message->uid_size);
}

static inline bool link_reply_tag_at_unpack(struct link_reply_tag_at *message, const uint8_t *in, uint8_t size)
{
    message->uid = in + LINK_REPLY_TAG_AT_SIZE;
    message->uid_size = (uint8_t)(size - LINK_REPLY_TAG_AT_SIZE);
    return true;
}

/* QUESTION: Another question is in force: events carry its token from now on. */
#define LINK_ASK_QUESTION_SIZE 2u

struct link_ask_question {
    uint16_t token; /* 0 = no question */
};

static inline uint8_t link_ask_question_pack(const struct link_ask_question *message, uint8_t *out)
{
    out = link_put16(out, message->token);
    return LINK_ASK_QUESTION_SIZE;
}

static inline bool link_ask_question_unpack(struct link_ask_question *message, const uint8_t *in, uint8_t size)
{
    if (size != LINK_ASK_QUESTION_SIZE) {
        return false;
    }
    message->token = link_get16(in);
    return true;
}

/* QUESTION: Another question is in force: events carry its token from now on. */
#define LINK_REPLY_QUESTION_SIZE 0u

/* LIGHT: Lights lamps of the ring in one colour. */
#define LINK_ASK_LIGHT_SIZE 6u

struct link_ask_light {
    uint8_t first; /* from 0 */
    uint8_t count; /* how many */
    uint8_t red;
    uint8_t green;
    uint8_t blue;
    uint8_t mood; /* of the moods below */
};

static inline uint8_t link_ask_light_pack(const struct link_ask_light *message, uint8_t *out)
{
    out = link_put8(out, message->first);
    out = link_put8(out, message->count);
    out = link_put8(out, message->red);
    out = link_put8(out, message->green);
    out = link_put8(out, message->blue);
    out = link_put8(out, message->mood);
    return LINK_ASK_LIGHT_SIZE;
}

static inline bool link_ask_light_unpack(struct link_ask_light *message, const uint8_t *in, uint8_t size)
{
    if (size != LINK_ASK_LIGHT_SIZE) {
        return false;
    }
    message->first = in[0];
    message->count = in[1];
    message->red = in[2];
    message->green = in[3];
    message->blue = in[4];
    message->mood = in[5];
    return true;
}

/* LIGHT: Lights lamps of the ring in one colour. */
#define LINK_REPLY_LIGHT_SIZE 0u

/* BUZZ: A sound. */
#define LINK_ASK_BUZZ_SIZE 1u

struct link_ask_buzz {
    uint8_t sound; /* of the sounds below */
};

static inline uint8_t link_ask_buzz_pack(const struct link_ask_buzz *message, uint8_t *out)
{
    out = link_put8(out, message->sound);
    return LINK_ASK_BUZZ_SIZE;
}

static inline bool link_ask_buzz_unpack(struct link_ask_buzz *message, const uint8_t *in, uint8_t size)
{
    if (size != LINK_ASK_BUZZ_SIZE) {
        return false;
    }
    message->sound = in[0];
    return true;
}

/* BUZZ: A sound. */
#define LINK_REPLY_BUZZ_SIZE 0u

/* COUNTERS: How the line and the board are. */
#define LINK_ASK_COUNTERS_SIZE 0u

/* COUNTERS: How the line and the board are. */
#define LINK_REPLY_COUNTERS_SIZE 8u

struct link_reply_counters {
    uint16_t bad_frames; /* damaged frames that came */
    uint16_t resends; /* times that events were sent again */
    uint16_t overruns; /* bytes that came too fast */
    uint16_t dropped; /* as in HELLO */
};

static inline uint8_t link_reply_counters_pack(const struct link_reply_counters *message, uint8_t *out)
{
    out = link_put16(out, message->bad_frames);
    out = link_put16(out, message->resends);
    out = link_put16(out, message->overruns);
    out = link_put16(out, message->dropped);
    return LINK_REPLY_COUNTERS_SIZE;
}

static inline bool link_reply_counters_unpack(struct link_reply_counters *message, const uint8_t *in, uint8_t size)
{
    if (size != LINK_REPLY_COUNTERS_SIZE) {
        return false;
    }
    message->bad_frames = link_get16(in);
    message->resends = link_get16(in + 2);
    message->overruns = link_get16(in + 4);
    message->dropped = link_get16(in + 6);
    return true;
}

/* FLOOD: For tests of the line: makes so many TEST events, as fast as they go. */
#define LINK_ASK_FLOOD_SIZE 2u

struct link_ask_flood {
    uint16_t count; /* how many */
};

static inline uint8_t link_ask_flood_pack(const struct link_ask_flood *message, uint8_t *out)
{
    out = link_put16(out, message->count);
    return LINK_ASK_FLOOD_SIZE;
}

static inline bool link_ask_flood_unpack(struct link_ask_flood *message, const uint8_t *in, uint8_t size)
{
    if (size != LINK_ASK_FLOOD_SIZE) {
        return false;
    }
    message->count = link_get16(in);
    return true;
}

/* FLOOD: For tests of the line: makes so many TEST events, as fast as they go. */
#define LINK_REPLY_FLOOD_SIZE 0u

/* RESTART: Resets the board: 0 by its watchdog, 1 into its bootloader where the board supports that. The reply is sent first. */
#define LINK_ASK_RESTART_SIZE 1u

struct link_ask_restart {
    uint8_t into; /* 0 or 1 */
};

static inline uint8_t link_ask_restart_pack(const struct link_ask_restart *message, uint8_t *out)
{
    out = link_put8(out, message->into);
    return LINK_ASK_RESTART_SIZE;
}

static inline bool link_ask_restart_unpack(struct link_ask_restart *message, const uint8_t *in, uint8_t size)
{
    if (size != LINK_ASK_RESTART_SIZE) {
        return false;
    }
    message->into = in[0];
    return true;
}

/* RESTART: Resets the board: 0 by its watchdog, 1 into its bootloader where the board supports that. The reply is sent first. */
#define LINK_REPLY_RESTART_SIZE 0u
#endif
