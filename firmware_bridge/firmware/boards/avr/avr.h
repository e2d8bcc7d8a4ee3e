/* Declarations shared by the files of this board. */
#ifndef AVR_H
#define AVR_H

#include <stdbool.h>
#include <stdint.h>

void line_begin(void);
bool line_is_empty(void); /* nothing has come that was not received */
void line_drain(void);    /* waits until all is sent */

void pins_begin(void);

void adc_begin(void);
/* One conversion of a channel; `reference` is of ADMUX. Takes 110 us. */
uint16_t adc_read(uint8_t reference, uint8_t channel);

/* Mixes `seed` with noise of the converter and of the memory at power-on. Takes 2 ms. */
uint16_t chance(uint16_t seed);

/* EEPROM. */
void store_uid(uint8_t uid[8]); /* id of the board, made at the first start */
uint32_t store_next_boot(void); /* counts; takes up to 20 ms */

#endif
