#include "drive.h"

#include <stdint.h>

#include "avr_ioport.h"

#define FIRST 'B'
#define PORTS 3
#define PINB 0x23 /* PINC, PIND: 3 further each */

static struct {
    uint8_t mask;
    uint8_t value;
} held[PORTS];

/* A level set once would be overwritten by the pull-up when the board writes to another pin of the port. simavr keeps
 * one that is marked as external. */
static void tell(avr_t *avr, char port)
{
    avr_ioport_external_t pull = {.name = (unsigned long)port & 0x7Fu, .mask = held[port - FIRST].mask, .value = held[port - FIRST].value};
    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(port), &pull);
}

void drive(avr_t *avr, char port, int pin, bool level)
{
    uint8_t bit = (uint8_t)(1u << pin);
    held[port - FIRST].mask |= bit;
    held[port - FIRST].value = (uint8_t)(level ? held[port - FIRST].value | bit : held[port - FIRST].value & ~bit);
    tell(avr, port);
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(port), pin), level);
}

void drive_release(avr_t *avr, char port, int pin)
{
    avr_ioport_state_t state;
    held[port - FIRST].mask &= (uint8_t)~(1u << pin);
    tell(avr, port);
    avr_ioctl(avr, AVR_IOCTL_IOPORT_GETSTATE(port), &state);
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(port), pin), (state.port >> pin) & 1u);
}

void drive_reset(avr_t *avr)
{
    for (int port = 0; port < PORTS; port++) {
        avr_irq_t *irqs = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(FIRST + port), 0);
        for (int pin = 0; pin < 8; pin++) {
            avr->data[PINB + 3 * port] |= (uint8_t)((irqs[pin].value & 1u) << pin);
        }
    }
}
