/* USART0 of the simulated board, on a pseudo-terminal or a TCP port. */
#ifndef LINE_H
#define LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "sim_avr.h"

struct line_counts {
    uint64_t sent;     /* bytes of the board */
    uint64_t received; /* bytes for the board */
    uint64_t unheard; /* sent while the line was closed */
    uint64_t flipped;  /* bits, both ways together */
    uint64_t opened; /* how often the line was opened */
};

extern struct line_counts line_counts;

/* `link` is a symbolic link to the pseudo-terminal, NULL for none. `port` is a TCP port on 127.0.0.1, 0 for none.
 * Returns false with errno. */
bool line_begin(avr_t *avr, const char *link, int port, uint32_t baud);

/* The cable is pulled: the pseudo-terminal is gone, and its link. Put in again there is another one. */
void line_unplug(void);
bool line_plug(void);

/* From now on that part of all bytes has one bit wrong, both ways. */
void line_noise(double rate, uint32_t seed);

/* Transfers bytes in both directions. Returns true where the board received some. */
bool line_service(void);

/* Returns true once after the pseudo-terminal was opened. */
bool line_was_opened(void);

/* Drops bytes in transit to the board after its reset. */
void line_reset(void);

/* Files to wait for; returns how many, at most 2. */
int line_files(int *files);

#endif
