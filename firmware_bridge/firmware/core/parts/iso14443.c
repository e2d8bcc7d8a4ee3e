#include "parts/iso14443.h"

#include <string.h>

#define ANTICOLLISION 0x20u
#define SELECT 0x70u
#define CASCADE_TAG 0x88u /* in place of the first byte: the name goes on at the next level */
#define SAK_MORE 0x04u
#define LEVELS 3u

static uint8_t select_code(uint8_t level)
{
    return (uint8_t)(0x93u + 2u * level);
}

uint16_t iso_crc(const uint8_t *bytes, uint8_t count)
{
    uint16_t crc = 0x6363u;

    while (count-- != 0u) {
        crc = (uint16_t)(crc ^ *bytes++);
        for (uint8_t bit = 0; bit < 8u; bit++) {
            crc = (uint16_t)((crc & 1u) != 0u ? (crc >> 1) ^ 0x8408u : crc >> 1);
        }
    }
    return crc;
}

static void put_crc(uint8_t *bytes, uint8_t count)
{
    uint16_t crc = iso_crc(bytes, count);

    bytes[count] = (uint8_t)(crc & 0xFFu);
    bytes[count + 1u] = (uint8_t)(crc >> 8);
}

void naming_begin(struct naming *naming)
{
    naming->level = 0;
    tag_clear(&naming->tag);
}

void naming_ask(const struct naming *naming, uint8_t out[2])
{
    out[0] = select_code(naming->level);
    out[1] = ANTICOLLISION;
}

bool naming_take(struct naming *naming, const uint8_t part[ISO_BCC_SIZE])
{
    memcpy(naming->part, part, ISO_BCC_SIZE);
    return (uint8_t)(part[0] ^ part[1] ^ part[2] ^ part[3]) == part[4];
}

void naming_select(const struct naming *naming, uint8_t out[ISO_SELECT_SIZE])
{
    out[0] = select_code(naming->level);
    out[1] = SELECT;
    memcpy(out + 2, naming->part, ISO_BCC_SIZE);
    put_crc(out, ISO_SELECT_SIZE - 2u);
}

static void keep_part(struct naming *naming, uint8_t from)
{
    while (from < ISO_BCC_SIZE - 1u) {
        naming->tag.uid[naming->tag.length++] = naming->part[from++];
    }
}

enum look naming_sak(struct naming *naming, const uint8_t sak[ISO_SAK_SIZE])
{
    bool more = (sak[0] & SAK_MORE) != 0u;
    uint16_t crc = iso_crc(sak, ISO_SAK_SIZE - 2u);

    if (sak[1] != (crc & 0xFFu) || sak[2] != crc >> 8) {
        return LOOK_NONE;
    }
    /* The cascade tag and SAK repeat the same information. Where they differ, the answer is damaged. */
    if (more != (naming->part[0] == CASCADE_TAG) || (more && naming->level == LEVELS - 1u)) {
        return LOOK_NONE;
    }
    keep_part(naming, more ? 1u : 0u);
    naming->level++;
    return more ? LOOK_ON : LOOK_TAG;
}
