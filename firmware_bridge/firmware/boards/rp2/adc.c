/* The battery, halved by two resistors of 100 kOhm. */
#include "board.h"
#include "registers.h"
#include "rp2.h"

#define CHANNEL (PIN_BATTERY - 26u)
#define FULL_MV 3300u /* of the supply, which is the converter's reference on a Pico */
#define DIVIDED_BY 2u

void adc_begin(void)
{
    reset_off(RESETS_ADC);
    REGISTER(ADC_CS) = ADC_CS_EN;
    while ((REGISTER(ADC_CS) & ADC_CS_READY) == 0u) {
    }
}

/* An open input floats: the divider, where there is one, is far below the pad's pull-up. */
uint16_t board_millivolts(void)
{
    REGISTER(ADC_CS) = ADC_CS_EN | ADC_CS_AINSEL(CHANNEL) | ADC_CS_START_ONCE;
    while ((REGISTER(ADC_CS) & ADC_CS_READY) == 0u) {
    }
    return (uint16_t)(REGISTER(ADC_RESULT) * FULL_MV * DIVIDED_BY / 4096u);
}
