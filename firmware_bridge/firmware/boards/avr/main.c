/* ATmega328P: start, clock, sleep, watchdog. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <util/delay.h>

#include "app_run.h"
#include "avr.h"
#include "board.h"
#include "crc.h"

static uint8_t cause __attribute__((section(".noinit")));
static volatile uint16_t milliseconds;

/* Before variables are cleared: after a reset by it, the watchdog runs on with its shortest time. */
__attribute__((naked, used, section(".init3"))) static void at_reset(void)
{
    cause = MCUSR;
    MCUSR = 0;
    wdt_disable();
}

ISR(TIMER2_COMPA_vect)
{
    milliseconds++;
}

static void clock_begin(void)
{
    TCCR2A = _BV(WGM21); /* CTC */
    TCCR2B = _BV(CS22);  /* a tick is 4 us */
    OCR2A = 249;
    TIMSK2 = _BV(OCIE2A);
}

/* Optiboot clears MCUSR before main(). The cause is unknown then, and the marks in memory decide. */
static uint8_t reset_cause(void)
{
    if ((cause & _BV(PORF)) != 0u) {
        return LINK_RESET_POWER_ON;
    }
    if ((cause & _BV(BORF)) != 0u) {
        return LINK_RESET_BROWN_OUT;
    }
    if ((cause & _BV(WDRF)) != 0u) {
        return LINK_RESET_WATCHDOG;
    }
    return (cause & _BV(EXTRF)) != 0u ? LINK_RESET_PIN : LINK_RESET_UNKNOWN;
}

void board_begin(struct board_start *start)
{
    clock_begin();
    pins_begin();
    adc_begin();
    line_begin();
    start->reset = reset_cause();
    start->cold = start->reset == LINK_RESET_POWER_ON || start->reset == LINK_RESET_BROWN_OUT;
    store_uid(start->uid);
    start->boot = store_next_boot();
    start->chance = chance(CRC_START);
    SMCR = 0; /* idle: the clock of timer and USART goes on */
    sei();
    wdt_enable(WDTO_500MS);
}

uint16_t board_now(void)
{
    uint8_t sreg = SREG;
    cli();
    uint16_t now = milliseconds;
    SREG = sreg;
    return now;
}

void board_idle(void)
{
    cli();
    if (line_is_empty()) {
        sleep_enable();
        sei(); /* the instruction after it is done before any interrupt: none can slip in between */
        sleep_cpu();
        sleep_disable();
    }
    sei();
}

void board_alive(void)
{
    wdt_reset();
}

bool board_can_restart(uint8_t into)
{
    return into == 0u; /* the bootloader is entered by the reset pin alone, which opening the line does */
}

void board_restart(uint8_t into)
{
    (void)into;
    line_drain();
    _delay_us(100); /* two bytes are still in the USART */
    cli();
    wdt_enable(WDTO_15MS);
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
