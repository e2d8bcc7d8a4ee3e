/* Registers of RP2040 and RP2350 by the names of their data sheets. Differing values are next to each other. */
#ifndef REGISTERS_H
#define REGISTERS_H

#include <stdint.h>

#define REGISTER(address) (*(volatile uint32_t *)(uintptr_t)(address))
/* The same register again, where a write sets or clears the bits that are 1 in it. */
#define SET(address) REGISTER((address) + 0x2000u)
#define CLEAR(address) REGISTER((address) + 0x3000u)
#define BIT(number) (1u << (number))

#ifdef BOARD_IS_RP2350
#define EITHER(rp2040, rp2350) (rp2350)
#else
#define EITHER(rp2040, rp2350) (rp2040)
#endif

#define RESETS_BASE EITHER(0x4000C000u, 0x40020000u)
#define RESETS_RESET (RESETS_BASE + 0x0u)
#define RESETS_RESET_DONE (RESETS_BASE + 0x8u)
#define RESETS_ADC BIT(0)
#define RESETS_IO_BANK0 BIT(EITHER(5, 6))
#define RESETS_PADS_BANK0 BIT(EITHER(8, 9))
#define RESETS_PIO0 BIT(EITHER(10, 11))
#define RESETS_PLL_USB BIT(EITHER(13, 15))
#define RESETS_PWM BIT(EITHER(14, 16))
#define RESETS_SPI0 BIT(EITHER(16, 18))
#define RESETS_UART0 BIT(EITHER(22, 26))
#define RESETS_USBCTRL BIT(EITHER(24, 28))

#define XOSC_BASE EITHER(0x40024000u, 0x40048000u)
#define XOSC_CTRL (XOSC_BASE + 0x00u)
#define XOSC_STATUS (XOSC_BASE + 0x04u)
#define XOSC_STARTUP (XOSC_BASE + 0x0Cu)
#define XOSC_CTRL_FREQ_RANGE_1_15MHZ 0xAA0u
#define XOSC_CTRL_ENABLE 0xFABu
#define XOSC_STATUS_STABLE BIT(31)

#define ROSC_RANDOMBIT (EITHER(0x40060000u, 0x400E8000u) + EITHER(0x1Cu, 0x20u))

#define CLOCKS_BASE EITHER(0x40008000u, 0x40010000u)
#define CLK_REF_CTRL (CLOCKS_BASE + 0x30u)
#define CLK_REF_SELECTED (CLOCKS_BASE + 0x38u)
#define CLK_REF_SRC_XOSC 2u
#define CLK_SYS_CTRL (CLOCKS_BASE + 0x3Cu)
#define CLK_SYS_SELECTED (CLOCKS_BASE + 0x44u)
#define CLK_SYS_SRC_AUX 1u
#define CLK_SYS_AUXSRC_PLL_USB (1u << 5)
#define CLK_PERI_CTRL (CLOCKS_BASE + 0x48u)
#define CLK_USB_CTRL (CLOCKS_BASE + EITHER(0x54u, 0x60u))
#define CLK_ADC_CTRL (CLOCKS_BASE + EITHER(0x60u, 0x6Cu))
#define CLK_ENABLE BIT(11)

#define PLL_USB_BASE EITHER(0x4002C000u, 0x40058000u)
#define PLL_CS (PLL_USB_BASE + 0x0u)
#define PLL_PWR (PLL_USB_BASE + 0x4u)
#define PLL_FBDIV_INT (PLL_USB_BASE + 0x8u)
#define PLL_PRIM (PLL_USB_BASE + 0xCu)
#define PLL_CS_LOCK BIT(31)
#define PLL_PWR_PD BIT(0)
#define PLL_PWR_POSTDIVPD BIT(3)
#define PLL_PWR_VCOPD BIT(5)

