/* From reset to main(): vectors, and memory as C expects it. */
#include <stdint.h>
#include <string.h>

#include "registers.h"
#include "rp2.h"

extern uint32_t stack_top[];
extern uint8_t data_from[];
extern uint8_t data_start[];
extern uint8_t data_end[];
extern uint8_t bss_start[];
extern uint8_t bss_end[];

int main(void);

#define IRQS EITHER(26, 52)

struct vectors {
    uint32_t *stack;
    void (*exceptions[15])(void);
    void (*irqs[IRQS])(void);
};

static void reset(void);

static const struct vectors VECTORS;

static void reset(void)
{
    /* Until board_begin() returns: the tick's handler is in flash, which is not readable during the id command. */
    __asm__ volatile("cpsid i" ::: "memory");
    REGISTER(VTOR) = (uint32_t)(uintptr_t)&VECTORS;
    memcpy(data_start, data_from, (size_t)(data_end - data_start));
    memset(bss_start, 0, (size_t)(bss_end - bss_start));
    (void)main();
}

/* A fault: the watchdog comes, the board resets and says why it was reset. */
static void stop(void)
{
    for (;;) {
    }
}

__attribute__((section(".vectors"), used)) static const struct vectors VECTORS = {
    .stack = stack_top,
    .exceptions = {reset, stop, stop, stop, stop, stop, 0, 0, 0, 0, stop, stop, 0, stop, clock_tick},
    .irqs = {[USB_IRQ] = usb_interrupt, [UART0_IRQ] = uart_interrupt},
};

#ifdef BOARD_IS_RP2350
/* The ROM of RP2350 searches the first 4 KiB for this block: an Arm program that starts at the vectors. */
__attribute__((section(".image_def"), used)) static const uint32_t IMAGE_DEF[] = {
    0xFFFFDED3u, 0x10210142u, 0x000001FFu, 0x00000000u, 0xAB123579u,
};
#endif
