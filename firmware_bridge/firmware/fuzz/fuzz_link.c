/* Bytes into the whole core of a board, under the sanitizers: `make fuzz`, then build/host/fuzz_link.
 *   fuzz_link [BYTES [SEED]]    made here: noise, good frames of any content, and good frames with a wrong byte
 *   fuzz_link FILE...           raw, for AFL++ and for what once went wrong
 *   LLVMFuzzerTestOneInput      where the compiler has libFuzzer (-DLIBFUZZER)
 * What the board says back must be whole frames with a good CRC, whatever it heard; else it aborts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app_run.h"
#include "frame.h"
#include "host.h"

#define PIECE 48u /* bytes received in one turn. The line buffers more */
#define ANSWERS 4096u

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

static struct frame_reader reader; /* of the board's output */
static unsigned long told[16];     /* frames that it said, by type */
static struct link_hello hello;    /* the last: its epoch and its numbers make acknowledgements that count */

static void learn(const struct frame *frame)
{
    told[frame->type]++;
    if (frame->type == LINK_HELLO && !link_hello_unpack(&hello, frame->payload, frame->size)) {
        fputs("the board said a HELLO of another length\n", stderr);
        abort();
    }
}

static void check_answers(void)
{
    static uint8_t said[ANSWERS];
    struct frame frame;
    uint16_t count = host_take(said, sizeof said);
    for (uint16_t i = 0u; i < count; i++) {
        enum frame_read read = frame_feed(&reader, said[i], &frame);
        if (read == FRAME_DAMAGED) {
            fputs("the board said something that is no frame\n", stderr);
            abort();
        }
        if (read == FRAME_WHOLE) {
            learn(&frame);
        }
    }
}

/* Advances time, moves a button and sometimes resets the board, controlled by the input bytes only. */
static void turn(const uint8_t *bytes, uint16_t count)
{
    host_feed(bytes, count);
    host_now = (uint16_t)(host_now + 1u + (bytes[0] & 15u));
    host_buttons = (uint16_t)(bytes[0] >> 5);
    host_struck = (bytes[0] & 16u) != 0u;
    app_turn();
    check_answers();
    if (host_restarted != 0u) {
        host_start.cold = (bytes[0] & 1u) != 0u;
        host_start.boot++;
        app_begin();
        check_answers();
    }
}

static void feed(const uint8_t *bytes, size_t count)
{
    while (count != 0u) {
        uint16_t piece = (uint16_t)(count < PIECE ? count : PIECE);
        turn(bytes, piece);
        bytes += piece;
        count -= piece;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    static bool begun;
    if (!begun) {
        app_begin();
        begun = true;
    }
    feed(bytes, count);
    return 0;
}

static uint32_t chance_state = 1u;

static uint32_t chance(uint32_t below)
{
    chance_state ^= chance_state << 13; /* xorshift */
    chance_state ^= chance_state >> 17;
    chance_state ^= chance_state << 5;
    return chance_state % below;
}

/* Makes a frame for the board, sometimes with the current session and epoch. */
static uint8_t good_frame(uint8_t *line)
{
    static const uint8_t types[] = {LINK_HELLO_REQ, LINK_ACK, LINK_NACK, LINK_CMD, LINK_CMD, LINK_CMD, LINK_EVENT, 15u};
    uint8_t payload[LINK_MOST_PAYLOAD];
    uint8_t type = types[chance(sizeof types)];
    uint8_t size = (uint8_t)chance(chance(3u) == 0u ? LINK_MOST_PAYLOAD + 1u : 12u);
    for (uint8_t i = 0u; i < sizeof payload; i++) {
        payload[i] = (uint8_t)(chance(2u) == 0u ? 0u : chance(256u));
    }
    if (type == LINK_CMD || type == LINK_HELLO_REQ) {
        payload[0] = LINK_VERSION * (type == LINK_HELLO_REQ);
        link_put16(payload + (type == LINK_HELLO_REQ ? 1u : 0u), 1u); /* one session for all of them */
    }
    if (type == LINK_CMD && chance(4u) != 0u) {
        static const uint8_t rare[] = {LINK_COMMAND_FLOOD, LINK_COMMAND_RESTART};
        payload[2] = chance(16u) == 0u ? rare[chance(sizeof rare)] : (uint8_t)(1u + chance(8u));
    }
    if ((type == LINK_ACK || type == LINK_NACK) && chance(4u) != 0u) {
        const struct link_ack ack = {.epoch = hello.epoch, .next = hello.oldest + chance(12u)};
        size = link_ack_pack(&ack, payload);
    }
    return frame_pack(type, (uint8_t)chance(256u), payload, size, line);
}

static size_t some_bytes(uint8_t *out)
{
    if (chance(3u) == 0u) {
        size_t count = 1u + chance(200u);
        for (size_t i = 0u; i < count; i++) {
            out[i] = (uint8_t)(chance(30u) == 0u ? 0u : chance(256u));
        }
        return count;
    }
    size_t count = good_frame(out);
    if (chance(4u) == 0u) {
        out[chance((uint32_t)count)] ^= (uint8_t)(1u << chance(8u));
    }
    return count;
}

static int made_here(unsigned long bytes)
{
    uint8_t out[256];
    unsigned long fed = 0u;
    while (fed < bytes) {
        size_t count = some_bytes(out);
        LLVMFuzzerTestOneInput(out, count);
        fed += count;
    }
    printf("%lu bytes heard; said: %lu HELLO, %lu EVENT, %lu RSP; nothing found\n", fed, told[LINK_HELLO],
           told[LINK_EVENT], told[LINK_RSP]);
    return told[LINK_HELLO] == 0u || told[LINK_EVENT] == 0u || told[LINK_RSP] == 0u;
}

static int of_file(const char *name)
{
    static uint8_t out[1u << 16];
    FILE *file = fopen(name, "rb");
    if (file == NULL) {
        perror(name);
        return 1;
    }
    for (size_t count; (count = fread(out, 1u, sizeof out, file)) != 0u;) {
        LLVMFuzzerTestOneInput(out, count);
    }
    fclose(file);
    return 0;
}

#ifndef LIBFUZZER
int main(int count, char **words)
{
    char *end = NULL;
    unsigned long bytes = count > 1 ? strtoul(words[1], &end, 10) : 1000000u;
    if (count > 1 && *end != '\0') { /* no number: files */
        int wrong = 0;
        for (int i = 1; i < count; i++) {
            wrong |= of_file(words[i]);
        }
        return wrong;
    }
    chance_state = count > 2 ? (uint32_t)(strtoul(words[2], NULL, 10) * 2u + 1u) : 1u;
    return made_here(bytes);
}
#endif
