/* The board's end of the link: takes frames, answers, and sends events until they are acknowledged. See link/PROTOCOL.md. */
#ifndef LINK_H
#define LINK_H

#include <stdbool.h>
#include <stdint.h>

#include "frame.h"
#include "keep.h"

/* Counters for COUNTERS. Each stops at 65535. */
struct link_counts {
    uint16_t bad_frames;
    uint16_t resends;
};

struct link {
    struct keep *keep;
    struct frame_reader reader;
    struct link_counts counts;
    uint32_t sent;    /* number of the next event to send; oldest <= sent <= next */
    uint16_t sent_at; /* ms: an event was sent or acknowledged */
    uint16_t session; /* 0: no bridge has spoken since the reset */
    uint8_t hellos; /* still to be sent without a request after the reset */
    uint16_t hello_at; /* ms: when the last was */
    bool has_reply;
    uint8_t reply_to; /* sequence of the command whose reply is kept */
    uint8_t reply_size;
    uint8_t reply[LINK_MOST_PAYLOAD];
};

/* After a reset: sends HELLO without a request a few times until a bridge asks. */
void link_begin(struct link *link, struct keep *keep, uint16_t now);

/* Handles received frames, and sends at most one event. Returns true where more can be sent at once. */
bool link_poll(struct link *link, uint16_t now);

/* The course, asked by the link: who the board is, and to do a command. */
void app_hello(struct link_hello *hello);
/* Returns a link_result, and writes `*reply_size` bytes to `reply`, at most LINK_MOST_PAYLOAD - LINK_RSP_SIZE. */
uint8_t app_command(uint8_t command, const uint8_t *body, uint8_t size, uint8_t *reply, uint8_t *reply_size);

#endif
