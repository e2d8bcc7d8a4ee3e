#include "board.h"
#include "registers.h"
#include "rp2.h"

#define STARTUP_1MS 47u /* of the crystal, in 256 of its cycles */
#define FEEDBACK 100u   /* 12 MHz x 100 / 5 / 5 */
#define POST_DIVIDERS ((5u << 16) | (5u << 12))

static volatile uint16_t milliseconds;

static void crystal_begin(void)
{
    REGISTER(XOSC_CTRL) = XOSC_CTRL_FREQ_RANGE_1_15MHZ;
    REGISTER(XOSC_STARTUP) = STARTUP_1MS;
    SET(XOSC_CTRL) = XOSC_CTRL_ENABLE << 12;
    while ((REGISTER(XOSC_STATUS) & XOSC_STATUS_STABLE) == 0u) {
    }
}

static void pll_begin(void)
{
    reset_off(RESETS_PLL_USB);
    REGISTER(PLL_CS) = 1u;
    REGISTER(PLL_FBDIV_INT) = FEEDBACK;
    CLEAR(PLL_PWR) = PLL_PWR_PD | PLL_PWR_VCOPD;
    while ((REGISTER(PLL_CS) & PLL_CS_LOCK) == 0u) {
    }
    REGISTER(PLL_PRIM) = POST_DIVIDERS;
    CLEAR(PLL_PWR) = PLL_PWR_POSTDIVPD;
}

/* A multiplexer without glitches says in SELECTED, one bit for each source, when it has changed. */
static void choose(uintptr_t control, uintptr_t selected, uint32_t value, uint32_t source)
{
    REGISTER(control) = value;
    while (REGISTER(selected) != BIT(source)) {
    }
}

static void tick_begin(void)
{
    REGISTER(SYST_RVR) = HZ / 1000u - 1u;
    REGISTER(SYST_CVR) = 0;
    REGISTER(SYST_CSR) = SYST_CSR_ON;
}

void clock_begin(void)
{
    crystal_begin();
    choose(CLK_REF_CTRL, CLK_REF_SELECTED, CLK_REF_SRC_XOSC, CLK_REF_SRC_XOSC);
    choose(CLK_SYS_CTRL, CLK_SYS_SELECTED, 0, 0); /* the reference, while the PLL starts */
    pll_begin();
    REGISTER(CLK_SYS_CTRL) = CLK_SYS_AUXSRC_PLL_USB;
    choose(CLK_SYS_CTRL, CLK_SYS_SELECTED, CLK_SYS_AUXSRC_PLL_USB | CLK_SYS_SRC_AUX, CLK_SYS_SRC_AUX);
    REGISTER(CLK_PERI_CTRL) = CLK_ENABLE; /* source 0: the system's */
    REGISTER(CLK_USB_CTRL) = CLK_ENABLE;  /* source 0: the PLL of the USB */
    REGISTER(CLK_ADC_CTRL) = CLK_ENABLE;
    tick_begin();
}

void clock_tick(void)
{
    milliseconds++;
}

uint16_t board_now(void)
{
    return milliseconds;
}
