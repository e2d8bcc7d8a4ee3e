/* The controller's memory (DPRAM) and its packets, for the files of the USB among themselves. */
#ifndef USB_BUFFERS_H
#define USB_BUFFERS_H

#include <stdint.h>

#include "registers.h"

#define ENDPOINT_CONTROL(number, out) (USB_DPRAM + 8u * (number) + 4u * (out))
#define BUFFER_CONTROL(number, out) (USB_DPRAM + 0x80u + 8u * (number) + 4u * (out))
#define BUFFER_OF_0 0x100u
#define BUFFER_OF_NOTICES 0x180u
#define BUFFER_OF_OUT 0x1C0u
#define BUFFER_OF_IN 0x200u
#define CONTROL_ON (BIT(31) | BIT(29)) /* enabled, an interrupt for each buffer */
#define CONTROL_BULK (2u << 26)
#define CONTROL_INTERRUPT (3u << 26)
#define FULL BIT(15)
#define PID_1 BIT(13)
#define STALL BIT(11)
#define AVAILABLE BIT(10)
#define LENGTH 0x3FFu
#define STATUS_BIT(number, out) BIT(2u * (number) + (out))

enum { IN = 0, OUT = 1 };

/* AVAILABLE must come after the rest: the controller reads the word in its own time. */
static inline void arm(uintptr_t buffer_control, uint32_t value)
{
    REGISTER(buffer_control) = value;
    for (uint8_t i = 0; i < 12u; i++) {
        __asm__ volatile("nop");
    }
    REGISTER(buffer_control) = value | AVAILABLE;
}

/* The DPRAM takes bytes one by one. */
static inline void copy_out(uint32_t buffer, const uint8_t *bytes, uint16_t count)
{
    volatile uint8_t *to = (volatile uint8_t *)(uintptr_t)(USB_DPRAM + buffer);

    while (count-- != 0u) {
        *to++ = *bytes++;
    }
}

static inline void copy_in(uint8_t *bytes, uint32_t buffer, uint16_t count)
{
    const volatile uint8_t *from = (const volatile uint8_t *)(uintptr_t)(USB_DPRAM + buffer);

    while (count-- != 0u) {
        *bytes++ = *from++;
    }
}

#endif
