/* ISO 14443-3 type A: the dialogue that reads a tag's whole id, without access to a reader. An id of 4, 7 or 10 bytes
 * has one, two or three levels. At each the reader asks for four bytes with a check byte (BCC), repeats them with
 * SELECT, and the tag answers SAK: whether more follows. The checksums of SELECT and SAK are computed here, so that a
 * reader only transports bytes. */
#ifndef PARTS_ISO14443_H
#define PARTS_ISO14443_H

#include "parts/tag.h"

#define ISO_WAKE 0x52u /* WUPA, seven bits: also wakes halted tags */
#define ISO_WAKE_BITS 7u
#define ISO_ATQA_SIZE 2u
#define ISO_BCC_SIZE 5u     /* four bytes and their check byte */
#define ISO_SAK_SIZE 3u     /* SAK and CRC_A */
#define ISO_SELECT_SIZE 9u

/* State of reading one id. */
struct naming {
    uint8_t level;              /* 0..2 */
    uint8_t part[ISO_BCC_SIZE]; /* of this level */
    struct tag tag;
};

/* CRC_A: polynomial 0x1021 reflected, initial value 0x6363, low byte first. */
uint16_t iso_crc(const uint8_t *bytes, uint8_t count);

void naming_begin(struct naming *naming);
/* Writes the two bytes that ask for this level's part. */
void naming_ask(const struct naming *naming, uint8_t out[2]);
/* Takes the part; false where its check byte is wrong. */
bool naming_take(struct naming *naming, const uint8_t part[ISO_BCC_SIZE]);
/* Writes SELECT for the part taken. */
void naming_select(const struct naming *naming, uint8_t out[ISO_SELECT_SIZE]);
/* Takes SAK: LOOK_ON where another level follows, LOOK_TAG where `tag` is whole, LOOK_NONE where it cannot be so. */
enum look naming_sak(struct naming *naming, const uint8_t sak[ISO_SAK_SIZE]);

#endif
