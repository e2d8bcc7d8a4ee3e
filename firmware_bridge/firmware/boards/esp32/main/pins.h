/* ESP32-C3 and ESP32-S3: which pin is what, and what may be fitted. All of it works at 3.3 V.
 *
 *                          C3                  S3
 *   SCK, MISO, MOSI        4, 5, 6             12, 13, 11
 *   select of MFRC522 0,1  7, 2                10, 9
 *   select of the PN532    -                   14 (slot 2)
 *   buttons to ground      9 (its own), 3      4, 5, 6
 *   tower, falling edge    1                   7
 *   WS2812                 8                   15
 *   buzzer                 10                  16
 *   HX711 DOUT, PD_SCK     20, 21              17, 18
 *   battery (ADC1 ch. 0)   0                   1        through 100 kOhm over 100 kOhm */
#ifndef PINS_H
#define PINS_H

#include "esp_attr.h"
#include "messages.h"
#include "sdkconfig.h"

#define BOARD_MFRC522 2u
#define BOARD_LAMPS 16u
#define BOARD_SCALE 1
#define BOARD_TOWER 1
#define BOARD_BATTERY 1
#define BOARD_BUZZER 1
#define BOARD_QUEUE 32u
#define BOARD_KEPT RTC_NOINIT_ATTR

#if CONFIG_IDF_TARGET_ESP32S3
#define BOARD_KIND LINK_BOARD_ESP32S3
#define BOARD_PN532 1u
#define BOARD_BUTTONS 3u
#define PINS_SELECT {10, 9, 14}
#define PINS_BUTTON {4, 5, 6}
enum pin { PIN_SCK = 12, PIN_MISO = 13, PIN_MOSI = 11, PIN_TOWER = 7, PIN_LAMPS = 15, PIN_BUZZER = 16 };
enum scale_pin { PIN_SCALE_DATA = 17, PIN_SCALE_CLOCK = 18 };
#define BATTERY_CHANNEL ADC_CHANNEL_0
#elif CONFIG_IDF_TARGET_ESP32C3
#define BOARD_KIND LINK_BOARD_ESP32C3
#define BOARD_PN532 0u
#define BOARD_BUTTONS 2u
#define PINS_SELECT {7, 2}
#define PINS_BUTTON {9, 3}
enum pin { PIN_SCK = 4, PIN_MISO = 5, PIN_MOSI = 6, PIN_TOWER = 1, PIN_LAMPS = 8, PIN_BUZZER = 10 };
enum scale_pin { PIN_SCALE_DATA = 20, PIN_SCALE_CLOCK = 21 };
#define BATTERY_CHANNEL ADC_CHANNEL_0
#else
#error "pins are known for the ESP32-C3 and the ESP32-S3"
#endif

#endif
