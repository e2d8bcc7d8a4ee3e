/* Pins that are read and written, the SPI, and the tone. */
#include <avr/interrupt.h>
#include <avr/io.h>

#include "avr.h"
#include "board.h"

static volatile bool struck;

ISR(INT1_vect)
{
    struck = true;
}

void pins_begin(void)
{
    /* Inputs have pull-ups; all selects are high. PB2 must be an output: as an input pulled low it would end the SPI's
     * master mode. */
    PORTB = _BV(PIN_SELECT_0);
    DDRB = _BV(PIN_LAMPS) | _BV(PIN_BUZZER) | _BV(PIN_SELECT_0) | _BV(PIN_MOSI) | _BV(PIN_SCK);
    PORTC = _BV(PIN_SELECT_1) | _BV(PIN_SELECT_2) | _BV(PIN_SELECT_3);
    DDRC = _BV(PIN_SELECT_1) | _BV(PIN_SELECT_2) | _BV(PIN_SELECT_3);
    PORTD = _BV(PIN_BUTTON_0) | _BV(PIN_TOWER) | _BV(PIN_BUTTON_1) | _BV(PIN_BUTTON_2) | _BV(PIN_SCALE_DATA);
    DDRD = _BV(PIN_SCALE_CLOCK);
    /* Falling edges. INT0 is not used, but at its reset value, low level, a simulator asks for it at every cycle while the
     * button on D2 is held. */
    EICRA = _BV(ISC11) | _BV(ISC01);
    EIFR = _BV(INTF1);
    EIMSK = _BV(INT1);
    SPCR = _BV(SPE) | _BV(MSTR);
    SPSR = 0; /* 4 MHz: MFRC522 takes 10, PN532 takes 5 */
}

static void write(volatile uint8_t *port, uint8_t bit, bool high)
{
    *port = (uint8_t)(high ? *port | _BV(bit) : *port & ~_BV(bit));
}

void board_select(uint8_t slot, bool selected)
{
    static const uint8_t bits[] = {PIN_SELECT_0, PIN_SELECT_1, PIN_SELECT_2, PIN_SELECT_3};
    write(slot == 0u ? &PORTB : &PORTC, bits[slot & 3u], !selected);
}

uint8_t board_spi(uint8_t byte)
{
    SPDR = byte;
    while ((SPSR & _BV(SPIF)) == 0u) {
    }
    return SPDR;
}

bool board_button(uint8_t index)
{
    static const uint8_t bits[] = {PIN_BUTTON_0, PIN_BUTTON_1, PIN_BUTTON_2};
    return index < BOARD_BUTTONS && (PIND & _BV(bits[index])) == 0u;
}

bool board_struck(void)
{
    uint8_t sreg = SREG;
    cli();
    bool was = struck;
    struck = false;
    SREG = sreg;
    return was;
}

bool board_scale_data(void)
{
    return (PIND & _BV(PIN_SCALE_DATA)) != 0u;
}

void board_scale_clock(bool high)
{
    write(&PORTD, PIN_SCALE_CLOCK, high);
}

void board_tone(uint16_t hertz)
{
    TCCR1B = 0;
    if (hertz < 16u) { /* slower than the timer goes */
        TCCR1A = 0;
        return;
    }
    OCR1A = (uint16_t)(F_CPU / 16UL / hertz - 1UL);
    TCNT1 = 0;
    TCCR1A = _BV(COM1A0);            /* toggles OC1A */
    TCCR1B = _BV(WGM12) | _BV(CS11); /* CTC, a tick is 0.5 us */
}
