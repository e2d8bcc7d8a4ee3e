/* What the files of this board have of each other: each sets up its part of the chip, and stops where that fails. */
#ifndef ESP32_H
#define ESP32_H

void gpio_begin(void);
void adc_begin(void);
void lamps_begin_rmt(void);
void tone_begin(void);
void line_begin(void);
void line_drain(void);

#endif
