/* A USB device of full speed with one serial port (CDC-ACM), by the controller that RP2040 and RP2350 share.
 *
 * The controller moves packets between the bus and its own memory (DPRAM); each endpoint has a control word and a buffer
 * control word there. A packet may go or come once its AVAILABLE bit is set. All of it happens in the interrupt; the rings
 * of usb_port.c are what the rest of the program sees. */
#include "registers.h"
#include "rp2.h"
#include "usb_buffers.h"
#include "usb_control.h"
#include "usb_descriptors.h"
#include "usb_port.h"

static void on_bus_reset(void)
{
    control_reset();
    port_configure(false);
}

static void on_buffers(void)
{
    uint32_t done = REGISTER(USB_BUFF_STATUS);

    REGISTER(USB_BUFF_STATUS) = done;
    if ((done & STATUS_BIT(0, IN)) != 0u) {
        control_in();
    }
    if ((done & STATUS_BIT(0, OUT)) != 0u) {
        control_out();
    }
    if ((done & STATUS_BIT(USB_BYTES, OUT)) != 0u) {
        port_came();
    }
    if ((done & STATUS_BIT(USB_BYTES, IN)) != 0u) {
        port_sent();
    }
}

void usb_interrupt(void)
{
    uint32_t why = REGISTER(USB_INTS);

    if ((why & USB_INT_BUS_RESET) != 0u) {
        REGISTER(USB_SIE_STATUS) = USB_SIE_STATUS_BUS_RESET;
        on_bus_reset();
    }
    /* Handle completed packets before the next request, else they would count as its reply. */
    if ((why & USB_INT_BUFF_STATUS) != 0u) {
        on_buffers();
    }
    if ((why & USB_INT_SETUP_REQ) != 0u) {
        REGISTER(USB_SIE_STATUS) = USB_SIE_STATUS_SETUP_REC;
        control_setup();
    }
}

void usb_begin(const uint8_t uid[8])
{
    usb_describe(uid);
    SET(RESETS_RESET) = RESETS_USBCTRL;
    reset_off(RESETS_USBCTRL);
    for (uint32_t at = 0; at < 0x400u; at += 4u) {
        REGISTER(USB_DPRAM + at) = 0;
    }
    REGISTER(USB_MUXING) = USB_MUXING_TO_PHY | USB_MUXING_SOFTCON;
    REGISTER(USB_PWR) = USB_PWR_VBUS_DETECT | USB_PWR_VBUS_DETECT_OVERRIDE_EN;
    REGISTER(USB_MAIN_CTRL) = USB_MAIN_CTRL_CONTROLLER_EN;
    REGISTER(USB_SIE_CTRL) = USB_SIE_CTRL_EP0_INT_1BUF;
    REGISTER(USB_INTE) = USB_INT_BUFF_STATUS | USB_INT_BUS_RESET | USB_INT_SETUP_REQ;
    REGISTER(NVIC_ISER(USB_IRQ)) = BIT(USB_IRQ % 32u);
    SET(USB_SIE_CTRL) = USB_SIE_CTRL_PULLUP_EN; /* and the computer sees us */
}
