/* The buzzer, by the LED controller's timer. */
#include "board.h"
#include "driver/ledc.h"
#include "esp32.h"
#include "esp_check.h"

#define MODE LEDC_LOW_SPEED_MODE
#define TIMER LEDC_TIMER_0
#define CHANNEL LEDC_CHANNEL_0
#define HALF 512u /* of ten bits */
#define FIRST_HZ 1000u
#define LEAST_HZ 80u

void tone_begin(void)
{
    const ledc_timer_config_t timer = {
        .speed_mode = MODE,
        .duty_resolution = LEDC_TIMER_10_BIT,
        .timer_num = TIMER,
        .freq_hz = FIRST_HZ,
        .clk_cfg = LEDC_AUTO_CLK,
    };
    const ledc_channel_config_t output = {
        .gpio_num = PIN_BUZZER,
        .speed_mode = MODE,
        .channel = CHANNEL,
        .timer_sel = TIMER,
        .duty = 0,
    };

    ESP_ERROR_CHECK(ledc_timer_config(&timer));
    ESP_ERROR_CHECK(ledc_channel_config(&output));
}

void board_tone(uint16_t hertz)
{
    bool sounds = hertz >= LEAST_HZ && ledc_set_freq(MODE, TIMER, hertz) == ESP_OK;

    (void)ledc_set_duty(MODE, CHANNEL, sounds ? HALF : 0u);
    (void)ledc_update_duty(MODE, CHANNEL);
}
