/* What a board gives to the course (app.c) and to the parts. A board is a folder of boards/: it has these functions and, in
 * its pins.h, how much of each part may be fitted:
 *   BOARD_KIND        of link_board in messages.h
 *   BOARD_MFRC522     readers; slots 0.. are theirs          BOARD_PN532     readers; their slots follow
 *   BOARD_BUTTONS     BOARD_LAMPS of the ring                BOARD_SCALE, BOARD_TOWER, BOARD_BATTERY, BOARD_BUZZER: 0 or 1
 *   BOARD_QUEUE       events kept until they are acknowledged, a power of two
 *   BOARD_KEPT        attribute of memory that no start-up code clears and that a reset leaves as it is
 * Nothing here waits longer than its own sentence says. */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "pins.h"

/* Identity and start of the board. */
struct board_start {
    uint8_t reset;   /* of link_reset in messages.h */
    bool cold;       /* the power was away, or may have been: nothing in memory is to be believed */
    uint8_t uid[8]; /* permanent id */
    uint32_t boot;   /* another one after each reset */
    uint16_t chance; /* for a new epoch: hard to foresee, no secret */
};

/* Sets up clock, line and pins; once, at the start. Takes up to 30 ms: where there is nothing better, `boot` is counted in
 * memory that is slow to write. */
void board_begin(struct board_start *start);

/* Milliseconds since the reset; wraps. */
uint16_t board_now(void);

/* Nothing is left to do: sleeps until an interrupt, at most a millisecond. */
void board_idle(void);

/* Feeds the watchdog, which otherwise resets the board. Called in every turn of the loop. */
void board_alive(void);

/* Resets the board once the line has sent what it has: 0 by its watchdog, 1 into its bootloader. False: it has no such way. */
bool board_can_restart(uint8_t into);
void board_restart(uint8_t into);

/* Sends on the line. Waits until the bytes have room, at most their transmission time. On USB it waits 20 ms once for
 * a host that stopped reading; then bytes are dropped until it reads again. */
void board_send(const uint8_t *bytes, uint8_t count);
bool board_receive(uint8_t *byte); /* false: no byte has arrived */
uint16_t board_overruns(void);     /* bytes that came too fast, stays at 65535 */

/* The bus of the NFC readers: mode 0, most significant bit first, at most 5 MHz. One byte out, one in. */
void board_select(uint8_t slot, bool selected);
uint8_t board_spi(uint8_t out);

bool board_button(uint8_t index);  /* it is down now */
bool board_struck(void);           /* the tower: a beam was broken or a piezo struck since this was last asked */
bool board_scale_data(void);       /* DOUT of the HX711 */
void board_scale_clock(bool high); /* PD_SCK of the HX711 */
uint16_t board_millivolts(void);   /* at the battery, the divider reckoned in; takes at most 200 us */

/* Sends a WS2812 ring, green red blue per lamp. Takes 30 us per lamp, with interrupts off for one lamp at a time. */
void board_lamps(const uint8_t *grb, uint8_t lamps);

/* A tone without end, by a timer; 0 is silence. */
void board_tone(uint16_t hertz);

#endif
