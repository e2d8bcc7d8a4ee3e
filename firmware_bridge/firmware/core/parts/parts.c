/* The parts of a board, one after the other. */
#include "parts.h"

#include "board.h"
#include "parts/battery.h"
#include "parts/button.h"
#include "parts/buzzer.h"
#include "parts/lamps.h"
#include "parts/memory.h"
#include "parts/nfc.h"
#include "parts/scale.h"
#include "parts/tower.h"

#define OTHERS_SCALE 0x01u
#define OTHERS_TOWER 0x02u
#define OTHERS_BATTERY 0x04u
#define OTHERS_BUZZER 0x08u

void parts_begin(uint16_t now, bool warm)
{
    nfc_begin(now);
    button_begin(now, warm);
    scale_begin(now);
    tower_begin(now);
    battery_begin(now);
    lamps_begin(now);
    buzzer_begin(now);
}

void parts_poll(uint16_t now)
{
    button_poll(now);
    tower_poll(now);
    nfc_poll(now);
    scale_poll(now);
    battery_poll(now);
    lamps_poll(now);
    buzzer_poll(now);
}

uint8_t parts_others(void)
{
    bool scale = scale_lifted() != 255u;
    bool battery = battery_percent() != 255u;

    return (uint8_t)((scale ? OTHERS_SCALE : 0u) | (BOARD_TOWER ? OTHERS_TOWER : 0u) | (battery ? OTHERS_BATTERY : 0u)
                     | (BOARD_BUZZER ? OTHERS_BUZZER : 0u));
}