#define WATCHDOG_BASE EITHER(0x40058000u, 0x400D8000u)
#define WATCHDOG_CTRL (WATCHDOG_BASE + 0x00u)
#define WATCHDOG_LOAD (WATCHDOG_BASE + 0x04u)
#define WATCHDOG_REASON (WATCHDOG_BASE + 0x08u)
#define WATCHDOG_SCRATCH4 (WATCHDOG_BASE + 0x1Cu)
#define WATCHDOG_CTRL_TRIGGER BIT(31)
#define WATCHDOG_CTRL_ENABLE BIT(30)
/* The 1 us tick of the watchdog, a separate block on RP2350. */
#define WATCHDOG_TICK EITHER(0x4005802Cu, 0x40108030u)
#define TICKS_WATCHDOG_CYCLES 0x40108034u
#define WATCHDOG_TICK_ENABLE EITHER(BIT(9), BIT(0))
/* RP2040 counts down twice in a tick (its erratum E1). */
#define WATCHDOG_COUNTS_A_US EITHER(2u, 1u)

#define PSM_WDSEL (EITHER(0x40010000u, 0x40018000u) + 0x8u)
#define PSM_ALL_BUT_OSCILLATORS EITHER(0x1FFFFu & ~3u, 0x1FFFFFFu & ~0xCu)

#define CHIP_RESET EITHER(0x40064008u, 0x4010002Cu)
#define CHIP_RESET_HAD_POR BIT(EITHER(8, 16))
#define CHIP_RESET_HAD_BOR EITHER(0u, BIT(17))
#define CHIP_RESET_HAD_RUN BIT(EITHER(16, 18))

#define IO_BANK0_BASE EITHER(0x40014000u, 0x40028000u)
#define GPIO_CTRL(pin) (IO_BANK0_BASE + 8u * (pin) + 4u)
#define GPIO_INTR(pin) (IO_BANK0_BASE + EITHER(0xF0u, 0x230u) + (pin) / 8u * 4u)
#define GPIO_INTR_EDGE_LOW(pin) BIT((pin) % 8u * 4u + 2u)
#define FUNCTION_SPI 1u
#define FUNCTION_UART 2u
#define FUNCTION_PWM 4u
#define FUNCTION_SIO 5u
#define FUNCTION_PIO0 6u

#define PADS_GPIO(pin) (EITHER(0x4001C000u, 0x40038000u) + 4u * (pin) + 4u)
#define PADS_SCHMITT BIT(1)
#define PADS_PDE BIT(2)
#define PADS_PUE BIT(3)
#define PADS_DRIVE_4MA (1u << 4)
#define PADS_IE BIT(6)
#define PADS_OD BIT(7)

#define SIO_GPIO_IN 0xD0000004u
#define SIO_GPIO_OUT_SET EITHER(0xD0000014u, 0xD0000018u)
#define SIO_GPIO_OUT_CLR EITHER(0xD0000018u, 0xD0000020u)
#define SIO_GPIO_OE_SET EITHER(0xD0000024u, 0xD0000038u)

#define SPI0_BASE EITHER(0x4003C000u, 0x40080000u)
#define SSPCR0 (SPI0_BASE + 0x00u)
#define SSPCR1 (SPI0_BASE + 0x04u)
#define SSPDR (SPI0_BASE + 0x08u)
#define SSPSR (SPI0_BASE + 0x0Cu)
#define SSPCPSR (SPI0_BASE + 0x10u)
#define SSPCR0_8_BITS 7u
#define SSPCR1_SSE BIT(1)
#define SSPSR_RNE BIT(2)

#define ADC_BASE EITHER(0x4004C000u, 0x400A0000u)
#define ADC_CS (ADC_BASE + 0x0u)
#define ADC_RESULT (ADC_BASE + 0x4u)
#define ADC_CS_EN BIT(0)
#define ADC_CS_START_ONCE BIT(2)
#define ADC_CS_READY BIT(8)
#define ADC_CS_AINSEL(channel) ((channel) << 12)

#define PWM_BASE EITHER(0x40050000u, 0x400A8000u)
#define PWM_SLICE(pin) (PWM_BASE + 0x14u * ((pin) / 2u))
#define PWM_CSR(pin) (PWM_SLICE(pin) + 0x0u)
#define PWM_DIV(pin) (PWM_SLICE(pin) + 0x4u)
#define PWM_CC(pin) (PWM_SLICE(pin) + 0xCu)
#define PWM_TOP(pin) (PWM_SLICE(pin) + 0x10u)
#define PWM_CC_OF(pin, value) ((value) << ((pin) % 2u * 16u))

