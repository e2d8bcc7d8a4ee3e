/* Interface between the main loop (app.c) and the parts, each a file of parts/. A part is a state machine and never
 * waits. */
#ifndef PARTS_H
#define PARTS_H

#include <stdbool.h>
#include <stdint.h>

/* At most so many bytes of theirs survive a reset, see app_memory(). */
#define PARTS_MEMORY 64u

/* warm: app_memory() is as before the reset, and present tags are not repeated. Else it is all 0. */
void parts_begin(uint16_t now, bool warm);
/* Called in every turn of the loop. Returns within 3 ms (0.5 ms on average; an ATmega328P polling a PN532 is slowest).
 * The line buffers 5 ms. */
void parts_poll(uint16_t now);

/* For HELLO: what is fitted. */
uint8_t nfc_slots(void);
uint8_t parts_others(void); /* bits as in HELLO.others */

/* For STATE and TAG_AT. */
uint8_t nfc_tags(void); /* bit n: reader n has a tag */
uint8_t nfc_broken(void);                           /* bit n: reader n does not answer */
uint8_t nfc_tag_at(uint8_t slot, uint8_t uid[10]);  /* its length: 0, 4, 7 or 10 */
uint8_t buttons_down(void);                         /* bit n: button n is down */
uint8_t scale_lifted(void);                         /* 0, 1; 255 without a load cell */
uint8_t battery_percent(void);                      /* 0..100; 255 without a battery */

/* For LIGHT and BUZZ. */
bool lamps_light(uint8_t first, uint8_t count, const uint8_t rgb[3], uint8_t mood); /* false: no such lamps */
bool buzzer_sound(uint8_t sound);                                                   /* false: no such sound */

#endif
