/* ATmega328P (Arduino Uno, Nano) at 16 MHz: which pin is what, and what may be fitted. The table in ../../README.md says the
 * same in words for who holds the wires.
 *
 *   D0 RXD, D1 TXD  the line         D2, D4, D5  buttons to ground      D3  beam or piezo of the tower, falling edge
 *   D6 DOUT, D7 PD_SCK of the HX711  D8  WS2812                         D9  buzzer (OC1A)
 *   D11 MOSI, D12 MISO, D13 SCK      D10, A0, A1  select of MFRC522 0..2, A2 of the PN532 (on SPI)
 *   A3  battery through 330 kOhm over 100 kOhm                          A4, A5  free */
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
#define BOARD_KEPT __attribute__((section(".noinit")))

/* Bits of PORTB */
#define PIN_LAMPS 0
#define PIN_BUZZER 1
#define PIN_SELECT_0 2
#define PIN_MOSI 3
#define PIN_SCK 5
/* Bits of PORTC */
#define PIN_SELECT_1 0
#define PIN_SELECT_2 1
#define PIN_SELECT_3 2
#define PIN_BATTERY 3 /* also the channel of the ADC */
/* Bits of PORTD */
#define PIN_BUTTON_0 2
#define PIN_TOWER 3
#define PIN_BUTTON_1 4
#define PIN_BUTTON_2 5
#define PIN_SCALE_DATA 6
#define PIN_SCALE_CLOCK 7

#endif
