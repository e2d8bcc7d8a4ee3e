/* WS2812 on PB0, by hand: a bit is 20 cycles of 16 MHz, high for 6 of them for a 0 and for 13 for a 1. */
#include <avr/interrupt.h>
#include <avr/io.h>

#include "board.h"

static inline void send(uint8_t byte, uint8_t high, uint8_t low)
{
    uint8_t bits = 8u;
    __asm__ volatile(
        "1:  out  %[port], %[high]  \n\t" /* 0 */
        "    rjmp .+0               \n\t"
        "    rjmp .+0               \n\t"
        "    sbrs %[byte], 7        \n\t" /* 5 */
        "    out  %[port], %[low]   \n\t" /* 6, of a 0 */
        "    lsl  %[byte]           \n\t" /* 7 */
        "    rjmp .+0               \n\t"
        "    rjmp .+0               \n\t"
        "    nop                    \n\t"
        "    out  %[port], %[low]   \n\t" /* 13, of a 1 */
        "    rjmp .+0               \n\t"
        "    nop                    \n\t"
        "    dec  %[bits]           \n\t" /* 17 */
        "    brne 1b                \n\t" /* 18, 19 */
        : [byte] "+r"(byte), [bits] "+r"(bits)
        : [port] "I"(_SFR_IO_ADDR(PORTB)), [high] "r"(high), [low] "r"(low));
}

void board_lamps(const uint8_t *grb, uint8_t lamps)
{
    for (; lamps != 0u; lamps--) {
        uint8_t sreg = SREG;
        cli(); /* 30 us: the USART holds two bytes of 40 us, none is lost */
        uint8_t high = (uint8_t)(PORTB | _BV(PIN_LAMPS));
        uint8_t low = (uint8_t)(PORTB & ~_BV(PIN_LAMPS));
        for (uint8_t i = 0u; i < 3u; i++) {
            send(*grb++, high, low);
        }
        SREG = sreg;
    }
}
