/* The buzzer: short sounds of a few tones each. */
#ifndef PARTS_BUZZER_H
#define PARTS_BUZZER_H

#include <stdint.h>

void buzzer_begin(uint16_t now);
void buzzer_poll(uint16_t now);

#endif
