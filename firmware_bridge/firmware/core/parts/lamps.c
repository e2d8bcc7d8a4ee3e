#include "parts/lamps.h"

#include <string.h>

#include "messages.h"
#include "parts/memory.h"

#define FRAME_MS 40u
#define BREATH_FRAMES 64u /* 2.56 s */
#define FLASH_FRAMES 12u  /* 0.48 s */
#define CALM 128u         /* of 255 */

/* Half a breath in 32 steps: a square sine from dim to bright, for the eye sees brightness by its root. Of 255. */
static const uint8_t BREATH[BREATH_FRAMES / 2u] = {
    20,  21,  22,  24,  28,  32,  37,  43,  50,  58,  66,  75,  84,  94,  105, 115,
    126, 137, 148, 159, 169, 180, 190, 199, 208, 217, 224, 231, 238, 243, 248, 252,
};

static struct {
    uint8_t rgb[3];
    uint8_t mood;
} lamps[AT_LEAST_ONE(BOARD_LAMPS)];

static uint16_t shown; /* ms: of the last frame */
static uint8_t frame;
static bool changed;

static uint8_t brightness(uint8_t mood)
{
    uint8_t at = frame % BREATH_FRAMES;

    switch (mood) {
    case LINK_MOOD_CALM:
        return CALM;
    case LINK_MOOD_ASKED:
        return BREATH[at < BREATH_FRAMES / 2u ? at : BREATH_FRAMES - 1u - at];
    case LINK_MOOD_DANGER:
        return frame % FLASH_FRAMES < FLASH_FRAMES / 2u ? 255u : 0u;
    default:
        return 0;
    }
}

static uint8_t dimmed(uint8_t colour, uint8_t by)
{
    return (uint8_t)((uint16_t)(colour * (uint16_t)(by + 1u)) >> 8);
}

static void show(void)
{
    uint8_t grb[AT_LEAST_ONE(BOARD_LAMPS) * 3];

    for (uint8_t lamp = 0; lamp < BOARD_LAMPS; lamp++) {
        uint8_t by = brightness(lamps[lamp].mood);

        grb[3u * lamp] = dimmed(lamps[lamp].rgb[1], by);
        grb[3u * lamp + 1u] = dimmed(lamps[lamp].rgb[0], by);
        grb[3u * lamp + 2u] = dimmed(lamps[lamp].rgb[2], by);
    }
    board_lamps(grb, BOARD_LAMPS);
}

static bool is_moving(void)
{
    for (uint8_t lamp = 0; lamp < BOARD_LAMPS; lamp++) {
        if (lamps[lamp].mood == LINK_MOOD_ASKED || lamps[lamp].mood == LINK_MOOD_DANGER) {
            return true;
        }
    }
    return false;
}

void lamps_begin(uint16_t now)
{
    for (uint8_t lamp = 0; lamp < BOARD_LAMPS; lamp++) {
        lamps[lamp].mood = LINK_MOOD_OFF;
    }
    shown = now;
    frame = 0;
    changed = true; /* the ring may still show what it did before the reset */
}

void lamps_poll(uint16_t now)
{
    if (BOARD_LAMPS == 0 || (uint16_t)(now - shown) < FRAME_MS) {
        return;
    }
    shown = now;
    if (!changed && !is_moving()) {
        return;
    }
    changed = false;
    frame = (uint8_t)(frame + 1u < BREATH_FRAMES * 3u ? frame + 1u : 0u); /* 192 frames: a multiple of both */
    show();
}

bool lamps_light(uint8_t first, uint8_t count, const uint8_t rgb[3], uint8_t mood)
{
    if (first > BOARD_LAMPS || count > BOARD_LAMPS - first || mood > LINK_MOOD_OFF) {
        return false;
    }
    for (uint8_t lamp = first; lamp < first + count; lamp++) {
        memcpy(lamps[lamp].rgb, rgb, sizeof lamps[lamp].rgb);
        lamps[lamp].mood = mood;
    }
    changed = true;
    return true;
}
