/* The line by two pins, for who has no USB: 250,000 baud as on the Arduino. */
#include "registers.h"
#include "rp2.h"

#define BAUD 250000u

static uint8_t bytes[256];
static struct ring received = {bytes, sizeof bytes, 0, 0};
static volatile uint16_t overruns;

void uart_begin(void)
{
    reset_off(RESETS_UART0);
    REGISTER(UARTIBRD) = HZ / (16u * BAUD);
    REGISTER(UARTFBRD) = 0;
    REGISTER(UARTLCR_H) = UARTLCR_H_8N1_FIFO;
    REGISTER(UARTIFLS) = 0; /* at the first eighth */
    REGISTER(UARTCR) = UARTCR_ON;
    REGISTER(UARTIMSC) = UART_RX_INTERRUPTS;
    REGISTER(NVIC_ISER(UART0_IRQ)) = BIT(UART0_IRQ % 32u);
}

static void take(uint32_t data)
{
    bool lost = (data & UARTDR_OE) != 0u;

    if ((data & UARTDR_ERRORS) == 0u) {
        lost = !ring_put(&received, (uint8_t)data) || lost;
    }
    if (lost && overruns != UINT16_MAX) {
        overruns++;
    }
}

void uart_interrupt(void)
{
    REGISTER(UARTICR) = UART_RX_INTERRUPTS;
    while ((REGISTER(UARTFR) & UARTFR_RXFE) == 0u) {
        take(REGISTER(UARTDR));
    }
}

bool uart_receive(uint8_t *byte)
{
    return ring_get(&received, byte);
}

void uart_send(uint8_t byte)
{
    while ((REGISTER(UARTFR) & UARTFR_TXFF) != 0u) {
    }
    REGISTER(UARTDR) = byte;
}

bool uart_is_sent(void)
{
    return (REGISTER(UARTFR) & UARTFR_BUSY) == 0u;
}

uint16_t uart_overruns(void)
{
    return overruns;
}
