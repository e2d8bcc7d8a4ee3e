/* The converter: the battery, and noise. */
#include <avr/io.h>

#include "avr.h"
#include "board.h"
#include "crc.h"

#define REFERENCE_1V1 (_BV(REFS1) | _BV(REFS0))
#define REFERENCE_VCC _BV(REFS0)
#define MILLIVOLTS_AT_FULL 4730UL /* 1100 through 100 kOhm of 430 */
#define FLOATING 970u /* of 1024. An open input is pulled up nearly to the supply; the divider gives 0.7 of it */
#define TEMPERATURE 8u            /* channel of the sensor inside: its last bit is noise, wired or not */

static bool has_battery;

void adc_begin(void)
{
    ADCSRA = _BV(ADEN) | _BV(ADPS2) | _BV(ADPS1) | _BV(ADPS0); /* 125 kHz */
    PORTC |= _BV(PIN_BATTERY);
    (void)adc_read(REFERENCE_VCC, PIN_BATTERY);
    has_battery = adc_read(REFERENCE_VCC, PIN_BATTERY) < FLOATING;
    PORTC &= (uint8_t)~_BV(PIN_BATTERY);
    DIDR0 = _BV(PIN_BATTERY);
}

uint16_t adc_read(uint8_t reference, uint8_t channel)
{
    ADMUX = reference | channel;
    ADCSRA |= _BV(ADSC);
    while ((ADCSRA & _BV(ADSC)) != 0u) {
    }
    return ADC;
}

uint16_t board_millivolts(void)
{
    if (!has_battery) {
        return 0u;
    }
    return (uint16_t)(adc_read(REFERENCE_1V1, PIN_BATTERY) * MILLIVOLTS_AT_FULL / 1024UL);
}

uint16_t chance(uint16_t seed)
{
    extern uint8_t __heap_start; /* behind all variables: what no start has written yet */
    seed = crc16(seed, &__heap_start, 128u);
    for (uint8_t i = 0u; i < 16u; i++) {
        uint16_t value = adc_read(REFERENCE_1V1, TEMPERATURE);
        const uint8_t noise[] = {(uint8_t)value, TCNT2};
        seed = crc16(seed, noise, sizeof noise);
    }
    return seed;
}
