/* The EEPROM: who the board is, and how often it has started. Address 0 is left alone: it is what a falling supply damages.
 *   0x10  8 bytes, the board's id, then their CRC, big-endian
 *   0x20  4 records of 6 bytes, written in turn: the count of starts and its CRC, big-endian. A record torn by a reset is
 *         not valid and the one before it is; each cell is written at every fourth start. */
#include <avr/eeprom.h>

#include "avr.h"
#include "crc.h"
#include "messages.h"

#define UID 0x10u
#define UID_SIZE 8u
#define BOOTS 0x20u
#define BOOT_RECORDS 4u
#define BOOT_SIZE 4u
#define CRC_SIZE 2u

static void *cell(uint16_t address)
{
    return (void *)(uintptr_t)address;
}

static bool read_checked(uint16_t address, uint8_t *bytes, uint8_t count)
{
    uint8_t crc[CRC_SIZE];
    eeprom_read_block(bytes, cell(address), count);
    eeprom_read_block(crc, cell((uint16_t)(address + count)), sizeof crc);
    return link_get16(crc) == crc16(CRC_START, bytes, count);
}

static void write_checked(uint16_t address, const uint8_t *bytes, uint8_t count)
{
    uint8_t crc[CRC_SIZE];
    link_put16(crc, crc16(CRC_START, bytes, count));
    eeprom_update_block(bytes, cell(address), count);
    eeprom_update_block(crc, cell((uint16_t)(address + count)), sizeof crc);
}

void store_uid(uint8_t uid[8])
{
    if (read_checked(UID, uid, UID_SIZE)) {
        return;
    }
    uint16_t seed = CRC_START;
    for (uint8_t i = 0u; i < UID_SIZE; i = (uint8_t)(i + 2u)) {
        seed = chance(seed);
        link_put16(uid + i, seed);
    }
    write_checked(UID, uid, UID_SIZE);
}

static uint16_t record(uint32_t boot)
{
    return (uint16_t)(BOOTS + (boot % BOOT_RECORDS) * (BOOT_SIZE + CRC_SIZE));
}

uint32_t store_next_boot(void)
{
    uint8_t bytes[BOOT_SIZE];
    uint32_t last = 0u;
    for (uint8_t i = 0u; i < BOOT_RECORDS; i++) {
        if (read_checked(record(i), bytes, BOOT_SIZE) && link_get32(bytes) > last) {
            last = link_get32(bytes);
        }
    }
    link_put32(bytes, last + 1u);
    write_checked(record(last + 1u), bytes, BOOT_SIZE);
    return last + 1u;
}
