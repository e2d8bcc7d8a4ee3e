/* Pins that are read and written, and the SPI. */
#include "driver/gpio.h"

#include "board.h"
#include "driver/spi_master.h"
#include "esp32.h"
#include "esp_check.h"
#include "esp_rom_sys.h"

#define SPI_HZ 4000000 /* PN532 takes 5 MHz */

static const uint8_t SELECTS[] = PINS_SELECT;
static const uint8_t BUTTONS[] = PINS_BUTTON;

static spi_device_handle_t readers;
static volatile bool struck;

static void IRAM_ATTR on_struck(void *unused)
{
    (void)unused;
    struck = true;
}

static void use_input(int pin, gpio_int_type_t edge)
{
    const gpio_config_t input = {
        .pin_bit_mask = 1ULL << pin,
        .mode = GPIO_MODE_INPUT,
        .pull_up_en = GPIO_PULLUP_ENABLE,
        .intr_type = edge,
    };
    ESP_ERROR_CHECK(gpio_config(&input));
}

static void use_output(int pin, bool high)
{
    const gpio_config_t output = {.pin_bit_mask = 1ULL << pin, .mode = GPIO_MODE_OUTPUT};

    ESP_ERROR_CHECK(gpio_set_level(pin, high));
    ESP_ERROR_CHECK(gpio_config(&output));
}

static void spi_begin(void)
{
    const spi_bus_config_t bus = {
        .sclk_io_num = PIN_SCK,
        .miso_io_num = PIN_MISO,
        .mosi_io_num = PIN_MOSI,
        .quadwp_io_num = -1,
        .quadhd_io_num = -1,
    };
    const spi_device_interface_config_t device = {.clock_speed_hz = SPI_HZ, .mode = 0, .spics_io_num = -1, .queue_size = 1};

    ESP_ERROR_CHECK(spi_bus_initialize(SPI2_HOST, &bus, SPI_DMA_DISABLED));
    ESP_ERROR_CHECK(spi_bus_add_device(SPI2_HOST, &device, &readers));
    /* The bus has a single user, so it is acquired once. */
    ESP_ERROR_CHECK(spi_device_acquire_bus(readers, portMAX_DELAY));
}

void gpio_begin(void)
{
    for (unsigned i = 0; i < sizeof SELECTS; i++) {
        use_output(SELECTS[i], true);
    }
    for (unsigned i = 0; i < sizeof BUTTONS; i++) {
        use_input(BUTTONS[i], GPIO_INTR_DISABLE);
    }
    use_input(PIN_SCALE_DATA, GPIO_INTR_DISABLE);
    use_output(PIN_SCALE_CLOCK, false);
    use_input(PIN_TOWER, GPIO_INTR_NEGEDGE);
    ESP_ERROR_CHECK(gpio_install_isr_service(0));
    ESP_ERROR_CHECK(gpio_isr_handler_add(PIN_TOWER, on_struck, NULL));
    spi_begin();
}

void board_select(uint8_t slot, bool selected)
{
    (void)gpio_set_level(SELECTS[slot % sizeof SELECTS], !selected);
}

uint8_t board_spi(uint8_t out)
{
    spi_transaction_t byte = {.flags = SPI_TRANS_USE_TXDATA | SPI_TRANS_USE_RXDATA, .length = 8, .tx_data = {out}};

    if (spi_device_polling_transmit(readers, &byte) != ESP_OK) {
        return 0; /* as a reader that is not there */
    }
    return byte.rx_data[0];
}

bool board_button(uint8_t index)
{
    return gpio_get_level(BUTTONS[index % sizeof BUTTONS]) == 0;
}

bool board_struck(void)
{
    bool was = struck;

    struck = false;
    return was;
}

bool board_scale_data(void)
{
    return gpio_get_level(PIN_SCALE_DATA) != 0;
}

void board_scale_clock(bool high)
{
    (void)gpio_set_level(PIN_SCALE_CLOCK, high);
    esp_rom_delay_us(1); /* the HX711 needs 0.2 us */
}
