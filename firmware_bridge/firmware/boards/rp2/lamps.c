/* WS2812 by a state machine of PIO0: ten of its steps are a bit of 1.25 us, high for two of them or for seven. */
#include "board.h"
#include "registers.h"
#include "rp2.h"

#define STEP_HZ 8000000u

/*  out x, 1      side 0 [2]
 *  jmp !x, 3     side 1 [1]
 *  jmp 0         side 1 [4]
 *  nop           side 0 [4]   and again from the first */
static const uint16_t PROGRAM[] = {0x6221u, 0x1123u, 0x1400u, 0xA442u};

#define WRAP_TOP (3u << 12)
#define AUTOPULL BIT(17)
#define PULL_AT_24 (24u << 25)
#define JOIN_TX BIT(30)
#define SIDE_PINS_1 (1u << 29)
#define SET_PINS_1 (1u << 26)
#define SET_PIN_OUT 0xE081u

void lamps_begin_pio(void)
{
    reset_off(RESETS_PIO0);
    for (uint32_t i = 0; i < sizeof PROGRAM / sizeof PROGRAM[0]; i++) {
        REGISTER(PIO_INSTR_MEM(i)) = PROGRAM[i];
    }
    REGISTER(PIO_SM0_CLKDIV) = (HZ / STEP_HZ) << 16;
    REGISTER(PIO_SM0_EXECCTRL) = WRAP_TOP;
    REGISTER(PIO_SM0_SHIFTCTRL) = AUTOPULL | PULL_AT_24 | JOIN_TX;
    REGISTER(PIO_SM0_PINCTRL) = SIDE_PINS_1 | SET_PINS_1 | ((uint32_t)PIN_LAMPS << 10) | ((uint32_t)PIN_LAMPS << 5);
    REGISTER(PIO_SM0_INSTR) = SET_PIN_OUT;
    REGISTER(PIO_CTRL) = 1u;
}

void board_lamps(const uint8_t *grb, uint8_t lamps)
{
    for (; lamps != 0u; lamps--, grb += 3) {
        while ((REGISTER(PIO_FSTAT) & PIO_FSTAT_TXFULL0) != 0u) {
        }
        REGISTER(PIO_TXF0) = ((uint32_t)grb[0] << 24) | ((uint32_t)grb[1] << 16) | ((uint32_t)grb[2] << 8);
    }
}
