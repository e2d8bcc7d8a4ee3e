/* WS2812 by the remote control's transmitter (RMT): it makes pulses of any length in its own time. */
#include "board.h"
#include "driver/rmt_tx.h"
#include "esp32.h"
#include "esp_check.h"

#define TICKS_HZ 10000000 /* 0.1 us */
#define SHORT 4
#define LONG 8
#define MOST_MS 20

static rmt_channel_handle_t channel;
static rmt_encoder_handle_t encoder;

void lamps_begin_rmt(void)
{
    const rmt_tx_channel_config_t transmitter = {
        .gpio_num = PIN_LAMPS,
        .clk_src = RMT_CLK_SRC_DEFAULT,
        .resolution_hz = TICKS_HZ,
        .mem_block_symbols = 64,
        .trans_queue_depth = 1,
    };
    const rmt_bytes_encoder_config_t bits = {
        .bit0 = {.level0 = 1, .duration0 = SHORT, .level1 = 0, .duration1 = LONG},
        .bit1 = {.level0 = 1, .duration0 = LONG, .level1 = 0, .duration1 = SHORT},
        .flags.msb_first = 1,
    };

    ESP_ERROR_CHECK(rmt_new_tx_channel(&transmitter, &channel));
    ESP_ERROR_CHECK(rmt_new_bytes_encoder(&bits, &encoder));
    ESP_ERROR_CHECK(rmt_enable(channel));
}

/* Waits until it is sent: the colours are the caller's. A frame that fails is made good by the next. */
void board_lamps(const uint8_t *grb, uint8_t lamps)
{
    const rmt_transmit_config_t once = {.loop_count = 0};

    if (rmt_transmit(channel, encoder, grb, 3u * lamps, &once) == ESP_OK) {
        (void)rmt_tx_wait_all_done(channel, MOST_MS);
    }
}
