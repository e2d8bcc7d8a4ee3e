/* The course of a board: what its parts may ask of it. */
#ifndef APP_H
#define APP_H

#include <stdbool.h>
#include <stdint.h>

/* PARTS_MEMORY bytes that survive a reset. Parts change them freely. They are stored by the next app_event() or
 * app_remember(), atomically with the event. So a part first records that it has reported a change, then reports it. */
uint8_t *app_memory(void);
void app_remember(void);

/* Something happened: `body` as in messages.toml. False: the queue was full, and it is counted as dropped. */
bool app_event(uint8_t kind, const uint8_t *body, uint8_t size);

/* Like app_event() for a change at an unknown time, possibly long before the current question. */
bool app_event_unasked(uint8_t kind, const uint8_t *body, uint8_t size);

#endif
