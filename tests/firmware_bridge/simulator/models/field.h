/* Tags in the field of one antenna, as ISO 14443-3 type A has them behave. */
#ifndef FIELD_H
#define FIELD_H

#include <stdbool.h>
#include <stdint.h>

#define FIELD_MOST_TAGS 2
#define FIELD_LONGEST 16

enum card_state { CARD_IDLE, CARD_READY, CARD_ACTIVE };

struct card {
    uint8_t uid[10];
    int length;
    enum card_state state;
    int level; /* of the cascade */
};

struct field {
    struct card cards[FIELD_MOST_TAGS];
    int count;
    bool on;
    uint64_t since_us; /* it is on */
    int garble;        /* answers yet to be damaged */
};

/* Bytes received by the antenna. */
struct heard {
    int count; /* bytes; 0: nothing */
    uint8_t bytes[FIELD_LONGEST];
    bool collision;
};

void field_switch(struct field *field, bool on, uint64_t now_us);
/* `uids` is hex, two with a comma, `-` for none. Returns false for other text. */
bool field_lay(struct field *field, const char *uids);
/* A frame of `count` bytes, of the last of them `bits` bits (0: all). */
struct heard field_ask(struct field *field, const uint8_t *frame, int count, int bits, uint64_t now_us);

uint16_t field_crc(const uint8_t *bytes, int count);

#endif
