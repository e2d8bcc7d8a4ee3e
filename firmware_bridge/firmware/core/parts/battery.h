/* The battery: one lithium cell, its charge reckoned from its voltage. One below 500 mV is not fitted. */
#ifndef PARTS_BATTERY_H
#define PARTS_BATTERY_H

#include <stdint.h>

void battery_begin(uint16_t now);
void battery_poll(uint16_t now);

/* Percent of a lithium cell under a light load, from its millivolts. */
uint8_t battery_charge(uint16_t millivolts);

#endif
