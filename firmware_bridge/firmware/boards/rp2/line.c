/* The line to the bridge: USB while its port is open, else the two pins. A reply goes to the line of its request. */
#include "board.h"
#include "registers.h"
#include "rp2.h"

#define PATIENCE_MS 20u /* a computer that holds the port open and does not read for so long is not waited for */
#define DRAIN_MS 50u

static bool deaf; /* the computer has stopped reading: no byte is waited for until it reads again */

static bool send_usb(uint8_t byte)
{
    uint16_t since = board_now();

    while (!usb_send(byte)) {
        if (deaf || (uint16_t)(board_now() - since) >= PATIENCE_MS) {
            deaf = true;
            return false;
        }
    }
    deaf = false;
    return true;
}

/* A frame whose end has found no room is damaged, and the bridge asks for it again: half of it is worth nothing. */
void board_send(const uint8_t *bytes, uint8_t count)
{
    bool usb = usb_is_open();

    while (count-- != 0u) {
        if (!usb) {
            uart_send(*bytes++);
        } else if (!send_usb(*bytes++)) {
            return;
        }
    }
}

bool board_receive(uint8_t *byte)
{
    return usb_is_open() ? usb_receive(byte) : uart_receive(byte);
}

uint16_t board_overruns(void)
{
    return uart_overruns();
}

void line_drain(void)
{
    uint16_t since = board_now();

    while ((uint16_t)(board_now() - since) < DRAIN_MS && (!usb_is_sent() || !uart_is_sent())) {
    }
}
