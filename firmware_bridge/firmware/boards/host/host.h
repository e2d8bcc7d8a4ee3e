/* Control of a board on this machine, for tests. Only the buttons are fitted unless a test sets other pins. */
#ifndef HOST_H
#define HOST_H

#include <stdbool.h>
#include <stdint.h>

#include "board.h"

/* As the next app_begin() finds it. */
extern struct board_start host_start;
extern uint16_t host_now; /* ms; one more after each turn that had nothing to do */
extern uint16_t host_buttons; /* bit n: down */
extern bool host_struck;
extern bool host_scale_data;
extern uint16_t host_millivolts;
extern uint16_t host_tone;
extern uint8_t host_restarted; /* 1 + into, 0 without a request */
extern uint8_t (*host_spi)(uint8_t slot, uint8_t out);

/* The line: bytes for the board, and what it has sent since. */
void host_feed(const uint8_t *bytes, uint16_t count);
uint16_t host_take(uint8_t *bytes, uint16_t room);

/* Returns the memory that survives a reset, so that a test can damage it. */
uint8_t *host_kept(uint16_t *size);

/* One turn that ends in a reset after so many bytes were stored in what survives. True: the reset came. */
bool host_turn_cut_after(uint32_t stores);

#endif
