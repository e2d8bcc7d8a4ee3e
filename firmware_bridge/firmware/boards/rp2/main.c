/* RP2040 and RP2350: start, sleep, watchdog, restart. */
#include "app_run.h"
#include "board.h"
#include "registers.h"
#include "rp2.h"

#define WATCHDOG_MS 500u
#define TICKS_A_US 12u /* of the crystal */

static BOARD_KEPT uint32_t restarting; /* RESTARTING while a reset by the watchdog is wanted */
#define RESTARTING 0x52535254u

static void watchdog_begin(void)
{
#ifdef BOARD_IS_RP2350
    REGISTER(TICKS_WATCHDOG_CYCLES) = TICKS_A_US;
    REGISTER(WATCHDOG_TICK) = WATCHDOG_TICK_ENABLE;
#else
    REGISTER(WATCHDOG_TICK) = WATCHDOG_TICK_ENABLE | TICKS_A_US;
#endif
    CLEAR(WATCHDOG_CTRL) = WATCHDOG_CTRL_ENABLE;
    REGISTER(WATCHDOG_SCRATCH4) = 0; /* start from the flash, as after any reset */
    REGISTER(PSM_WDSEL) = PSM_ALL_BUT_OSCILLATORS;
    board_alive();
    SET(WATCHDOG_CTRL) = WATCHDOG_CTRL_ENABLE;
}

/* REASON is 0 after any reset but the watchdog's. CHIP_RESET still holds the earlier cause. */
static uint8_t reset_cause(void)
{
    uint32_t chip = REGISTER(CHIP_RESET);

    if (REGISTER(WATCHDOG_REASON) != 0u) {
        return restarting == RESTARTING ? LINK_RESET_SOFTWARE : LINK_RESET_WATCHDOG;
    }
    if ((chip & CHIP_RESET_HAD_RUN) != 0u) {
        return LINK_RESET_PIN;
    }
    if ((chip & CHIP_RESET_HAD_BOR) != 0u) {
        return LINK_RESET_BROWN_OUT;
    }
    return (chip & CHIP_RESET_HAD_POR) != 0u ? LINK_RESET_POWER_ON : LINK_RESET_UNKNOWN;
}

void board_begin(struct board_start *start)
{
    clock_begin();
    gpio_begin();
    adc_begin();
    lamps_begin_pio();
    start->reset = reset_cause();
    start->cold = start->reset == LINK_RESET_POWER_ON || start->reset == LINK_RESET_BROWN_OUT;
    restarting = 0;
    rom_uid(start->uid);
    start->boot = rom_random();
    start->chance = (uint16_t)rom_random();
    uart_begin();
    usb_begin(start->uid);
    __asm__ volatile("cpsie i" ::: "memory");
    watchdog_begin();
}

/* Every millisecond has its interrupt, so nothing that came between the last look and here waits longer. */
void board_idle(void)
{
    if (usb_wants_bootloader()) {
        rom_bootloader();
    }
    __asm__ volatile("wfi");
}

void board_alive(void)
{
    REGISTER(WATCHDOG_LOAD) = WATCHDOG_MS * 1000u * WATCHDOG_COUNTS_A_US;
}

bool board_can_restart(uint8_t into)
{
    return into <= 1u;
}

void board_restart(uint8_t into)
{
    line_drain();
    if (into == 1u) {
        rom_bootloader();
    }
    restarting = RESTARTING;
    SET(WATCHDOG_CTRL) = WATCHDOG_CTRL_TRIGGER;
    for (;;) {
    }
}

int main(void)
{
    app_begin();
    for (;;) {
        app_turn();
    }
}
