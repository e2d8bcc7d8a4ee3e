/* A frame on the line: COBS of (version and type, sequence, payload, CRC), then a 0. */
#ifndef FRAME_H
#define FRAME_H

#include <stdbool.h>
#include <stdint.h>

#include "messages.h"

#define FRAME_MOST (LINK_MOST_PAYLOAD + 4u) /* bytes, decoded */
#define FRAME_MOST_LINE (FRAME_MOST + 2u)   /* bytes on the line, the 0 included */

struct frame {
    uint8_t version;
    uint8_t type;
    uint8_t sequence;
    uint8_t size;
    const uint8_t *payload; /* inside of what was given */
};

/* Writes at most FRAME_MOST_LINE bytes and returns how many. `size` is at most LINK_MOST_PAYLOAD. */
uint8_t frame_pack(uint8_t type, uint8_t sequence, const uint8_t *payload, uint8_t size, uint8_t *out);

/* Decodes `line` in place, without its 0. Returns false for an incomplete or damaged frame. */
bool frame_unpack(struct frame *frame, uint8_t *line, uint8_t count);

/* The received part of a frame. Initialize with 0. */
struct frame_reader {
    uint8_t line[FRAME_MOST_LINE];
    uint8_t count;
    bool too_long;
};

enum frame_read { FRAME_NONE, FRAME_WHOLE, FRAME_DAMAGED };

/* FRAME_WHOLE: `frame` is filled, until the next byte is fed. */
enum frame_read frame_feed(struct frame_reader *reader, uint8_t byte, struct frame *frame);

#endif
