#include "crc.h"

/* Four steps a byte instead of a table of 512 bytes: the table would be a quarter of an ATmega328P's memory or slow to read
 * from its flash. */
uint16_t crc16(uint16_t crc, const uint8_t *bytes, uint8_t count)
{
    while (count-- != 0u) {
        uint8_t x = (uint8_t)((crc >> 8) ^ *bytes++);
        x = (uint8_t)(x ^ (x >> 4));
        crc = (uint16_t)((uint16_t)(crc << 8) ^ (uint16_t)((uint16_t)x << 12) ^ (uint16_t)((uint16_t)x << 5) ^ x);
    }
    return crc;
}
