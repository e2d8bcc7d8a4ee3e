/* The battery, halved by two resistors of 100 kOhm. */
#include "board.h"
#include "driver/gpio.h"
#include "esp32.h"
#include "esp_adc/adc_cali.h"
#include "esp_adc/adc_cali_scheme.h"
#include "esp_adc/adc_oneshot.h"
#include "esp_check.h"

#define DIVIDED_BY 2
#define FLOATING_MV 2850 /* an open input is pulled up to where the converter ends; the divider holds it below */

static adc_oneshot_unit_handle_t unit;
static adc_cali_handle_t scale;
static bool has_battery;

/* 0 where the converter or its calibration fails: as without a battery. */
static int measure(void)
{
    int raw = 0;
    int millivolts = 0;

    if (adc_oneshot_read(unit, BATTERY_CHANNEL, &raw) != ESP_OK || adc_cali_raw_to_voltage(scale, raw, &millivolts) != ESP_OK) {
        return 0;
    }
    return millivolts;
}

/* An input that nothing is wired to floats, and would pass for a battery. */
static bool is_wired(void)
{
    int pin = -1;
    int pulled;

    ESP_ERROR_CHECK(adc_oneshot_channel_to_io(ADC_UNIT_1, BATTERY_CHANNEL, &pin));
    ESP_ERROR_CHECK(gpio_pullup_en(pin));
    (void)measure();
    pulled = measure();
    ESP_ERROR_CHECK(gpio_pullup_dis(pin));
    return pulled < FLOATING_MV;
}

void adc_begin(void)
{
    const adc_oneshot_unit_init_cfg_t first = {.unit_id = ADC_UNIT_1};
    const adc_oneshot_chan_cfg_t channel = {.atten = ADC_ATTEN_DB_12, .bitwidth = ADC_BITWIDTH_DEFAULT};
    const adc_cali_curve_fitting_config_t curve = {
        .unit_id = ADC_UNIT_1,
        .chan = BATTERY_CHANNEL,
        .atten = ADC_ATTEN_DB_12,
        .bitwidth = ADC_BITWIDTH_DEFAULT,
    };

    ESP_ERROR_CHECK(adc_oneshot_new_unit(&first, &unit));
    ESP_ERROR_CHECK(adc_oneshot_config_channel(unit, BATTERY_CHANNEL, &channel));
    if (adc_cali_create_scheme_curve_fitting(&curve, &scale) == ESP_OK) { /* a chip may have no calibration burnt in */
        has_battery = is_wired();
    }
}

uint16_t board_millivolts(void)
{
    return has_battery ? (uint16_t)(measure() * DIVIDED_BY) : 0u;
}
