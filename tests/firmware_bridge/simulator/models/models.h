/* Models of parts wired to a simulated board: NFC readers with tags, a load cell, lamps, a buzzer, a dice tower.
 * Written from the data sheets, not from our firmware: a model does not answer a request that the part would not
 * understand. Part of a test program; never shipped. */
#ifndef MODELS_H
#define MODELS_H

#include <stdbool.h>
#include <stddef.h>

#include "sim_avr.h"

/* Wires the parts to the pins that boards/avr/pins.h gives them; once, after the firmware is loaded. */
void models_attach(avr_t *avr);

/* The board was reset, and with it all timers of the simulation. */
void models_reset(void);

/* One line of the control socket. False: it is none of these.
 *   tag SLOT UID       lays a tag of 4, 7 or 10 bytes (hex) on a reader; two at once with a comma; `-` takes all away
 *   reader SLOT on|off a reader is wired (its chip starts anew) or torn off
 *   garble SLOT N      the next N answers of tags on a reader come damaged
 *   spoil N            the next N names that the PN532 tells have a bit wrong on their way to the board
 *   scale COUNTS|off|low what the load cell shows; off: no chip; low: its line hangs low
 *   strike             something falls through the tower
 *   lamps              answers the ring as RRGGBB, one after the other, and how many frames came torn
 *   tone               answers the frequency at the buzzer now, in hertz, and its edges since the last `tone`
 *   clashes            answers how often a tag was asked while another antenna was on */
bool models_command(const char *line, char *answer, size_t size);

#endif
