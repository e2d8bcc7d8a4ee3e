#include "parts/mfrc522.h"

#include "board.h"
#include "parts/iso14443.h"

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

/* 13.56 MHz / (2 * 169 + 1) = 40 kHz; 40 ticks = 1 ms: a tag begins its answer within 0.1 ms, or there is none. */
#define TIMER_AUTO 0x80u
#define TIMER_PRESCALER 0xA9u
#define TIMER_RELOAD 40u

#define START_MS 50u /* a chip that has not started by then does not answer */
#define WAKE_MS 5u   /* ISO 14443-3: a tag is ready so long after the field comes */
#define HUNG_MS 20u  /* the chip's own timer has failed */

enum step { CHECK, STARTING, WAKING, WOKEN, ASKED, SELECTED };

/* One look at a time, of whichever reader has its turn. */
static struct {
    enum step step;
    uint16_t since; /* ms, of this step */
    struct naming naming;
} look;

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

static enum look go_on(enum step step, uint16_t now)
{
    look.step = step;
    look.since = now;
    return LOOK_ON;
}

static enum look finish(uint8_t slot, enum look found)
{
    look.step = CHECK;
    if (found != LOOK_SILENT) {
        write_register(slot, TxControlReg, TX_CONTROL_OFF);
    }
    return found;
}

static bool is_there(uint8_t slot)
{
    /* 91h and 92h are NXP's, 88h, B2h and 12h clones; a line that nobody drives reads 00h or FFh. */
    uint8_t version = read_register(slot, VersionReg);

    return version != 0x00u && version != 0xFFu;
}

static bool is_set_up(uint8_t slot)
{
    /* A chip that lost its power for a moment stands on the values of its reset. */
    return read_register(slot, TPrescalerReg) == TIMER_PRESCALER && read_register(slot, TModeReg) == TIMER_AUTO;
}

static void set_up(uint8_t slot)
{
    write_register(slot, TModeReg, TIMER_AUTO);
    write_register(slot, TPrescalerReg, TIMER_PRESCALER);
    write_register(slot, TReloadRegH, 0);
    write_register(slot, TReloadRegL, TIMER_RELOAD);
    write_register(slot, TxASKReg, 0x40u); /* Force100ASK: type A */
    write_register(slot, ModeReg, 0x3Du);
    write_register(slot, RFCfgReg, 0x70u); /* 48 dB: small stickers have small coils */
}

bool mfrc522_begin(uint8_t slot)
{
    look.step = CHECK;
    write_register(slot, TxControlReg, TX_CONTROL_OFF);
    if (!is_there(slot)) {
        return false;
    }
    set_up(slot); /* what keeps what it is told is a chip, and no noise on the line */
    return is_set_up(slot);
}

static enum look antenna_on(uint8_t slot, uint16_t now)
{
    write_register(slot, TxControlReg, TX_CONTROL_OFF | TX_ANTENNA);
    return go_on(WAKING, now);
}

static enum look check(uint8_t slot, uint16_t now)
{
    if (!is_there(slot)) {
        return finish(slot, LOOK_SILENT);
    }
    if (is_set_up(slot)) {
        return antenna_on(slot, now);
    }
    write_register(slot, CommandReg, COMMAND_SOFT_RESET);
    return go_on(STARTING, now);
}

static enum look starting(uint8_t slot, uint16_t now)
{
    uint16_t waited = (uint16_t)(now - look.since);

    if (waited < 2u || (read_register(slot, CommandReg) & COMMAND_POWER_DOWN) != 0u) {
        return waited < START_MS ? LOOK_ON : finish(slot, LOOK_SILENT);
    }
    set_up(slot);
    /* What does not keep what it is told is no reader, only noise on the line. */
    return is_set_up(slot) ? antenna_on(slot, now) : finish(slot, LOOK_SILENT);
}

/* Sends `count` bytes, of the last `bits` bits (0: all), and turns to receiving. */
static void send(uint8_t slot, const uint8_t *bytes, uint8_t count, uint8_t bits)
{
    write_register(slot, CommandReg, COMMAND_IDLE);
    write_register(slot, BitFramingReg, bits); /* START_SEND of before would send the first byte as soon as it is there */
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

/* LOOK_TAG: the answer, of just `count` bytes, stands in `bytes`. */
static enum look receive(uint8_t slot, uint16_t now, uint8_t *bytes, uint8_t count)
{
    uint8_t irq = read_register(slot, ComIrqReg);

    if ((irq & IRQ_RX) != 0u) {
        return received(slot, bytes, count);
    }
    if ((irq & IRQ_TIMER) != 0u || (uint16_t)(now - look.since) >= HUNG_MS) {
        return LOOK_NONE;
    }
    return LOOK_ON;
}

static enum look waking(uint8_t slot, uint16_t now)
{
    const uint8_t wake = ISO_WAKE;

    if ((uint16_t)(now - look.since) <= WAKE_MS) {
        return LOOK_ON;
    }
    naming_begin(&look.naming);
    send(slot, &wake, 1, ISO_WAKE_BITS);
    return go_on(WOKEN, now);
}

static enum look ask(uint8_t slot, uint16_t now)
{
    uint8_t bytes[2];

    naming_ask(&look.naming, bytes);
    send(slot, bytes, sizeof bytes, 0);
    return go_on(ASKED, now);
}

static enum look woken(uint8_t slot, uint16_t now)
{
    uint8_t atqa[ISO_ATQA_SIZE];
    enum look got = receive(slot, now, atqa, sizeof atqa);

    if (got == LOOK_TAG) {
        return ask(slot, now);
    }
    return got == LOOK_ON ? LOOK_ON : finish(slot, got);
}

static enum look asked(uint8_t slot, uint16_t now)
{
    uint8_t part[ISO_BCC_SIZE];
    uint8_t select[ISO_SELECT_SIZE];
    enum look got = receive(slot, now, part, sizeof part);

    if (got != LOOK_TAG) {
        return got == LOOK_ON ? LOOK_ON : finish(slot, got);
    }
    if (!naming_take(&look.naming, part)) {
        return finish(slot, LOOK_NONE);
    }
    naming_select(&look.naming, select);
    send(slot, select, sizeof select, 0);
    return go_on(SELECTED, now);
}

static enum look selected(uint8_t slot, uint16_t now, struct tag *tag)
{
    uint8_t sak[ISO_SAK_SIZE];
    enum look got = receive(slot, now, sak, sizeof sak);

    if (got == LOOK_TAG) {
        got = naming_sak(&look.naming, sak);
        if (got == LOOK_ON) {
            return ask(slot, now);
        }
        *tag = look.naming.tag;
    }
    return got == LOOK_ON ? LOOK_ON : finish(slot, got);
}

enum look mfrc522_look(uint8_t slot, uint16_t now, struct tag *tag)
{
    switch (look.step) {
    case CHECK:
        return check(slot, now);
    case STARTING:
        return starting(slot, now);
    case WAKING:
        return waking(slot, now);
    case WOKEN:
        return woken(slot, now);
    case ASKED:
        return asked(slot, now);
    case SELECTED:
        return selected(slot, now, tag);
    }
    return finish(slot, LOOK_NONE);
}
