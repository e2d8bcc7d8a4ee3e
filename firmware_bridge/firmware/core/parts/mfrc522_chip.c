#include "parts/mfrc522_chip.h"

#include "board.h"

/* Names are those of the data sheet. */
enum mfrc522_register {
    CommandReg = 0x01,
    ComIrqReg = 0x04,
    ErrorReg = 0x06,
    FIFODataReg = 0x09,
    FIFOLevelReg = 0x0A,
    ControlReg = 0x0C,
    BitFramingReg = 0x0D,
    ModeReg = 0x11,
    TxControlReg = 0x14,
    TxASKReg = 0x15,
    RFCfgReg = 0x26,
    TModeReg = 0x2A,
    TPrescalerReg = 0x2B,
    TReloadRegH = 0x2C,
    TReloadRegL = 0x2D,
    VersionReg = 0x37,
};

#define COMMAND_IDLE 0x00u
#define COMMAND_TRANSCEIVE 0x0Cu
#define COMMAND_SOFT_RESET 0x0Fu
#define COMMAND_POWER_DOWN 0x10u /* still set while the chip starts */
#define IRQ_ALL 0x7Fu
#define IRQ_RX 0x20u
#define IRQ_TIMER 0x01u
#define ERROR_COLL 0x08u
#define ERROR_OTHERS 0x17u /* BufferOvfl, CRCErr, ParityErr, ProtocolErr */
#define FIFO_FLUSH 0x80u
#define START_SEND 0x80u
#define CONTROL_RX_LAST_BITS 0x07u
#define TX_ANTENNA 0x03u
#define TX_CONTROL_OFF 0x80u /* its value after a reset: antenna off */

/* 13.56 MHz / (2 * 169 + 1) = 40 kHz; 40 ticks = 1 ms. A tag answers within 0.1 ms. */
#define TIMER_AUTO 0x80u
#define TIMER_PRESCALER 0xA9u
#define TIMER_RELOAD 40u

static void write_register(uint8_t slot, enum mfrc522_register address, uint8_t value)
{
    board_select(slot, true);
    (void)board_spi((uint8_t)(address << 1));
    (void)board_spi(value);
    board_select(slot, false);
}

static uint8_t read_register(uint8_t slot, enum mfrc522_register address)
{
    uint8_t value;

    board_select(slot, true);
    (void)board_spi((uint8_t)(0x80u | (uint8_t)(address << 1)));
    value = board_spi(0);
    board_select(slot, false);
    return value;
}

bool chip_is_there(uint8_t slot)
{
    /* 91h and 92h are NXP's, 88h, B2h and 12h clones. An open line reads 00h or FFh. */
    uint8_t version = read_register(slot, VersionReg);

    return version != 0x00u && version != 0xFFu;
}

void chip_restart(uint8_t slot)
{
    write_register(slot, CommandReg, COMMAND_SOFT_RESET);
}

bool chip_is_starting(uint8_t slot)
{
    return (read_register(slot, CommandReg) & COMMAND_POWER_DOWN) != 0u;
}

bool chip_is_set_up(uint8_t slot)
{
    /* A chip that lost its power for a moment stands on the values of its reset. */
    return read_register(slot, TPrescalerReg) == TIMER_PRESCALER && read_register(slot, TModeReg) == TIMER_AUTO;
}

void chip_set_up(uint8_t slot)
{
    write_register(slot, TModeReg, TIMER_AUTO);
    write_register(slot, TPrescalerReg, TIMER_PRESCALER);
    write_register(slot, TReloadRegH, 0);
    write_register(slot, TReloadRegL, TIMER_RELOAD);
    write_register(slot, TxASKReg, 0x40u); /* Force100ASK: type A */
    write_register(slot, ModeReg, 0x3Du);
    write_register(slot, RFCfgReg, 0x70u); /* 48 dB: small stickers have small coils */
}

void chip_antenna(uint8_t slot, bool on)
{
    write_register(slot, TxControlReg, on ? TX_CONTROL_OFF | TX_ANTENNA : TX_CONTROL_OFF);
}

void chip_send(uint8_t slot, const uint8_t *bytes, uint8_t count, uint8_t bits)
{
    write_register(slot, CommandReg, COMMAND_IDLE);
    write_register(slot, BitFramingReg, bits); /* an old START_SEND would send the first byte at once */
    write_register(slot, ComIrqReg, IRQ_ALL);
    write_register(slot, FIFOLevelReg, FIFO_FLUSH);
    while (count-- != 0u) {
        write_register(slot, FIFODataReg, *bytes++);
    }
    write_register(slot, CommandReg, COMMAND_TRANSCEIVE);
    write_register(slot, BitFramingReg, (uint8_t)(START_SEND | bits));
}

static enum look received(uint8_t slot, uint8_t *bytes, uint8_t count)
{
    uint8_t error = read_register(slot, ErrorReg);

    if ((error & ERROR_COLL) != 0u) {
        return LOOK_MIXED;
    }
    if ((error & ERROR_OTHERS) != 0u || (read_register(slot, ControlReg) & CONTROL_RX_LAST_BITS) != 0u) {
        return LOOK_NONE;
    }
    if (read_register(slot, FIFOLevelReg) != count) {
        return LOOK_NONE;
    }
    while (count-- != 0u) {
        *bytes++ = read_register(slot, FIFODataReg);
    }
    return LOOK_TAG;
}

enum look chip_receive(uint8_t slot, uint8_t *bytes, uint8_t count)
{
    uint8_t irq = read_register(slot, ComIrqReg);

    if ((irq & IRQ_RX) != 0u) {
        return received(slot, bytes, count);
    }
    return (irq & IRQ_TIMER) != 0u ? LOOK_NONE : LOOK_ON;
}
