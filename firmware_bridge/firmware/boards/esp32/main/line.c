/* The line: the serial port that these chips have on their USB (USB-Serial-JTAG). */
#include "board.h"
#include "driver/usb_serial_jtag.h"
#include "esp32.h"
#include "esp_check.h"
#include "freertos/FreeRTOS.h"

#define RING 512
#define PATIENCE_MS 20 /* a computer that does not read for so long is not waited for */
#define DRAIN_MS 50

static bool deaf; /* the computer has stopped reading: nothing is waited for until it reads again */

void line_begin(void)
{
    usb_serial_jtag_driver_config_t rings = {.tx_buffer_size = RING, .rx_buffer_size = RING};

    ESP_ERROR_CHECK(usb_serial_jtag_driver_install(&rings));
}

/* A frame whose end has found no room is damaged, and the bridge asks for it again. */
void board_send(const uint8_t *bytes, uint8_t count)
{
    TickType_t patience = deaf ? 0 : pdMS_TO_TICKS(PATIENCE_MS);

    deaf = usb_serial_jtag_write_bytes(bytes, count, patience) != count;
}

bool board_receive(uint8_t *byte)
{
    return usb_serial_jtag_read_bytes(byte, 1, 0) == 1;
}

uint16_t board_overruns(void)
{
    return 0; /* the USB makes the computer wait */
}

void line_drain(void)
{
    (void)usb_serial_jtag_wait_tx_done(pdMS_TO_TICKS(DRAIN_MS));
}
