/* ROM functions: chip id, bootloader entry; and random numbers from the ring oscillator. */
#include <stddef.h>
#include <string.h>

#include "registers.h"
#include "rp2.h"

#define MAGIC_AT 0x10u
#define LOOKUP_AT EITHER(0x18u, 0x16u)
#define CODE(first, second) ((uint32_t)(first) | ((uint32_t)(second) << 8))
#define RT_FLAG_FUNC_ARM_SEC 4u
#define RAM_FUNCTION __attribute__((noinline, long_call, section(".ramcode")))

/* The compiler takes an address that low for a mistake; it is not told what it is. */
static uintptr_t half_word(uintptr_t at)
{
    __asm__("" : "+r"(at));
    return *(const volatile uint16_t *)at;
}

/* "Mu" and a version: a simulator may have no ROM. */
static bool has_rom(void)
{
    return half_word(MAGIC_AT) == CODE('M', 'u');
}

uint32_t rom_random(void)
{
    uint32_t bits = 0;

    for (uint8_t i = 0; i < 32u; i++) {
        for (uint8_t wait = 0; wait < 32u; wait++) {
            __asm__ volatile("nop"); /* neighbouring bits of an oscillator are much alike */
        }
        bits = (bits << 1) | (REGISTER(ROSC_RANDOMBIT) & 1u);
    }
    return bits;
}

#ifdef BOARD_IS_RP2350

#define SYS_INFO_CHIP_INFO 1u
#define REBOOT2_TO_BOOTSEL 0x2u
#define REBOOT2_NO_RETURN 0x100u

static uintptr_t function(uint32_t code)
{
    uintptr_t (*lookup)(uint32_t, uint32_t) = (uintptr_t(*)(uint32_t, uint32_t))half_word(LOOKUP_AT);

    return lookup(code, RT_FLAG_FUNC_ARM_SEC);
}

/* The answer has a bit mask of the fields, then the package and the two words of the id. */
void rom_uid(uint8_t uid[8])
{
    uint32_t words[4] = {0};

    if (has_rom()) {
        int (*get_sys_info)(uint32_t *, uint32_t, uint32_t) = (int (*)(uint32_t *, uint32_t, uint32_t))function(CODE('G', 'S'));
        (void)get_sys_info(words, 4, SYS_INFO_CHIP_INFO);
    }
    memcpy(uid, words + 2, 8);
}

void rom_bootloader(void)
{
    if (has_rom()) {
        int (*reboot)(uint32_t, uint32_t, uint32_t, uint32_t) = (int (*)(uint32_t, uint32_t, uint32_t, uint32_t))function(CODE('R', 'B'));
        (void)reboot(REBOOT2_TO_BOOTSEL | REBOOT2_NO_RETURN, 10, 0, 0);
    }
}

#else

#define TABLE_AT 0x14u
#define SSI_SR 0x18000028u
#define SSI_DR0 0x18000060u
#define SSI_SR_TFNF BIT(1)
#define SSI_SR_RFNE BIT(3)
#define SSI_DEPTH 14u
#define QSPI_SS_CTRL 0x4001800Cu
#define OUTOVER (3u << 8)
#define OUTOVER_LOW (2u << 8)
#define OUTOVER_HIGH (3u << 8)

#define READ_UNIQUE_ID 0x4Bu
#define ID_AFTER 5u /* the command and four bytes that mean nothing */
#define ID_SIZE 13u

#define FLASH 0x10000000u
#define BOOT2_WORDS 64u

typedef void rom_function(void);

struct flash_functions {
    rom_function *connect_internal_flash;
    rom_function *flash_exit_xip;
    rom_function *flash_flush_cache;
    rom_function *boot2; /* a copy in memory */
};

static uintptr_t function(uint32_t code)
{
    uintptr_t (*lookup)(uintptr_t, uint32_t) = (uintptr_t(*)(uintptr_t, uint32_t))half_word(LOOKUP_AT);

    return lookup(half_word(TABLE_AT), code);
}

/* Transfers bytes in both directions. Runs from RAM and calls only such functions, because the flash cannot be read
 * meanwhile. */
RAM_FUNCTION static void trade(uint8_t command, volatile uint8_t *in)
{
    uint32_t out = 0;
    uint32_t got = 0;

    while (got < ID_SIZE) {
        uint32_t state = REGISTER(SSI_SR);
        if ((state & SSI_SR_TFNF) != 0u && out < ID_SIZE && out - got < SSI_DEPTH) {
            REGISTER(SSI_DR0) = out == 0u ? command : 0u;
            out++;
        }
        if ((state & SSI_SR_RFNE) != 0u) {
            in[got++] = (uint8_t)REGISTER(SSI_DR0);
        }
    }
}

RAM_FUNCTION static void select(uint32_t level)
{
    REGISTER(QSPI_SS_CTRL) = (REGISTER(QSPI_SS_CTRL) & ~OUTOVER) | level;
    (void)REGISTER(QSPI_SS_CTRL);
}

/* Vectors and handlers are in flash, so interrupts must be off. They are since the reset, see start.c. */
RAM_FUNCTION static void ask_flash(const struct flash_functions *rom, volatile uint8_t *in)
{
    rom->connect_internal_flash();
    rom->flash_exit_xip();
    select(OUTOVER_LOW);
    trade(READ_UNIQUE_ID, in);
    select(OUTOVER_HIGH);
    rom->flash_flush_cache(); /* also gives the select line back to the controller */
    rom->boot2();             /* as after a reset; called from somewhere, it goes back there */
}

void rom_uid(uint8_t uid[8])
{
    uint32_t copy[BOOT2_WORDS];
    uint8_t in[ID_SIZE] = {0};

    if (has_rom()) {
        const struct flash_functions rom = {
            (rom_function *)function(CODE('I', 'F')),
            (rom_function *)function(CODE('E', 'X')),
            (rom_function *)function(CODE('F', 'C')),
            (rom_function *)((uintptr_t)copy | 1u), /* Thumb */
        };
        memcpy(copy, (const void *)FLASH, sizeof copy);
        ask_flash(&rom, in);
    }
    memcpy(uid, in + ID_AFTER, 8);
}

void rom_bootloader(void)
{
    if (has_rom()) {
        void (*reset_usb_boot)(uint32_t, uint32_t) = (void (*)(uint32_t, uint32_t))function(CODE('U', 'B'));
        reset_usb_boot(0, 0);
    }
}

#endif
