/* Declarations shared by the files of this board. */
#ifndef RP2_H
#define RP2_H

#include <stdbool.h>
#include <stdint.h>

/* clock.c: crystal, 48 MHz for all from the PLL of the USB, milliseconds. */
void clock_begin(void);
void clock_tick(void);

/* gpio.c */
void gpio_begin(void);
void reset_off(uint32_t blocks); /* takes peripherals out of their reset and waits until they are */

/* Further files of parts: each sets up its peripheral. */
void adc_begin(void);
void lamps_begin_pio(void);

/* rom.c: what the ROM knows. */
void rom_uid(uint8_t uid[8]);
uint32_t rom_random(void);
void rom_bootloader(void); /* does not come back where there is a ROM */

/* A ring of bytes, written at one end and read at the other, each by one side alone. `size` is a power of two. */
struct ring {
    uint8_t *bytes;
    uint16_t size;
    volatile uint16_t head; /* written so far */
    volatile uint16_t tail; /* read so far */
};

static inline uint16_t ring_count(const struct ring *ring)
{
    return (uint16_t)(ring->head - ring->tail);
}

static inline bool ring_put(struct ring *ring, uint8_t byte)
{
    if (ring_count(ring) == ring->size) {
        return false;
    }
    ring->bytes[ring->head & (ring->size - 1u)] = byte;
    ring->head = (uint16_t)(ring->head + 1u);
    return true;
}

static inline bool ring_get(struct ring *ring, uint8_t *byte)
{
    if (ring_count(ring) == 0u) {
        return false;
    }
    *byte = ring->bytes[ring->tail & (ring->size - 1u)];
    ring->tail = (uint16_t)(ring->tail + 1u);
    return true;
}

/* usb.c: a serial port (CDC-ACM). */
void usb_begin(const uint8_t uid[8]);
void usb_interrupt(void);
bool usb_is_open(void); /* a program has the port open */
bool usb_wants_bootloader(void);    /* it was opened at 1200 baud and closed */
bool usb_receive(uint8_t *byte);
bool usb_send(uint8_t byte);        /* false: no room */
bool usb_is_sent(void);

/* uart.c: the same line by two pins. */
void uart_begin(void);
void uart_interrupt(void);
bool uart_receive(uint8_t *byte);
void uart_send(uint8_t byte);
bool uart_is_sent(void);
uint16_t uart_overruns(void);

/* line.c */
void line_drain(void);

#endif
