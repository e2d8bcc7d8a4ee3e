/* A tag as a reader names it, and what one look at a reader finds. */
#ifndef PARTS_TAG_H
#define PARTS_TAG_H

#include <stdbool.h>
#include <stdint.h>

#define TAG_MOST 10u /* bytes of the longest name: cascade level 3 of ISO 14443-3 */

struct tag {
    uint8_t length; /* 4, 7 or 10; 0 where there is none */
    uint8_t uid[TAG_MOST];
};

/* A look takes some milliseconds and is asked again until it is over. */
enum look {
    LOOK_ON,     /* it goes on */
    LOOK_TAG,    /* one tag lies there, and here is its name */
    LOOK_NONE,   /* none answers, or what answered was damaged */
    LOOK_MIXED,  /* several answer at once: which of them is meant cannot be told */
    LOOK_SILENT, /* the reader itself does not answer */
};

void tag_clear(struct tag *tag);
bool tag_same(const struct tag *one, const struct tag *other);

#endif
