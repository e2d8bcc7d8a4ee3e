/* What a test tells the simulated board, a line each on standard input; each is answered by one line: "ok ..." or "no ...".
 *   pin D 2 0|1|-      holds a pin low or high, or lets it go          get D 2      its level: "ok 1"
 *   adc 3 900          millivolts at a channel                         eeprom ADDRESS [HEX]   reads 16 bytes, or writes
 *   peek ADDRESS N     bytes of memory                                 poke ADDRESS HEX
 *   reset [pin|unknown|watchdog|brownout] [CYCLES]   now, or so many cycles later, and memory stays; unknown: as behind a
 *                    bootloader that hides the cause
 *   power [unknown]    was away: memory holds anything                 unplug, plug   the cable of the line
 *   noise RATE SEED    of bytes with a bit wrong, both ways            stat           what was counted
 * and what the models of parts know, see models/models.h. The end of standard input ends the program. */
#ifndef CONTROL_H
#define CONTROL_H

#include <stdbool.h>

#include "sim_avr.h"

/* From now on standard output is ours alone: libsimavr talks there too, and then goes to standard error. */
void control_claim(void);

void control_begin(avr_t *avr);

/* Lines that have come are done. */
void control_service(void);

#endif
