#include "parts/buzzer.h"

#include "board.h"
#include "messages.h"
#include "parts.h"

struct tone {
    uint16_t hertz; /* 0: a rest */
    uint16_t ms;    /* 0: the end */
};

static const struct tone NOTHING[] = {{0, 0}};
static const struct tone READ[] = {{1760, 60}, {0, 0}};
static const struct tone DOUBT[] = {{880, 90}, {0, 60}, {880, 90}, {0, 0}};
static const struct tone YOUR_TURN[] = {{1319, 80}, {1760, 140}, {0, 0}};

static const struct tone *tone;
static uint16_t since; /* ms: of this tone */

static void play(const struct tone *next)
{
    tone = next;
    board_tone(tone->hertz);
}

static const struct tone *melody(uint8_t sound)
{
    switch (sound) {
    case LINK_SOUND_NONE:
        return NOTHING;
    case LINK_SOUND_READ:
        return READ;
    case LINK_SOUND_DOUBT:
        return DOUBT;
    case LINK_SOUND_YOUR_TURN:
        return YOUR_TURN;
    default:
        return 0;
    }
}

void buzzer_begin(uint16_t now)
{
    since = now;
    tone = NOTHING;
}

void buzzer_poll(uint16_t now)
{
    if (BOARD_BUZZER && tone->ms != 0u && (uint16_t)(now - since) >= tone->ms) {
        since = now;
        play(tone + 1);
    }
}

bool buzzer_sound(uint8_t sound)
{
    const struct tone *first = melody(sound);

    if (!BOARD_BUZZER || first == 0) {
        return false;
    }
    since = board_now();
    play(first);
    return true;
}
