/* State that survives a reset: unacknowledged events, their numbers, and the memory of the parts. It is in memory that
 * start-up code does not clear. Two heads are written in turn. Each has a mark, cleared before its first byte is written and
 * set after its last, so that at any instruction the previous or the new head is valid. An event is written into a free slot,
 * and counts once a head includes it. */
#ifndef KEEP_H
#define KEEP_H

#include <stdbool.h>
#include <stdint.h>

#include "board.h"
#include "parts.h"

#define KEEP_BODY 12u /* bytes of the longest event: a tag with 10 */

struct keep_event {
    uint32_t number;
    uint16_t question;
    uint8_t kind;
    uint8_t size;
    uint8_t body[KEEP_BODY];
    uint16_t crc;
};

struct keep_head {
    uint32_t epoch;
    uint32_t oldest; /* not acknowledged; `next` where none is */
    uint32_t next;   /* number of the next event */
    uint32_t test_count;
    uint8_t memory[PARTS_MEMORY]; /* of the parts, aligned as a uint32_t */
    uint16_t test_left;           /* TEST events that are still to be made */
    uint16_t dropped;
    uint16_t question;
    uint8_t turn; /* counts the heads written: the newer of two is the one */
    uint16_t crc;
    uint8_t mark;
};

struct keep_memory {
    struct keep_head heads[2];
    struct keep_event slots[BOARD_QUEUE];
};

struct keep {
    struct keep_memory *memory;
    struct keep_head now; /* changed freely, kept by the next keep_head() or keep_event() */
};

/* Loads the stored state. Returns false after a power loss (`cold`) or with invalid memory; everything then restarts
 * in `epoch`. */
bool keep_begin(struct keep *keep, struct keep_memory *memory, bool cold, uint32_t epoch);

/* Keeps `now`. */
void keep_head(struct keep *keep);

/* Stores `now` and one more event. Returns false where the queue is full: the event is counted as dropped, and `now`
 * is stored. */
bool keep_event(struct keep *keep, uint16_t question, uint8_t kind, const uint8_t *body, uint8_t size);

/* The events before `next` are dealt with. False: these numbers were never given. */
bool keep_until(struct keep *keep, uint32_t next);

/* The event with that number, which is at least `oldest` and less than `next`. False: its memory is damaged. */
bool keep_read(const struct keep *keep, uint32_t number, struct keep_event *event);

bool keep_is_full(const struct keep *keep);

#endif
