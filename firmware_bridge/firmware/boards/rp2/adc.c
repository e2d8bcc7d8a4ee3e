/* The battery, halved by two resistors of 100 kOhm. */
#include "board.h"
#include "registers.h"
#include "rp2.h"

#define CHANNEL (PIN_BATTERY - 26u)
#define FULL_MV 3300u /* of the supply, which is the converter's reference on a Pico */
#define DIVIDED_BY 2u
#define FLOATING 3700u /* of 4096. An open input is pulled up to the supply; the divider gives 0.8 of it */
#define PULLED_UP 10u  /* readings until the pull-up has charged what hangs there */

static bool has_battery;

static uint16_t measure(void)
{
    REGISTER(ADC_CS) = ADC_CS_EN | ADC_CS_AINSEL(CHANNEL) | ADC_CS_START_ONCE;
    while ((REGISTER(ADC_CS) & ADC_CS_READY) == 0u) {
    }
    return (uint16_t)REGISTER(ADC_RESULT);
}

/* An input that nothing is wired to floats, and would pass for a battery. */
static bool is_wired(void)
{
    uint16_t pulled = 0;

    REGISTER(PADS_GPIO(PIN_BATTERY)) = PADS_OD | PADS_PUE;
    for (uint8_t i = 0; i < PULLED_UP; i++) {
        pulled = measure();
    }
    REGISTER(PADS_GPIO(PIN_BATTERY)) = PADS_OD;
    return pulled < FLOATING;
}

void adc_begin(void)
{
    reset_off(RESETS_ADC);
    REGISTER(ADC_CS) = ADC_CS_EN;
    while ((REGISTER(ADC_CS) & ADC_CS_READY) == 0u) {
    }
    has_battery = is_wired();
}

uint16_t board_millivolts(void)
{
    return (uint16_t)(has_battery ? measure() * FULL_MV * DIVIDED_BY / 4096u : 0u);
}