#define PIO0_BASE 0x50200000u
#define PIO_CTRL (PIO0_BASE + 0x00u)
#define PIO_FSTAT (PIO0_BASE + 0x04u)
#define PIO_TXF0 (PIO0_BASE + 0x10u)
#define PIO_INSTR_MEM(index) (PIO0_BASE + 0x48u + 4u * (index))
#define PIO_SM0_CLKDIV (PIO0_BASE + 0xC8u)
#define PIO_SM0_EXECCTRL (PIO0_BASE + 0xCCu)
#define PIO_SM0_SHIFTCTRL (PIO0_BASE + 0xD0u)
#define PIO_SM0_INSTR (PIO0_BASE + 0xD8u)
#define PIO_SM0_PINCTRL (PIO0_BASE + 0xDCu)
#define PIO_FSTAT_TXFULL0 BIT(16)

#define UART0_BASE EITHER(0x40034000u, 0x40070000u)
#define UARTDR (UART0_BASE + 0x00u)
#define UARTFR (UART0_BASE + 0x18u)
#define UARTIBRD (UART0_BASE + 0x24u)
#define UARTFBRD (UART0_BASE + 0x28u)
#define UARTLCR_H (UART0_BASE + 0x2Cu)
#define UARTCR (UART0_BASE + 0x30u)
#define UARTIFLS (UART0_BASE + 0x34u)
#define UARTIMSC (UART0_BASE + 0x38u)
#define UARTICR (UART0_BASE + 0x44u)
#define UARTDR_ERRORS 0x700u /* framing, parity, break */
#define UARTDR_OE BIT(11)
#define UARTFR_BUSY BIT(3)
#define UARTFR_RXFE BIT(4)
#define UARTFR_TXFF BIT(5)
#define UARTLCR_H_8N1_FIFO ((3u << 5) | BIT(4))
#define UARTCR_ON (BIT(9) | BIT(8) | BIT(0))
#define UART_RX_INTERRUPTS (BIT(4) | BIT(6)) /* some bytes came; some came and then none */
#define UART0_IRQ EITHER(20u, 33u)

#define USB_DPRAM 0x50100000u
#define USB_BASE 0x50110000u
#define USB_ADDR_ENDP (USB_BASE + 0x00u)
#define USB_MAIN_CTRL (USB_BASE + 0x40u)
#define USB_SIE_CTRL (USB_BASE + 0x4Cu)
#define USB_SIE_STATUS (USB_BASE + 0x50u)
#define USB_BUFF_STATUS (USB_BASE + 0x58u)
#define USB_EP_STALL_ARM (USB_BASE + 0x68u)
#define USB_MUXING (USB_BASE + 0x74u)
#define USB_PWR (USB_BASE + 0x78u)
#define USB_INTE (USB_BASE + 0x90u)
#define USB_INTS (USB_BASE + 0x98u)
#define USB_MAIN_CTRL_CONTROLLER_EN BIT(0) /* and on RP2350 PHY_ISO, bit 2, goes to 0 */
#define USB_SIE_CTRL_EP0_INT_1BUF BIT(29)
#define USB_SIE_CTRL_PULLUP_EN BIT(16)
#define USB_SIE_STATUS_BUS_RESET BIT(19)
#define USB_SIE_STATUS_SETUP_REC BIT(17)
#define USB_MUXING_TO_PHY BIT(0)
#define USB_MUXING_SOFTCON BIT(3)
#define USB_PWR_VBUS_DETECT BIT(2)
#define USB_PWR_VBUS_DETECT_OVERRIDE_EN BIT(3)
#define USB_INT_BUFF_STATUS BIT(4)
#define USB_INT_BUS_RESET BIT(12)
#define USB_INT_SETUP_REQ BIT(16)
#define USB_IRQ EITHER(5u, 14u)

#define SYST_CSR 0xE000E010u
#define SYST_RVR 0xE000E014u
#define SYST_CVR 0xE000E018u
#define SYST_CSR_ON 7u /* clocked by the processor, with its exception */
#define NVIC_ISER(irq) (0xE000E100u + (irq) / 32u * 4u)
#define VTOR 0xE000ED08u

#define HZ 48000000u

#endif
