/* The course of a board: what its parts may ask of it. */
#ifndef APP_H
#define APP_H

#include <stdbool.h>
#include <stdint.h>

/* PARTS_MEMORY bytes that survive a reset. Parts change them freely; what they hold is kept at the next app_event() or
 * app_remember(), all together with the event, so that a reset never finds the one without the other: a part writes down
 * that it has told a thing, then tells it. */
uint8_t *app_memory(void);
void app_remember(void);

/* Something happened: `body` as in messages.toml. False: the queue was full, and it is counted as dropped. */
bool app_event(uint8_t kind, const uint8_t *body, uint8_t size);

/* The same, of something that nobody knows the time of: it may have been so long before the question came. */
bool app_event_unasked(uint8_t kind, const uint8_t *body, uint8_t size);

#endif
