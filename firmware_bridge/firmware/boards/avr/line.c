/* The line: USART0 at 250000 baud, which 16 MHz divides without a remainder. */
#include <avr/interrupt.h>
#include <avr/io.h>

#include "avr.h"
#include "board.h"

#define BAUD 250000UL
#define UBRR (F_CPU / (8UL * BAUD) - 1UL)

/* 128 bytes are 5 ms of the line: longer than any part takes its turn. */
#define IN 128u
#define OUT 64u

static volatile uint8_t in[IN];
static volatile uint8_t in_head;
static volatile uint8_t in_tail;
static volatile uint8_t out[OUT];
static volatile uint8_t out_head;
static volatile uint8_t out_tail;
static volatile uint16_t overruns;

ISR(USART_RX_vect)
{
    uint8_t status = UCSR0A;
    uint8_t byte = UDR0;
    uint8_t next = (uint8_t)(in_head + 1u) & (IN - 1u);
    bool full = next == in_tail;
    if (!full) {
        in[in_head] = byte;
        in_head = next;
    }
    if ((full || (status & _BV(DOR0)) != 0u) && overruns != UINT16_MAX) {
        overruns++;
    }
}

ISR(USART_UDRE_vect)
{
    UDR0 = out[out_tail];
    out_tail = (uint8_t)(out_tail + 1u) & (OUT - 1u);
    if (out_tail == out_head) {
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
    }
}

void line_begin(void)
{
    UBRR0 = UBRR;
    UCSR0A = _BV(U2X0);
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXCIE0) | _BV(RXEN0) | _BV(TXEN0);
}

bool line_is_empty(void)
{
    return in_head == in_tail;
}

bool board_receive(uint8_t *byte)
{
    if (line_is_empty()) {
        return false;
    }
    *byte = in[in_tail];
    in_tail = (uint8_t)(in_tail + 1u) & (IN - 1u);
    return true;
}

uint16_t board_overruns(void)
{
    uint8_t sreg = SREG;
    cli();
    uint16_t now = overruns;
    SREG = sreg;
    return now;
}

static void send(uint8_t byte)
{
    uint8_t next = (uint8_t)(out_head + 1u) & (OUT - 1u);
    while (next == out_tail) {
        /* the interrupt makes room: 40 us a byte */
    }
    out[out_head] = byte;
    uint8_t sreg = SREG;
    cli(); /* UDRIE0 is changed by the interrupt too */
    out_head = next;
    UCSR0B |= _BV(UDRIE0);
    SREG = sreg;
}

void board_send(const uint8_t *bytes, uint8_t count)
{
    for (uint8_t i = 0u; i < count; i++) {
        send(bytes[i]);
    }
}

void line_drain(void)
{
    while (out_head != out_tail) {
    }
    while ((UCSR0A & _BV(UDRE0)) == 0u) {
    }
}
