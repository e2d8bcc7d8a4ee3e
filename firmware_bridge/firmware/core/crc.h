/* CRC-16/CCITT-FALSE: polynomial 0x1021, most significant bit first, initial value 0xFFFF. Over "123456789" it is
 * 0x29B1. */
#ifndef CRC_H
#define CRC_H

#include <stdint.h>

#define CRC_START 0xFFFFu

/* Goes on with `crc` over the bytes. */
uint16_t crc16(uint16_t crc, const uint8_t *bytes, uint8_t count);

#endif
