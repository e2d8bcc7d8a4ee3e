#include "frame.h"

#include <string.h>

#include "cobs.h"
#include "crc.h"

#define HEADER 2u
#define TAIL 2u

uint8_t frame_pack(uint8_t type, uint8_t sequence, const uint8_t *payload, uint8_t size, uint8_t *out)
{
    uint8_t *raw = out + 1;
    raw[0] = (uint8_t)((LINK_VERSION << 4) | type);
    raw[1] = sequence;
    if (size != 0u) {
        memcpy(raw + HEADER, payload, size);
    }
    size = (uint8_t)(size + HEADER);
    uint16_t crc = crc16(CRC_START, raw, size);
    raw[size] = (uint8_t)(crc & 0xFFu); /* the low byte first, see link/PROTOCOL.md */
    raw[size + 1u] = (uint8_t)(crc >> 8);
    uint8_t count = cobs_encode(raw, (uint8_t)(size + TAIL), out);
    out[count] = 0u;
    return (uint8_t)(count + 1u);
}

bool frame_unpack(struct frame *frame, uint8_t *line, uint8_t count)
{
    uint8_t size = cobs_decode(line, count, line);
    if (size < HEADER + TAIL) {
        return false;
    }
    uint16_t crc = crc16(CRC_START, line, (uint8_t)(size - TAIL));
    if (line[size - 2u] != (uint8_t)(crc & 0xFFu) || line[size - 1u] != (uint8_t)(crc >> 8)) {
        return false;
    }
    frame->version = line[0] >> 4;
    frame->type = line[0] & 0x0Fu;
    frame->sequence = line[1];
    frame->payload = line + HEADER;
    frame->size = (uint8_t)(size - HEADER - TAIL);
    return true;
}

enum frame_read frame_feed(struct frame_reader *reader, uint8_t byte, struct frame *frame)
{
    if (byte != 0u) {
        if (reader->count < FRAME_MOST_LINE - 1u) {
            reader->line[reader->count++] = byte;
        } else {
            reader->too_long = true;
        }
        return FRAME_NONE;
    }
    uint8_t count = reader->count;
    bool too_long = reader->too_long;
    reader->count = 0u;
    reader->too_long = false;
    if (count == 0u) {
        return FRAME_NONE; /* a 0 too many does no harm: a sender may begin with one */
    }
    return !too_long && frame_unpack(frame, reader->line, count) ? FRAME_WHOLE : FRAME_DAMAGED;
}
