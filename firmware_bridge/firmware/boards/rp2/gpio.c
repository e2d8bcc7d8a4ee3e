/* Pins that are read and written, the SPI and the tone. */
#include "board.h"
#include "registers.h"
#include "rp2.h"

#define SPI_HZ 4000000u /* PN532 takes 5 MHz */
#define TONE_HZ 1000000u

static const uint8_t SELECTS[] = {PIN_SELECT_0, PIN_SELECT_1, PIN_SELECT_2, PIN_SELECT_3};
static const uint8_t BUTTONS[] = {PIN_BUTTON_0, PIN_BUTTON_1, PIN_BUTTON_2};

void reset_off(uint32_t blocks)
{
    CLEAR(RESETS_RESET) = blocks;
    while ((REGISTER(RESETS_RESET_DONE) & blocks) != blocks) {
    }
}

/* Also ends the isolation in which RP2350 starts a pad. */
static void use(uint32_t pin, uint32_t function, uint32_t pad)
{
    REGISTER(GPIO_CTRL(pin)) = function;
    REGISTER(PADS_GPIO(pin)) = pad | PADS_SCHMITT | PADS_DRIVE_4MA;
}

static void use_input(uint32_t pin)
{
    use(pin, FUNCTION_SIO, PADS_IE | PADS_PUE);
}

static void use_output(uint32_t pin, bool high)
{
    REGISTER(high ? SIO_GPIO_OUT_SET : SIO_GPIO_OUT_CLR) = BIT(pin);
    REGISTER(SIO_GPIO_OE_SET) = BIT(pin);
    use(pin, FUNCTION_SIO, PADS_IE);
}

static void spi_begin(void)
{
    use(PIN_MISO, FUNCTION_SPI, PADS_IE | PADS_PUE);
    use(PIN_SCK, FUNCTION_SPI, PADS_IE);
    use(PIN_MOSI, FUNCTION_SPI, PADS_IE);
    REGISTER(SSPCPSR) = HZ / SPI_HZ;
    REGISTER(SSPCR0) = SSPCR0_8_BITS; /* mode 0 */
    REGISTER(SSPCR1) = SSPCR1_SSE;
}

void gpio_begin(void)
{
    reset_off(RESETS_IO_BANK0 | RESETS_PADS_BANK0 | RESETS_SPI0 | RESETS_PWM);
    for (uint8_t i = 0; i < sizeof SELECTS; i++) {
        use_output(SELECTS[i], true);
    }
    for (uint8_t i = 0; i < sizeof BUTTONS; i++) {
        use_input(BUTTONS[i]);
    }
    use_input(PIN_TOWER);
    use_input(PIN_SCALE_DATA);
    use_output(PIN_SCALE_CLOCK, false);
    use_output(PIN_BUZZER, false);
    use(PIN_TX, FUNCTION_UART, PADS_IE);
    use(PIN_RX, FUNCTION_UART, PADS_IE | PADS_PUE);
    use(PIN_LAMPS, FUNCTION_PIO0, PADS_IE);
    REGISTER(PADS_GPIO(PIN_BATTERY)) = PADS_OD; /* the converter alone */
    spi_begin();
}

static bool is_high(uint32_t pin)
{
    return (REGISTER(SIO_GPIO_IN) & BIT(pin)) != 0u;
}

static void write(uint32_t pin, bool high)
{
    REGISTER(high ? SIO_GPIO_OUT_SET : SIO_GPIO_OUT_CLR) = BIT(pin);
}

/* The chips want their select line some 100 ns before the first edge of the clock and after the last. */
static void settle(void)
{
    for (uint8_t i = 0; i < 8u; i++) {
        __asm__ volatile("nop");
    }
}

void board_select(uint8_t slot, bool selected)
{
    settle();
    write(SELECTS[slot % sizeof SELECTS], !selected);
    settle();
}

uint8_t board_spi(uint8_t out)
{
    REGISTER(SSPDR) = out;
    while ((REGISTER(SSPSR) & SSPSR_RNE) == 0u) {
    }
    return (uint8_t)REGISTER(SSPDR);
}

bool board_button(uint8_t index)
{
    return !is_high(BUTTONS[index % sizeof BUTTONS]);
}

bool board_struck(void)
{
    bool struck = (REGISTER(GPIO_INTR(PIN_TOWER)) & GPIO_INTR_EDGE_LOW(PIN_TOWER)) != 0u;

    REGISTER(GPIO_INTR(PIN_TOWER)) = GPIO_INTR_EDGE_LOW(PIN_TOWER);
    return struck;
}

bool board_scale_data(void)
{
    return is_high(PIN_SCALE_DATA);
}

void board_scale_clock(bool high)
{
    write(PIN_SCALE_CLOCK, high);
    for (uint8_t i = 0; i < 4u; i++) {
        settle(); /* 0.2 us are the least the HX711 needs; this is more than 0.5 */
    }
}

void board_tone(uint16_t hertz)
{
    uint32_t period;

    REGISTER(PWM_CSR(PIN_BUZZER)) = 0;
    if (hertz < TONE_HZ / 0x10000u + 1u) {
        use_output(PIN_BUZZER, false);
        return;
    }
    period = TONE_HZ / hertz;
    REGISTER(PWM_DIV(PIN_BUZZER)) = (HZ / TONE_HZ) << 4;
    REGISTER(PWM_TOP(PIN_BUZZER)) = period - 1u;
    REGISTER(PWM_CC(PIN_BUZZER)) = PWM_CC_OF(PIN_BUZZER, period / 2u);
    use(PIN_BUZZER, FUNCTION_PWM, PADS_IE);
    REGISTER(PWM_CSR(PIN_BUZZER)) = 1u;
}
