/* Declarations shared by the files of this board. Each sets up its part of the chip, and aborts on an error. */
#ifndef ESP32_H
#define ESP32_H

void gpio_begin(void);
void adc_begin(void);
void lamps_begin_rmt(void);
void tone_begin(void);
void line_begin(void);
void line_drain(void);

#endif
