#include "parts/pn532_frame.h"

#include "board.h"

/* First byte of each exchange on SPI. The chip speaks the least significant bit first; see turned(). */
#define DATA_WRITING 0x01u
#define STATUS_READING 0x02u
#define DATA_READING 0x03u
#define STATUS_READY 0x01u

#define TO_CHIP 0xD4u
#define FROM_CHIP 0xD5u

static const uint8_t ACK[] = {0x00, 0x00, 0xFF, 0x00, 0xFF, 0x00};

/* The eight bits in the other order: this bus sends the most significant one first. */
static uint8_t turned(uint8_t byte)
{
    byte = (uint8_t)((byte >> 4) | (byte << 4));
    byte = (uint8_t)(((byte & 0xCCu) >> 2) | ((byte & 0x33u) << 2));
    return (uint8_t)(((byte & 0xAAu) >> 1) | ((byte & 0x55u) << 1));
}

static uint8_t trade(uint8_t byte)
{
    return turned(board_spi(turned(byte)));
}

bool pn532_has_something(uint8_t slot)
{
    uint8_t status;

    board_select(slot, true);
    (void)trade(STATUS_READING);
    status = trade(0);
    board_select(slot, false);
    return (status & STATUS_READY) != 0u;
}

/* Normal frame: 00 00 FF, length and its complement, data, checksum, 00. */
void pn532_send(uint8_t slot, const uint8_t *bytes, uint8_t count)
{
    uint8_t size = (uint8_t)(count + 1u);
    uint8_t sum = TO_CHIP;

    board_select(slot, true);
    (void)trade(DATA_WRITING);
    (void)trade(0x00);
    (void)trade(0x00);
    (void)trade(0xFF);
    (void)trade(size);
    (void)trade((uint8_t)(0u - size));
    (void)trade(TO_CHIP);
    for (uint8_t i = 0; i < count; i++) {
        sum = (uint8_t)(sum + bytes[i]);
        (void)trade(bytes[i]);
    }
    (void)trade((uint8_t)(0u - sum));
    (void)trade(0x00);
    board_select(slot, false);
}

bool pn532_is_acknowledged(uint8_t slot)
{
    bool same = true;

    board_select(slot, true);
    (void)trade(DATA_READING);
    for (uint8_t i = 0; i < sizeof ACK; i++) {
        same = trade(0) == ACK[i] && same;
    }
    board_select(slot, false);
    return same;
}

/* The start of a frame: any number of 00, then FF. False where none comes within a few bytes. */
static bool find_start(void)
{
    bool zero = false;

    for (uint8_t i = 0; i < 6u; i++) {
        uint8_t byte = trade(0);

        if (byte == 0xFFu && zero) {
            return true;
        }
        zero = byte == 0x00u;
    }
    return false;
}

static bool read_data(struct pn532_answer *answer)
{
    uint8_t sum = 0;

    answer->size = trade(0);
    if ((uint8_t)(answer->size + trade(0)) != 0u || answer->size < 2u || answer->size > PN532_MOST_DATA) {
        return false;
    }
    for (uint8_t i = 0; i < answer->size; i++) {
        answer->bytes[i] = trade(0);
        sum = (uint8_t)(sum + answer->bytes[i]);
    }
    return (uint8_t)(sum + trade(0)) == 0u;
}

bool pn532_read_answer(uint8_t slot, uint8_t code, struct pn532_answer *answer)
{
    bool good;

    board_select(slot, true);
    (void)trade(DATA_READING);
    good = find_start() && read_data(answer);
    board_select(slot, false);
    return good && answer->bytes[0] == FROM_CHIP && answer->bytes[1] == code + 1u;
}
