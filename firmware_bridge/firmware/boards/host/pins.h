/* This machine, where the core is tested: as much of each part as there may be. */
#ifndef PINS_H
#define PINS_H

#include "messages.h"

#define BOARD_KIND LINK_BOARD_UNO
#define BOARD_MFRC522 3u
#define BOARD_PN532 1u
#define BOARD_BUTTONS 3u
#define BOARD_LAMPS 16u
#define BOARD_SCALE 1
#define BOARD_TOWER 1
#define BOARD_BATTERY 1
#define BOARD_BUZZER 1
#define BOARD_QUEUE 8u
#define BOARD_KEPT __attribute__((section("kept")))

#endif
