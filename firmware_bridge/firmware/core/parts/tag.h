/* A tag as a reader names it, and what one look at a reader finds. */
#ifndef PARTS_TAG_H
#define PARTS_TAG_H

#include <stdbool.h>
#include <stdint.h>

#define TAG_MOST 10u /* bytes of the longest name: cascade level 3 of ISO 14443-3 */

struct tag {
    uint8_t length; /* 4, 7 or 10; 0 without a tag */
    uint8_t uid[TAG_MOST];
};

/* A poll takes some milliseconds: repeat until it is over. */
enum look {
    LOOK_ON,     /* it goes on */
    LOOK_TAG, /* one tag, with its id */
    LOOK_NONE,   /* none answers, or what answered was damaged */
    LOOK_MIXED, /* several tags answer */
    LOOK_SILENT, /* the reader itself does not answer */
};

void tag_clear(struct tag *tag);
bool tag_same(const struct tag *one, const struct tag *other);

#endif
