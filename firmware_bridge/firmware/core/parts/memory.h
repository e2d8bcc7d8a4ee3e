/* State of the parts over a reset, see app_memory(). All 0 after a cold start. */
#ifndef PARTS_REMEMBERED_H
#define PARTS_REMEMBERED_H

#include "app.h"
#include "board.h"
#include "parts.h"
#include "parts/tag.h"

/* An array of a part that is not fitted has one unused member. */
#define AT_LEAST_ONE(count) ((count) != 0 ? (count) : 1)

#define NFC_SLOTS (BOARD_MFRC522 + BOARD_PN532)

struct memory {
    struct tag lies[AT_LEAST_ONE(NFC_SLOTS)]; /* reported as laid */
    uint8_t fitted;                           /* bit n: the reader of slot n has answered once */
    uint8_t broken; /* bit n: reported as not answering */
    uint8_t buttons; /* bit n: button n was reported as pressed */
    uint8_t scale;                            /* SCALE_... bits of scale.c */
    int32_t tare;                             /* of the load cell with the bag on it */
};

_Static_assert(sizeof(struct memory) <= PARTS_MEMORY, "more is remembered than there is room for");

static inline struct memory *memory(void)
{
    return (struct memory *)(void *)app_memory();
}

#endif
