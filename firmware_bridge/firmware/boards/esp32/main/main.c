/* ESP32-C3 and ESP32-S3 over ESP-IDF 5.3 or later: start, sleep, watchdog, restart. */
#include <string.h>

#include "app_run.h"
#include "board.h"
#include "esp32.h"
#include "esp_check.h"
#include "esp_mac.h"
#include "esp_random.h"
#include "esp_system.h"
#include "esp_task_wdt.h"
#include "esp_timer.h"
#include "freertos/FreeRTOS.h"
#include "freertos/task.h"
#include "soc/rtc_cntl_reg.h"
#include "soc/soc.h"

static uint8_t reset_cause(void)
{
    switch (esp_reset_reason()) {
    case ESP_RST_POWERON:
        return LINK_RESET_POWER_ON;
    case ESP_RST_EXT:
    case ESP_RST_USB: /* opening the port, as an Arduino's reset line */
        return LINK_RESET_PIN;
    case ESP_RST_BROWNOUT:
        return LINK_RESET_BROWN_OUT;
    case ESP_RST_INT_WDT:
    case ESP_RST_TASK_WDT:
    case ESP_RST_WDT:
    case ESP_RST_PANIC:
        return LINK_RESET_WATCHDOG;
    case ESP_RST_SW:
        return LINK_RESET_SOFTWARE;
    default:
        return LINK_RESET_UNKNOWN;
    }
}

void board_begin(struct board_start *start)
{
    gpio_begin();
    adc_begin();
    lamps_begin_rmt();
    tone_begin();
    line_begin();
    start->reset = reset_cause();
    start->cold = start->reset == LINK_RESET_POWER_ON || start->reset == LINK_RESET_BROWN_OUT;
    memset(start->uid, 0, sizeof start->uid);
    ESP_ERROR_CHECK(esp_efuse_mac_get_default(start->uid + 2)); /* six bytes */
    start->boot = esp_random();
    start->chance = (uint16_t)esp_random();
    ESP_ERROR_CHECK(esp_task_wdt_add(NULL));
}

uint16_t board_now(void)
{
    return (uint16_t)(esp_timer_get_time() / 1000);
}

void board_idle(void)
{
    vTaskDelay(1);
}

void board_alive(void)
{
    (void)esp_task_wdt_reset();
}

bool board_can_restart(uint8_t into)
{
    return into <= 1u;
}

void board_restart(uint8_t into)
{
    line_drain();
    if (into == 1u) {
        REG_WRITE(RTC_CNTL_OPTION1_REG, RTC_CNTL_FORCE_DOWNLOAD_BOOT);
    }
    esp_restart();
}

void app_main(void)
{
    app_begin();
    for (;;) {
        app_turn();
    }
}
