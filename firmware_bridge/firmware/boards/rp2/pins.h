/* Raspberry Pi Pico (RP2040) and Pico 2 (RP2350): which pin is what, and what may be fitted. All of it works at 3.3 V; the
 * same pins on both.
 *
 *   GP0 TX, GP1 RX  the line where there is no USB   GP2, GP3, GP4  buttons to ground   GP5  beam or piezo, falling edge
 *   GP6  WS2812                                      GP7  buzzer                        GP14 DOUT, GP15 PD_SCK of the HX711
 *   GP16 MISO, GP18 SCK, GP19 MOSI   GP17, GP20, GP21  select of MFRC522 0..2, GP22 of the PN532 (on SPI)
 *   GP28 (ADC2)  battery through 100 kOhm over 100 kOhm */
#ifndef PINS_H
#define PINS_H

#include "messages.h"

#ifdef BOARD_IS_RP2350
#define BOARD_KIND LINK_BOARD_RP2350
#else
#define BOARD_KIND LINK_BOARD_RP2040
#endif
#define BOARD_MFRC522 3u
#define BOARD_PN532 1u
#define BOARD_BUTTONS 3u
#define BOARD_LAMPS 16u
#define BOARD_SCALE 1
#define BOARD_TOWER 1
#define BOARD_BATTERY 1
#define BOARD_BUZZER 1
#define BOARD_QUEUE 32u
#define BOARD_KEPT __attribute__((section(".noinit")))

enum pin {
    PIN_TX = 0,
    PIN_RX = 1,
    PIN_BUTTON_0 = 2,
    PIN_BUTTON_1 = 3,
    PIN_BUTTON_2 = 4,
    PIN_TOWER = 5,
    PIN_LAMPS = 6,
    PIN_BUZZER = 7,
    PIN_SCALE_DATA = 14,
    PIN_SCALE_CLOCK = 15,
    PIN_MISO = 16,
    PIN_SELECT_0 = 17,
    PIN_SCK = 18,
    PIN_MOSI = 19,
    PIN_SELECT_1 = 20,
    PIN_SELECT_2 = 21,
    PIN_SELECT_3 = 22,
    PIN_BATTERY = 28,
};

#endif
